/**
 * Serves one call of the contract: reads and checks the input by the shapes, runs the handler, answers in the
 * contract's forms (headers 1.3, caching 1.10, errors 1.6). The same handlers serve page rendering in process.
 */
import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import {
  apiBase,
  apiMarker,
  endpoints,
  header,
  type Endpoint,
  type EndpointName,
} from '#contract/endpoints.ts';
import type { ApiErrorBody, Violation } from '#contract/errors.ts';
import { shapes, type Shape, type Shapes } from '#contract/shapes.ts';
import { readQuery } from '#lib/query-string.ts';
import type { z } from '#lib/zod.ts';
import { ApiFailure, statusText } from './api-failure.ts';
import { readAnswer, readMarked } from './answer-text.ts';
import { compressAnswer, keptCompressed } from './compress-answer.ts';
import { errorText } from './error-texts.ts';
import {
  readRequestContext,
  type CallerIdentity,
  type ChannelDirectory,
  type RequestContext,
} from './request-context.ts';

export type ServedName = EndpointName;
type Out<S, K extends keyof Shape> =
  S extends Record<K, infer T> ? (T extends z.ZodMiniType ? z.output<T> : undefined) : undefined;
type In<S, K extends keyof Shape> =
  S extends Record<K, infer T> ? (T extends z.ZodMiniType ? z.input<T> : undefined) : undefined;

export interface EndpointInput<N extends ServedName> {
  params: Out<Shapes[N], 'params'>;
  query: Out<Shapes[N], 'query'>;
  body: Out<Shapes[N], 'body'>;
  context: RequestContext;
}

/** A body in UTF-8 with the mark of its content. */
export type MarkedJson = { etag: string; json: Buffer };
/**
 * What a handler gives back: a body, a body that is JSON text already, a marked one, the mark alone of one that may be
 * known where it goes and is written otherwise, or a ready answer (a file).
 */
export type EndpointAnswer<N extends ServedName> =
  | {
      status?: number;
      body?: In<Shapes[N], 'response'>;
      json?: string;
      headers?: Record<string, string>;
      /** Of brotli, for what is large. */ quality?: number;
    }
  | MarkedJson
  | { etag: string; write: () => Promise<MarkedJson> }
  | Response;
export type EndpointHandler<N extends ServedName, P = undefined> = (
  input: EndpointInput<N>,
  prepared: P,
) => EndpointAnswer<N> | Promise<EndpointAnswer<N>>;
/**
 * Slow work of a mutation that needs no transaction, such as a password's hash: done before that of the call begins, so
 * that no connection waits for it. Refuses nothing and writes nothing: a repeat of the call does it in vain.
 */
export type Preparation<N extends ServedName, P> = (input: EndpointInput<N>) => Promise<P>;

/** Wraps the run of a mutation: replays stored answers, stores new ones (contract 1.8; server/http/idempotency.ts). */
export type IdempotencyGuard = (
  endpoint: Endpoint,
  input: { path: string; body: unknown; context: RequestContext; params: Record<string, string> },
  run: () => Promise<Response>,
) => Promise<Response>;

/** Whose call it is by its bearer; null for one that is not valid (any more). */
export type Authenticate = (bearer: string, context: RequestContext) => Promise<CallerIdentity | null>;

export interface ServingOptions {
  directory: ChannelDirectory;
  /** Without it nobody can sign in: every bearer is refused. */
  authenticate?: Authenticate;
  idempotency?: IdempotencyGuard;
  /** Called with unexpected faults; the answer to the client is a bare 500. */
  report: (error: unknown, requestId: string) => void;
  /** Address of the client; the socket's unless a trusted proxy is configured. */
  clientAddress: (request: Request) => string;
  /** Where links of mails lead (link-origin.ts); without it to this machine. */
  linkOrigin?: (request: Request) => string;
}

const bodyLimit = 256 * 1024;
const cacheControl: Record<NonNullable<Endpoint['freshness']>, string> = {
  long: 'public, max-age=300, stale-while-revalidate=86400',
  medium: 'public, max-age=60, stale-while-revalidate=3600',
  short: 'public, max-age=30, stale-while-revalidate=300',
  hour: 'public, max-age=3600',
};

interface AnyInput {
  params: unknown;
  query: unknown;
  body: unknown;
  context: RequestContext;
}
type AnyHandler = (
  input: AnyInput,
  prepared?: unknown,
) => EndpointAnswer<ServedName> | Promise<EndpointAnswer<ServedName>>;
type AnyPreparation = (input: AnyInput) => Promise<unknown>;

export class EndpointServer {
  readonly #options: ServingOptions;
  readonly #app: Hono;
  readonly #handlers = new Map<string, AnyHandler>();

  constructor(app: Hono, options: ServingOptions) {
    this.#app = app;
    this.#options = options;
  }

