import type { ClientBase } from 'pg';
import type { Texts } from '#server/database/schema-catalogue.ts';
import { goodsPicturePath, goodsViews } from '#server/pictures/picture-paths.ts';
import type { FeedPlaces } from './feed-places.ts';
import { feedPackShot } from './feed-pack-shot.ts';
import { slugOf, type FeedVariant } from './read-item.ts';

export type BatchRow = { line: number; variant: FeedVariant; hash: string };
export type Refusal = { line: number; id: string; reason: string };
export type BatchResult = { created: number; updated: number; refused: Refusal[] };

export type BatchContext = {
  places: FeedPlaces;
  locale: string;
  channels: readonly { id: number }[];
  /** Where the feed's quantity lies. */
  warehouseId: number;
  clean: (html: string) => string;
};

type KnownVariant = { code: string; product_code: string; source: string };
type Product = { id: number; code: string };

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char,
  );

function descriptionHtml(text: string, clean: (html: string) => string): string {
  if (text === '') return '';
  if (/<[a-z/!]/i.test(text)) return clean(text);
  return text
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part.trim())}</p>`)
    .join('');
}

/** Writes rows that are new or changed, in the transaction of the caller. Rows that cannot be are named. */
export async function writeBatch(
  client: ClientBase,
  rows: readonly BatchRow[],
  context: BatchContext,
): Promise<BatchResult> {
  const refused: Refusal[] = [];
  const known = await client.query<KnownVariant>(
    `select v.code, p.code as product_code, p.source from product_variant v join product p on p.id = v.product_id
      where v.code = any($1)`,
    [rows.map(({ variant }) => variant.code)],
  );
  const knownByCode = new Map(known.rows.map((row) => [row.code, row]));
  const accepted = rows.filter(({ line, variant }) => {
    const before = knownByCode.get(variant.code);
    if (!before || before.product_code === variant.productCode) return true;
    refused.push({
      line,
      id: variant.code,
      reason: `id belongs to the product ${before.product_code} already`,
    });
    return false;
  });
  if (accepted.length === 0) return { created: 0, updated: 0, refused };
  const products = await writeProducts(client, accepted, context);
  await writePlaces(client, accepted, products, context);
  const variants = await writeVariants(client, accepted, products, context);
  await writePrices(client, accepted, variants, context);
  await writeStock(client, accepted, variants, context);
  await client.query(
    `insert into feed_row (variant_code, hash) select code, hash from jsonb_to_recordset($1::jsonb) as r(code text, hash text)
     on conflict (variant_code) do update set hash = excluded.hash, at = now()`,
    [JSON.stringify(accepted.map(({ variant, hash }) => ({ code: variant.code, hash })))],
  );
  const updated = accepted.filter(({ variant }) => knownByCode.has(variant.code)).length;
  return { created: accepted.length - updated, updated, refused };
}

/** First row of each product: it speaks for the product. */
function leaders(rows: readonly BatchRow[]): BatchRow[] {
  const byProduct = new Map<string, BatchRow>();
  for (const row of rows)
    if (!byProduct.has(row.variant.productCode)) byProduct.set(row.variant.productCode, row);
  return [...byProduct.values()];
}

async function writeProducts(
  client: ClientBase,
  rows: readonly BatchRow[],
  context: BatchContext,
): Promise<Map<string, Product>> {
  const { locale, clean } = context;
  const drafts = leaders(rows).map(({ variant }) => {
    const shot = feedPackShot(variant);
    const text = (value: string): Texts => (value === '' ? {} : { [locale]: value });
    return {
      code: variant.productCode,
      name: text(variant.title),
      slug: text(slugOf(variant.title)),
      description: text(descriptionHtml(variant.description, clean)),
      images: goodsViews.map((view) => ({
        path: goodsPicturePath(variant.code, shot, view),
        type: view,
        alt: text(variant.title),
      })),
    };
  });
  // A slug is an address: one product's in a language. Whoever comes later gets its code behind it.
  const slugs = await client.query<{ slug: string; code: string }>(
    `select s.slug, p.code from product_slug s join product p on p.id = s.product_id where s.locale = $1 and s.slug = any($2)`,
    [locale, drafts.map(({ slug }) => slug[locale])],
  );
  const owners = new Map(slugs.rows.map((row) => [row.slug, row.code]));
  for (const draft of drafts) {
    const slug = draft.slug[locale] ?? '';
    const owner = owners.get(slug);
    if (owner !== undefined && owner !== draft.code)
      draft.slug = { [locale]: `${slug}-${slugOf(draft.code)}` };
    owners.set(draft.slug[locale] ?? '', draft.code);
  }
  const { rows: written } = await client.query<Product>(
    `with given as (select * from jsonb_to_recordset($1::jsonb)
       as r(code text, name jsonb, slug jsonb, description jsonb, images jsonb))
     insert into product (code, name, slug, description, images, source, position)
     select code, name, slug, description, images, 'feed',
       (select coalesce(max(position), 0) from product) + row_number() over ()
     from given
     on conflict (code) do update set
       name = product.name || excluded.name,
       slug = product.slug || excluded.slug,
       description = coalesce(product.description, '{}') || excluded.description,
       images = case when product.source = 'feed' then excluded.images else product.images end,
       enabled = true
     returning id, code`,
    [JSON.stringify(drafts)],
  );
  const products = new Map(written.map((product) => [product.code, product]));
  const ids = written.map(({ id }) => id);
  await client.query('delete from product_slug where locale = $1 and product_id = any($2)', [locale, ids]);
  await client.query(
    `insert into product_slug (product_id, locale, slug)
     select product_id, $2, slug from jsonb_to_recordset($1::jsonb) as r(product_id int, slug text)
     on conflict (locale, slug) do nothing`,
    [
      JSON.stringify(
        drafts.map(({ code, slug }) => ({ product_id: products.get(code)?.id, slug: slug[locale] })),
      ),
      locale,
    ],
  );
  return products;
}

async function writePlaces(
  client: ClientBase,
  rows: readonly BatchRow[],
  products: ReadonlyMap<string, Product>,
  { places }: BatchContext,
): Promise<void> {
  const taxons: { product_id: number; taxon_id: number }[] = [];
  const values: { product_id: number; attribute_value_id: number; position: number }[] = [];
  for (const { variant } of leaders(rows)) {
    const product = products.get(variant.productCode);
    if (!product) continue;
    const taxonId = await places.taxon(client, variant.path);
    if (taxonId !== null) taxons.push({ product_id: product.id, taxon_id: taxonId });
    const ids = new Set<number>();
    if (variant.brand) ids.add(await places.brand(client, variant.brand));
    for (const { name, value } of variant.details) ids.add(await places.value(client, name, value));
    for (const [position, id] of [...ids].entries()) {
      values.push({ product_id: product.id, attribute_value_id: id, position });
    }
  }
  await places.settleTree(client);
  await client.query('delete from product_taxon where product_id = any($1)', [
    taxons.map((row) => row.product_id),
  ]);
  await client.query(
    `insert into product_taxon (product_id, taxon_id, position)
     select r.product_id, r.taxon_id, p.position from jsonb_to_recordset($1::jsonb) as r(product_id int, taxon_id int)
     join product p on p.id = r.product_id`,
    [JSON.stringify(taxons)],
  );
  await client.query(
    `update product set main_taxon_id = r.taxon_id from jsonb_to_recordset($1::jsonb) as r(product_id int, taxon_id int)
      where product.id = r.product_id and product.main_taxon_id is distinct from r.taxon_id`,
    [JSON.stringify(taxons)],
  );
  await client.query('delete from product_attribute where product_id = any($1)', [
    values.map((row) => row.product_id),
  ]);
  await client.query(
    `insert into product_attribute (product_id, attribute_value_id, position)
     select product_id, attribute_value_id, position
     from jsonb_to_recordset($1::jsonb) as r(product_id int, attribute_value_id int, position int)`,
    [JSON.stringify(values)],
  );
}

async function writeVariants(
  client: ClientBase,
  rows: readonly BatchRow[],
  products: ReadonlyMap<string, Product>,
  { locale }: BatchContext,
): Promise<Map<string, number>> {
  const given = rows.map(({ variant }, at) => ({
    at,
    code: variant.code,
    product_id: products.get(variant.productCode)?.id,
    name: { [locale]: variant.variantName },
    ean: variant.ean,
    net_amount: variant.netContent?.amount ?? null,
    net_unit: variant.netContent?.unit ?? null,
    weight: variant.weight,
    pack_shot: feedPackShot(variant),
  }));
  const written = await client.query<{ id: number; code: string }>(
    `insert into product_variant (code, product_id, position, name, ean, net_amount, net_unit, weight, pack_shot)
     select r.code, r.product_id,
       (select count(*) from product_variant v where v.product_id = r.product_id) + row_number() over (partition by r.product_id order by r.at) - 1,
       r.name, r.ean, r.net_amount, r.net_unit, r.weight, r.pack_shot
     from jsonb_to_recordset($1::jsonb) as r(at int, code text, product_id int, name jsonb, ean text,
       net_amount numeric, net_unit text, weight int, pack_shot jsonb)
     order by r.at
     on conflict (code) do update set
       name = product_variant.name || excluded.name,
       ean = excluded.ean,
       net_amount = excluded.net_amount,
       net_unit = excluded.net_unit,
       weight = excluded.weight,
       enabled = true
     returning id, code`,
    [JSON.stringify(given)],
  );
  await client.query(
    `update product_variant set is_default = true where id in (
       select min(v.id) from product_variant v where v.product_id = any($1)
        group by v.product_id having not bool_or(v.is_default))`,
    [[...products.values()].map(({ id }) => id)],
  );
  return new Map(written.rows.map(({ code, id }) => [code, id]));
}

/** Prices of each channel. What was charged until now goes to the history, which the 30-day price is read from. */
async function writePrices(
  client: ClientBase,
  rows: readonly BatchRow[],
  variants: ReadonlyMap<string, number>,
  { channels }: BatchContext,
): Promise<void> {
  const given = channels.flatMap((channel) =>
    rows.map(({ variant }) => {
      const charged = variant.salePrice ?? variant.price;
      const percent =
        variant.salePrice === null
          ? null
          : Math.max(1, Math.floor(((variant.price - charged) * 100) / variant.price));
      return {
        variant_id: variants.get(variant.code),
        channel_id: channel.id,
        price: charged,
        original_price: percent === null ? null : variant.price,
        percent,
      };
    }),
  );
  const json = JSON.stringify(given);
  const record = 'r(variant_id int, channel_id int, price int, original_price int, percent int)';
  await client.query(
    `insert into price_history (variant_id, channel_id, valid_from, price, reduced, percent)
     select r.variant_id, r.channel_id, now(), r.price, r.percent is not null, r.percent
     from jsonb_to_recordset($1::jsonb) as ${record}
     left join channel_price c on c.variant_id = r.variant_id and c.channel_id = r.channel_id
     where c.price is distinct from r.price
     on conflict do nothing`,
    [json],
  );
  await client.query(
    `insert into channel_price (variant_id, channel_id, price, original_price, percent, lowest_30d)
     select r.variant_id, r.channel_id, r.price, r.original_price, r.percent,
       case when r.percent is not null then coalesce((
         select min(h.price) from price_history h
          where h.variant_id = r.variant_id and h.channel_id = r.channel_id and not h.reduced
            and h.valid_from > now() - interval '30 days' and h.valid_from < now()), r.original_price) end
     from jsonb_to_recordset($1::jsonb) as ${record}
     on conflict (variant_id, channel_id) do update set
       price = excluded.price, original_price = excluded.original_price, percent = excluded.percent,
       lowest_30d = excluded.lowest_30d, price_before = channel_price.price, promotion = null`,
    [json],
  );
}

/** The feed's quantity is what lies in the main warehouse; never less than orders hold there. */
async function writeStock(
  client: ClientBase,
  rows: readonly BatchRow[],
  variants: ReadonlyMap<string, number>,
  { warehouseId }: BatchContext,
): Promise<void> {
  await client.query(
    `insert into stock (variant_id, warehouse_id, on_hand)
     select variant_id, $2, quantity from jsonb_to_recordset($1::jsonb) as r(variant_id int, quantity int)
     order by variant_id
     on conflict (variant_id, warehouse_id) do update set on_hand = greatest(excluded.on_hand, stock.on_hold)`,
    [
      JSON.stringify(
        rows.map(({ variant }) => ({ variant_id: variants.get(variant.code), quantity: variant.quantity })),
      ),
      warehouseId,
    ],
  );
}
