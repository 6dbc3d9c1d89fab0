import { inEveryLocale } from '#locales/server-texts.ts';
import type { ClientBase } from 'pg';
import { textIn } from '#domain/catalogue/texts.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import { fold } from '#domain/search/search-words.ts';
import { isFacetOption, optionName, optionTexts, type OptionCode } from './option-words.ts';
import { slugOf } from './read-item.ts';

type Taxon = {
  id: number;
  code: string;
  parent: number | null;
  level: number;
  position: number;
  names: Set<string>;
};
type Attribute = { id: number; code: string; values: Map<string, number> };

const brandAttribute = 'brand';
const brandNames = inEveryLocale(({ names }) => names.brand);
/** A feed that names more categories or values than this is broken. */
const mostTaxons = 5_000;
const mostValues = 100_000;

function codeOf(text: string, taken: (code: string) => boolean): string {
  const base = slugOf(text).replaceAll('-', '_').toUpperCase().slice(0, 56);
  let code = base;
  for (let at = 2; taken(code); at += 1) code = `${base}_${at}`;
  return code;
}

/** Finds the categories, brands and attribute values that a feed names, and makes those that the shop lacks. */
export class FeedPlaces {
  readonly #locale: string;
  readonly #taxons: Taxon[];
  readonly #attributes: Attribute[];
  readonly #attributeByName: Map<string, Attribute>;
  readonly #attributeOfValue = new Map<number, Attribute>();
  /** Ids of option values by option code and folded text. */
  readonly #options: Map<string, number>;
  #values = 0;
  #isTreeStale = false;

  private constructor(
    locale: string,
    taxons: Taxon[],
    attributes: Attribute[],
    byName: Map<string, Attribute>,
    options: Map<string, number>,
  ) {
    this.#locale = locale;
    this.#taxons = taxons;
    this.#attributes = attributes;
    this.#attributeByName = byName;
    this.#options = options;
    for (const attribute of attributes)
      for (const id of attribute.values.values()) this.#attributeOfValue.set(id, attribute);
  }

  static async load(client: ClientBase, locale: string): Promise<FeedPlaces> {
    const taxons = await client.query<{
      id: number;
      code: string;
      parent_id: number | null;
      level: number;
      position: number;
      name: Texts;
    }>('select id, code, parent_id, level, position, name from taxon order by lft');
    const attributes = await client.query<{ id: number; code: string; name: Texts }>(
      'select id, code, name from attribute',
    );
    const values = await client.query<{ id: number; attribute_id: number; code: string; value: Texts }>(
      'select id, attribute_id, code, value from attribute_value',
    );
    const known = attributes.rows.map((row) => ({
      id: row.id,
      code: row.code,
      values: new Map<string, number>(),
    }));
    const byId = new Map(known.map((attribute) => [attribute.id, attribute]));
    const byName = new Map<string, Attribute>();
    for (const row of attributes.rows) {
      const attribute = byId.get(row.id);
      if (attribute)
        for (const name of [row.code, ...Object.values(row.name)]) byName.set(fold(name), attribute);
    }
    for (const row of values.rows) {
      for (const text of [row.code, ...Object.values(row.value)]) {
        const attribute = byId.get(row.attribute_id);
        if (attribute && !attribute.values.has(fold(text))) attribute.values.set(fold(text), row.id);
      }
    }
    const options = await client.query<{ id: number; option_code: string; code: string; value: Texts }>(
      'select id, option_code, code, value from option_value order by id desc',
    );
    return new FeedPlaces(
      locale,
      taxons.rows.map(({ id, code, parent_id, level, position, name }) => ({
        id,
        code,
        parent: parent_id,
        level,
        position,
        names: new Set([fold(code), ...Object.values(name).map(fold)]),
      })),
      known,
      byName,
      new Map(
        options.rows.flatMap(({ id, option_code, code, value }) =>
          [code, ...Object.values(value)].map((text) => [`${option_code} ${fold(text)}`, id] as const),
        ),
      ),
    );
  }

