/**
 * One exchange with the shop: the address and headers of contract 1.2, a time limit over the whole answer, and what came back, told
 * apart from what others answer in the shop's place. Two speak through it: the page's caller (call.ts), and the sender of what waits
 * on the device, which lives in the worker as well (offline/outbox). Who is asked again, and what an answer means, is theirs.
 */
import {
  apiBase,
  apiMarker,
  endpoints,
  header,
  type Endpoint,
  type EndpointName,
} from '#contract/calls/endpoints.ts';
import type { Violation } from '#contract/errors.ts';
import { systemClock, type Clock } from '#lib/clock.ts';
import { writeQuery, type QueryInput } from '#lib/query-string.ts';
import { lateAfter } from '#lib/request-outcome.ts';

export interface Question {
  name: EndpointName;
  /** Of the address; null: not known yet. */
  params?: Readonly<Record<string, string | number | null>> | undefined;
  query?: QueryInput | undefined;
  body?: unknown;
  locale: string;
  /** Code of the sales channel; '' leaves it to the host. */
  channel: string;
  /** Access token of who asks. */
  bearer?: string | null | undefined;
  idempotencyKey?: string | undefined;
  /** Version seen, `"v3"` (contract 1.9). */
  ifMatch?: string | undefined;
  userKey?: string | null | undefined;
  contactId?: string | undefined;
  /** Of who asks: an exchange that they end throws, as `fetch` does. */
  signal?: AbortSignal | undefined;
  /** Neither a cache nor whoever a redirect leads to may answer. */
  isForShopAlone?: boolean;
}

/** By what it is asked; a page's own means where nothing is said. */
export interface Means {
  /** Origin of another backend, '' for the page's own. */
  baseUrl?: string | undefined;
  fetch?: typeof fetch;
  clock?: Clock;
  /** ms for the whole answer, in place of `timeLimit`. */
  limit?: number | undefined;
  /** Told when nothing has come for long. */
  onLate?: () => void;
}

/**
 * - `unaddressed`: a part of the address is not known; nothing was sent.
 * - `unanswered`: no whole answer within its time: no network, a cut connection, a drip.
 * - `foreign`: an answer without the shop's marker (contract 1.3): of a gate, or of a network's sign-in page.
 * - `ours`: the shop's own word.
 */
export type Reply =
  | { kind: 'unaddressed' }
  | { kind: 'unanswered' }
  | (Status & { kind: 'foreign' })
  | Answer;

interface Status {
  status: number;
  statusText: string;
  /** Given out of the service worker's copies: when the shop gave it, ms since 1970, NaN where that is not said. */
  copyTime?: number;
}

export interface Answer extends Status {
  kind: 'ours';
  /** JSON of the body: undefined where it is empty, null where it is none. */
  value: unknown;
  /** A paper, which is handed on as it is. */
  file?: Blob;
  /** The idempotency key that it answers. */
  echo: string | null;
  /** ms that the shop asks to wait before the same is asked again; 0: none. */
  pause: number;
  /** What it says where it is no success. */
  refusal?: Refusal;
}

/** A refusal (contract 1.6) as far as it can be read: a part that is missing, or of another kind, says nothing. */
export interface Refusal {
  /** It says its own status and a name. What does not is our answer and still no word on what was asked. */
  isWhole: boolean;
  errorCode: string;
  message: string | undefined;
  /** The server's sentence for people; an empty one counts as none. */
  detail: string | undefined;
  violations: Violation[];
  context: Record<string, unknown>;
}

/**
 * Time limits in ms that cover the whole body (reads, writes, what buys): a slow drip is no answer. A file is drawn by the shop when
 * it is asked for, and is long on a thin line.
 */
const limits = { read: 8_000, write: 15_000, buying: 30_000, file: 60_000 };

export function timeLimit({ replay, path, method }: Endpoint): number {
  if (replay === 'required') return limits.buying;
  if (path.endsWith('/download')) return limits.file;
  return method === 'GET' ? limits.read : limits.write;
}

