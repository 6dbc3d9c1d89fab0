/**
 * The browser's one caller: writes the headers of contract 1.2, judges what came back, and checks it against the
 * shape. The schemas are loaded with the first call, since the first page comes from the server with its data.
 */
import { apiBase, apiMarker, endpoints, header, type Endpoint } from '#contract/endpoints.ts';
import { writeQuery, type QueryInput } from '#lib/query-string.ts';
import { ApiError } from './api-error.ts';
import type { Call, CallOptions } from './shop.ts';

export interface CallerOptions {
  locale: string;
  channel: string;
  /** Origin of another backend, '' for the page's own. */
  baseUrl: string;
  /** Told what each request really did: 'answered' also for refusals, since the shop spoke. */
  onOutcome: (outcome: 'answered' | 'unreachable') => void;
  /** Value of the marketing cookie, if there is one (R7.05). */
  contactId?: () => string | undefined;
}

/** Time limits in ms that cover the whole body (reads, writes, completion): a slow drip is no answer. */
const limits = { read: 8_000, write: 15_000, complete: 30_000 };

function timeLimit(endpoint: Endpoint): number {
  if (endpoint.replay === 'required') return limits.complete;
  return endpoint.method === 'GET' ? limits.read : limits.write;
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
  const call = async (name: keyof typeof endpoints, input: AnyInput): Promise<unknown> => {
    const endpoint: Endpoint = endpoints[name];
    const headers: Record<string, string> = {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'Accept-Language': options.locale,
      [header.locale]: options.locale,
      [header.channel]: options.channel,
    };
    if (input.idempotencyKey) headers[header.idempotencyKey] = input.idempotencyKey;
    if (input.ifMatch) headers['If-Match'] = input.ifMatch;
    // Catalogue answers are kept by the service worker: nothing that tells people apart goes with those calls.
    const contactId = endpoint.cache === 'private' ? options.contactId?.() : undefined;
    if (contactId) headers[header.contact] = contactId;

    const limit = AbortSignal.timeout(timeLimit(endpoint));
    let response: Response;
    let text: string;
    try {
      response = await fetch(options.baseUrl + address(endpoint, input.params ?? {}, input.query), {
        method: endpoint.method,
        headers,
        credentials: 'omit',
        ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
        signal: input.signal ? AbortSignal.any([input.signal, limit]) : limit,
      });
      text = await response.text();
    } catch (error) {
      if (input.signal?.aborted) throw error;
      options.onOutcome('unreachable');
      throw new ApiError('unreachable', 500, { message: 'Unreachable' });
    }
    // A network's sign-in page answers 200 too: only our marker makes an answer ours.
    if (response.headers.get(header.marker) !== apiMarker) {
      options.onOutcome('unreachable');
      throw new ApiError('unreachable', response.status >= 400 ? response.status : 500, {
        message: response.statusText,
      });
    }
    // A copy given by the service worker says nothing about the connection.
    if (!response.headers.has(header.copy)) options.onOutcome('answered');
    const value: unknown = text === '' ? undefined : parse(text);
    if (!response.ok) throw refusal(response, value);
    return value === undefined ? undefined : checkShape(name, value);
  };
  return call as unknown as Call;
}

async function checkShape(name: keyof typeof endpoints, value: unknown): Promise<unknown> {
  const { shapes } = await import('#contract/shapes.ts');
  const shape = (
    shapes as Record<
      string,
      { response?: { safeParse: (value: unknown) => { success: boolean; data?: unknown } } }
    >
  )[name];
  if (!shape?.response) return value;
  const result = shape.response.safeParse(value);
  if (!result.success) throw new ApiError('malformed', 500, { message: `Malformed answer of ${name}` });
  return result.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
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
