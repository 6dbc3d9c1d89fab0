/** One waiting command as a request, and what an answer means: only our own word ends anything (I11, contract 1.8). */
import { apiBase, apiMarker, endpoints, header, type Endpoint } from '#contract/endpoints.ts';
import type { Order } from '#contract/orders.ts';
import {
  isMessage,
  isOrderEntry,
  type CommandAnswer,
  type WaitingCommand,
} from '#domain/waiting/waiting-command.ts';

/** Time limits in ms that cover the whole body: of a change of the cart, of an order. */
const timeLimits = { change: 15_000, order: 30_000 };

export type Outcome =
  /** Ours, done, and it echoes the key. `order` where the answer is one. */
  | { kind: 'done'; order: Order | null }
  /** Ours, and it says no. */
  | { kind: 'refused'; answer: CommandAnswer }
  /** Whether it was done is not known: the same key again, after `pause` ms at least where the shop said so. */
  | { kind: 'unknown'; pause: number; answered: boolean; trouble?: CommandAnswer }
  /** Our answer, but not to be sent again as it is. */
  | { kind: 'unfit'; answer: CommandAnswer | null }
  /** The session is over: waits for the same person. */
  | { kind: 'signed out' };

export interface Clock {
  /** ms since 1970. */
  now(): number;
  /** Calls after so many ms; the answer cancels. */
  after(ms: number, run: () => void): () => void;
}

/** The call's address below the origin; null while the shop's id of a line is not known. */
function addressOf(command: Pick<WaitingCommand, 'kind' | 'params'>): string | null {
  let complete = true;
  const path = endpoints[command.kind].path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = command.params[name];
    if (value === null || value === undefined) complete = false;
    return encodeURIComponent(String(value));
  });
  return complete ? apiBase + path : null;
}

/** Sends once and judges what came back. Never throws. */
export async function sendCommand(
  command: WaitingCommand,
  {
    fetch,
    clock,
    baseUrl = '',
    bearer,
    userKey,
  }: {
    fetch: typeof globalThis.fetch;
    clock: Clock;
    baseUrl?: string;
    bearer?: string;
    /** Of the customer whose change it is (contract 1.2). */
    userKey?: string | null;
  },
): Promise<Outcome> {
  const endpoint: Endpoint = endpoints[command.kind];
  const address = addressOf(command);
  if (address === null) return { kind: 'unfit', answer: null };
  const abort = new AbortController();
  const limit = isOrderEntry(command) ? timeLimits.order : timeLimits.change;
  let cancel = () => {};
  // A body that never ends, or a fetch that does not listen to its signal, must not hold the queue.
  const late = new Promise<null>((resolve) => {
    cancel = clock.after(limit, () => {
      abort.abort();
      resolve(null);
    });
  });
  const exchange = async () => {
    const response = await fetch(baseUrl + address, {
      method: endpoint.method,
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'Accept-Language': command.locale,
        [header.locale]: command.locale,
        [header.channel]: command.channel,
        [header.idempotencyKey]: command.id,
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
        ...(userKey ? { [header.userKey]: userKey } : {}),
      },
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      body: JSON.stringify(command.body),
      signal: abort.signal,
    });
    return { response, text: await response.text() };
  };
  try {
    const answered = await Promise.race([exchange(), late]);
    return answered === null
      ? unknown(0, false)
      : judge(command, answered.response, answered.text, clock.now());
  } catch {
    return unknown(0, false);
  } finally {
    cancel();
  }
}

const unknown = (pause: number, answered: boolean): Extract<Outcome, { kind: 'unknown' }> => ({
  kind: 'unknown',
  pause,
  answered,
});

/** What an answer means for the command. */
export function judge(
  command: Pick<WaitingCommand, 'id' | 'kind'>,
  response: Response,
  text: string,
  now: number,
): Outcome {
  if (response.headers.get(header.marker) !== apiMarker) return unknown(0, false);
  const pause = retryAfter(response, now);
  const echo = response.headers.get(header.idempotencyKey);
  if (echo !== null && echo !== command.id) return unknown(pause, false);
  const value = parse(text);
  if (response.ok) {
    if (echo !== command.id) return unknown(pause, true);
    if (response.status === 204 && command.kind === 'clearCart') return { kind: 'done', order: null };
    // What became of a message its own page asks about, if at all: our marker and the key are the proof.
    if (isMessage(command) && isRecord(value)) return { kind: 'done', order: null };
    return isOrder(value) ? { kind: 'done', order: value } : unknown(pause, true);
  }
  const { status } = response;
  const answer = readRefusal(status, value);
  if (status >= 500 || status === 429 || status === 408 || status === 425)
    return { ...unknown(pause, true), ...(answer === null ? {} : { trouble: answer }) };
  if (answer === null) return unknown(pause, false);
  if (answer.errorCode === 'idempotency.in_progress') return unknown(Math.max(pause, 1_000), true);
  if (status === 401) return { kind: 'signed out' };
  // These say nothing about what was asked, and asking again would say the same.
  if (answer.errorCode.startsWith('idempotency.') || status === 413 || status === 415)
    return { kind: 'unfit', answer };
  // A refusal is an answer to this command only when it names it.
  if (echo !== command.id) return { kind: 'unfit', answer };
  return { kind: 'refused', answer };
}

/** The pause that the shop asks for, in ms: seconds or a date. */
function retryAfter(response: Response, now: number): number {
  const given = response.headers.get('retry-after');
  if (given === null) return 0;
  const seconds = Number(given);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(given) - now;
  return Number.isFinite(ms) ? Math.max(ms, 0) : 0;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No answer of ours: it is judged by its status.
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function readRefusal(status: number, value: unknown): CommandAnswer | null {
  if (!isRecord(value) || typeof value['errorCode'] !== 'string' || value['code'] !== status) return null;
  const { errorCode, detail, message, violations, context } = value;
  const list = Array.isArray(violations) ? (violations as CommandAnswer['violations']) : [];
  return {
    status,
    errorCode,
    message:
      typeof detail === 'string' && detail !== ''
        ? detail
        : list[0]?.message || (typeof message === 'string' ? message : ''),
    ...(typeof detail === 'string' && detail !== '' ? { detail } : {}),
    violations: list,
    context: isRecord(context) ? context : {},
  };
}

/** The parts of an order that the queue and the screens stand on; the rest is checked where the page has the schemas. */
export function isOrder(value: unknown): value is Order {
  return (
    isRecord(value) &&
    typeof value['tokenValue'] === 'string' &&
    typeof value['version'] === 'number' &&
    typeof value['total'] === 'number' &&
    typeof value['state'] === 'string' &&
    Array.isArray(value['items']) &&
    Array.isArray(value['appliedCommandIds'])
  );
}
