/** What a recalculation writes of lines and adjustments: only where it differs from what is stored. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { ComputedAdjustment } from '#domain/cart/cart-recalculation.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { AdjustmentRow, Db, ItemRow, ShipmentRow } from './order-store.ts';
import { giftLabel, pointsLabel, taxLabel, wrapLabel } from './order-texts.ts';

/** What a recalculation writes of a line. */
export type ItemAmounts = Pick<
  ItemRow,
  | 'id'
  | 'product_name'
  | 'variant_name'
  | 'unit_price'
  | 'original_unit_price'
  | 'discounted_unit_price'
  | 'subtotal'
  | 'total'
  | 'tax_total'
  | 'tax_rate'
  | 'collect_only'
>;

/** Writes the lines that differ, in one statement, and into the rows that were read. */
export async function writeItems(
  db: Db,
  items: readonly ItemRow[],
  amounts: readonly ItemAmounts[],
): Promise<void> {
  const changed = amounts.flatMap((next) => {
    const item = items.find((one) => one.id === next.id);
    return item && !isDeepStrictEqual({ ...item, ...next }, item) ? [{ item, next }] : [];
  });
  if (changed.length === 0) return;
  await sql`
    update order_item i set product_name = n.product_name, variant_name = n.variant_name, unit_price = n.unit_price,
      original_unit_price = n.original_unit_price, discounted_unit_price = n.discounted_unit_price,
      subtotal = n.subtotal, total = n.total, tax_total = n.tax_total, tax_rate = n.tax_rate,
      collect_only = n.collect_only
    from jsonb_to_recordset(${JSON.stringify(changed.map(({ next }) => next))}::jsonb) as n(id int, product_name jsonb,
      variant_name jsonb, unit_price int, original_unit_price int, discounted_unit_price int, subtotal int, total int,
      tax_total int, tax_rate numeric, collect_only boolean)
    where i.id = n.id`.execute(db);
  for (const { item, next } of changed) Object.assign(item, next);
}

/** Writes the adjustments in place of those that are stored, where they differ. */
export async function writeAdjustments(
  db: Db,
  orderId: number,
  before: AdjustmentRow[],
  adjustments: readonly ComputedAdjustment[],
  names: {
    items: readonly ItemRow[];
    shipments: readonly ShipmentRow[];
    promotionNames: ReadonlyMap<string, Texts>;
    methodNames: ReadonlyMap<string, Texts>;
  },
): Promise<AdjustmentRow[]> {
  const labelOf = (one: ComputedAdjustment): Texts => {
    if (one.type === 'tax') return taxLabel(Number(one.originCode));
    if (one.type === 'gift_wrap') return wrapLabel;
    if (one.type === 'gift-selected') return giftLabel;
    if (one.type === 'loyalty_points_spent') return pointsLabel;
    const code = one.originCode ?? '';
    return names.promotionNames.get(code) ?? names.methodNames.get(code) ?? { lt: code };
  };
  const wanted = adjustments.map((one) => ({
    order_id: orderId,
    item_id: one.line === null ? null : (names.items[one.line]?.id ?? null),
    shipment_id: one.shipment === null ? null : (names.shipments[one.shipment]?.id ?? null),
    type: one.type,
    amount: one.amount,
    neutral: one.neutral,
    origin_code: one.originCode,
    label: labelOf(one),
  }));
  const isSame = (row: AdjustmentRow, index: number) =>
    isDeepStrictEqual(row, { id: row.id, ...wanted[index] });
  if (before.length === wanted.length && before.every(isSame)) return before;
  if (wanted.length === 0) {
    await db.deleteFrom('adjustment').where('order_id', '=', orderId).execute();
    return [];
  }
  return db
    .with('gone', (cte) => cte.deleteFrom('adjustment').where('order_id', '=', orderId))
    .insertInto('adjustment')
    .values(wanted.map((one) => ({ ...one, label: JSON.stringify(one.label) })))
    .returningAll()
    .execute();
}
