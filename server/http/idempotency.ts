/**
 * Idempotency of mutations (contract 1.8): the record of a key is written in the one transaction that does the work.
 * A refusal is stored without its effects (savepoint); a fault or a crash leaves no record, so the key stays usable.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { endpoints, header, type Endpoint } from '#contract/calls/endpoints.ts';
import { withdrawnIntent } from '#domain/waiting/waiting-orders.ts';
import type { Database } from '#server/database/schema.ts';
import type { StoredFailure } from '#server/database/schema-orders.ts';
import { inScope, withSavepoint } from '#server/database/transaction-scope.ts';
import { ApiFailure, type ApiFailureOptions } from '#server/errors/api-failure.ts';
import { findRecord, keepRecord, lockScope, type RecordKey } from './key-records.ts';
import type { RateLimit } from './token-bucket.ts';
import type { RequestContext } from './request-context.ts';
import { repeatPolicyOf, type RepeatPolicy } from './repeat-policy.ts';
import type { IdempotencyGuard } from './serve-endpoint.ts';

interface Options {
  db: Kysely<Database>;
  /** Key of the fingerprints: plain hashes of small bodies could be guessed. */
  secret: Buffer;
  /**
   * kB that are kept of refusals with the order that each showed, per client address: whoever invents orders would fill the disk. One that
   * is not kept is told all the same, and its key judged anew.
   */
  keptRefusals: RateLimit;
  /** The current state of an order, for repeats of cart changes. @throws ApiFailure 404 to whom it is none */
  currentOrder: (token: string, context: RequestContext) => Promise<{ body: unknown; etag: string }>;
  /**
   * The names of the cart that a call on `token` acts on: first its own token, then those of the caller's carts that went
   * into it (contract 5.9), however long ago.
   */
  namesOf: (token: string, context: RequestContext) => Promise<[own: string, ...others: string[]]>;
}

const keyForm = /^[A-Za-z0-9_-]{16,64}$/;
const day = 24 * 60 * 60 * 1000;
/** Completions, intents and payment requests answer for at least 400 days, everything else for 90. */
const keepDays = (endpoint: Endpoint): number => (endpoint.replay === 'required' ? 400 : 90);
/** Until when the answer to a key of this call is kept. */
export const keepUntil = (endpoint: Endpoint): Date => new Date(Date.now() + keepDays(endpoint) * day);
/** Refusals that are stored; the others (401, 403, 413, 415, 429, 5xx) say nothing about the command. */
const storedRefusals: ReadonlySet<number> = new Set([400, 404, 409, 412, 422, 423]);
/**
 * Nor do these: one tells a guest to sign in, and the same key comes again when they have; the other tells who may not see the order
 * of a key, and whose it is asks by the same key.
 */
const isOfWhoAsks = ({ errorCode }: ApiFailure, { isOrderByKey }: RepeatPolicy): boolean =>
  errorCode === 'cart.claimed' || (isOrderByKey === true && errorCode === 'order.not_found');
/** Under what a record is kept: key, call, and whose call it is where neither path nor key says so. */
export const keyScope = (key: string, method: string, path: string, subject: string): Buffer =>
  createHash('sha256').update([key, method, path, subject].join('\n')).digest();

/**
 * Refused to nobody signed in, as an intent is that was handed on as text: whose account it needs may be answered otherwise, and no
 * refusal left anything behind (contract 1.8).
 */
export const isGuestsRefusal = (
  { customer_id: customerId, failure }: { customer_id: number | null; failure: StoredFailure | null },
  { caller }: RequestContext,
): boolean =>
  failure !== null && failure.errorCode !== withdrawnIntent && customerId === null && caller !== null;

/** JSON with sorted keys: the same content always gives the same text. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

const withoutFields = (body: unknown, fields: readonly string[] = []): unknown =>
  typeof body === 'object' && body !== null && fields.length > 0
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)))
    : body;

/**
 * The key that a call carries; null for a call that needs none and has none.
 * @throws ApiFailure 400 `idempotency.key_required`
 */
function keyOf(endpoint: Endpoint, key: string | null): string | null {
  if (key === null || key === '') {
    if (endpoint.replay === 'required') throw new ApiFailure(400, 'idempotency.key_required');
    return null;
  }
  if (keyForm.test(key)) return key;
  throw new ApiFailure(400, 'idempotency.key_required', {
    violations: [{ propertyPath: header.idempotencyKey, message: 'Not valid', code: 'format' }],
  });
}

