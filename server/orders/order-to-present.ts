/** All that an order shows: what is stored of it, and what catalogue and channel say today. Presented without a question more. */
import { isBeingConfirmed } from '#server/order-store/being-confirmed.ts';
import { loadOrder, type OrderParts } from './order-parts.ts';
import { goodsOf, type CartGoods } from './order-shipments.ts';
import type { Balances } from '#server/order-terms/balances.ts';
import { findCoupon } from '#server/order-terms/coupon-rules.ts';
import type { Db, OrderRow, WarehouseRow } from '#server/order-store/order-store.ts';

/** Facts and weights are those of the lines that are not deleted. */
export interface OrderView extends OrderParts, Omit<CartGoods, 'items'> {
  /** Where its shipments come from, if only formerly in this channel. */
  places: WarehouseRow[];
  coupon: NonNullable<Awaited<ReturnType<typeof findCoupon>>> | null;
  balances: Balances;
  /** Null: a cart. */
  placed: { documents: DocumentRow[]; isBeingConfirmed: boolean } | null;
}

export const loadDocuments = (db: Db, orderId: number) =>
  db.selectFrom('document').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
export type DocumentRow = Awaited<ReturnType<typeof loadDocuments>>[number];

/** As it is now, inside the running transaction. */
export async function loadOrderView(db: Db, row: Pick<OrderRow, 'id' | 'channel_id'>): Promise<OrderView> {
  const loaded = await loadOrder(db, row);
  const { parts } = loaded;
  const { order } = parts;
  const goods = goodsOf(loaded);
  const former = parts.shipments
    .map((shipment) => shipment.warehouse_id)
    .filter((id) => !goods.warehouses.some((one) => one.id === id));
  return {
    ...goods,
    ...parts,
    places: [...goods.warehouses, ...(former.length === 0 ? [] : await loadPlaces(db, former))],
    balances: loaded.balances,
    coupon: order.coupon_code === null ? null : ((await findCoupon(db, order.coupon_code)) ?? null),
    placed:
      order.state === 'cart'
        ? null
        : {
            documents: await loadDocuments(db, order.id),
            isBeingConfirmed: await hasPendingPayment(db, order.id),
          },
  };
}

const loadPlaces = (db: Db, ids: number[]): Promise<WarehouseRow[]> =>
  db.selectFrom('warehouse').selectAll().where('id', 'in', ids).execute();

async function hasPendingPayment(db: Db, orderId: number): Promise<boolean> {
  const row = await db
    .selectFrom('order')
    .select(isBeingConfirmed.as('pending'))
    .where('id', '=', orderId)
    .executeTakeFirst();
  return row?.pending === true;
}
