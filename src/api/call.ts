/**
 * The page's one caller: sends the bearer of whoever is signed in, makes of what came back an answer of the contract's shape or an
 * error, and asks the device where the shop says nothing. The schemas are loaded with the first call, since the first page comes from the server with its data.
 */
import { endpoints, type Endpoint } from '#contract/calls/endpoints.ts';
import type { Shape } from '#contract/calls/shapes.ts';
import { outcomeOf, type RequestOutcome } from '#lib/request-outcome.ts';
import type { QueryInput } from '#lib/query-string.ts';
import { ApiError } from './api-error.ts';
import { copyTimes, madeOnDevice } from './copy-times.ts';
import { readAnswer } from './read-answer.ts';
import { readTokens, signedInAs } from './session-tokens.ts';
import type { Call, CallOptions } from './shop.ts';
import { storedUserKey, takesUserKey } from './user-key.ts';
import { exchange, type Answer, type Refusal } from './wire.ts';

export interface CallerOptions {
  locale: string;
  channel: string;
  /** Origin of another backend, '' for the page's own. */
  baseUrl: string;
  /** Told what each request really did, with the ms its whole answer took. */
  onOutcome: (outcome: RequestOutcome, ms?: number) => void;
  /** Another time limit (ms), for tests. */
  limit?: number;
  /** What the device keeps of the catalogue, asked where the shop gives no answer; undefined: it does not know. `time` is that of the copy. */
  fromDevice?: (ask: {
    name: string;
    params?: Record<string, unknown> | undefined;
    query?: Record<string, unknown> | undefined;
  }) => Promise<{ value: unknown; time: number } | undefined>;
  /** Value of the marketing cookie, if there is one (R7.05). */
  contactId?: () => string | undefined;
}

/** ms for reads that the device answered itself last time, while the shop did not. */
const awayLimit = 1_500;

interface AnyInput extends CallOptions {
  params?: Record<string, string | number>;
  query?: QueryInput;
  body?: unknown;
}

export function createCall(options: CallerOptions): Call {
  const refresh = async (seen: string | null) =>
    (await import('./refresh-session.ts')).refreshSession(call, seen);

  /**
   * With the bearer where the call is flagged; a 401 is answered by one refresh and one more try (R7.07, R7.08). What the shop tells a
   * customer who has left meanwhile is told nobody (R0.28).
   */
  const signedCall = async (name: keyof typeof endpoints, input: AnyInput): Promise<unknown> => {
    const endpoint: Endpoint = endpoints[name];
    if (endpoint.auth === 'public')
      return endpoint.cache === 'shared' ? orFromDevice(name, input) : once(name, input, null);
    let { token, refreshToken } = readTokens();
    const who = signedInAs();
    const signed = async (bearer: string | null) => {
      const answer = await once(name, input, bearer);
      if (isAnother(who)) throw lost();
      return answer;
    };
    if (token === null && refreshToken !== null) {
      // A refresh that did not come to its end: without the bearer the customer would be taken for a guest.
      const outcome = await refresh(null);
      if (outcome.kind === 'unknown') throw outcome.error;
      if (outcome.kind === 'refused') throw lost(outcome.error);
      // Nobody, or somebody else, is here by now: the call is not theirs.
      if (outcome.kind === 'none' || isAnother(who)) throw lost();
      ({ token } = readTokens());
    }
    try {
      return await signed(token);
    } catch (error) {
      const isUnsigned = error instanceof ApiError && error.kind === 'refused' && error.status === 401;
      if (!isUnsigned) throw error;
      const outcome = await refresh(token);
      if (outcome.kind === 'unknown') throw outcome.error;
      if (outcome.kind === 'refreshed' && !isAnother(who)) return signed(readTokens().token);
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
      if (input.signal) {
        copyTimes.set(input.signal, kept.time);
        madeOnDevice.add(input.signal);
      }
      return kept.value;
    }
  };

  const once = async (
    name: keyof typeof endpoints,
    input: AnyInput,
    token: string | null,
    most?: number,
  ): Promise<unknown> => {
    const startedAt = performance.now();
    const reply = await exchange(
      {
        name,
        ...input,
        locale: options.locale,
        channel: options.channel,
        bearer: token,
        userKey: takesUserKey(name) ? storedUserKey() : null,
        // Catalogue answers are kept by the service worker: nothing that tells people apart goes with those calls.
        contactId: endpoints[name].cache === 'private' ? options.contactId?.() : undefined,
      },
      {
        baseUrl: options.baseUrl,
        limit: most ?? options.limit,
        onLate: () => options.onOutcome('late'),
      },
    );
    if (reply.kind === 'unaddressed') throw new TypeError(`${name} without a part of its address`);
    if (reply.kind === 'unanswered') {
      options.onOutcome('unreachable');
      throw new ApiError('unreachable', 500, { message: 'Unreachable' });
    }
    const { status, statusText, copyTime } = reply;
    // A copy given by the service worker says nothing about the connection.
    if (copyTime === undefined)
      options.onOutcome(outcomeOf(status, reply.kind === 'ours'), performance.now() - startedAt);
    else if (input.signal && copyTime > 0) copyTimes.set(input.signal, copyTime);
    if (reply.kind === 'foreign')
      throw new ApiError('unreachable', status >= 400 ? status : 500, { message: statusText });
    if (reply.refusal) throw refused(reply, reply.refusal);
    return reply.file ?? (reply.value === undefined ? undefined : checkShape(name, reply.value));
  };
  const call = signedCall as unknown as Call;
  return call;
}

/** Whether another is signed in than whoever made the call; `null` = their id was not known. */
const isAnother = (who: string | null): boolean => who !== null && signedInAs() !== who;

/** Someone was signed in, and is no longer. */
const lost = ({ errorCode = '', message = 'Session lost' }: Partial<ApiError> = {}) =>
  new ApiError('session lost', 401, { errorCode, message });

async function checkShape(name: keyof typeof endpoints, value: unknown): Promise<unknown> {
  const { shapes } = await import('#contract/calls/shapes.ts');
  const { response }: Shape = shapes[name];
  if (!response) return value;
  const answer = readAnswer(response, value, endpoints[name].cache === 'shared');
  if (answer === null) throw new ApiError('malformed', 500, { message: `Malformed ${name}` });
  if (answer.leftOut.length > 0) console.error(`Answer of ${name} without ${answer.leftOut.join(', ')}`);
  return answer.value;
}

function refused({ status, statusText, pause }: Answer, said: Refusal): ApiError {
  const { errorCode, detail, violations, context, message = statusText } = said;
  const body = { errorCode, detail, violations, context, message };
  return new ApiError('refused', status, body, pause > 0 ? pause / 1_000 : undefined);
}
