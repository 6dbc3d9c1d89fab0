/** The cart that an intent uses up (CHK-19). */
import { createHash } from 'node:crypto';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import { lockCustomer } from '#server/accounts/lock-customer.ts';
import { beginCart, isOfEmptied } from '#server/cart/cart-commands.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { refuseCompleted } from '#server/orders/change-order.ts';
import { loadOrder } from '#server/orders/order-parts.ts';
import { recalculateLoaded } from '#server/orders/order-recalculation.ts';
import { goodsLeft, leaveUnknown } from './goods-left.ts';
import { isLive, isPlain, type Db, type OrderRow } from '#server/order-store/order-store.ts';

/** As hard to guess as the token, and the same each time: of one token there is one order of who asks. */
const tokenBeside = (token: string, { caller }: RequestContext): string =>
  createHash('sha256')
    .update(`order beside ${token} ${caller?.customerId ?? 'guest'}`)
    .digest('base64url');

/**
 * The row of the order, locked: a new one, or the open cart of this token, which the intent uses up. So cart and intent
 * of one token together make one order, whichever comes first.
 */
export async function takeCart(
  trx: Db,
  context: RequestContext,
  body: OrderIntentBody,
  now: Date,
): Promise<OrderRow> {
  const { tokenValue: token } = body;
  // Before its carts: what is left of one goes into another, and two orders of one customer would each wait for the other's. So
  // it is for a certificate, which the account keeps.
  if (context.caller !== null && (body.takenOut !== undefined || body.certificate))
    await lockCustomer(trx, context.caller.customerId);
  const begin = (as: string) => beginCart(trx, context, as, context.locale, now);
  const named = await begin(token).catch((error: unknown) => {
    // Bought all the same, for somebody pressed "order", but not under the token: whose cart it was would find the order as theirs, and
    // have their own refused as made before.
    if (isOfEmptied(error)) return begin(tokenBeside(token, context));
    throw error;
  });
  refuseCompleted(named.order);
  const isOtherName = !named.isNew && named.order.token !== token;
  if (isOtherName) await leaveOther(trx, named.order, body, now);
  const { order, isNew } = isOtherName ? await begin(token) : named;
  if (!isNew) {
    await leaveUnknown(trx, context, order, body, now);
    await trx.deleteFrom('shipment').where('order_id', '=', order.id).execute();
    await trx.deleteFrom('order_item').where('order_id', '=', order.id).execute();
  }
  return order;
}

/**
 * The token is only another name of a cart that its customer has elsewhere (CART-01), and which the device has never seen: the order is
 * made under the token itself. The cart stays, without the goods that are ordered: the device may have brought them there before, and
 * nobody shall find them to buy them again.
 */
async function leaveOther(trx: Db, cart: OrderRow, body: OrderIntentBody, now: Date): Promise<void> {
  await trx.deleteFrom('order_alias').where('token', '=', body.tokenValue).execute();
  const loaded = await loadOrder(trx, cart);
  const storedItems = structuredClone(loaded.parts.items);
  const plain = loaded.parts.items.filter((one) => isLive(one) && isPlain(one));
  const left = new Map(goodsLeft(plain, body).map(({ id, quantity }) => [id, quantity]));
  for (const item of plain) {
    const quantity = left.get(item.id);
    // One that is taken out can be brought back for a while, as any other (CART-07).
    if (quantity === undefined) item.deleted_at = now;
    else item.quantity = quantity;
  }
  await recalculateLoaded(trx, loaded, storedItems, { change: 'items', now });
}
