/** The rows of an order and of the channel that it is bought in: rows in, rows out. */
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type {
  AdjustmentTable,
  OrderItemTable,
  OrderTable,
  PaymentTable,
  ShipmentTable,
} from '#server/database/schema-orders.ts';
import type { WarehouseTable } from '#server/database/schema-channels.ts';

export type OrderRow = Selectable<OrderTable> & { channel_code: string };
export type ItemRow = Selectable<OrderItemTable>;
export type ShipmentRow = Selectable<ShipmentTable>;
export type PaymentRow = Selectable<PaymentTable>;
export type AdjustmentRow = Selectable<AdjustmentTable>;
export type Db = Kysely<Database>;

/** Orders, each with the code of its channel, to be narrowed to those that are meant. */
export const selectOrders = (db: Db) =>
  db
    .selectFrom('order')
    .innerJoin('channel', 'channel.id', 'order.channel_id')
    .selectAll('order')
    .select('channel.code as channel_code');

export const loadItems = (db: Db, orderId: number): Promise<ItemRow[]> =>
  db.selectFrom('order_item').selectAll().where('order_id', '=', orderId).orderBy('id').execute();

export const loadShipments = (db: Db, orderId: number): Promise<ShipmentRow[]> =>
  db
    .selectFrom('shipment')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('id')
    .execute();

export const loadPayments = (db: Db, orderId: number): Promise<PaymentRow[]> =>
  db.selectFrom('payment').selectAll().where('order_id', '=', orderId).orderBy('id').execute();

export const loadAdjustments = (db: Db, orderId: number): Promise<AdjustmentRow[]> =>
  db.selectFrom('adjustment').selectAll().where('order_id', '=', orderId).orderBy('id').execute();

export type WarehouseRow = Omit<Selectable<WarehouseTable>, 'channels'>;

/** Warehouses that serve the channel, best priority first. */
export const loadWarehouses = (db: Db, channelCode: string): Promise<WarehouseRow[]> =>
  db
    .selectFrom('warehouse')
    .selectAll()
    .where(sql<boolean>`${channelCode} = any(channels)`)
    .orderBy('priority')
    .orderBy('code')
    .execute();

/** Not taken out: what was can be restored for a while. */
export const isLive = (item: ItemRow): boolean => item.deleted_at === null;

/**
 * Goods alone, for their own price: the one line of a variant that takes more of its pieces. A part of a set, a chosen gift and gift
 * cards that are bought are lines of their own.
 */
export const isPlain = (item: Pick<ItemRow, 'bundle_group' | 'marker'>): boolean =>
  item.bundle_group === null && item.marker === null;

export const loadChannel = (db: Db, code: string) =>
  db.selectFrom('channel').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
export type ChannelRow = Awaited<ReturnType<typeof loadChannel>>;

/** Rate of the zone for shipping and wrap. */
export async function standardTaxRate(db: Db, channelId: number): Promise<number> {
  const result = await sql<{ rate: number }>`
    select r.rate from tax_rate r join zone z on z.code = r.zone join channel c on c.id = ${channelId}
    where r.category = 'standard' and z.countries && c.countries order by r.id limit 1`.execute(db);
  return result.rows[0]?.rate ?? 0;
}
