/** A cart as a whole: picked up, read, cleared (contract 4.5). */
import { sql } from 'kysely';
import type { OrderQuery, PickUpCartBody } from '#contract/orders/order-requests.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import {
  absence,
  answerWith,
  askerOf,
  checkIfMatch,
  isNoCart,
  noteCommand,
  placedContext,
  readOrderOf,
  requireOrder,
  reread,
  type OrderAnswer,
  type OrderServices,
} from '#server/orders/change-order.ts';
import { openCartOf, takesName } from '#server/order-store/open-cart.ts';
import { claimCart, nameAlso } from '#server/orders/claim-cart.ts';
import { recalculateOrder } from '#server/orders/order-recalculation.ts';
import { cartLifetime } from '#server/order-store/write-order.ts';
import { findOrder } from '#server/order-store/find-order.ts';
import { loadChannel, type Db, type OrderRow } from '#server/order-store/order-store.ts';
import { newToken } from '#server/text/secret-token.ts';
import {
  forgetEmptying,
  isEmptiedByOther,
  noteEmptied,
  wasEmptiedByOther,
} from '#server/order-store/emptied-cart.ts';
import { refusal } from '#server/forms/refusal.ts';

/** Prices and stock of a cart that was not looked at for this long are read anew, ms (CART-02). */
const staleAfter = 5 * 60 * 1000;

/** CART-01. The client may bring the token of a cart it began offline. */
export async function pickUpCart(
  services: OrderServices,
  context: RequestContext,
  body: PickUpCartBody,
): Promise<{ status: 200 | 201; answer: OrderAnswer }> {
  const locale = body.localeCode ?? context.locale;
  if (!context.channel.locales.some((one) => one.code === locale))
    throw refusal('cart.locale_unknown', 'localeCode', context.locale);
  return inScope(services.db, async (trx) => {
    const now = services.now();
    const token = body.tokenValue ?? newToken();
    const open = await openCartOfCaller(trx, context, body, now);
    if (open) {
      await noteCommand(trx, open.id, context.idempotencyKey);
      return { status: 200, answer: await answerWith(trx, open, context, now) };
    }
    const { order, isNew } = await beginCart(trx, context, token, locale, now).catch((error: unknown) => {
      throw isOfEmptied(error) ? new ApiFailure(409, 'cart.token_taken') : error;
    });
    if (order.state !== 'cart')
      // Who knows the token may know what became of it.
      throw new ApiFailure(409, 'cart.token_taken', { context: placedContext(order) });
    await noteCommand(trx, order.id, context.idempotencyKey);
    return { status: isNew ? 201 : 200, answer: await answerWith(trx, order, context, now) };
  });
}

/**
 * The cart with lines that a signed-in caller has already (CART-01); a token that the device has made for a new one then
 * names it too, and a guest's cart of that token goes into it.
 */
async function openCartOfCaller(
  trx: Db,
  context: RequestContext,
  { tokenValue: token, exceptTokens = [] }: PickUpCartBody,
  now: Date,
): Promise<OrderRow | undefined> {
  if (!context.caller) return undefined;
  const claim = {
    customerId: context.caller.customerId,
    channelCode: context.channel.code,
    now,
    except: exceptTokens,
  };
  const named =
    token === undefined ? undefined : await findOrder(trx, token, askerOf(context), { lock: true });
  if (named?.state === 'cart') return claimCart(trx, named, claim);
  if (named) return undefined;
  const open = await openCartOf(trx, claim.customerId, claim.channelCode, claim.except);
  if (open && token !== undefined && !takesName(open)) return undefined;
  // Locked before it gets another name: it may be cleared meanwhile.
  const order = open && (await findOrder(trx, open.token, askerOf(context), { lock: true }));
  if (order && token !== undefined) {
    const isNamed = await nameAlso(trx, token, order.id, claim);
    // Asked once the name is there, which was waited for while somebody emptied their cart of that name.
    if (!isNamed || (await wasEmptiedByOther(trx, token, claim.customerId)))
      throw new ApiFailure(409, 'cart.token_taken');
  }
  return order;
}

/** Tries of a token whose cart is there when a new one is to be made, and cleared when it is to be locked. */
const mostBeginnings = 3;

/** Whether no cart was begun since an account has emptied the one of this token, and another asks (T28). */
export const isOfEmptied = (error: unknown): boolean =>
  error instanceof ApiFailure && error.errorCode === 'cart.emptied';

