/**
 * Serves one call of the contract: reads and checks the input by the shapes (endpoint-input.ts), runs the handler, answers in
 * the contract's forms (endpoint-answer.ts, errors 1.6). The same handlers serve page rendering in process.
 */
import type { Hono } from 'hono';
import { apiBase, endpoints, type Endpoint, type EndpointName } from '#contract/calls/endpoints.ts';
import { shapes, type Shape, type Shapes } from '#contract/calls/shapes.ts';
import { readQuery } from '#lib/query-string.ts';
import { isDatabaseAway, isDiskFull } from '#server/database/pool.ts';
import type { z } from '#lib/zod.ts';
import { ApiFailure, busy } from '#server/errors/api-failure.ts';
import { readAnswer, readMarked } from './answer-text.ts';
import { keyOf, toResponse, type EndpointAnswer } from './endpoint-answer.ts';
import { errorAnswer } from './error-answer.ts';
import { parseBody, readBody, readInput, readParams } from './endpoint-input.ts';
import type { ThreadShare } from './thread-share.ts';
import type { WorkQueue } from '#server/process/work-queue.ts';
import {
  readRequestContext,
  type CallerIdentity,
  type ChannelDirectory,
  type RequestContext,
} from './request-context.ts';

type Out<S, K extends keyof Shape> =
  S extends Record<K, infer T> ? (T extends z.ZodMiniType ? z.output<T> : undefined) : undefined;

export interface EndpointInput<N extends EndpointName> {
  params: Out<Shapes[N], 'params'>;
  query: Out<Shapes[N], 'query'>;
  body: Out<Shapes[N], 'body'>;
  context: RequestContext;
}

export type EndpointHandler<N extends EndpointName, P = undefined> = (
  input: EndpointInput<N>,
  prepared: P,
) => EndpointAnswer<N> | Promise<EndpointAnswer<N>>;
/** Throws 403 or 404 where the caller has no business with what the path names. */
export type Admission = (input: { params: unknown; context: RequestContext }) => Promise<void> | void;
/**
 * Slow work of a mutation that needs no transaction, such as a password's hash: done before that of the call begins, so
 * that no connection waits for it. Refuses nothing and writes nothing: a repeat of the call does it in vain.
 */
export type Preparation<N extends EndpointName, P> = (input: EndpointInput<N>) => Promise<P>;

/** Wraps the run of a mutation: replays stored answers, stores new ones (contract 1.8; server/http/idempotency.ts). */
export type IdempotencyGuard = (
  endpoint: Endpoint,
  input: { path: string; body: unknown; context: RequestContext; params: Record<string, string> },
  run: () => Promise<Response>,
  again?: () => Promise<Response>,
) => Promise<Response>;

/**
 * Whose call it is by its bearer; null for one that is not valid (any more). Refuses what that caller may not do.
 */
export type Authenticate = (
  bearer: string,
  context: RequestContext,
  endpoint: Endpoint,
) => Promise<CallerIdentity | null>;

export interface ServingOptions {
  directory: ChannelDirectory;
  /** Without it nobody can sign in: every bearer is refused. */
  authenticate?: Authenticate;
  idempotency?: IdempotencyGuard;
  /** Called with unexpected faults; the answer to the client is a bare 500. */
  report: (error: unknown, requestId: string) => void;
  /** Address of the client; the socket's unless a trusted proxy is configured. */
  clientAddress: (request: Request) => string;
  /** The thread's time for calls that are answered from memory. */
  threadShare?: ThreadShare;
  /** Calls that need the database, beside those that are answered from memory. */
  calls?: WorkQueue;
  /** Where links of mails lead and payments come back to (link-origin.ts); without it to this machine. */
  linkOrigin?: (request: Request) => string;
}

interface AnyInput {
  params: unknown;
  query: unknown;
  body: unknown;
  context: RequestContext;
}
type AnyHandler = (
  input: AnyInput,
  prepared?: unknown,
) => EndpointAnswer<EndpointName> | Promise<EndpointAnswer<EndpointName>>;
type AnyPreparation = (input: AnyInput) => Promise<unknown>;
interface Work {
  handler: AnyHandler;
  again?: AnyHandler | undefined;
  prepare?: AnyPreparation | undefined;
}

/**
 * The one spelling of the path of a call, by what it names: `%41` is `A`, and a repeat is one under either (contract 1.8).
 * @param named as the shape of the path read it
 */
const pathOf = ({ path }: Endpoint, named: unknown): string =>
  apiBase +
  path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((named as Readonly<Record<string, unknown>>)[name])),
  );

/** Not what is the same for everybody, which is answered from memory, nor the question whether the shop is well. */
const needsDatabase = ({ cache, id }: Endpoint) => cache === 'private' && id !== 'SYS-08';

export class EndpointServer {
  readonly #options: ServingOptions;
  readonly #app: Hono;
  readonly #handlers = new Map<string, AnyHandler>();
  readonly #admissions = new Map<string, Admission>();

  constructor(app: Hono, options: ServingOptions) {
    this.#app = app;
    this.#options = options;
  }

