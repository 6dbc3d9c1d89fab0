/** The parcels of a placed order on their way: all of them, or one with its number (contract 3.4, 4.15). */
import { orderTransition } from '#domain/orders/order-states.ts';
import { moveStock, note, queueOrderMail, setOrder } from './order-events.ts';
import { loadShipments, type Db, type OrderRow, type ShipmentRow } from '#server/order-store/order-store.ts';

export interface Tracking {
  /** As the carrier prints it. */
  number: string;
  /** The carrier's page about this parcel, https. */
  url: string | null;
}

const setTracking = ({ number, url }: Tracking) => ({ tracking: number, tracking_url: url });

/**
 * Sends these parcels, which stand ready; the number stands in the row before the mail about it is queued.
 * @returns false where the order is not one to send
 */
export async function markShipped(
  db: Db,
  order: OrderRow,
  parcels: readonly ShipmentRow[],
  tracking: Tracking | null,
  now: Date,
): Promise<boolean> {
  if (order.state !== 'new' && order.state !== 'processing') return false;
  if (parcels.length === 0) return false;
  // Pieces leave the stock with the money or with the parcel, whichever is first: a keeper counts what lies there.
  if (order.payment_state === 'awaiting_payment') {
    const leaving = new Set(parcels.map(({ id }) => id));
    await moveStock(db, order, -1, -1, ({ id }) => leaving.has(id));
  }
  await db
    .updateTable('shipment')
    .set({ state: 'shipped', shipped_at: now, ...(tracking === null ? {} : setTracking(tracking)) })
    .where(
      'id',
      'in',
      parcels.map(({ id }) => id),
    )
    .execute();
  const isAll = (await loadShipments(db, order.id)).every(({ state }) => state !== 'ready');
  await setOrder(db, order, {
    shipping_state: isAll ? 'shipped' : 'partially_shipped',
    state: orderTransition(order.state, 'process') ?? order.state,
  });
  // One mail for each time that something leaves.
  await queueOrderMail(db, order, 'order_shipped', parcels.map(({ position }) => position + 1).join('+'));
  await note(db, order, 'order.shipped', { parcels: parcels.map(({ id }) => id) });
  return true;
}

/** The number of a parcel that has left without it, or under a wrong one; no mail goes for it. */
export async function correctTracking(
  db: Db,
  order: OrderRow,
  parcel: ShipmentRow,
  tracking: Tracking,
): Promise<void> {
  await db.updateTable('shipment').set(setTracking(tracking)).where('id', '=', parcel.id).execute();
  await setOrder(db, order, {});
  await note(db, order, 'order.tracking', { parcel: parcel.id });
}