  get served(): readonly string[] {
    return [...this.#handlers.keys()];
  }

  /** Runs a call without a socket, for page rendering: same checks, same handler, the body as an object. */
  async callInProcess<N extends ServedName>(
    name: N,
    input: { params?: unknown; query?: unknown },
    context: RequestContext,
  ): Promise<Out<Shapes[N], 'response'>> {
    const handler = this.#handlers.get(name);
    if (!handler) throw new ApiFailure(404, 'not_found');
    const shape: Shape = shapes[name];
    const answer = await handler({
      params: readInput(shape.params, input.params ?? {}, 'params'),
      query: readInput(shape.query, input.query ?? {}, 'query'),
      body: undefined,
      context,
    });
    if (answer instanceof Response) return (await answer.json()) as Out<Shapes[N], 'response'>;
    if ('etag' in answer) return (await readMarked(answer)) as Out<Shapes[N], 'response'>;
    if (answer.json === undefined) return answer.body as Out<Shapes[N], 'response'>;
    return readAnswer(answer.json) as Out<Shapes[N], 'response'>;
  }

  serve<N extends ServedName>(name: N, handler: EndpointHandler<N>): void {
    this.#mount(name, handler as unknown as AnyHandler);
  }

  /** Serves a mutation whose slow part is done before its transaction begins. */
  servePrepared<N extends ServedName, P>(
    name: N,
    prepare: Preparation<N, P>,
    handler: EndpointHandler<N, P>,
  ): void {
    this.#mount(name, handler as unknown as AnyHandler, prepare as unknown as AnyPreparation);
  }

  #mount(name: ServedName, handler: AnyHandler, prepare?: AnyPreparation): void {
    this.#handlers.set(name, handler);
    const endpoint: Endpoint = endpoints[name];
    const shape: Shape = shapes[name];
    this.#app.on(endpoint.method, apiBase + endpoint.path, async (c) => {
      let context: RequestContext | undefined;
      try {
        context = readRequestContext(
          this.#options.directory,
          c.req.raw,
          this.#options.clientAddress(c.req.raw),
          this.#options.linkOrigin?.(c.req.raw) ?? 'http://localhost',
        );
        if (endpoint.auth !== 'public') context.caller = await this.#identify(endpoint, context);
        return await this.#answer(endpoint, shape, { handler, prepare }, c.req.raw, c.req.param(), context);
      } catch (error) {
        return this.failureAnswer(error, context, keyOf(c.req.raw));
      }
    });
  }

  /**
   * The customer of a call that is flagged (contract, "Auth column"). A bearer that is not valid is refused also where
   * a guest may call: the client refreshes and asks again, and is not taken for a guest meanwhile.
   */
  async #identify(endpoint: Endpoint, context: RequestContext): Promise<CallerIdentity | null> {
    if (context.bearer === null && endpoint.auth !== 'customer') return null;
    const caller =
      context.bearer === null ? null : await this.#options.authenticate?.(context.bearer, context);
    if (!caller) throw new ApiFailure(401, 'auth.required', { headers: { 'WWW-Authenticate': 'Bearer' } });
    return caller;
  }

  async #answer(
    endpoint: Endpoint,
    shape: Shape,
    { handler, prepare }: { handler: AnyHandler; prepare: AnyPreparation | undefined },
    request: Request,
    params: Record<string, string>,
    context: RequestContext,
  ): Promise<Response> {
    const url = new URL(request.url);
    const body = shape.body === undefined ? await refuseOversized(request) : await readBody(request);
    const input = {
      params: readParams(shape.params, params, endpoint),
      query: readInput(shape.query, readQuery(url.searchParams), 'query'),
      body: readInput(shape.body, body, 'body'),
      context,
    };
    const prepared = await prepare?.(input);
    const run = async () => toResponse(endpoint, await handler(input, prepared), request, context);
    if (endpoint.replay === 'none' || !this.#options.idempotency) return run();
    return this.#options.idempotency(endpoint, { path: url.pathname, body, context, params }, run);
  }

  /**
   * The contract's error answer for anything thrown; unexpected faults are reported and become a bare 500. `key` is the
   * Idempotency-Key of a mutation, echoed whatever went wrong: the device lets go of a change only on its own key.
   */
  failureAnswer(error: unknown, context: RequestContext | undefined, key: string | null = null): Response {
    const requestId = context?.requestId ?? crypto.randomUUID();
    let failure: ApiFailure;
    if (error instanceof ApiFailure) failure = error;
    else {
      this.#options.report(error, requestId);
      failure = new ApiFailure(500, 'server.error');
    }
    const locale = context?.locale ?? 'lt';
    const { violations = [], values, context: more, headers, detail } = failure.options;
    const body: ApiErrorBody = {
      code: failure.status,
      errorCode: failure.errorCode,
      message: statusText[failure.status] ?? 'Error',
      detail: detail ?? errorText(failure.errorCode, locale, values),
      violations,
      ...(more ? { context: more } : {}),
      requestId,
    };
    return new Response(JSON.stringify(body), {
      status: failure.status,
      headers: {
        ...commonHeaders(context, requestId),
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
        // The rest of an oversized body is not waited for: this connection is of no more use.
        ...(failure.status === 413 ? { Connection: 'close' } : {}),
        ...(key ? { [header.idempotencyKey]: safeKey(key) } : {}),
        ...headers,
      },
    });
  }
}

