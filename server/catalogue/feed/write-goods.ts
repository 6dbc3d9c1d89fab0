/** The tables of products and variants, as the drafts say. */
import { textIn, type Texts } from '#domain/catalogue/texts.ts';
import type { RunSql } from '#server/database/run-sql.ts';
import { goodsPicturePath, goodsViews } from '#server/pictures/picture-paths.ts';
import { hasChanged } from './draft-goods.ts';
import type { VariantDraft, ProductDraft } from './draft-types.ts';
import { feedPackShot } from './feed-pack-shot.ts';
import type { NetContent } from './feed-row.ts';
import { slugOf } from './read-item.ts';

type Context = { locale: string };

const packShotOf = (product: ProductDraft, variant: VariantDraft, locale: string) =>
  feedPackShot({
    title: product.name ?? (textIn(product.known?.name, locale) || (variant.row?.title ?? '')),
    path: product.path,
    brand: product.brand,
    netContent:
      variant.netAmount === null || variant.netUnit === null
        ? undefined
        : ({ amount: variant.netAmount, unit: variant.netUnit } as NetContent),
    variantName: variant.name ?? textIn(variant.known?.name, locale),
  });

/** New products, and what changes of others. @returns ids of all that were written, by code */
export async function writeProducts(
  run: RunSql,
  drafts: readonly ProductDraft[],
  { locale }: Context,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const text = (value: string | undefined): Texts => (value ? { [locale]: value } : {});
  const fresh = drafts.filter(({ known }) => known === null);
  if (fresh.length > 0) {
    const slugs = await freeSlugs(run, fresh, locale);
    const rows = fresh.map((draft) => {
      const [variant] = draft.variants;
      return {
        code: draft.code,
        name: text(draft.name),
        slug: text(slugs.get(draft.code)),
        description: text(draft.description),
        images: variant
          ? goodsViews.map((view) => ({
              path: goodsPicturePath(variant.code, packShotOf(draft, variant, locale), view),
              type: view,
              alt: text(draft.name),
            }))
          : [],
      };
    });
    const written = await run<{ id: number; code: string }>(
      `insert into product (code, name, slug, description, images, source, position)
       select code, name, slug, description, images, 'feed',
         (select coalesce(max(position), 0) from product) + row_number() over ()
       from jsonb_to_recordset($1::jsonb) as r(code text, name jsonb, slug jsonb, description jsonb, images jsonb)
       returning id, code`,
      [JSON.stringify(rows)],
    );
    for (const { id, code } of written) ids.set(code, id);
    await run(
      `insert into product_slug (product_id, locale, slug)
       select product_id, $2, slug from jsonb_to_recordset($1::jsonb) as r(product_id int, slug text)`,
      [
        JSON.stringify(fresh.map(({ code }) => ({ product_id: ids.get(code), slug: slugs.get(code) }))),
        locale,
      ],
    );
  }
  // The address of a product stays, whatever it is called later.
  const changed = drafts.flatMap(({ known, name, description }) =>
    known && (name !== undefined || description !== undefined)
      ? [{ id: known.id, name: text(name), description: text(description) }]
      : [],
  );
  if (changed.length > 0)
    await run(
      `update product set name = product.name || r.name,
         description = case when r.description = '{}' then product.description
           else coalesce(product.description, '{}') || r.description end
       from jsonb_to_recordset($1::jsonb) as r(id int, name jsonb, description jsonb) where product.id = r.id`,
      [JSON.stringify(changed)],
    );
  for (const { code, known } of drafts) if (known) ids.set(code, known.id);
  await writeTaxons(run, drafts, ids);
  await writeValues(run, drafts, ids);
  return ids;
}

/** An address is one product's in a language: whoever comes later gets its code behind it. */
async function freeSlugs(
  run: RunSql,
  drafts: readonly ProductDraft[],
  locale: string,
): Promise<Map<string, string>> {
  const wanted = new Map(drafts.map(({ code, name = '' }) => [code, slugOf(name)]));
  const rows = await run<{ slug: string }>(
    'select slug from product_slug where locale = $1 and slug = any($2)',
    [locale, [...wanted.values()]],
  );
  const taken = new Set(rows.map(({ slug }) => slug));
  for (const [code, slug] of wanted) {
    const free = taken.has(slug) ? `${slug}-${slugOf(code)}` : slug;
    wanted.set(code, free);
    taken.add(free);
  }
  return wanted;
}

