/**
 * The frame of every change of a cart (contract 1.8, 1.9): one transaction, the row locked and read inside the lock,
 * If-Match compared, the change made, the cart recalculated, the command's key noted.
 */
import type { Kysely } from 'kysely';
import type { Order } from '#contract/orders/orders.ts';
import type { CheckoutChange } from '#domain/orders/checkout-step.ts';
import type { Database } from '#server/database/schema.ts';
import type { StoredWarning } from '#server/database/schema-orders.ts';
import { executor, inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RateLimit } from '#server/http/token-bucket.ts';
import type { SharedLimit } from '#server/http/shared-limit.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { claimCart } from './claim-cart.ts';
import { etagOf, presentOrder } from './order-presenter.ts';
import { loadOrder, OrderGone, type LoadedOrder } from './order-parts.ts';
import { recalculateLoaded, recalculateOrder, type Recalculation } from './order-recalculation.ts';
import { withCommand } from '#server/order-store/write-order.ts';
import { findOrder, isClaimedCart, type Asker } from '#server/order-store/find-order.ts';
import { wasEmptied } from '#server/order-store/emptied-cart.ts';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';
import type { CountJudged } from '#server/order-terms/judged-emails.ts';
import type { rightsOf } from '#server/order-terms/restricted-goods-checks.ts';
import { loadOrderView, type OrderView } from './order-to-present.ts';

export type Tell = (what: string, facts: Record<string, string | number>) => void;

export interface OrderServices {
  db: Kysely<Database>;
  now: () => Date;
  /** Tokens that name nothing, per client address: 30 a minute (docs/security.md, T27). */
  tokenMisses: RateLimit;
  /** Carts copied by their link (CART-17), per client address: 20 a minute. */
  cartCopies: RateLimit;
  /** kB of refused orders that are kept (CHK-19), per client address: 4,000 an hour. */
  keptRefusals: RateLimit;
  /** Codes tried, per cart and per client address: 20 in 10 minutes (contract 1.13). */
  codeTries: SharedLimit;
  /** Buyers' e-mails that carts are counted with, per cart and per client address: 5 and 20 in 10 minutes (contract 1.13). */
  countJudged: CountJudged;
  /** Key of the links in the shop's letters, which an order may ask for. */
  letterSecret: Buffer;
  /** A line for the log: what happened, without anything of a person. */
  tell: Tell;
}

export interface OrderAnswer {
  body: Order;
  headers: { ETag: string };
}

/** Contract 1.11: a guest, or the customer of the bearer. */
export const askerOf = (context: RequestContext): Asker => ({
  channelCode: context.channel.code,
  customerId: context.caller?.customerId ?? null,
});

/**
 * Why a token names no order for who asks: `otherwise`, the same for unknown and foreign ones. A guest whose cart went into an
 * account is told so: a device that took it for gone would make it anew, and the next sign-in would add both. So is whoever holds a
 * copy of a cart that was emptied.
 */
export async function absence(
  db: Db,
  token: string,
  context: RequestContext,
  otherwise = new ApiFailure(404, 'order.not_found'),
): Promise<ApiFailure> {
  const isClaimed = context.caller === null && (await isClaimedCart(db, token));
  if (isClaimed) return new ApiFailure(404, 'cart.claimed');
  return (await wasEmptied(db, token)) ? new ApiFailure(404, 'cart.emptied') : otherwise;
}

/** Whether `absence` said that there is no such cart, or none any more: of a cart that is somebody's it says something else. */
export const isNoCart = ({ errorCode }: ApiFailure): boolean =>
  errorCode === 'order.not_found' || errorCode === 'cart.emptied';

/** @throws ApiFailure 404 as `absence` */
export async function requireOrder(
  services: OrderServices,
  db: Db,
  token: string,
  context: RequestContext,
  options: { lock?: boolean } = {},
): Promise<OrderRow> {
  const order = await findOrder(db, token, askerOf(context), options);
  if (order) return order;
  services.tokenMisses.take(context.clientAddress);
  throw await absence(db, token, context);
}

/** The order as it is inside the running transaction. */
export async function reread(db: Db, order: OrderRow): Promise<OrderRow> {
  const row = await db.selectFrom('order').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
  return { ...row, channel_code: order.channel_code };
}

export async function answerWith(
  db: Db,
  order: OrderRow,
  context: RequestContext,
  now: Date,
): Promise<OrderAnswer> {
  return answerOf(await loadOrderView(db, order), context, now);
}

const answerOf = (view: OrderView, context: RequestContext, now: Date): OrderAnswer => ({
  body: presentOrder(view, context.locale, now),
  headers: { ETag: etagOf(view.order.version) },
});

/** Refuses a change made on a version that is no longer the current one (contract 1.9). */
export async function checkIfMatch(
  db: Db,
  order: OrderRow,
  context: RequestContext,
  now: Date,
): Promise<void> {
  if (context.ifMatch === null || context.ifMatch === '*' || context.ifMatch === etagOf(order.version))
    return;
  throw new ApiFailure(412, 'cart.version_mismatch', {
    context: { order: presentOrder(await loadOrderView(db, order), context.locale, now) },
  });
}

/** What a refusal tells of an order that is placed already. */
export const placedContext = (order: OrderRow): Record<string, unknown> => ({
  tokenValue: order.token,
  ...(order.number === null ? {} : { number: order.number }),
});

