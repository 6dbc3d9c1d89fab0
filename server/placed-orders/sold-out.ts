/** Goods of a cart that cannot be had: which lines, and how they are told (contract 5.10, group 8). */
import { ApiFailure } from '#server/errors/api-failure.ts';
import { deliveredLines, loadGoods, outOfReach } from '#server/orders/order-shipments.ts';
import { loadAvailability, type VariantFacts } from '#server/order-terms/variant-facts.ts';
import type { Db, ItemRow, OrderRow, ShipmentRow } from '#server/order-store/order-store.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { violationOf } from '#server/forms/refusal.ts';

/** Lines that their planned warehouses cannot give in full. */
export async function shortLines(
  db: Db,
  items: readonly ItemRow[],
  shipments: readonly ShipmentRow[],
  facts: ReadonlyMap<number, VariantFacts>,
): Promise<ItemRow[]> {
  const available = await loadAvailability(
    db,
    items.map((item) => item.variant_id),
  );
  const places = new Map(
    (await db.selectFrom('warehouse').select(['id', 'code']).execute()).map((row) => [row.id, row.code]),
  );
  // Two lines may want the same variant of the same place.
  const wanted = new Map<string, number>();
  for (const shipment of shipments)
    for (const part of shipment.items) {
      const item = items.find((one) => one.id === part.itemId);
      if (!item || facts.get(item.variant_id)?.tracked === false) continue;
      const key = `${places.get(shipment.warehouse_id) ?? ''} ${item.variant_code}`;
      wanted.set(key, (wanted.get(key) ?? 0) + part.quantity);
    }
  const short = new Set<string>();
  for (const [key, quantity] of wanted) {
    const [place = '', code = ''] = key.split(' ');
    if (available(place, code) < quantity) short.add(code);
  }
  const planned = (item: ItemRow): number =>
    shipments
      .flatMap((shipment) => shipment.items)
      .filter((part) => part.itemId === item.id)
      .reduce((sum, part) => sum + part.quantity, 0);
  return deliveredLines(items).filter(
    (item) => short.has(item.variant_code) || planned(item) < item.quantity,
  );
}

/** Lines of a cart that can be had in no way today. */
export async function soldOut(db: Db, order: OrderRow): Promise<ItemRow[]> {
  const goods = await loadGoods(db, order);
  const missing = new Set(outOfReach(goods).map((one) => one.itemId));
  return goods.items.filter((item) => missing.has(item.id));
}

/** Group 8, with the sentences of the specification. */
export const outOfStock = (items: readonly ItemRow[], locale: string): ApiFailure =>
  new ApiFailure(422, 'order.out_of_stock', {
    violations: items.map((item) =>
      violationOf(`items[${item.id}].quantity`, 'cart.insufficient_stock', locale, {
        code: item.variant_code,
        name: textIn(item.product_name, locale),
      }),
    ),
  });
