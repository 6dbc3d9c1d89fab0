/**
 * Puts the shop's server together out of what it is given: the areas of the API, pages, files, and around them the
 * headers, limits, logs and figures. Opens nothing itself, so tests build it freely.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { holdsToken } from '#contract/address-tokens.ts';
import { apiBase, apiMarker, header } from '#contract/calls/endpoints.ts';
import { defaultLocale } from '#contract/locale.ts';
import type { Config } from '#server/process/config.ts';
import { isDatabaseAway } from '#server/database/pool.ts';
import { checkAddressedHost } from '#server/http/addressed-host.ts';
import { ApiFailure, busy, statusText } from '#server/errors/api-failure.ts';
import { keyOf } from '#server/http/endpoint-answer.ts';
import { errorText } from '#server/errors/error-texts.ts';
import { EndpointServer, type Authenticate, type IdempotencyGuard } from '#server/http/serve-endpoint.ts';
import { refuseOversized } from '#server/http/read-body.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { createEarlyRefusal, type EarlyRefusal, type IncomingCall } from '#server/http/refuse-early.ts';
import { createThreadShare } from '#server/http/thread-share.ts';
import { aMinute } from '#server/http/rate-limits.ts';
import { createRateLimit } from '#server/http/token-bucket.ts';
import type { ChannelDirectory } from '#server/http/request-context.ts';
import { addSecurityHeaders } from '#server/http/security-headers.ts';
import { openApiDocument } from '#server/http/open-api.ts';
import { pathPattern, type Log } from '#server/process/log.ts';
import type { Metrics } from '#server/process/metrics.ts';
import type { PageServer } from '#server/pages/page-server.ts';
import type { StaticFiles } from '#server/pages/static-files.ts';
import type { WorkQueue } from '#server/process/work-queue.ts';
import { keptPages, mountPages, type AnswerKept } from './page-routes.ts';

export interface AppServices {
  config: Pick<Config, 'rateLimitFactor' | 'trustProxy' | 'metricsToken'>;
  directory: ChannelDirectory;
  log: Log;
  metrics: Metrics;
  /** Each mounts its area: calls by `server.serve`, other addresses on `app`. */
  areas: readonly ((server: EndpointServer, app: Hono) => void)[];
  authenticate?: Authenticate;
  idempotency?: IdempotencyGuard;
  /** Where calls that need the database wait; without it none does. */
  calls?: WorkQueue;
  /** Where links of mails lead and payments come back to (http/link-origin.ts). */
  linkOrigin: (request: Request) => string;
  /** Rejects with the reason while requests should go to another process. */
  ready: () => Promise<void>;
  staticFiles?: StaticFiles;
  pages?: (server: EndpointServer) => Promise<PageServer>;
}

export interface App {
  fetch(request: Request, remoteAddress?: string): Promise<Response>;
  /** For tests: a request by its path. */
  request(path: string, init?: RequestInit): Promise<Response>;
  endpoints: EndpointServer;
  /** All that is served: method and path pattern. */
  routes: readonly { method: string; path: string }[];
  keptPage: AnswerKept;
  /** The short way for changes while too many wait (http/refuse-early.ts). Undefined: take the ordinary way. */
  refusal: (call: IncomingCall, remoteAddress: string) => EarlyRefusal | undefined;
}

/** The address holds a token: nobody keeps it, and what its page asks for does not tell it on. */
function leavingNoTrace(response: Response): Response {
  const answer = new Response(response.body, response);
  answer.headers.set('Referrer-Policy', 'no-referrer');
  answer.headers.set('Cache-Control', 'no-store');
  return answer;
}

const isLoopback = (address: string) => /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/.test(address);
/** Compared in a time that says nothing of where they differ. */
const isSameSecret = (given: string, wanted: string) => {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
};

/** NUL is no letter of any name, and PostgreSQL takes none. @throws ApiFailure 404 in a path, 400 in a query */
function refuseNul(address: string): void {
  const at = address.indexOf('%00');
  if (at < 0) return;
  const query = address.indexOf('?');
  throw query < 0 || at < query ? new ApiFailure(404, 'not_found') : new ApiFailure(400, 'query.invalid');
}

/** Whether the process lives, whether the shop can answer, and what it counts to those who may know. */
function mountProbes(
  hono: Hono,
  { ready, config, metrics }: Pick<AppServices, 'ready' | 'config' | 'metrics'>,
  isNeighbour: (request: Request) => boolean,
): void {
  // With the marker of the API: a page that asks whether the shop is there must know the shop from a network's sign-in page.
  const plain = { 'Cache-Control': 'no-store', [header.marker]: apiMarker };
  hono.get('/healthz', (c) => c.text('ok', 200, plain));
  hono.get('/readyz', async (c) => {
    const fault = await ready().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    return c.text(fault ?? 'ready', fault === null ? 200 : 503, plain);
  });
  hono.get('/metrics', async (c) => {
    const isAllowed =
      config.metricsToken === undefined
        ? isNeighbour(c.req.raw)
        : isSameSecret(c.req.header('authorization') ?? '', `Bearer ${config.metricsToken}`);
    // Nobody else is told that it is there.
    if (!isAllowed) throw new ApiFailure(404, 'not_found');
    return c.body(await metrics.text(), 200, {
      'Content-Type': metrics.contentType,
      'Cache-Control': 'no-store',
    });
  });
}