export function refuseCompleted(order: OrderRow): void {
  if (order.state === 'cart') return;
  throw new ApiFailure(409, 'cart.already_completed', { context: placedContext(order) });
}

/** Notes the key of an accepted change in the order. */
export async function noteCommand(db: Db, orderId: number, key: string | null): Promise<void> {
  if (key === null || key === '') return;
  await db
    .updateTable('order')
    .set({ applied_command_ids: withCommand(key) })
    .where('id', '=', orderId)
    .execute();
}

export interface CartChange {
  /** What the change touches: throws the checkout back (contract 3.2). */
  change: CheckoutChange | 'none';
  warnings?: StoredWarning[];
  /** All stood as it was asked for, and nothing was written. */
  isSame?: boolean;
  /** Runs on the recalculated cart, before it is presented. */
  after?: (db: Db, order: OrderRow, recalculation: Recalculation) => Promise<void>;
}

/** The cart of a change, its row locked; `isClaimed`: it was a guest's until now. */
async function lockCart(
  services: OrderServices,
  trx: Db,
  context: RequestContext,
  token: string,
  now: Date,
): Promise<{ order: OrderRow; isClaimed: boolean }> {
  const found = await requireOrder(services, trx, token, context, { lock: true });
  refuseCompleted(found);
  // A guest's cart is claimed by the first change of somebody who is signed in (contract 1.11).
  const order = context.caller
    ? await claimCart(trx, found, {
        customerId: context.caller.customerId,
        channelCode: context.channel.code,
        now,
      })
    : found;
  await checkIfMatch(trx, order, context, now);
  return { order, isClaimed: order !== found };
}

/**
 * Changes a cart and answers with it. `work` writes what it changes, or throws ApiFailure to refuse; then nothing is changed.
 */
export async function changeCart(
  services: OrderServices,
  context: RequestContext,
  token: string,
  work: (db: Db, order: OrderRow) => Promise<CartChange>,
): Promise<OrderAnswer> {
  return inScope(services.db, async (trx) => {
    const now = services.now();
    const { order, isClaimed } = await lockCart(services, trx, context, token, now);
    const { change, warnings, after, isSame = false } = await work(trx, order);
    const recalculation = await recalculateOrder(trx, order, {
      change,
      now,
      isSame: isSame && !isClaimed,
      command: context.idempotencyKey,
      ...(warnings ? { warnings } : {}),
    });
    const { view } = recalculation;
    if (!after) return answerOf(view, context, now);
    await after(trx, view.order, recalculation);
    return answerWith(trx, order, context, now);
  });
}

/** A cart that is being changed: read once, its lines changed in `loaded`, written with their amounts. */
export interface OpenCart {
  db: Db;
  loaded: LoadedOrder;
  locale: string;
  now: Date;
  /** What its buyer may have, once somebody has asked. */
  rights?: ReturnType<typeof rightsOf>;
}

/**
 * Changes the lines of a cart and answers with it. `work` changes `cart.loaded.parts.items` and writes nothing; it throws
 * ApiFailure to refuse.
 * @param coming codes of the variants that may come into the cart: read with it
 */
export async function changeLines(
  services: OrderServices,
  context: RequestContext,
  token: string,
  coming: readonly string[],
  work: (cart: OpenCart) => Promise<Pick<CartChange, 'change'>>,
): Promise<OrderAnswer> {
  return inScope(services.db, async (trx) => {
    const now = services.now();
    const { order, isClaimed } = await lockCart(services, trx, context, token, now);
    const loaded = await loadOrder(trx, order, { codes: coming, lines: coming.length });
    const stored = structuredClone(loaded.parts.items);
    const { change } = await work({ db: trx, loaded, locale: context.locale, now });
    // What it changed are lines, which are compared as they are written.
    const options = { change, now, command: context.idempotencyKey, isSame: !isClaimed };
    const { view } = await recalculateLoaded(trx, loaded, stored, options);
    return answerOf(view, context, now);
  });
}

/**
 * Reads an order that nobody holds. One that goes between being found and being read is looked for once more: its token may
 * name another cart by now, and otherwise says why it names none.
 * @throws ApiFailure 404 as `absence`
 */
export async function readOrderOf<T>(
  services: OrderServices,
  token: string,
  context: RequestContext,
  read: (db: Db, order: OrderRow) => Promise<T>,
): Promise<T> {
  const db = reader(services);
  return readFound(
    () => requireOrder(services, db, token, context),
    (order) => read(db, order),
  );
}

async function readFound<T>(
  find: () => Promise<OrderRow>,
  read: (order: OrderRow) => Promise<T>,
): Promise<T> {
  try {
    return await read(await find());
  } catch (error) {
    if (error instanceof OrderGone) return read(await find());
    throw error;
  }
}

/** Reads without changing, outside of any call's transaction or inside it. */
export const reader = (services: Pick<OrderServices, 'db'>): Db => executor(services.db);

/** For repeats of cart changes (contract 1.8): the order as it is now. @throws ApiFailure 404 as `absence` */
export async function currentOrder(services: OrderServices, token: string, context: RequestContext) {
  const db = reader(services);
  const find = async () => {
    const order = await findOrder(db, token, askerOf(context));
    if (!order) throw await absence(db, token, context);
    return order;
  };
  const view = await readFound(find, (order) => loadOrderView(db, order));
  return { body: presentOrder(view, context.locale, services.now()), etag: etagOf(view.order.version) };
}
