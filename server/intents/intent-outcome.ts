/** What became of the key of an order intent (contract CHK-19, 1.8). */
import { sql } from 'kysely';
import { apiBase, endpoints } from '#contract/endpoints.ts';
import type { OrderIntentOutcome, PlacedIntent } from '#contract/order-intents.ts';
import { withdrawnIntent } from '#domain/waiting/waiting-orders.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure, statusText } from '#server/errors/api-failure.ts';
import { errorText } from '#server/errors/error-texts.ts';
import { isGuestsRefusal, keepUntil, keyScope } from '#server/http/idempotency.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { answerWith, askerOf, type OrderServices } from '#server/orders/change-order.ts';
import { findOrder } from '#server/order-store/find-order.ts';
import { loadPayments, type Db, type OrderRow } from '#server/order-store/order-store.ts';
import { nextActionOf } from '#server/placed-orders/place-order.ts';

export interface IntentAnswer {
  status: 201;
  body: PlacedIntent;
  headers: Record<string, string>;
}

/** The order that a key became; null for one that does not exist for who asks (contract 1.11), undefined where it became none. */
export async function orderOfKey(
  trx: Db,
  context: RequestContext,
  key: string,
): Promise<OrderRow | null | undefined> {
  const row = await trx
    .selectFrom('order_intent')
    .innerJoin('order', 'order.id', 'order_intent.order_id')
    .select('order.token')
    .where('order_intent.key', '=', key)
    .executeTakeFirst();
  return row && ((await findOrder(trx, row.token, askerOf(context))) ?? null);
}

/** A repeat after the stored answer was forgotten: the order as it is now. */
export async function replayPlaced(
  trx: Db,
  order: OrderRow,
  context: RequestContext,
  key: string,
  now: Date,
): Promise<IntentAnswer> {
  const { body, headers } = await answerWith(trx, order, context, now);
  const payment = (await loadPayments(trx, order.id)).findLast((one) => one.state === 'new');
  return {
    status: 201,
    body: {
      ...body,
      nextAction: nextActionOf(payment?.method_kind ?? null, payment?.id ?? 0),
      idempotencyKey: key,
    },
    headers: { ...headers, 'Idempotency-Replayed': 'true' },
  };
}

/** Under which the answer to the intent of this key is kept. */
const scopeOf = (key: string): Buffer =>
  keyScope(key, endpoints.placeIntent.method, apiBase + endpoints.placeIntent.path, '');

/**
 * CHK-21: the buyer takes an order back of which nobody knows whether it has come. A key that the shop has not answered is used up, so
 * that what is still on its way buys nothing; one that it has answered stays answered.
 * @returns what became of the key
 */
export async function withdrawIntent(
  services: OrderServices,
  context: RequestContext,
  key: string,
): Promise<OrderIntentOutcome> {
  return inScope(services.db, async (trx) => {
    const scope = scopeOf(key);
    // Behind a twin that is being worked on: its answer counts. What became of the key is read before the next twin begins.
    await sql`select pg_advisory_xact_lock(${String(scope.readBigInt64BE(0))}::bigint)`.execute(trx);
    await useUp(trx, context, key, scope);
    return readIntent(services, context, key);
  });
}

/** Keeps that the key was taken back, where the shop has not answered it. */
async function useUp(trx: Db, context: RequestContext, key: string, scope: Buffer): Promise<void> {
  if ((await orderOfKey(trx, context, key)) !== undefined) return;
  const record = await trx
    .selectFrom('idempotency_key')
    .select(['failure', 'customer_id'])
    .where('scope', '=', scope)
    .where('keep_until', '>', new Date())
    .executeTakeFirst();
  // What was refused to nobody signed in would be judged anew for its member.
  if (record && !isGuestsRefusal(record, context)) return;
  const withdrawn = {
    // Of no body: whatever comes is refused.
    fingerprint: Buffer.alloc(32),
    endpoint: endpoints.placeIntent.id,
    // Nobody's, for it tells of nobody: whoever sends the order is told why, and a keeper who types its text is not signed in.
    customer_id: null,
    status: 409,
    order_token: null,
    body: null,
    failure: JSON.stringify({ errorCode: withdrawnIntent, options: {} }),
    keep_until: keepUntil(endpoints.placeIntent),
  };
  await trx
    .insertInto('idempotency_key')
    .values({ scope, ...withdrawn })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ created_at: new Date(), ...withdrawn }))
    .execute();
}

/** GET /shop/order-intents/{key}: what became of a key; asked before anybody is told bad news. */
export async function readIntent(
  services: OrderServices,
  context: RequestContext,
  key: string,
): Promise<OrderIntentOutcome> {
  return inScope(services.db, async (trx) => {
    const scope = scopeOf(key);
    // A twin that is being worked on has no outcome yet: "unknown" would be bad news too early.
    const lock = await sql<{ ok: boolean }>`
      select pg_try_advisory_xact_lock_shared(${String(scope.readBigInt64BE(0))}::bigint) as ok`.execute(trx);
    if (!lock.rows[0]?.ok)
      throw new ApiFailure(409, 'idempotency.in_progress', { headers: { 'Retry-After': '1' } });
    const order = await orderOfKey(trx, context, key);
    if (order) {
      const { body } = await replayPlaced(trx, order, context, key, services.now());
      const { idempotencyKey, ...placed } = body;
      const at = (order.checkout_completed_at ?? order.updated_at).toISOString();
      return { idempotencyKey, outcome: 'placed', status: 201, at, order: placed };
    }
    const record = await trx
      .selectFrom('idempotency_key')
      .select(['status', 'failure', 'created_at', 'customer_id'])
      .where('scope', '=', scope)
      .executeTakeFirst();
    // The refusal tells of addresses: to nobody but whose order it was.
    const isOthers =
      record && record.customer_id !== null && record.customer_id !== context.caller?.customerId;
    if (!record?.failure || isOthers || isGuestsRefusal(record, context)) {
      services.tokenMisses.take(context.clientAddress);
      throw new ApiFailure(404, 'order_intent.not_found');
    }
    const { errorCode, options } = record.failure;
    const { values, violations = [], context: more, detail } = options as ApiFailure['options'];
    return {
      idempotencyKey: key,
      outcome: 'refused',
      status: record.status,
      at: record.created_at.toISOString(),
      error: {
        code: record.status,
        errorCode,
        message: statusText[record.status] ?? 'Error',
        detail: detail ?? errorText(errorCode, context.locale, values),
        violations,
        ...(more ? { context: more } : {}),
      },
    };
  });
}