/** Does the work and keeps what became of it. @returns the answer, or a refusal to be thrown once it is kept */
async function runAndKeep(
  trx: Transaction<Database>,
  row: RecordKey,
  policy: RepeatPolicy,
  run: () => Promise<Response>,
  mayKeep: (refusal: string) => boolean,
): Promise<Response | Refused> {
  try {
    const response = await withSavepoint(trx, run, { isLast: true });
    const text = await response.clone().text();
    await keepRecord(trx, row, {
      status: policy.answer === 'status' ? 204 : response.status,
      order_token: policy.answer === 'order' ? orderTokenOf(text) : null,
      body: policy.answer === 'stored' && text !== '' ? text : null,
    });
    return response;
  } catch (error) {
    const isStored =
      error instanceof ApiFailure && storedRefusals.has(error.status) && !isOfWhoAsks(error, policy);
    if (!isStored) throw error;
    await error.options.afterUndo?.();
    const failure = JSON.stringify(storedFailure(error, policy.keepsOrderOfRefusal === true));
    if (!policy.keepsOrderOfRefusal || mayKeep(failure))
      await keepRecord(trx, row, { status: error.status, failure });
    // Thrown further only after the commit: the record must stay.
    return refused(error);
  }
}

/** Guards every mutation of the contract: see serve-endpoint. */
export function createIdempotency(options: Options): IdempotencyGuard {
  const { db, secret, keptRefusals } = options;
  return async (endpoint, input, run, again) => {
    const { context } = input;
    const policy = repeatPolicyOf(endpoint);
    const key = keyOf(endpoint, context.idempotencyKey);
    if (key === null) return run();
    // A path that names an order or a payment is the subject itself, from whatever network the repeat comes; so is the
    // key of an intent, which a phone may send from another network or hand on as text, and of all that a guest's phone may
    // have kept: a repeat from another network is still the same.
    const isNamed =
      policy.isOrderByKey ||
      (endpoint.queue && context.caller === null) ||
      ['token', 'cartId', 'hash'].some((name) => name in input.params);
    const scopeOf = (path: string) => keyScope(key, endpoint.method, path, isNamed ? '' : subjectOf(context));
    const said = withoutFields(input.body, policy.besideBody);
    const fingerprint = createHmac('sha256', secret).update(canonicalJson(said)).digest();

    const outcome = await inScope(db, async (trx) => {
      const [path, ...formerPaths] = await namedPaths(endpoint, input, options);
      const scope = scopeOf(path);
      await lockScope(trx, scope);
      const found = await findRecord(trx, scope, formerPaths.map(scopeOf));
      if (found) {
        await checkOwner(endpoint, input.params, found, context, options);
        // A key that was taken back before it came refuses whatever comes.
        const isWithdrawn = found.failure?.errorCode === withdrawnIntent;
        if (!isWithdrawn && !timingSafeEqual(found.fingerprint, fingerprint))
          throw new ApiFailure(422, 'idempotency.key_reused');
        if (policy.isOrderByKey !== true || !isGuestsRefusal(found, context))
          return replay(found, input, options, again);
      }
      const row = {
        scope,
        fingerprint,
        endpoint: endpoint.id,
        customer_id: context.caller?.customerId ?? null,
        keep_until: keepUntil(endpoint),
      };
      return runAndKeep(trx, row, policy, run, ({ length }) =>
        keptRefusals.mayTake(context.clientAddress, length / 1000),
      );
    });
    if (outcome instanceof Refused) throw outcome.failure;
    return outcome;
  };
}

/** Calls on one order: whoever may not see it is not told what became of them. */
const isOfOrder = (endpoint: Endpoint): boolean =>
  /\/orders\/:(?:token|cartId)/.test(endpoint.path) || repeatPolicyOf(endpoint).isOrderByKey === true;

/** Ids of the mutations whose answers tell of one order. */
export const callsOnOneOrder: readonly string[] = Object.values<Endpoint>(endpoints)
  .filter((endpoint) => endpoint.replay !== 'none' && isOfOrder(endpoint))
  .map(({ id }) => id);