/** The key that a mutation came with. */
export const keyOf = (request: Request): string | null =>
  request.method === 'GET' || request.method === 'HEAD' ? null : request.headers.get(header.idempotencyKey);
const safeKey = (key: string) => (/^[A-Za-z0-9_-]{1,64}$/.test(key) ? key : 'invalid');

function commonHeaders(context: RequestContext | undefined, requestId: string): Record<string, string> {
  return {
    [header.marker]: apiMarker,
    'X-Request-Id': requestId,
    ...(context ? { 'Content-Language': context.locale } : {}),
  };
}

async function toResponse(
  endpoint: Endpoint,
  answer: EndpointAnswer<ServedName>,
  request: Request,
  context: RequestContext,
): Promise<Response> {
  const headers = commonHeaders(context, context.requestId);
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
    if (shared) return toMarkedResponse(answer, request, headers);
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
      (await compressAnswer(text, headers['ETag'], request.headers.get('accept-encoding'), answer.quality))
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
  answer: MarkedJson | { etag: string; write: () => Promise<MarkedJson> },
  request: Request,
  headers: Record<string, string>,
): Promise<Response> {
  const accepted = request.headers.get('accept-encoding');
  if (request.headers.get('if-none-match') === answer.etag) {
    const { 'Content-Type': _, ...rest } = headers;
    return new Response(null, { status: 304, headers: { ...rest, ETag: answer.etag } });
  }
  const known = keptCompressed(answer.etag, accepted);
  // What is written now may be newer than its mark was.
  const { etag, json } = known || !('write' in answer) ? { json: null, ...answer } : await answer.write();
  headers['ETag'] = etag;
  const compressed = known ?? (json && (await compressAnswer(json, etag, accepted)));
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

async function refuseOversized(request: Request): Promise<undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > bodyLimit)
    throw new ApiFailure(413, 'body.too_large');
  return undefined;
}

/** Reads a JSON body of at most 256 KiB and depth 16; an empty body is an empty object. */
async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  await refuseOversized(request);
  const text = await readLimited(request);
  if (text.length === 0) return {};
  if (
    type !== 'application/json' &&
    !(request.method === 'PATCH' && type === 'application/merge-patch+json')
  ) {
    throw new ApiFailure(415, 'body.media_type');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiFailure(400, 'body.invalid');
  }
  if (!isPlain(value, 16)) throw new ApiFailure(400, 'body.invalid');
  return value;
}

async function readLimited(request: Request): Promise<string> {
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > bodyLimit) throw new ApiFailure(413, 'body.too_large');
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new ApiFailure(400, 'body.invalid');
  }
}

/** No names that reach prototypes, nothing deeper than `depth`, no NUL (Postgres text cannot hold it). */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.every((one) => isPlain(one, depth - 1));
  return Object.entries(value).every(
    ([name, one]) =>
      name !== '__proto__' && name !== 'constructor' && name !== 'prototype' && isPlain(one, depth - 1),
  );
}

/** Path parameters that cannot name anything are simply not found. */
function readParams(
  shape: z.ZodMiniType | undefined,
  params: Record<string, string>,
  endpoint: Endpoint,
): unknown {
  if (!shape) return params;
  const result = shape.safeParse(params);
  if (result.success) return result.data;
  throw new ApiFailure(404, `${endpoint.path.includes('/orders/') ? 'order.' : ''}not_found`);
}

function readInput(
  shape: z.ZodMiniType | undefined,
  value: unknown,
  where: 'params' | 'query' | 'body',
): unknown {
  if (!shape) return undefined;
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const violations = result.error.issues.flatMap(toViolations);
  throw new ApiFailure(400, where === 'body' ? 'body.invalid' : 'query.invalid', { violations });
}

/** One violation per issue; zod's own words never leave the server (they carry no locale). */
function toViolations(issue: z.core.$ZodIssue): Violation[] {
  const path = issue.path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => ({
      propertyPath: at(name),
      message: 'Unknown property',
      code: 'unrecognized_keys',
    }));
  }
  return [{ propertyPath: path, message: 'Not valid', code: issue.code }];
}
