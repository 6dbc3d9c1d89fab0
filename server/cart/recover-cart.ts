/** A cart opened by its link (contract CART-17, 5.9). */
import { sql } from 'kysely';
import { soldCardMarker } from '#contract/gift-marker.ts';
import type { RecoverCartBody } from '#contract/order-requests.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import {
  answerWith,
  askerOf,
  changeCart,
  refuseCompleted,
  requireOrder,
  type OrderAnswer,
  type OrderServices,
} from '#server/orders/change-order.ts';
import { findOrder } from '#server/order-store/find-order.ts';
import { recalculateOrder } from '#server/orders/order-recalculation.ts';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';
import { nameSetsAnew } from '#server/order-terms/sold-sets.ts';
import { newToken } from '#server/text/secret-token.ts';
import { insertCart } from './cart-commands.ts';

/**
 * CART-17: no letter goes about the cart any more. On its own device (`own`), and for who is signed in, it is gone on with: expiry is
 * extended, prices are read anew. Any other device gets a cart of its own with what lies in it: whoever made the link knows the
 * token of the first one, and would read in it who buys and where they live.
 * @throws ApiFailure 404 `cart.recover_gone`, `cart.claimed`; 409 `cart.already_completed`
 */
export async function recoverCart(
  services: OrderServices,
  context: RequestContext,
  token: string,
  { own = false }: RecoverCartBody,
): Promise<OrderAnswer> {
  const isOpened = async (db: Db, { id }: Pick<OrderRow, 'id'>) => {
    await db.updateTable('order').set({ recovered_at: services.now() }).where('id', '=', id).execute();
  };
  try {
    if (own || context.caller !== null)
      return await changeCart(services, context, token, async (db, order) => {
        await isOpened(db, order);
        return { change: 'none' };
      });
    return await inScope(services.db, async (trx) => {
      const found = await requireOrder(services, trx, token, context, { lock: true });
      refuseCompleted(found);
      await isOpened(trx, found);
      return copyOf(services, context, trx, found);
    });
  } catch (error) {
    if (error instanceof ApiFailure && error.errorCode === 'order.not_found')
      throw new ApiFailure(404, 'cart.recover_gone');
    throw error;
  }
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
): Promise<OrderAnswer> {
  const now = services.now();
  const token = newToken();
  await insertCart(trx, context, token, found.locale, now);
  const copy = await findOrder(trx, token, askerOf(context), { lock: true });
  if (!copy) throw new ApiFailure(404, 'cart.recover_gone');
  // Whatever a line is made of comes along, also what is thought of later.
  await sql`insert into order_item select (jsonb_populate_record(null::order_item, to_jsonb(i) || jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('order_item', 'id')), 'order_id', ${copy.id}::int))).*
    from order_item i where i.order_id = ${found.id} and i.deleted_at is null
      and i.marker is distinct from ${soldCardMarker} order by i.id`.execute(trx);
  // Both may come into one account.
  await nameSetsAnew(trx, copy.id);
  const { coupon_code, gift_wrap } = found;
  await trx.updateTable('order').set({ coupon_code, gift_wrap }).where('id', '=', copy.id).execute();
  const command = context.idempotencyKey;
  await recalculateOrder(trx, copy, { change: 'items', now, command });
  return answerWith(trx, copy, context, now);
}
