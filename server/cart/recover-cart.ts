/** A cart opened by its link (contract CART-17, 5.9). */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import type { RecoverCartBody } from '#contract/orders/order-requests.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import {
  answerWith,
  askerOf,
  changeCart,
  isNoCart,
  noteCommand,
  refuseCompleted,
  requireOrder,
  type OrderAnswer,
  type OrderServices,
} from '#server/orders/change-order.ts';
import { findOrder, namesOfCart } from '#server/order-store/find-order.ts';
import { claimCart, nameAlso } from '#server/orders/claim-cart.ts';
import { checkLineRange } from '#server/orders/line-range.ts';
import { recalculateOrder } from '#server/orders/order-recalculation.ts';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';
import { nameSetsAnew } from '#server/order-terms/sold-sets.ts';
import { readCartLink } from '#server/newsletter/cart-link.ts';
import { newToken } from '#server/text/secret-token.ts';
import { insertCart } from './cart-commands.ts';

/**
 * CART-17: no letter goes about the cart any more. On its own device, which names it (`orderToken`), and for the customer whose cart it
 * is, it is gone on with: expiry is extended, prices are read anew. Anybody else gets what lies in it and nothing of a person (T45): a
 * guest a cart of their own, who is signed in the goods in that of their account. Whoever made the link knows the token of the first
 * one, and would read in it who buys and where they live, or have the goods of a customer sent to an address of their own.
 * @param link the cart's token, or what its letter says in its place
 * @throws ApiFailure 404 `cart.recover_gone`, `cart.claimed`; 409 `cart.already_completed`; 422 `cart.line_range`; 429 `rate.limited`
 */
export async function recoverCart(
  services: OrderServices,
  context: RequestContext,
  link: string,
  { orderToken, own, exceptTokens = [] }: RecoverCartBody,
): Promise<OrderAnswer> {
  const token = readCartLink(services.letterSecret, link) ?? link;
  // A page of an earlier build names its cart by the link, which in a letter says nothing of whose it is.
  const isOwn = orderToken === token || (own === true && link === token);
  try {
    return await inScope(services.db, async (trx) => {
      const found = await requireOrder(services, trx, token, context, { lock: true });
      // The name of the order opens it: a letter's link does not tell it.
      if (found.state !== 'cart' && link !== token && !isOwn)
        throw new ApiFailure(409, 'cart.already_completed');
      refuseCompleted(found);
      const at = services.now();
      await trx.updateTable('order').set({ recovered_at: at }).where('id', '=', found.id).execute();
      // One that has an owner was found by nobody else.
      if (isOwn || found.customer_id !== null) return goOnWith(services, context, token);
      if (context.caller === null)
        return answerWith(trx, await copyOf(services, context, trx, found), context, at);
      return bringIn(services, context, trx, {
        found,
        customerId: context.caller.customerId,
        except: exceptTokens,
      });
    });
  } catch (error) {
    if (error instanceof ApiFailure && isNoCart(error)) throw new ApiFailure(404, 'cart.recover_gone');
    throw error;
  }
}

const goOnWith = (services: OrderServices, context: RequestContext, token: string): Promise<OrderAnswer> =>
  changeCart(services, context, token, async () => ({ change: 'none' }));

/**
 * The goods come into the open cart of the customer by the rules of a sign-in (contract 5.9). That cart has a name which the link gives
 * it each time that the customer follows it: goods that came in are not added once more, until it is ordered or emptied. One that waits
 * on the device for either is as good as that, and the name goes on to the next cart.
 */
async function bringIn(
  services: OrderServices,
  context: RequestContext,
  trx: Db,
  { found, customerId, except }: { found: OrderRow; customerId: number; except: readonly string[] },
): Promise<OrderAnswer> {
  const name = createHmac('sha256', services.letterSecret)
    .update(`recovered ${found.token} ${customerId}`)
    .digest('base64url');
  const asker = askerOf(context);
  const claim = { customerId, channelCode: context.channel.code, now: services.now(), except };
  const before = await findOrder(trx, name, asker, { lock: true });
  if (before?.state === 'cart') {
    const names = await namesOfCart(trx, before.token, asker);
    if (!names.some((one) => except.includes(one))) return goOnWith(services, context, before.token);
  }
  const copy = await copyOf(services, { ...context, caller: null }, trx, found);
  const order = await claimCart(trx, copy, claim);
  await nameAlso(trx, name, order.id, claim);
  await noteCommand(trx, order.id, context.idempotencyKey);
  return answerWith(trx, order, context, claim.now);
}

/**
 * A new cart with the goods, the promo code and the wrap of a guest's one, and nothing of a person: gift cards that are bought are
 * for somebody whom the one who pays has named, the wrap's words are for somebody too, and a card that pays is money, which a link
 * in a letter (passed on, or to a mistyped address) gives to nobody.
 */
async function copyOf(
  services: OrderServices,
  context: RequestContext,
  trx: Db,
  found: OrderRow,
): Promise<OrderRow> {
  const token = newToken();
  services.cartCopies.take(context.clientAddress);
  const now = services.now();
  await insertCart(trx, context, token, found.locale, now);
  const copy = await findOrder(trx, token, askerOf(context), { lock: true });
  if (!copy) throw new ApiFailure(404, 'cart.recover_gone');
  // Whatever a line is made of comes along, also what is thought of later. The row is made in `from`: beside `select` it would be
  // made once for each of its columns. In their order: it is that of the new lines.
  const { numAffectedRows: lines = 0n } = await sql`insert into order_item select line.*
    from (select * from order_item where order_id = ${found.id} and deleted_at is null
        and marker is distinct from ${soldCardMarker} order by id) i,
      jsonb_populate_record(null::order_item, to_jsonb(i) || jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('order_item', 'id')), 'order_id', ${copy.id}::int)) line`.execute(
    trx,
  );
  checkLineRange(0, Number(lines));
  // Both may come into one account.
  await nameSetsAnew(trx, copy.id);
  const { coupon_code, gift_wrap } = found;
  await trx.updateTable('order').set({ coupon_code, gift_wrap }).where('id', '=', copy.id).execute();
  const command = context.idempotencyKey;
  return (await recalculateOrder(trx, copy, { change: 'items', now, command })).view.order;
}