/** Asks once. Throws only what the caller's own signal does. */
export async function exchange(question: Question, means: Means = {}): Promise<Reply> {
  const endpoint: Endpoint = endpoints[question.name];
  const address = addressOf(endpoint, question);
  if (address === null) return { kind: 'unaddressed' };
  const { baseUrl = '', fetch = globalThis.fetch, clock = systemClock, onLate } = means;
  const abort = new AbortController();
  const { signal } = question;
  let cancelLimit = () => {};
  // A body that never ends, or a fetch that does not listen to its signal, must not hold who waits.
  const overdue = new Promise<null>((resolve) => {
    cancelLimit = clock.after(means.limit ?? timeLimit(endpoint), () => {
      abort.abort();
      resolve(null);
    });
  });
  const cancelLate = onLate && clock.after(lateAfter, onLate);
  const ask = async (): Promise<Reply> => {
    const response = await fetch(baseUrl + address, {
      method: endpoint.method,
      headers: headersOf(question),
      credentials: 'omit',
      ...(question.isForShopAlone ? { cache: 'no-store', redirect: 'error' } : {}),
      ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(question.body ?? {}) }),
      signal: signal ? AbortSignal.any([signal, abort.signal]) : abort.signal,
    });
    return read(response, clock);
  };
  try {
    return (await Promise.race([ask(), overdue])) ?? { kind: 'unanswered' };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { kind: 'unanswered' };
  } finally {
    cancelLimit();
    cancelLate?.();
  }
}

function addressOf(endpoint: Endpoint, { params = {}, query }: Question): string | null {
  let isComplete = true;
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? null;
    if (value === null) isComplete = false;
    return encodeURIComponent(String(value));
  });
  const search = query ? writeQuery(query) : '';
  return isComplete ? `${apiBase}${path}${search && `?${search}`}` : null;
}

function headersOf(question: Question): Record<string, string> {
  const { locale, bearer } = question;
  const given: Record<string, string | null | undefined> = {
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'Accept-Language': locale,
    [header.locale]: locale,
    [header.channel]: question.channel,
    [header.idempotencyKey]: question.idempotencyKey,
    [header.userKey]: question.userKey,
    [header.contact]: question.contactId,
    'If-Match': question.ifMatch,
    Authorization: bearer && `Bearer ${bearer}`,
  };
  return Object.fromEntries(Object.entries(given).filter((one): one is [string, string] => Boolean(one[1])));
}

/** Reads an answer to its end. */
async function read(response: Response, clock: Clock): Promise<Reply> {
  const { status, statusText, ok, headers } = response;
  const isOurs = headers.get(header.marker) === apiMarker;
  const isFile = ok && headers.get('content-type') === 'application/pdf';
  const file = isFile ? await response.blob() : undefined;
  const text = isFile ? '' : await response.text();
  const said: Status = {
    status,
    statusText,
    ...(headers.has(header.copy) ? { copyTime: Date.parse(headers.get('date') ?? '') } : {}),
  };
  if (!isOurs) return { kind: 'foreign', ...said };
  const value = text === '' ? undefined : parse(text);
  return {
    kind: 'ours',
    ...said,
    value,
    ...(file && { file }),
    echo: headers.get(header.idempotencyKey),
    pause: retryAfter(headers, clock.now()),
    ...(ok ? {} : { refusal: readRefusal(status, value) }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON, such as a gateway's page: the status says what it is, and no shape fits the rest.
    return null;
  }
}

/** The pause that the shop asks for, in ms: seconds or a date. */
function retryAfter(headers: Headers, now: number): number {
  const given = headers.get('retry-after');
  if (given === null) return 0;
  const seconds = Number(given);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(given) - now;
  return Number.isFinite(ms) ? Math.max(ms, 0) : 0;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function readRefusal(status: number, value: unknown): Refusal {
  const { code, errorCode, message, detail, violations, context } = isRecord(value) ? value : {};
  return {
    isWhole: code === status && typeof errorCode === 'string',
    errorCode: typeof errorCode === 'string' ? errorCode : '',
    message: typeof message === 'string' ? message : undefined,
    detail: typeof detail === 'string' && detail !== '' ? detail : undefined,
    violations: Array.isArray(violations) ? (violations as Violation[]) : [],
    context: isRecord(context) ? context : {},
  };
}