  /** Id of the last category of the path; null for an empty path. */
  async taxon(client: ClientBase, path: readonly string[]): Promise<number | null> {
    let parent: Taxon | null = null;
    for (const name of path) {
      const wanted = fold(name);
      const parentId: number | null = parent?.id ?? null;
      const siblings = this.#taxons.filter((taxon) => taxon.parent === parentId);
      const found: Taxon =
        siblings.find((taxon) => taxon.names.has(wanted)) ??
        (await this.#addTaxon(client, name, parent, siblings.length));
      parent = found;
    }
    return parent?.id ?? null;
  }

  async #addTaxon(client: ClientBase, name: string, parent: Taxon | null, position: number): Promise<Taxon> {
    if (this.#taxons.length >= mostTaxons)
      throw new Error(`The feed names more than ${mostTaxons} categories`);
    const code = codeOf(name, (candidate) => this.#taxons.some((taxon) => taxon.code === candidate));
    const level = parent ? parent.level + 1 : 0;
    const { rows } = await client.query<{ id: number }>(
      `insert into taxon (code, parent_id, level, position, lft, rgt, name, slug)
       values ($1, $2, $3, $4, 2000000000, 2000000001, $5, $6) returning id`,
      [
        code,
        parent?.id ?? null,
        level,
        position,
        JSON.stringify({ [this.#locale]: name }),
        JSON.stringify({ [this.#locale]: slugOf(name) }),
      ],
    );
    const taxon = {
      id: rows[0]?.id ?? 0,
      code,
      parent: parent?.id ?? null,
      level,
      position,
      names: new Set([fold(name)]),
    };
    this.#taxons.push(taxon);
    this.#isTreeStale = true;
    return taxon;
  }

  /** Writes the nested set anew when categories were added: call it before the transaction ends. */
  async settleTree(client: ClientBase): Promise<void> {
    if (!this.#isTreeStale) return;
    const ranges: { id: number; lft: number; rgt: number }[] = [];
    let next = 1;
    const visit = (parent: number | null): void => {
      const children = this.#taxons
        .filter((taxon) => taxon.parent === parent)
        .sort((a, b) => a.position - b.position || a.id - b.id);
      for (const { id } of children) {
        const range = { id, lft: next, rgt: 0 };
        next += 1;
        visit(id);
        range.rgt = next;
        next += 1;
        ranges.push(range);
      }
    };
    visit(null);
    await client.query(
      `update taxon set lft = r.lft, rgt = r.rgt from jsonb_to_recordset($1::jsonb) as r(id int, lft int, rgt int)
        where taxon.id = r.id and (taxon.lft, taxon.rgt) is distinct from (r.lft, r.rgt)`,
      [JSON.stringify(ranges)],
    );
    this.#isTreeStale = false;
  }

  brand(client: ClientBase, name: string): Promise<number> {
    return this.#standardValue(client, brandAttribute, brandNames, name, { [this.#locale]: name });
  }

  /** Code of the attribute that a value is of. */
  attributeOf(valueId: number): string | undefined {
    return this.#attributeOfValue.get(valueId)?.code;
  }

  /** Ids of an option's value and of the value of the attribute that lists filter it by, and how the shop says it. */
  async option(
    client: ClientBase,
    code: OptionCode,
    text: string,
  ): Promise<{ optionId: number; facetId: number | null; shown: string }> {
    const texts = optionTexts(code, text, this.#locale);
    const key = `${code} ${fold(text)}`;
    let optionId = this.#options.get(key);
    if (optionId === undefined) {
      const base = slugOf(text).slice(0, 56);
      const { rows } = await client.query<{ id: number }>(
        `insert into option_value (option_code, option_name, code, value)
         values ($1, coalesce((select option_name from option_value where option_code = $1 order by id limit 1), $3::jsonb),
           (select case when exists (select 1 from option_value where option_code = $1 and code = $2)
             then $2 || '-' || substr(md5($4), 1, 6) else $2 end), $5) returning id`,
        [code, base, JSON.stringify(optionName(code)), text, JSON.stringify(texts)],
      );
      optionId = rows[0]?.id ?? 0;
      this.#options.set(key, optionId);
    }
    const facetId = isFacetOption(code)
      ? await this.#standardValue(client, code, optionName(code), text, texts)
      : null;
    return { optionId, facetId, shown: textIn(texts, this.#locale) };
  }

  /** Value of an attribute that every shop knows by its code. */
  async #standardValue(
    client: ClientBase,
    code: string,
    names: Texts,
    text: string,
    texts: Texts,
  ): Promise<number> {
    const attribute =
      this.#attributes.find((one) => one.code === code) ??
      (await this.#insertAttribute(client, code, names, true));
    return this.#valueOf(client, attribute, text, texts);
  }

  /** Id of the value of the attribute, both found by any of their names. */
  async value(client: ClientBase, attributeName: string, text: string): Promise<number> {
    const attribute =
      this.#attributeByName.get(fold(attributeName)) ?? (await this.#addAttribute(client, attributeName));
    return this.#valueOf(client, attribute, text, { [this.#locale]: text });
  }

  async #valueOf(client: ClientBase, attribute: Attribute, text: string, texts: Texts): Promise<number> {
    const known = attribute.values.get(fold(text));
    if (known !== undefined) return known;
    this.#values += 1;
    if (this.#values > mostValues)
      throw new Error(`The feed names more than ${mostValues} values of attributes`);
    const base = slugOf(text).slice(0, 56);
    const slugs = Object.fromEntries(Object.entries(texts).map(([locale, one]) => [locale, slugOf(one)]));
    const { rows } = await client.query<{ id: number }>(
      `insert into attribute_value (attribute_id, code, position, value, slug)
       values ($1, (select case when exists (select 1 from attribute_value where attribute_id = $1 and code = $2)
         then $2 || '-' || substr(md5($3), 1, 6) else $2 end), 10000, $4, $5) returning id`,
      [attribute.id, base, text, JSON.stringify(texts), JSON.stringify(slugs)],
    );
    const id = rows[0]?.id ?? 0;
    attribute.values.set(fold(text), id);
    this.#attributeOfValue.set(id, attribute);
    return id;
  }

  async #addAttribute(client: ClientBase, name: string): Promise<Attribute> {
    const code = codeOf(name, (candidate) =>
      this.#attributes.some((attribute) => attribute.code === candidate),
    );
    return this.#insertAttribute(client, code, { [this.#locale]: name }, false);
  }

  async #insertAttribute(
    client: ClientBase,
    code: string,
    names: Texts,
    isFacet: boolean,
  ): Promise<Attribute> {
    const slugs = Object.fromEntries(Object.entries(names).map(([locale, name]) => [locale, slugOf(name)]));
    const { rows } = await client.query<{ id: number }>(
      `insert into attribute (code, type, filterable, position, name, slug) values ($1, $2, $3, 1000, $4, $5) returning id`,
      [code, isFacet ? 'list' : 'text', isFacet, JSON.stringify(names), JSON.stringify(slugs)],
    );
    const attribute = { id: rows[0]?.id ?? 0, code, values: new Map<string, number>() };
    this.#attributes.push(attribute);
    for (const name of [code, ...Object.values(names)])
      if (!this.#attributeByName.has(fold(name))) this.#attributeByName.set(fold(name), attribute);
    return attribute;
  }
}
