/**
 * Renders one page for a guest: request in; markup, status, head and data out. Everything a request needs is made
 * anew for it, so nothing of one visitor can reach another.
 */
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type StaticHandler,
} from 'react-router';
import { ApiError, normaliseError } from '#api/api-error.ts';
import type { PageHead, Services } from '#api/services.ts';
import type { PageKind } from '#api/route-handle.ts';
import type { PageSubject } from '#contract/page-head.ts';
import { routeTable, type RouteName, type RouteRow } from '#contract/route-table.ts';
import type { Call } from '#api/shop.ts';
import { activateLocale, type ActiveTexts } from '#i18n/activate-locale.ts';
import { createRoutes } from '#routes/create-routes.tsx';
import type { BootData, ShopFacts } from '#app/boot-data.ts';
import { Providers } from '#app/providers.tsx';
import { createQueryClient } from '#app/query-client.ts';
import { ServerMarkupContext, type ServerMarkup } from '#ui/hydration/server-markup.tsx';

export { createCall } from '#api/call.ts';
export type { BootData } from '#app/boot-data.ts';
export type { ServerMarkup } from '#ui/hydration/server-markup.tsx';

export interface RenderInput extends ShopFacts {
  request: Request;
  locale: string;
  localePath: string;
  texts: Record<string, string>;
  call: Call;
  markup: ServerMarkup;
}

export type Rendered =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page';
      status: number;
      /** Markup in the pieces that React wrote. */
      html: (Uint8Array | string)[];
      head: PageHead | undefined;
      /** Undefined for errors. */
      subject: PageSubject | undefined;
      boot: BootData;
      /** Source modules of the matched screens, whose styles go into the page. */
      modules: string[];
      /** Kind of the screen; carts, checkouts and orders are never kept in a cache. */
      pageKind: PageKind;
      /** Something failed while rendering; the page is not kept. */
      error: unknown;
    };

/** In which file a screen is: how the server finds the styles of the first page. */
function screenFile(id: string | undefined): string[] {
  const { screen } = (routeTable as Record<string, RouteRow>)[id ?? ''] ?? {};
  return screen === undefined ? [] : [`src/routes/screens/${screen}.tsx`];
}

/** Routes by language, for all requests: making them anew took a twentieth of a page. Each request brings its services. */
const handlers = new Map<string, StaticHandler>();
function handlerOf(locale: string, localePath: string): StaticHandler {
  const key = `${locale} ${localePath}`;
  let handler = handlers.get(key);
  if (handler === undefined) {
    // Texts are there before anything is rendered.
    const place = { locale, localePath, loadLaterTexts: async () => {} };
    handler = createStaticHandler(createRoutes(place, (context) => context as Services));
    handlers.set(key, handler);
  }
  return handler;
}

/**
 * The texts of each language, for as long as the shop says the same: to lay a thousand of them together took a thirtieth of a
 * page. They are of nobody, and pages only read them.
 */
const spoken = new Map<string, { texts: Record<string, string>; ready: Promise<ActiveTexts> }>();
function textsOf(locale: string, texts: Record<string, string>): Promise<ActiveTexts> {
  const known = spoken.get(locale);
  if (known?.texts === texts) return known.ready;
  const ready = activateLocale(locale, async () => texts).then(async (active) => {
    await active.loadLater();
    return active;
  });
  ready.catch(() => spoken.delete(locale));
  spoken.set(locale, { texts, ready });
  return ready;
}