/** A fault outside of the API, as text: what a person sees where no page could be drawn. */
function plainFailure(error: unknown, report: (error: unknown, requestId: string) => void): Response {
  const failure =
    error instanceof URIError ? new ApiFailure(404, 'not_found') : isDatabaseAway(error) ? busy(2) : error;
  if (!(failure instanceof ApiFailure)) report(error, crypto.randomUUID());
  const { status, options } = failure instanceof ApiFailure ? failure : new ApiFailure(500, 'server.error');
  const text =
    status === 503
      ? `${errorText('server.busy', defaultLocale)}\n${errorText('server.busy', 'en')}\n`
      : (statusText[status] ?? 'Error');
  return new Response(text, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...options.headers,
    },
  });
}

/** What is refused before anybody looks at it. */
function mountGuards(hono: Hono): void {
  hono.use('*', async (c, next) => {
    checkAddressedHost(c.req.raw);
    refuseNul(c.req.raw.url);
    // Also where nobody reads it: a body that is not wanted is not waited for.
    refuseOversized(c.req.raw);
    await next();
  });
}

/** The calls of the areas, behind limits and the refusal of foreign pages, and what describes them. */
function mountApi(
  hono: Hono,
  endpoints: EndpointServer,
  { areas, config }: Pick<AppServices, 'areas' | 'config'>,
  clientAddress: (request: Request) => string,
): void {
  const writes = createRateLimit(aMinute.writes * config.rateLimitFactor);
  const reads = createRateLimit(aMinute.reads * config.rateLimitFactor);
  hono.use(`${apiBase}/*`, async (c, next) => {
    const { method } = c.req.raw;
    (method === 'GET' || method === 'HEAD' ? reads : writes).take(clientAddress(c.req.raw));
    // Browsers say where a write comes from; a foreign page may not make one (T9).
    if (method !== 'GET' && method !== 'HEAD' && c.req.header('sec-fetch-site') === 'cross-site')
      throw new ApiFailure(403, 'origin.foreign');
    await next();
  });
  for (const mount of areas) mount(endpoints, hono);
  const openApi = JSON.stringify(openApiDocument(endpoints.served));
  hono.get('/api/docs.json', (c) =>
    c.body(openApi, 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
    }),
  );
  hono.all('/api/*', () => endpoints.failureAnswer(new ApiFailure(404, 'not_found'), undefined));
}

export async function createApp(services: AppServices): Promise<App> {
  const { log, metrics, config } = services;
  const hono = new Hono({ strict: true });
  const report = (error: unknown, requestId: string) => log.error({ requestId, error }, 'unexpected fault');
  const addresses = new WeakMap<Request, string>();
  /** Requests of this machine itself, not handed on by a proxy. */
  const neighbours = new WeakSet<Request>();
  const clientAddress = (request: Request) => addresses.get(request) ?? '';
  const endpoints = new EndpointServer(hono, {
    threadShare: createThreadShare(config.rateLimitFactor),
    directory: services.directory,
    ...(services.calls ? { calls: services.calls } : {}),
    report,
    clientAddress,
    linkOrigin: services.linkOrigin,
    ...(services.authenticate ? { authenticate: services.authenticate } : {}),
    ...(services.idempotency ? { idempotency: services.idempotency } : {}),
  });
  mountGuards(hono);
  mountApi(hono, endpoints, services, clientAddress);
  mountProbes(hono, services, (request) => neighbours.has(request));
  const pages = await services.pages?.(endpoints);
  mountPages(hono, pages, services.staticFiles, clientAddress);
  hono.onError((error, c) => {
    if (c.req.path.startsWith('/api/')) return endpoints.failureAnswer(error, undefined, keyOf(c.req.raw));
    return plainFailure(error, report);
  });

  async function answer(request: Request, remoteAddress: string): Promise<Response> {
    const startedAt = performance.now();
    if (
      isLoopback(remoteAddress) &&
      !['x-forwarded-for', 'forwarded'].some((name) => request.headers.has(name))
    )
      neighbours.add(request);
    addresses.set(
      request,
      clientNetwork(remoteAddress, request.headers.get('x-forwarded-for'), config.trustProxy),
    );
    const https = config.trustProxy > 0 && request.headers.get('x-forwarded-proto') === 'https';
    const address = URL.parse(request.url);
    // A host that has the form of one and is none, `1.2.3.999`: there is no address to look anything up by.
    if (address === null)
      return addSecurityHeaders(
        endpoints.failureAnswer(new ApiFailure(400, 'host.invalid'), undefined),
        https,
      );
    const { pathname, search } = address;
    const answered = await hono.fetch(request);
    const response = addSecurityHeaders(holdsToken(search) ? leavingNoTrace(answered) : answered, https);
    const kind = pathname.startsWith('/api/')
      ? 'api'
      : /^\/(assets|icons|images|media|screenshots)\//.test(pathname)
        ? 'file'
        : 'page';
    const took = performance.now() - startedAt;
    metrics.observe(kind, request.method, response.status, took / 1000);
    log.debug(
      { method: request.method, path: pathPattern(pathname), status: response.status, ms: Math.round(took) },
      'request',
    );
    return response;
  }

  const refuseEarly = createEarlyRefusal({ directory: services.directory, calls: services.calls });

  return {
    endpoints,
    routes: hono.routes,
    keptPage: keptPages(pages, metrics),
    refusal: (call, remoteAddress) => {
      const forwardedFor = call.headers['x-forwarded-for']?.toString() ?? null;
      const answer = refuseEarly(call, clientNetwork(remoteAddress, forwardedFor, config.trustProxy));
      if (answer) metrics.observe('api', call.method, answer.status, 0);
      return answer;
    },
    fetch: (request, remoteAddress = '') => answer(request, remoteAddress),
    request: (path, init) => answer(new Request(new URL(path, 'http://localhost'), init), 'test'),
  };
}
