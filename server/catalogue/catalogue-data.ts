import type { Kysely } from 'kysely';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { Database } from '#server/database/schema.ts';

export type TaxonNode = {
  id: number;
  code: string;
  parent: TaxonNode | null;
  children: TaxonNode[];
  level: number;
  position: number;
  lft: number;
  name: Texts;
  slug: Texts;
  description: Texts | null;
  image: string | null;
  /** What people call it besides; `la` counts in every locale. */
  bynames: Texts | null;
};

export type AttributeNode = {
  id: number;
  code: string;
  type: 'list' | 'text';
  filterable: boolean;
  position: number;
  name: Texts;
  slug: Texts;
  values: ValueNode[];
};

export type ValueNode = {
  id: number;
  attribute: AttributeNode;
  code: string;
  position: number;
  value: Texts;
  slug: Texts;
  color: string | null;
  iconColor: string | null;
  backgroundColor: string | null;
  imagePath: string | null;
  content: Texts | null;
  bynames: Texts | null;
};

export type WarehouseNode = {
  id: number;
  code: string;
  name: Texts;
  city: string;
  collection: boolean;
  chemicals: boolean;
  channels: readonly string[];
  priority: number;
};

/** The small tables of the catalogue, whole, with their links drawn. */
export type CatalogueData = {
  /** catalogue_version when this was read */
  version: number;
  taxons: ReadonlyMap<number, TaxonNode>;
  taxonsByCode: ReadonlyMap<string, TaxonNode>;
  /** Roots in order. */
  roots: readonly TaxonNode[];
  attributes: readonly AttributeNode[];
  attributesByCode: ReadonlyMap<string, AttributeNode>;
  values: ReadonlyMap<number, ValueNode>;
  warehouses: ReadonlyMap<number, WarehouseNode>;
  channels: readonly { id: number; code: string; defaultLocale: string }[];
  /** Tax category to rate (0.21) of the default zone. */
  taxRates: ReadonlyMap<string, number>;
  hazardStatements: Record<string, Texts>;
  signalWords: Record<string, Texts>;
  pictograms: Record<string, Texts>;
};

const defaultZone = 'LT';

async function loadTaxons(db: Kysely<Database>): Promise<Map<number, TaxonNode>> {
  const rows = await db.selectFrom('taxon').selectAll().where('enabled', '=', true).orderBy('lft').execute();
  const taxons = new Map<number, TaxonNode>();
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
  const warehouses = await db.selectFrom('warehouse').selectAll().orderBy('priority').execute();
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
      warehouses.map(({ id, code, name, city, collection, chemicals, channels, priority }) => [
        id,
        { id, code, name, city, collection, chemicals, channels, priority },
      ]),
    ),
    channels: channels.map(({ id, code, default_locale }) => ({ id, code, defaultLocale: default_locale })),
    taxRates: new Map(rates.map(({ category, rate }) => [category, rate])),
    hazardStatements: setting('hazardStatements'),
    signalWords: setting('signalWords'),
    pictograms: setting('pictograms'),
  };
}

/** The taxon and everything above it, from the root down. */
export function pathOf(taxon: TaxonNode): TaxonNode[] {
  return taxon.parent ? [...pathOf(taxon.parent), taxon] : [taxon];
}