export async function renderPage(input: RenderInput): Promise<Rendered> {
  const { request, locale, localePath, channel, newUrls, locales, apiUrl, texts } = input;
  const queryClient = createQueryClient();
  const shop = {
    locale,
    localePath,
    channel,
    newUrls,
    call: withApiErrors(input.call),
    scope: { locale, channel },
  };
  const { i18n, loadLater } = await textsOf(locale, texts);
  const services = { shop, queryClient, loadLaterTexts: loadLater };
  const handler = handlerOf(locale, localePath);
  const context = await handler.query(request, { requestContext: services });
  if (context instanceof Response) {
    return { kind: 'redirect', status: context.status, location: context.headers.get('Location') ?? '/' };
  }
  const router = createStaticRouter(handler.dataRoutes, context);
  let error: unknown;
  let piped = false;
  const html = await new Promise<(Uint8Array | string)[]>((resolve, reject) => {
    const chunks: (Uint8Array | string)[] = [];
    // All that React asks of a stream. A real one would queue and count what is only put side by side here.
    const sink = {
      write: (chunk: Uint8Array | string) => chunks.push(chunk) > 0,
      end: () => resolve(chunks),
      destroy: reject,
      on: () => sink,
    };
    const stream = renderToPipeableStream(
      <ServerMarkupContext value={input.markup}>
        <Providers services={services} i18n={i18n}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </Providers>
      </ServerMarkupContext>,
      {
        // Without this React writes inline scripts for finished boundaries, which the CSP refuses.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        onAllReady: () => {
          // Called again after a failed shell, with nothing new to write.
          if (!piped) stream.pipe(sink as unknown as NodeJS.WritableStream);
          piped = true;
        },
        onShellError: reject,
        onError: (thrown) => {
          error = thrown;
        },
      },
    );
  });
  const matches = context.matches;
  const handles = matches.flatMap(({ route }) =>
    route.handle ? [route.handle as { pageKind?: PageKind }] : [],
  );
  const failure = context.errors ? Object.values(context.errors)[0] : undefined;
  const status = failure === undefined ? context.statusCode : normaliseError(failure).status;
  return {
    kind: 'page',
    status: error === undefined ? status : 500,
    html,
    head:
      failure === undefined
        ? headOf(context.loaderData[matches.at(-1)?.route.id ?? ''], i18n)
        : { title: String(status), noIndex: true },
    subject: failure === undefined ? subjectOf(matches.at(-1), queryClient, i18n, request.url) : undefined,
    error: error ?? (status >= 500 ? failure : undefined),
    modules: matches.flatMap(({ route }) => screenFile(route.id)),
    pageKind: failure === undefined ? (handles.at(-1)?.pageKind ?? 'other') : 'notfound',
    boot: {
      locale,
      localePath,
      channel,
      locales,
      newUrls,
      apiUrl,
      texts,
      query: dehydrate(queryClient),
      router: { loaderData: context.loaderData, errors: plainErrors(context.errors) },
    },
  };
}

function headOf(data: unknown, i18n: I18n): PageHead | undefined {
  if (typeof data !== 'object' || data === null || !('head' in data)) return undefined;
  const head = data.head as PageHead;
  return head.titleMessage ? { ...head, title: i18n._(head.titleMessage) } : head;
}

/** What the screen has loaded of the thing it shows; each is asked for once a page, under its own key. */
function subjectOf(
  match: { route: { id?: string }; params: PageSubject['params'] } | undefined,
  queryClient: QueryClient,
  i18n: I18n,
  address: string,
): PageSubject | undefined {
  const route = match?.route.id;
  if (match === undefined || route === undefined || !(route in routeTable)) return undefined;
  const answer = (area: string, name: string): unknown =>
    queryClient.getQueryCache().find({ queryKey: [area, name], exact: false })?.state.data;
  const list = answer('catalogue', 'list') as
    | { meta: Pick<PageSubject, 'taxon' | 'attributeValue'> }
    | undefined;
  const given: Partial<PageSubject> =
    route === 'PRODUCT_INNER'
      ? {
          ...some('product', answer('catalogue', 'product') as PageSubject['product']),
          ...some('variant', new URL(address).searchParams.get('variant')),
        }
      : route === 'NEWS_INNER'
        ? some('article', answer('content', 'article') as PageSubject['article'])
        : route === 'FAQ' || route === 'FAQ_ITEM'
          ? some('faq', answer('content', 'faq') as PageSubject['faq'])
          : route === 'STATIC' || route === 'HOME'
            ? some('page', answer('content', 'page') as PageSubject['page'])
            : { ...some('taxon', list?.meta.taxon), ...some('attributeValue', list?.meta.attributeValue) };
  return {
    route: route as RouteName,
    params: match.params,
    ...given,
    words: { home: i18n._(msg`Home page`), news: i18n._(msg`News and advice`) },
  };
}

const some = <K extends keyof PageSubject>(
  name: K,
  value: PageSubject[K] | null | undefined,
): Partial<PageSubject> => (value === null || value === undefined ? {} : { [name]: value });

/** Screens know one kind of error; a refusal inside the server's process becomes it too. */
function withApiErrors(call: Call): Call {
  const wrapped = async (name: never, input: never): Promise<unknown> => {
    try {
      return await call(name, input);
    } catch (error) {
      const { status, errorCode } = error as { status?: unknown; errorCode?: unknown };
      if (error instanceof ApiError || typeof status !== 'number' || typeof errorCode !== 'string')
        throw error;
      throw new ApiError('refused', status, { errorCode, message: errorCode });
    }
  };
  return wrapped as unknown as Call;
}

/** An error crosses to the page as its status only, in the form that React Router gives to error screens. */
function plainErrors(errors: Record<string, unknown> | null): Record<string, unknown> | null {
  if (!errors) return null;
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => [
      id,
      { status: normaliseError(error).status, statusText: '', internal: false, data: null },
    ]),
  );
}
