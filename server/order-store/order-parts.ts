/** What is stored of an order, read in one statement: every change of a cart reads all of it. */
import { sql } from 'kysely';
import type { AdjustmentRow, Db, ItemRow, OrderRow, PaymentRow, ShipmentRow } from './order-store.ts';

/** The order and its rows; items with those that are deleted and can be restored. */
export interface OrderParts {
  order: OrderRow;
  items: ItemRow[];
  shipments: ShipmentRow[];
  payments: PaymentRow[];
  adjustments: AdjustmentRow[];
}

/** JSON has no dates: the columns that are some, by table. */
const dateColumns = {
  items: ['deleted_at', 'created_at'],
  shipments: ['shipped_at', 'created_at'],
  payments: ['created_at', 'completed_at'],
  adjustments: [],
} as const satisfies Record<Exclude<keyof OrderParts, 'order'>, readonly string[]>;
const orderDates = [
  'recalculated_at',
  'expires_at',
  'checkout_completed_at',
  'created_at',
  'updated_at',
] as const;

type Json = Record<string, unknown>;

const withDates = (row: Json, columns: readonly string[]): Json => ({
  ...row,
  ...Object.fromEntries(
    columns.map((column) => [column, row[column] === null ? null : new Date(row[column] as string)]),
  ),
});

/** Rows as they would come from their tables, by id; shipments in their order. */
export async function loadOrderParts(db: Db, orderId: number): Promise<OrderParts> {
  const { rows } = await sql<
    { order: Json; channel_code: string } & Record<keyof typeof dateColumns, Json[]>
  >`
    select to_jsonb(o) as order, c.code::text as channel_code,
      coalesce((select jsonb_agg(to_jsonb(i) order by i.id) from order_item i where i.order_id = o.id), '[]') as items,
      coalesce((select jsonb_agg(to_jsonb(s) order by s.position, s.id) from shipment s where s.order_id = o.id), '[]') as shipments,
      coalesce((select jsonb_agg(to_jsonb(p) order by p.id) from payment p where p.order_id = o.id), '[]') as payments,
      coalesce((select jsonb_agg(to_jsonb(a) order by a.id) from adjustment a where a.order_id = o.id), '[]') as adjustments
    from "order" o join channel c on c.id = o.channel_id where o.id = ${orderId}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`There is no order ${orderId}.`);
  const rowsOf = (part: keyof typeof dateColumns) =>
    found[part].map((row) => withDates(row, dateColumns[part]));
  return {
    order: { ...withDates(found.order, orderDates), channel_code: found.channel_code },
    items: rowsOf('items'),
    shipments: rowsOf('shipments'),
    payments: rowsOf('payments'),
    adjustments: rowsOf('adjustments'),
  } as unknown as OrderParts;
}