  get served(): readonly string[] {
    return [...this.#handlers.keys()];
  }

  /** Network of who asks: one who has many addresses is one. */
  clientOf(request: Request): string {
    return this.#options.clientAddress(request);
  }

  /** Runs a call without a socket, for page rendering: same checks, same handler, the body as an object. */
  async callInProcess<N extends EndpointName>(
    name: N,
    input: { params?: unknown; query?: unknown },
    context: RequestContext,
  ): Promise<Out<Shapes[N], 'response'>> {
    const handler = this.#handlers.get(name);
    if (!handler) throw new ApiFailure(404, 'not_found');
    const shape: Shape = shapes[name];
    const read = {
      params: readInput(shape.params, input.params ?? {}, 'params'),
      query: readInput(shape.query, input.query ?? {}, 'query'),
      body: undefined,
      context,
    };
    const answer = await Promise.resolve(handler(read)).catch((error: unknown) => {
      throw isDatabaseAway(error) ? busy(2) : error;
    });
    if (answer instanceof Response) return (await answer.json()) as Out<Shapes[N], 'response'>;
    if ('etag' in answer) return (await readMarked(answer)) as Out<Shapes[N], 'response'>;
    if (answer.json === undefined) return answer.body as Out<Shapes[N], 'response'>;
    return readAnswer(answer.json) as Out<Shapes[N], 'response'>;
  }

  /**
   * For calls on something that has an owner: nobody else is told what is wrong with their body. Asked only where something is
   * wrong with it, since handlers ask for themselves.
   */
  admit(names: readonly EndpointName[], admission: Admission): void {
    for (const name of names) this.#admissions.set(name, admission);
  }

  /** @param again reads what a repeat of a mutation is answered, where its policy says `now` (repeat-policy.ts) */
  serve<N extends EndpointName>(name: N, handler: EndpointHandler<N>, again?: EndpointHandler<N>): void {
    this.#mount(name, { handler: handler as unknown as AnyHandler, again: again as unknown as AnyHandler });
  }

  /** Serves a mutation whose slow part is done before its transaction begins. */
  servePrepared<N extends EndpointName, P>(
    name: N,
    prepare: Preparation<N, P>,
    handler: EndpointHandler<N, P>,
  ): void {
    this.#mount(name, {
      handler: handler as unknown as AnyHandler,
      prepare: prepare as unknown as AnyPreparation,
    });
  }

  #mount(name: EndpointName, work: Work): void {
    this.#handlers.set(name, work.handler);
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
        if (needsDatabase(endpoint)) this.#options.calls?.refuseLate(context.clientAddress);
        else this.#options.threadShare?.admit(context.clientAddress);
        if (endpoint.auth !== 'public') context.caller = await this.#identify(endpoint, context);
        const admission = this.#admissions.get(name);
        return await this.#answer(endpoint, shape, { ...work, admission }, c.req.raw, c.req.param(), context);
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
      context.bearer === null ? null : await this.#options.authenticate?.(context.bearer, context, endpoint);
    if (!caller) throw new ApiFailure(401, 'auth.required', { headers: { 'WWW-Authenticate': 'Bearer' } });
    return caller;
  }

  async #answer(
    endpoint: Endpoint,
    shape: Shape,
    { handler, again, prepare, admission }: Work & { admission: Admission | undefined },
    request: Request,
    params: Record<string, string>,
    context: RequestContext,
  ): Promise<Response> {
    const url = new URL(request.url);
    const named = readParams(shape.params, params, endpoint);
    const query = readInput(shape.query, readQuery(url.searchParams), 'query');
    let body: unknown;
    let given: unknown;
    try {
      // What a gateway wrote on the way back (CHK-15) is signed.
      const isVerbatim = endpoint.id === 'CHK-15';
      const text = shape.body === undefined ? null : await readBody(request);
      // Judged on the thread, also where the call itself then waits for its turn.
      this.#timed(context.clientAddress, () => {
        body = text === null ? undefined : parseBody(text, isVerbatim);
        given = readInput(shape.body, body, 'body', context.locale);
      });
    } catch (error) {
      await admission?.({ params: named, context });
      throw error;
    }
    const input = { params: named, query, body: given, context };
    const prepared = await prepare?.(input);
    const spend = (ms: number) => this.#options.threadShare?.spend(context.clientAddress, ms);
    const answeredBy = async (by: AnyHandler) => {
      // What the handler does before it first waits, and the writing of its answer, are done on the thread.
      const answer = this.#timed(context.clientAddress, () => by(input, prepared));
      const given = await answer;
      return this.#timed(context.clientAddress, () => toResponse(endpoint, given, request, context, spend));
    };
    const run = () => answeredBy(handler);
    const { idempotency, calls } = this.#options;
    const work = () =>
      endpoint.replay === 'none' || !idempotency
        ? run()
        : idempotency(
            endpoint,
            { path: pathOf(endpoint, named), body, context, params },
            run,
            again && (() => answeredBy(again)),
          );
    return needsDatabase(endpoint) && calls ? calls.run(work, true, context.clientAddress) : work();
  }

  #timed<T>(client: string, work: () => T): T {
    const begunAt = performance.now();
    try {
      return work();
    } finally {
      this.#options.threadShare?.spend(client, performance.now() - begunAt);
    }
  }

  /**
   * The contract's error answer for anything thrown; unexpected faults are reported and become a bare 500. `key` is the
   * Idempotency-Key of a mutation, echoed whatever went wrong: the device lets go of a change only on its own key.
   */
  failureAnswer(error: unknown, context: RequestContext | undefined, key: string | null = null): Response {
    const requestId = context?.requestId ?? crypto.randomUUID();
    let failure: ApiFailure;
    if (error instanceof ApiFailure) failure = error;
    else if (isDatabaseAway(error)) {
      // Time alone makes no room: whoever keeps the shop has to hear of it.
      if (isDiskFull(error)) this.#options.report(error, requestId);
      failure = busy(isDiskFull(error) ? 30 : 2);
    } else {
      this.#options.report(error, requestId);
      failure = new ApiFailure(500, 'server.error');
    }
    const { status, headers, body } = errorAnswer(failure, { requestId, locale: context?.locale }, key);
    return new Response(body, { status, headers });
  }
}
