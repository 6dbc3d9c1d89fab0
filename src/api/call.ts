/**
 * The browser's one caller: writes the headers of contract 1.2, sends the bearer of whoever is signed in, judges what came back, and checks it against the
 * shape. The schemas are loaded with the first call, since the first page comes from the server with its data.
 */
import { apiBase, apiMarker, endpoints, header, type Endpoint } from '#contract/endpoints.ts';
import type { Shape } from '#contract/shapes.ts';
import { lateAfter, outcomeOf, type RequestOutcome } from '#lib/request-outcome.ts';
import { writeQuery, type QueryInput } from '#lib/query-string.ts';
import { ApiError } from './api-error.ts';
import { copyTimes } from './copy-times.ts';
import { readAnswer } from './read-answer.ts';
import { readTokens } from './session-tokens.ts';
import type { Call, CallOptions } from './shop.ts';
import { storedUserKey, takesUserKey } from './user-key.ts';

export interface CallerOptions {
  locale: string;
  channel: string;
  /** Origin of another backend, '' for the page's own. */
  baseUrl: string;
  /** Told what each request really did, with the ms its whole answer took. */
  onOutcome: (outcome: RequestOutcome, ms?: number) => void;
  /** Other time limits (ms), for tests. */
  limits?: typeof limits;
  /** What the device keeps of the catalogue, asked where the shop gives no answer; undefined: it does not know. `time` is that of the copy. */
  fromDevice?: (ask: {
    name: string;
    params?: Record<string, unknown> | undefined;
    query?: Record<string, unknown> | undefined;
  }) => Promise<{ value: unknown; time: number } | undefined>;
  /** Value of the marketing cookie, if there is one (R7.05). */
  contactId?: () => string | undefined;
}

/**
 * Time limits in ms that cover the whole body (reads, writes, completion): a slow drip is no answer. A file is drawn by the shop
 * when it is asked for, and is long on a thin line.
 */
const limits = { read: 8_000, write: 15_000, complete: 30_000, file: 60_000 };
/** ms for reads that the device answered itself last time, while the shop did not. */
const awayLimit = 1_500;

export function timeLimit(endpoint: Endpoint, given = limits): number {
  if (endpoint.replay === 'required') return given.complete;
  if (endpoint.path.endsWith('/download')) return given.file;
  return endpoint.method === 'GET' ? given.read : given.write;
}

function address(endpoint: Endpoint, params: Record<string, string | number>, query?: QueryInput): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const search = query ? writeQuery(query) : '';
  return `${apiBase}${path}${search ? `?${search}` : ''}`;
}

interface AnyInput extends CallOptions {
  params?: Record<string, string | number>;
  query?: QueryInput;
  body?: unknown;
}