/**
 * The order that a token names for who asks, locked: a new cart, where the token is free.
 * @throws ApiFailure 409 `cart.token_taken`, 404 `cart.claimed`: a token that names what is somebody else's; 404 `cart.emptied`: or did
 */
export async function beginCart(
  trx: Db,
  context: RequestContext,
  token: string,
  locale: string,
  now: Date,
): Promise<{ order: OrderRow; isNew: boolean }> {
  for (let tries = 0; tries < mostBeginnings; tries += 1) {
    const isNew = await insertCart(trx, context, token, locale, now);
    const order = await findOrder(trx, token, askerOf(context), { lock: true });
    if (order) return { order, isNew };
  }
  throw await absence(trx, token, context, new ApiFailure(409, 'cart.token_taken'));
}

/**
 * Makes an empty cart with its payment; false when the token is in use already, if only as another name of a cart.
 * @throws ApiFailure 404 `cart.emptied`: as that of a cart that somebody else has emptied
 */
export async function insertCart(
  trx: Db,
  context: RequestContext,
  token: string,
  locale: string,
  now: Date,
): Promise<boolean> {
  const channel = await loadChannel(trx, context.channel.code);
  const inserted = await trx
    .insertInto('order')
    .values({
      token,
      channel_id: channel.id,
      locale,
      currency_code: channel.currency_code,
      expires_at: new Date(now.getTime() + cartLifetime),
      customer_id: context.caller?.customerId ?? null,
      origin: context.linkOrigin,
    })
    .onConflict((conflict) => conflict.column('token').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  const { customerId } = askerOf(context);
  const { isName, isEmptied } = await trx
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('order_alias').select('order_id').where('token', '=', token)).as('isName'),
      isEmptiedByOther(token, customerId).as('isEmptied'),
    ])
    .executeTakeFirstOrThrow();
  if (isName || isEmptied) await trx.deleteFrom('order').where('id', '=', inserted.id).execute();
  if (isName) return false;
  if (isEmptied) throw new ApiFailure(404, 'cart.emptied');
  await trx
    .with('emptied_before', (cte) => forgetEmptying(cte, token))
    .insertInto('payment')
    .values({
      order_id: inserted.id,
      amount: 0,
      currency_code: channel.currency_code,
      method_code: null,
      method_kind: null,
    })
    .execute();
  return true;
}

/** CART-02, ORD-02. A cart not looked at for 5 minutes is recalculated first, and one whose reader asks for it (`recalculate`). */
export async function readOrder(
  services: OrderServices,
  context: RequestContext,
  token: string,
  { recalculate = false }: OrderQuery = {},
): Promise<OrderAnswer> {
  const now = services.now();
  const fresh = await readOrderOf(services, token, context, async (db, order) => {
    const isOld = now.getTime() - order.recalculated_at.getTime() > staleAfter;
    const stale = order.state === 'cart' && (isOld || recalculate);
    return stale ? null : answerWith(db, order, context, now);
  });
  if (fresh) return fresh;
  return inScope(services.db, async (trx) => {
    const locked = await requireOrder(services, trx, token, context, { lock: true });
    if (locked.state === 'cart') {
      const before = locked.total;
      await recalculateOrder(trx, locked, { change: 'none', now, touch: false });
      const after = await reread(trx, locked);
      // A reader's version stays valid as long as the cart still costs the same and stands where it stood.
      if (after.total !== before || after.checkout_state !== locked.checkout_state)
        await trx
          .updateTable('order')
          .set({ version: sql<number>`version + 1` })
          .where('id', '=', locked.id)
          .execute();
    }
    return answerWith(trx, locked, context, now);
  });
}

/**
 * CART-18: the cart is gone; its token, and those of carts that went into it, answer 404 `cart.emptied` from now on.
 * @throws ApiFailure 404 `cart.claimed`, 409 `cart.already_completed`, 412 `cart.version_mismatch` with the cart
 */
export async function clearCart(
  services: OrderServices,
  context: RequestContext,
  token: string,
): Promise<void> {
  await inScope(services.db, async (trx) => {
    const order = await findOrder(trx, token, askerOf(context), { lock: true });
    if (!order) {
      const why = await absence(trx, token, context);
      // Deleting what is deleted already is no mistake (contract 1.8, natural idempotency).
      if (isNoCart(why)) return;
      throw why;
    }
    if (order.state !== 'cart')
      throw new ApiFailure(409, 'cart.already_completed', { context: { tokenValue: order.token } });
    await checkIfMatch(trx, order, context, services.now());
    await noteEmptied(trx, order.id, services.now());
    await trx.deleteFrom('order').where('id', '=', order.id).execute();
  });
}
