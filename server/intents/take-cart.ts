/** The cart that an intent uses up (CHK-19). */
import { createHmac } from 'node:crypto';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import { lockCustomer } from '#server/accounts/lock-customer.ts';
import { beginCart, isOfEmptied } from '#server/cart/cart-commands.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { refuseCompleted, type OrderServices } from '#server/orders/change-order.ts';
import { loadOrder } from '#server/orders/order-parts.ts';
import { recalculateLoaded } from '#server/orders/order-recalculation.ts';
import { goodsLeft, leaveUnknown } from './goods-left.ts';
import { isLive, isPlain, type Db, type OrderRow } from '#server/order-store/order-store.ts';

/**
 * Of one token there is one order of who asks, so it is the same each time. Keyed: whoever knows the token would read in the order who
 * buys and where they live.
 */
const tokenBeside = (token: string, { caller }: RequestContext, secret: Buffer): string =>
  createHmac('sha256', secret)
    .update(`order beside ${token} ${caller?.customerId ?? 'guest'}`)
    .digest('base64url');

/**
 * The row of the order, locked: a new one, or the open cart of this token, which the intent uses up. So cart and intent
 * of one token together make one order, whichever comes first.
 */
export async function takeCart(
  { letterSecret }: Pick<OrderServices, 'letterSecret'>,
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
  let name = token;
  const named = await begin(name).catch((error: unknown) => {
    if (!isOfEmptied(error)) throw error;
    // Bought all the same, for somebody pressed "order", but not under the token: whose cart it was would find the order as theirs, and
    // have their own refused as made before.
    name = tokenBeside(token, context, letterSecret);
    return begin(name);
  });
  // A guest who names the emptied cart need not be the one whose order it is: whoever emptied it is told to sign in.
  if (named.order.state !== 'cart' && name !== token && context.caller === null)
    throw new ApiFailure(404, 'cart.claimed');
  refuseCompleted(named.order);
  const isOtherName = named.order.token !== name;
  if (isOtherName) await leaveOther(trx, named.order, name, body, now);
  const { order, isNew } = isOtherName ? await begin(name) : named;
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
async function leaveOther(
  trx: Db,
  cart: OrderRow,
  name: string,
  body: OrderIntentBody,
  now: Date,
): Promise<void> {
  await trx.deleteFrom('order_alias').where('token', '=', name).execute();
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
