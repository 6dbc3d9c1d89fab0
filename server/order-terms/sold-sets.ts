/** Sets (bundles of the catalogue) as a channel sells them today: what they cost, and what is in them (contract 5.2, CART-04). */
import { sql, type RawBuilder } from 'kysely';
import { setReductions, type SetPart } from '#domain/cart/set-price.ts';
import type { CartLine } from '#domain/cart/cart-recalculation.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { Db, ItemRow } from '#server/order-store/order-store.ts';

export interface SoldSetRow {
  code: string;
  name: Texts;
  /** Of one set; null: not sold in the channel. */
  price: number | null;
  /** In their order; a part that is not sold in the channel costs nothing here, and cannot be put in. */
  parts: SetPart[];
}

/** Enabled sets as JSON. @param wanted condition on `bp`, the products */
export const soldSetsJson = (channelId: number, wanted: RawBuilder<unknown>) => sql<SoldSetRow[]>`
    coalesce((select jsonb_agg(jsonb_build_object('code', bp.code, 'name', bp.name,
        'price', (select price.price from product_variant own join channel_price price
          on price.variant_id = own.id and price.channel_id = ${channelId}
          where own.product_id = bp.id and own.enabled order by own.position, own.id limit 1),
        'parts', (select jsonb_agg(jsonb_build_object('code', part.code, 'quantity', b.quantity, 'required', b.required,
            'price', coalesce((select price.price from channel_price price
              where price.variant_id = part.id and price.channel_id = ${channelId}), 0)) order by b.position)
          from bundle_item b join product_variant part on part.id = b.variant_id where b.product_id = bp.id)
      ) order by bp.id)
      from product bp where bp.enabled and exists (select 1 from bundle_item b where b.product_id = bp.id) and ${wanted}), '[]')`;

/** The set of this product; undefined where there is none. */
export async function loadSoldSet(db: Db, channelId: number, code: string): Promise<SoldSetRow | undefined> {
  const sets = soldSetsJson(channelId, sql`bp.code = ${code}`);
  const { rows } = await sql<{ sets: SoldSetRow[] }>`select ${sets} as sets`.execute(db);
  return rows[0]?.sets[0];
}

/**
 * Names sets of a cart anew, for a name is one set: lines of two that share one cost the price of neither.
 * @param groups only those; without it all
 */
export async function nameSetsAnew(db: Db, orderId: number, groups?: readonly string[]): Promise<void> {
  const wanted = groups ? sql`bundle_group = any(${[...groups]}::text[])` : sql`bundle_group is not null`;
  await sql`
    with named as materialized (
      select bundle_group as former, replace(gen_random_uuid()::text, '-', '') as name
      from order_item where order_id = ${orderId} and ${wanted} group by bundle_group)
    update order_item i set bundle_group = named.name from named
    where i.order_id = ${orderId} and i.bundle_group = named.former`.execute(db);
}

/** The lines of a cart with what the prices of its sets take off them. */
export function atSetPrices(
  items: readonly ItemRow[],
  lines: readonly CartLine[],
  sets: readonly SoldSetRow[],
): CartLine[] {
  const priced = [...lines];
  for (const group of new Set(items.map((item) => item.bundle_group))) {
    const at = [...items.keys()].filter((index) => items[index]?.bundle_group === group);
    const code = items[at[0] ?? -1]?.bundle_code ?? null;
    const sold = sets.find((one) => one.code === code);
    if (group === null || code === null || sold === undefined || sold.price === null) continue;
    const reductions = setReductions(
      { price: sold.price, parts: sold.parts },
      at.map((index) => ({
        code: items[index]?.variant_code ?? '',
        quantity: lines[index]?.quantity ?? 0,
        inOne: items[index]?.bundle_quantity ?? 1,
        unitPrice: lines[index]?.unitPrice ?? 0,
      })),
    );
    for (const [which, index] of at.entries()) {
      const line = lines[index];
      if (line) priced[index] = { ...line, set: { code, reduction: reductions[which] ?? 0 } };
    }
  }
  return priced;
}
