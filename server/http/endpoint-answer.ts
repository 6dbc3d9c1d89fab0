/** What a handler gives back, and how it becomes an answer of the contract. */
import { createHash } from 'node:crypto';
import { apiMarker, header, type Endpoint, type EndpointName } from '#contract/calls/endpoints.ts';
import type { Shape, Shapes } from '#contract/calls/shapes.ts';
import type { z } from '#lib/zod.ts';
import { compressAnswer, keptCompressed, type Compression, type Payer } from './compress-answer.ts';
import type { RequestContext } from './request-context.ts';

type In<S, K extends keyof Shape> =
  S extends Record<K, infer T> ? (T extends z.ZodMiniType ? z.input<T> : undefined) : undefined;

/** A body in UTF-8 with the mark of its content. */
export type MarkedJson = { etag: string; json: Buffer };
/** The mark alone of a body that may be known where it goes, and is written otherwise. */
type MarkedAnswer = {
  etag: string;
  write: () => MarkedJson | Promise<MarkedJson>;
  compression?: Compression;
};
/**
 * What a handler gives back: a body, a body that is JSON text already, a marked one, a mark alone, or a ready answer (a file).
 */
export type EndpointAnswer<N extends EndpointName> =
  | {
      status?: number;
      body?: In<Shapes[N], 'response'>;
      json?: string;
      headers?: Record<string, string>;
    }
  | MarkedJson
  | MarkedAnswer
  | Response;
const cacheControl: Record<NonNullable<Endpoint['freshness']>, string> = {
  long: 'public, max-age=300, stale-while-revalidate=86400',
  medium: 'public, max-age=60, stale-while-revalidate=3600',
  short: 'public, max-age=30, stale-while-revalidate=300',
  hour: 'public, max-age=3600',
};

/** The key that a mutation came with. */
export const keyOf = (request: Request): string | null =>
  request.method === 'GET' || request.method === 'HEAD' ? null : request.headers.get(header.idempotencyKey);
export const safeKey = (key: string) => (/^[A-Za-z0-9_-]{1,64}$/.test(key) ? key : 'invalid');

export function commonHeaders(locale: string | undefined, requestId: string): Record<string, string> {
  return {
    [header.marker]: apiMarker,
    'X-Request-Id': requestId,
    ...(locale ? { 'Content-Language': locale } : {}),
  };
}

/**
 * The answer in the contract's forms: headers 1.3, caching 1.10, compressed where it is shared.
 * @param spend is told of the ms that it takes beside the thread
 */
export async function toResponse(
  endpoint: Endpoint,
  answer: EndpointAnswer<EndpointName>,
  request: Request,
  context: RequestContext,
  spend: (ms: number) => void = () => {},
): Promise<Response> {
  const payer = { client: context.clientAddress, spend };
  const headers = commonHeaders(context.locale, context.requestId);
  const shared = endpoint.cache === 'shared' && !context.bearer;
  if (endpoint.method !== 'GET' && context.idempotencyKey)
    headers[header.idempotencyKey] = safeKey(context.idempotencyKey);
  headers['Cache-Control'] =
    shared && endpoint.freshness ? cacheControl[endpoint.freshness] : 'private, no-store';
  if (shared)
    headers['Vary'] =
      'Accept-Language, s-locale, s-channel, Accept-Encoding' +
      (endpoint.auth === 'optional' ? ', Authorization' : '');
  if (answer instanceof Response) {
    for (const [name, value] of Object.entries(headers))
      if (!answer.headers.has(name)) answer.headers.set(name, value);
    return answer;
  }
  if ('etag' in answer) {
    headers['Content-Type'] = 'application/json; charset=utf-8';
    if (shared) return toMarkedResponse(answer, request, headers, payer);
    const { json } = 'write' in answer ? await answer.write() : answer;
    return new Response(bytesOf(json), { headers });
  }
  Object.assign(headers, answer.headers);
  const status = answer.status ?? 200;
  const text = answer.json ?? (answer.body === undefined ? '' : JSON.stringify(answer.body));
  if (text === '') return new Response(null, { status: status === 200 ? 204 : status, headers });
  if (shared) {
    headers['ETag'] ??= entityTag(context, text);
    if (request.headers.get('if-none-match') === headers['ETag'])
      return new Response(null, { status: 304, headers });
  }
  headers['Content-Type'] = 'application/json; charset=utf-8';
  const compressed = headers['ETag']
    ? shared &&
      (await compressAnswer(text, headers['ETag'], request.headers.get('accept-encoding'), undefined, payer))
    : null;
  if (compressed) {
    headers['Content-Encoding'] = compressed.encoding;
    return new Response(compressed.bytes, { status, headers });
  }
  return new Response(text, { status, headers });
}

/** Not shared with other threads, which is all that its type leaves open. */
const bytesOf = (json: Buffer) => json as Buffer<ArrayBuffer>;

/** A public list: a client or this process may have it already. */
async function toMarkedResponse(
  answer: MarkedJson | MarkedAnswer,
  request: Request,
  headers: Record<string, string>,
  payer: Payer,
): Promise<Response> {
  const accepted = request.headers.get('accept-encoding');
  if (request.headers.get('if-none-match') === answer.etag) {
    const { 'Content-Type': _, ...rest } = headers;
    return new Response(null, { status: 304, headers: { ...rest, ETag: answer.etag } });
  }
  const known = keptCompressed(answer.etag, accepted);
  // What is written now may be newer than its mark was.
  const written = known || !('write' in answer) ? { json: null, ...answer } : answer.write();
  // What is written at once is compressed at once, on the time of who asks.
  const { etag, json } = written instanceof Promise ? await written : written;
  headers['ETag'] = etag;
  const how = 'write' in answer ? answer.compression : undefined;
  const compressed = known ?? (json && (await compressAnswer(json, etag, accepted, how, payer)));
  if (!compressed) return new Response(json && bytesOf(json), { headers });
  headers['Content-Encoding'] = compressed.encoding;
  return new Response(compressed.bytes, { headers });
}

/** Locale and channel are part of what is hashed: the same bytes for another channel are another answer. */
export function entityTag(
  context: { channel: { code: string }; locale: string },
  text: string | Uint8Array,
): string {
  const hash = createHash('sha1')
    .update(`${context.channel.code} ${context.locale} `)
    .update(text)
    .digest('base64url');
  return `W/"${hash}"`;
}
