/** Categories and attributes of the seed, with the names that people search by. */
import type { ClientBase } from 'pg';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { AttributesFile, TaxonRow } from './data-types.ts';
import { insertRows } from './insert-rows.ts';
import { readData } from './read-data.ts';

/** What people call categories and values besides: by category code, by `attribute:value`. */
type Bynames = { taxons: Record<string, Texts | undefined>; values: Record<string, Texts | undefined> };
const idsOf = (rows: readonly { code: string }[]) => new Map(rows.map(({ code }, at) => [code, at + 1]));

/** Nested set over the tree, children in position order: a category and all below it are one range. */
function nestedSet(taxons: readonly TaxonRow[]): Map<string, { lft: number; rgt: number }> {
  const ranges = new Map<string, { lft: number; rgt: number }>();
  let next = 1;
  const visit = (parent: string | null): void => {
    const children = taxons
      .filter((taxon) => taxon.parent === parent)
      .sort((a, b) => a.position - b.position);
    for (const { code } of children) {
      const range = { lft: next, rgt: 0 };
      next += 1;
      visit(code);
      range.rgt = next;
      next += 1;
      ranges.set(code, range);
    }
  };
  visit(null);
  return ranges;
}

export async function seedTaxons(client: ClientBase, now: Date): Promise<Map<string, number>> {
  const { taxons } = readData<{ taxons: TaxonRow[] }>('catalogue/taxons.json', now);
  const ids = idsOf(taxons);
  const ranges = nestedSet(taxons);
  const bynames = readData<Bynames>('catalogue/bynames.json', now).taxons;
  await insertRows(
    client,
    'taxon',
    taxons.map((taxon, at) => ({
      id: at + 1,
      code: taxon.code,
      parent_id: taxon.parent === null ? null : ids.get(taxon.parent),
      level: taxon.level,
      position: taxon.position,
      ...ranges.get(taxon.code),
      enabled: taxon.enabled,
      name: taxon.name,
      slug: taxon.slug,
      bynames: bynames[taxon.code],
      updated_at: now,
    })),
  );
  return ids;
}

export type AttributeIds = {
  values: Map<string, number>;
  options: Map<string, number>;
  makers: Map<string, number>;
};

export async function seedAttributes(client: ClientBase, now: Date): Promise<AttributeIds> {
  const { attributes, values, options, makers } = readData<AttributesFile>('catalogue/attributes.json', now);
  const attributeIds = idsOf(attributes);
  const bynames = readData<Bynames>('catalogue/bynames.json', now).values;
  await insertRows(
    client,
    'attribute',
    attributes.map(({ code, type, filterable, position, name, slug }, at) => ({
      id: at + 1,
      code,
      type,
      filterable,
      position,
      name,
      slug,
    })),
  );
  await insertRows(
    client,
    'attribute_value',
    values.map((value, at) => ({
      id: at + 1,
      attribute_id: attributeIds.get(value.attribute),
      code: value.code,
      position: value.position,
      value: value.value,
      slug: value.slug,
      color: value.color,
      background_color: value.backgroundColor,
      bynames: bynames[`${value.attribute}:${value.code}`],
    })),
  );
  const optionRows = options.flatMap((option) =>
    option.values.map(({ code, value }) => ({
      option_code: option.code,
      option_name: option.name,
      code,
      value,
    })),
  );
  await insertRows(
    client,
    'option_value',
    optionRows.map((row, at) => ({ id: at + 1, ...row })),
  );
  await insertRows(
    client,
    'maker',
    makers.map(({ code, name, address, email }, at) => ({ id: at + 1, code, name, address, email })),
  );
  return {
    values: new Map(values.map(({ attribute, code }, at) => [`${attribute}:${code}`, at + 1])),
    options: new Map(optionRows.map((row, at) => [`${row.option_code}:${row.code}`, at + 1])),
    makers: idsOf(makers),
  };
}
