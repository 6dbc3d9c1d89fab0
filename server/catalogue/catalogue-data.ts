import { cleanContent } from '#server/text/clean-content.ts';
import type { Kysely } from 'kysely';
import type { AttributeNode, CatalogueTree, TaxonNode } from '#domain/catalogue/catalogue-tree.ts';
import { handsOutChemicals } from '#domain/orders/chemical-collection.ts';
import type { Texts } from '#domain/catalogue/texts.ts';
import type { Database } from '#server/database/schema.ts';

/** The small tables of the catalogue, whole, with their links drawn. */
export type CatalogueData = CatalogueTree & {
  /** catalogue_version when this was read */
  version: number;
  /** Roots in order. */
  roots: readonly TaxonNode[];
  channels: readonly { id: number; code: string; defaultLocale: string }[];
};

const defaultZone = 'LT';

async function loadTaxons(db: Kysely<Database>): Promise<Map<number, TaxonNode>> {
  const rows = await db.selectFrom('taxon').selectAll().where('enabled', '=', true).orderBy('lft').execute();
  const taxons = new Map<number, TaxonNode>();
  await cleanContent(rows.map(({ description }) => description));
  for (const row of rows) {
    const parent = row.parent_id === null ? null : taxons.get(row.parent_id);
    // Below a category that is switched off nothing shows; the order by lft brings parents first.
    if (parent === undefined) continue;
    const node: TaxonNode = {
      id: row.id,
      code: row.code,
      parent,
      children: [],
      level: row.level,
      position: row.position,
      lft: row.lft,
      name: row.name,
      slug: row.slug,
      description: row.description,
      image: row.image,
      bynames: row.bynames,
    };
    parent?.children.push(node);
    taxons.set(row.id, node);
  }
  return taxons;
}

async function loadAttributes(db: Kysely<Database>): Promise<AttributeNode[]> {
  const rows = await db.selectFrom('attribute').selectAll().orderBy('position').orderBy('id').execute();
  const attributes: AttributeNode[] = rows.map((row) => ({
    id: row.id,
    code: row.code,
    type: row.type,
    filterable: row.filterable,
    position: row.position,
    name: row.name,
    slug: row.slug,
    values: [],
  }));
  const byId = new Map(attributes.map((attribute) => [attribute.id, attribute]));
  const values = await db
    .selectFrom('attribute_value')
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute();
  for (const row of values) {
    const attribute = byId.get(row.attribute_id);
    attribute?.values.push({
      id: row.id,
      attribute,
      code: row.code,
      position: row.position,
      value: row.value,
      slug: row.slug,
      color: row.color,
      iconColor: row.icon_color,
      backgroundColor: row.background_color,
      imagePath: row.image_path,
      content: row.content,
      bynames: row.bynames,
    });
  }
  return attributes;
}

/** Reads the catalogue's small tables. Run it in the transaction that reads the goods, so that both are of one moment. */
export async function loadCatalogueData(db: Kysely<Database>): Promise<CatalogueData> {
  const { version } = await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow();
  const taxons = await loadTaxons(db);
  const attributes = await loadAttributes(db);
  const warehouses = await db.selectFrom('warehouse').selectAll().orderBy('priority').orderBy('id').execute();
  const channels = await db
    .selectFrom('channel')
    .select(['id', 'code', 'default_locale'])
    .where('enabled', '=', true)
    .orderBy('id')
    .execute();
  const rates = await db
    .selectFrom('tax_rate')
    .select(['category', 'rate'])
    .where('zone', '=', defaultZone)
    .execute();
  const settings = await db.selectFrom('shop_setting').selectAll().execute();
  const setting = (code: string): Record<string, Texts> =>
    (settings.find((row) => row.code === code)?.value ?? {}) as Record<string, Texts>;
  return {
    version,
    taxons,
    taxonsByCode: new Map([...taxons.values()].map((taxon) => [taxon.code, taxon])),
    roots: [...taxons.values()].filter(({ parent }) => parent === null),
    attributes,
    attributesByCode: new Map(attributes.map((attribute) => [attribute.code, attribute])),
    values: new Map(attributes.flatMap(({ values }) => values.map((value) => [value.id, value] as const))),
    warehouses: new Map(
      warehouses.map(({ id, code, name, city, ships, collection, channels, priority, ...rest }) => [
        id,
        {
          id,
          code,
          name,
          city,
          ships,
          collection,
          chemicals: handsOutChemicals({ collection, ...rest }),
          channels,
          priority,
        },
      ]),
    ),
    channels: channels.map(({ id, code, default_locale }) => ({ id, code, defaultLocale: default_locale })),
    taxRates: new Map(rates.map(({ category, rate }) => [category, rate])),
    hazardStatements: setting('hazardStatements'),
    signalWords: setting('signalWords'),
    pictograms: setting('pictograms'),
  };
}