async function writeTaxons(
  run: RunSql,
  drafts: readonly ProductDraft[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const taxons = drafts.flatMap(({ code, known, taxonId }) =>
    taxonId === undefined
      ? []
      : [{ product_id: ids.get(code), taxon_id: taxonId, before: known?.mainTaxonId ?? null }],
  );
  if (taxons.length === 0) return;
  const json = [JSON.stringify(taxons)];
  const given = 'jsonb_to_recordset($1::jsonb) as r(product_id int, taxon_id int, before int)';
  // Categories that the shop has put it into besides stay.
  await run(
    `delete from product_taxon t using ${given} where t.product_id = r.product_id and t.taxon_id = r.before`,
    json,
  );
  await run(
    `insert into product_taxon (product_id, taxon_id, position)
     select r.product_id, r.taxon_id, p.position from ${given} join product p on p.id = r.product_id
     on conflict do nothing`,
    json,
  );
  await run(
    `update product set main_taxon_id = r.taxon_id from ${given}
      where product.id = r.product_id and product.main_taxon_id is distinct from r.taxon_id`,
    json,
  );
}

async function writeValues(
  run: RunSql,
  drafts: readonly ProductDraft[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const changed = drafts.filter(({ valueIds }) => valueIds !== undefined);
  if (changed.length === 0) return;
  await run('delete from product_attribute where product_id = any($1)', [
    changed.map(({ code }) => ids.get(code)),
  ]);
  await run(
    `insert into product_attribute (product_id, attribute_value_id, position)
     select product_id, attribute_value_id, position
     from jsonb_to_recordset($1::jsonb) as r(product_id int, attribute_value_id int, position int)`,
    [
      JSON.stringify(
        changed.flatMap(({ code, valueIds = [] }) =>
          valueIds.map((attribute_value_id, position) => ({
            product_id: ids.get(code),
            attribute_value_id,
            position,
          })),
        ),
      ),
    ],
  );
}

/** New variants, and what changes of others. @returns ids of all variants of the drafts, by code */
export async function writeVariants(
  run: RunSql,
  drafts: readonly ProductDraft[],
  productIds: ReadonlyMap<string, number>,
  { locale }: Context,
): Promise<Map<string, number>> {
  const all = drafts.flatMap((product) => product.variants.map((variant) => ({ product, variant })));
  const ids = new Map(
    all.flatMap(({ variant }) => (variant.known ? [[variant.code, variant.known.id]] : [])),
  );
  const rowOf = ({ product, variant }: (typeof all)[number], at: number) => ({
    at,
    id: variant.known?.id ?? null,
    code: variant.code,
    product_id: productIds.get(product.code) ?? product.known?.id ?? null,
    name: variant.name === undefined ? {} : { [locale]: variant.name },
    ean: variant.ean,
    net_amount: variant.netAmount,
    net_unit: variant.netUnit,
    weight: variant.weight,
    pack_shot: packShotOf(product, variant, locale),
  });
  const record = `jsonb_to_recordset($1::jsonb) as r(at int, id int, code text, product_id int, name jsonb, ean text,
    net_amount numeric, net_unit text, weight int, pack_shot jsonb)`;
  const fresh = all.filter(({ variant }) => variant.known === null);
  if (fresh.length > 0) {
    const written = await run<{ id: number; code: string; product_id: number }>(
      `insert into product_variant (code, product_id, position, name, ean, net_amount, net_unit, weight, pack_shot)
       select r.code, r.product_id,
         (select count(*) from product_variant v where v.product_id = r.product_id) + row_number() over (partition by r.product_id order by r.at) - 1,
         r.name, r.ean, r.net_amount, r.net_unit, r.weight, r.pack_shot
       from ${record} order by r.at
       returning id, code, product_id`,
      [JSON.stringify(fresh.map(rowOf))],
    );
    for (const { id, code } of written) ids.set(code, id);
    await run(
      `update product_variant set is_default = true where id in (
         select min(v.id) from product_variant v where v.product_id = any($1)
          group by v.product_id having not bool_or(v.is_default))`,
      [[...new Set(written.map(({ product_id }) => product_id))]],
    );
  }
  const changed = all.filter(({ variant }) => variant.known !== null && hasChanged(variant));
  if (changed.length > 0)
    await run(
      `update product_variant v set name = v.name || r.name, ean = r.ean, net_amount = r.net_amount,
         net_unit = r.net_unit, weight = r.weight
       from ${record} where v.id = r.id`,
      [JSON.stringify(changed.map(rowOf))],
    );
  await writeOptions(
    run,
    all.map(({ variant }) => variant),
    ids,
  );
  return ids;
}

async function writeOptions(
  run: RunSql,
  variants: readonly VariantDraft[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const changed = variants.filter(({ optionIds }) => optionIds !== undefined);
  if (changed.length === 0) return;
  await run('delete from product_variant_option where variant_id = any($1)', [
    changed.map(({ code }) => ids.get(code)),
  ]);
  await run(
    `insert into product_variant_option (variant_id, option_value_id)
     select variant_id, option_value_id from jsonb_to_recordset($1::jsonb) as r(variant_id int, option_value_id int)`,
    [
      JSON.stringify(
        changed.flatMap(({ code, optionIds = [] }) =>
          optionIds.map((option_value_id) => ({ variant_id: ids.get(code), option_value_id })),
        ),
      ),
    ],
  );
}