export function createCall(options: CallerOptions): Call {
  const refresh = async (seen: string | null) =>
    (await import('./refresh-session.ts')).refreshSession(call, seen);

  /** With the bearer where the call is flagged; a 401 is answered by one refresh and one more try (R7.07, R7.08). */
  const signedCall = async (name: keyof typeof endpoints, input: AnyInput): Promise<unknown> => {
    const endpoint: Endpoint = endpoints[name];
    if (endpoint.auth === 'public')
      return endpoint.cache === 'shared' ? orFromDevice(name, input) : once(name, input, null);
    let { token, refreshToken } = readTokens();
    if (token === null && refreshToken !== null) {
      // A refresh that did not come to its end: without the bearer the customer would be taken for a guest.
      const outcome = await refresh(null);
      if (outcome.kind === 'unknown') throw outcome.error;
      if (outcome.kind === 'refused') throw lost(outcome.error);
      ({ token } = readTokens());
    }
    try {
      return await once(name, input, token);
    } catch (error) {
      const isUnsigned = error instanceof ApiError && error.kind === 'refused' && error.status === 401;
      if (!isUnsigned) throw error;
      const outcome = await refresh(token);
      if (outcome.kind === 'unknown') throw outcome.error;
      if (outcome.kind === 'refreshed') return once(name, input, readTokens().token);
      if (token === null) throw error;
      // Sent signed, and by now the tokens are gone: another call has learned that the sign-in is over.
      throw lost(error);
    }
  };

  /** The device had to answer last time: the shop is waited for less long until it answers again. */
  let isAway = false;

  /** Reads of the catalogue: from the shop, and where it gives no answer from what the device keeps of it. */
  const orFromDevice = async (name: keyof typeof endpoints, input: AnyInput): Promise<unknown> => {
    try {
      const answer = await once(name, input, null, isAway ? awayLimit : undefined);
      isAway = false;
      return answer;
    } catch (error) {
      const isUnanswered = error instanceof ApiError && (error.kind === 'unreachable' || error.status >= 502);
      const kept =
        isUnanswered && input.fromDevice !== false && !input.signal?.aborted
          ? // What the device keeps cannot be read: the shop's own failure is what the caller hears of.
            await options
              .fromDevice?.({ name, params: input.params, query: input.query })
              .catch(() => undefined)
          : undefined;
      if (!kept) throw error;
      isAway = true;
      if (input.signal) copyTimes.set(input.signal, kept.time);
      return kept.value;
    }
  };

  const once = async (
    name: keyof typeof endpoints,
    input: AnyInput,
    token: string | null,
    most?: number,
  ): Promise<unknown> => {
    const endpoint: Endpoint = endpoints[name];
    const headers: Record<string, string> = {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'Accept-Language': options.locale,
      [header.locale]: options.locale,
      // A page that does not know its channel yet leaves it to the host.
      ...(options.channel === '' ? {} : { [header.channel]: options.channel }),
    };
    if (token !== null) headers['Authorization'] = `Bearer ${token}`;
    if (input.idempotencyKey) headers[header.idempotencyKey] = input.idempotencyKey;
    if (input.ifMatch) headers['If-Match'] = input.ifMatch;
    // Catalogue answers are kept by the service worker: nothing that tells people apart goes with those calls.
    const contactId = endpoint.cache === 'private' ? options.contactId?.() : undefined;
    if (contactId) headers[header.contact] = contactId;
    const userKey = takesUserKey(name) ? storedUserKey() : null;
    if (userKey !== null) headers[header.userKey] = userKey;

    const limit = AbortSignal.timeout(most ?? timeLimit(endpoint, options.limits));
    const startedAt = performance.now();
    const late = setTimeout(() => options.onOutcome('late'), lateAfter);
    let response: Response;
    let text = '';
    let file: Blob | undefined;
    try {
      response = await fetch(options.baseUrl + address(endpoint, input.params ?? {}, input.query), {
        method: endpoint.method,
        headers,
        credentials: 'omit',
        ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
        signal: input.signal ? AbortSignal.any([input.signal, limit]) : limit,
      });
      // Papers come as files, and are handed on as such.
      if (response.ok && response.headers.get('content-type') === 'application/pdf')
        file = await response.blob();
      else text = await response.text();
    } catch (error) {
      if (input.signal?.aborted) throw error;
      options.onOutcome('unreachable');
      throw new ApiError('unreachable', 500, { message: 'Unreachable' });
    } finally {
      clearTimeout(late);
    }
    // A network's sign-in page answers 200 too: only our marker makes an answer ours.
    const isOurs = response.headers.get(header.marker) === apiMarker;
    // A copy given by the service worker says nothing about the connection.
    const copyTime = response.headers.has(header.copy)
      ? Date.parse(response.headers.get('date') ?? '')
      : undefined;
    if (copyTime === undefined)
      options.onOutcome(outcomeOf(response.status, isOurs), performance.now() - startedAt);
    else if (input.signal && copyTime > 0) copyTimes.set(input.signal, copyTime);
    if (!isOurs) {
      throw new ApiError('unreachable', response.status >= 400 ? response.status : 500, {
        message: response.statusText,
      });
    }
    if (file) return file;
    const value: unknown = text === '' ? undefined : parse(text);
    if (!response.ok) throw refusal(response, value);
    return value === undefined ? undefined : checkShape(name, value);
  };
  const call = signedCall as unknown as Call;
  return call;
}

/** Someone was signed in, and is no longer. */
const lost = ({ errorCode, message }: ApiError) => new ApiError('session lost', 401, { errorCode, message });

async function checkShape(name: keyof typeof endpoints, value: unknown): Promise<unknown> {
  const { shapes } = await import('#contract/shapes.ts');
  const { response }: Shape = shapes[name];
  if (!response) return value;
  const answer = readAnswer(response, value, endpoints[name].cache === 'shared');
  if (answer === null) throw new ApiError('malformed', 500, { message: `Malformed ${name}` });
  if (answer.leftOut.length > 0) console.error(`Answer of ${name} without ${answer.leftOut.join(', ')}`);
  return answer.value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON, such as a gateway's page: the status says what it is, and the schema refuses the rest.
    return null;
  }
}

function refusal(response: Response, value: unknown): ApiError {
  const retryAfter = Number(response.headers.get('retry-after'));
  const body = typeof value === 'object' && value !== null ? value : {};
  const message = 'message' in body && typeof body.message === 'string' ? body.message : response.statusText;
  return new ApiError(
    'refused',
    response.status,
    { ...body, message },
    retryAfter > 0 ? retryAfter : undefined,
  );
}
