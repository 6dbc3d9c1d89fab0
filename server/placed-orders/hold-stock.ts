/** The pieces of an order that is being placed, held for it: nobody else can have them (contract 5.10). */
import { sql } from 'kysely';
import type { Db, ItemRow, ShipmentRow, WarehouseRow } from '#server/order-store/order-store.ts';
import type { VariantFacts } from '#server/order-terms/variant-facts.ts';
import { outOfStock } from './sold-out.ts';

interface Goods {
  /** Live lines. */
  items: readonly ItemRow[];
  shipments: readonly ShipmentRow[];
  facts: ReadonlyMap<number, VariantFacts>;
  warehouses: readonly WarehouseRow[];
}

interface Hold {
  shipment: ShipmentRow;
  item: ItemRow;
  quantity: number;
}

const placeOf = (variantId: number, warehouseId: number) => `${variantId} ${warehouseId}`;

/**
 * On hold += quantity where there is enough: the statement itself refuses the second buyer of the last piece. What is
 * held is written with the shipments, which are ready: by the time it is paid or cancelled, the catalogue may count otherwise.
 * Call it on locked stock.
 * @returns shipments and facts as they are then
 * @throws ApiFailure 422 `order.out_of_stock`
 */
export async function holdStock(
  db: Db,
  { items, shipments, facts, warehouses }: Goods,
  locale: string,
): Promise<{ shipments: ShipmentRow[]; facts: Map<number, VariantFacts> }> {
  const holds = shipments.flatMap((shipment) =>
    shipment.items.flatMap((part): Hold[] => {
      const item = items.find((one) => one.id === part.itemId);
      if (!item || facts.get(item.variant_id)?.tracked === false) return [];
      return [{ shipment, item, quantity: part.quantity }];
    }),
  );
  await takePieces(db, holds, locale);
  const ready = shipments.map((shipment) => ({
    ...shipment,
    state: 'ready' as const,
    held: holds
      .filter((hold) => hold.shipment === shipment)
      .map(({ item, quantity }) => ({ variantId: item.variant_id, quantity })),
  }));
  if (ready.length > 0)
    await sql`
      update shipment set state = 'ready', held = given.held
      from jsonb_to_recordset(${JSON.stringify(ready.map(({ id, held }) => ({ id, held })))}::jsonb)
        as given (id integer, held jsonb)
      where shipment.id = given.id`.execute(db);
  return { shipments: ready, facts: factsAfter(facts, holds, warehouses) };
}

/** A row is changed once by a statement: the pieces of one variant from one place are one sum, whatever lines they are of. */
async function takePieces(db: Db, holds: readonly Hold[], locale: string): Promise<void> {
  if (holds.length === 0) return;
  const sums = new Map<string, { variant: number; warehouse: number; quantity: number }>();
  for (const { item, shipment, quantity } of holds) {
    const key = placeOf(item.variant_id, shipment.warehouse_id);
    const sum = sums.get(key)?.quantity ?? 0;
    sums.set(key, {
      variant: item.variant_id,
      warehouse: shipment.warehouse_id,
      quantity: sum + quantity,
    });
  }
  const { rows } = await sql<{ variant_id: number; warehouse_id: number }>`
    update stock set on_hold = on_hold + wanted.quantity
    from jsonb_to_recordset(${JSON.stringify([...sums.values()])}::jsonb)
      as wanted (variant integer, warehouse integer, quantity integer)
    where variant_id = wanted.variant and warehouse_id = wanted.warehouse and on_hand - on_hold >= wanted.quantity
    returning variant_id, warehouse_id`.execute(db);
  const held = new Set(rows.map((row) => placeOf(row.variant_id, row.warehouse_id)));
  const short = holds.find(
    ({ item, shipment }) => !held.has(placeOf(item.variant_id, shipment.warehouse_id)),
  );
  if (short) throw outOfStock([short.item], locale);
}

/** What the catalogue says once the pieces are held. */
function factsAfter(
  facts: ReadonlyMap<number, VariantFacts>,
  holds: readonly Hold[],
  warehouses: readonly WarehouseRow[],
): Map<number, VariantFacts> {
  const after = new Map(facts);
  for (const { item, shipment, quantity } of holds) {
    const fact = after.get(item.variant_id);
    const place = warehouses.find(({ id }) => id === shipment.warehouse_id)?.code;
    if (!fact || place === undefined) continue;
    const there = fact.stock_at[place] ?? 0;
    after.set(item.variant_id, {
      ...fact,
      stock: fact.stock - quantity,
      stock_at: { ...fact.stock_at, [place]: there - quantity },
    });
  }
  return after;
}