/** The path by each name of the cart, its own first: one key is one key, by whatever name it comes (contract 1.8). */
async function namedPaths(
  endpoint: Endpoint,
  { path, params, context }: { path: string; params: Record<string, string>; context: RequestContext },
  options: Options,
): Promise<[own: string, ...others: string[]]> {
  const named = params['token'] ?? params['cartId'];
  if (context.caller === null || named === undefined || !isOfOrder(endpoint)) return [path];
  const written = encodeURIComponent(named);
  const by = (name: string) =>
    path
      .split('/')
      .map((part) => (part === written ? encodeURIComponent(name) : part))
      .join('/');
  const [own, ...others] = await options.namesOf(named, context);
  return [by(own), ...others.map(by)];
}

/**
 * A stored answer belongs to whom it was given (contract 1.8, 1.11): key, path and body are no more than an address.
 * @throws ApiFailure 404 `not_found`; on calls on one order `order.not_found`, `cart.claimed`
 */
async function checkOwner(
  endpoint: Endpoint,
  params: Record<string, string>,
  found: { customer_id: number | null; body: string | null },
  context: RequestContext,
  options: Options,
): Promise<void> {
  const isOthers = found.customer_id !== null && found.customer_id !== context.caller?.customerId;
  if (!isOfOrder(endpoint)) {
    if (isOthers) throw new ApiFailure(404, 'not_found');
    return;
  }
  const token = found.body === null ? undefined : (params['token'] ?? orderTokenOf(found.body));
  if (isOthers) throw new ApiFailure(404, 'order.not_found');
  if (token) await options.currentOrder(token, context);
}

/** Whose key it is where neither path nor key says so (contract 1.8). */
const subjectOf = ({ caller, clientAddress }: RequestContext): string =>
  caller ? `customer ${caller.customerId}` : clientAddress;

class Refused {
  readonly failure: ApiFailure;
  constructor(failure: ApiFailure) {
    this.failure = failure;
  }
}
const refused = (failure: ApiFailure): Refused => new Refused(failure);

function storedFailure(failure: ApiFailure, keepsOrder: boolean): StoredFailure {
  const { values, violations, context, detail } = failure.options;
  const { order, ...others } = context ?? {};
  const rest = keepsOrder && order !== undefined ? { ...others, order } : others;
  return {
    errorCode: failure.errorCode,
    options: {
      ...(values ? { values } : {}),
      ...(violations ? { violations } : {}),
      ...(detail ? { detail } : {}),
      ...(Object.keys(rest).length > 0 ? { context: rest } : {}),
    },
  };
}

function orderTokenOf(text: string): string | null {
  const value = JSON.parse(text) as { tokenValue?: unknown };
  return typeof value.tokenValue === 'string' ? value.tokenValue : null;
}

async function replay(
  found: { status: number; order_token: string | null; body: string | null; failure: StoredFailure | null },
  { params, context }: { params: Record<string, string>; context: RequestContext },
  options: Options,
  again?: () => Promise<Response>,
): Promise<Response | Refused> {
  const replayed = { 'Idempotency-Replayed': 'true' };
  if (found.failure) {
    const stored = found.failure.options as ApiFailureOptions;
    return refused(new ApiFailure(found.status, found.failure.errorCode, { ...stored, headers: replayed }));
  }
  const headers: Record<string, string> = {
    ...replayed,
    'Content-Language': context.locale,
    'Cache-Control': 'private, no-store',
    'X-Request-Id': context.requestId,
    [header.marker]: '2',
    [header.idempotencyKey]: context.idempotencyKey ?? '',
  };
  if (found.order_token !== null) {
    // By the name of this call: that of its record may name nothing any more.
    const token = params['token'] ?? found.order_token;
    const current = await options.currentOrder(token, context);
    headers['Content-Type'] = 'application/json; charset=utf-8';
    headers['ETag'] = current.etag;
    return new Response(JSON.stringify(current.body), { status: found.status, headers });
  }
  if (again) {
    const answer = await again();
    answer.headers.set('Idempotency-Replayed', 'true');
    return answer;
  }
  if (found.body === null) return new Response(null, { status: found.status, headers });
  headers['Content-Type'] = 'application/json; charset=utf-8';
  return new Response(found.body, { status: found.status, headers });
}
