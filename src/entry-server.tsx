/**
 * Renders one page for a guest: request in; markup, status, head and data out. Everything a request needs is made
 * anew for it, so nothing of one visitor can reach another.
 */
import type { I18n } from '@lingui/core';
import { dehydrate } from '@tanstack/react-query';
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { ApiError, normaliseError } from '#api/api-error.ts';
import type { PageHead, PageKind } from '#api/services.ts';
import type { Call } from '#api/shop.ts';
import { activateLocale } from '#i18n/activate-locale.ts';
import { createRoutes } from '#routes/route-table.tsx';
import type { BootData, ShopFacts } from '#app/boot-data.ts';
import { Providers } from '#app/providers.tsx';
import { createQueryClient } from '#app/query-client.ts';

export { createCall } from '#api/call.ts';

export interface RenderInput extends ShopFacts {
  request: Request;
  locale: string;
  localePath: string;
  texts: Record<string, string>;
  call: Call;
}

export type Rendered =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page';
      status: number;
      html: string;
      head: PageHead | undefined;
      boot: BootData;
      /** Source modules of the matched screens, whose styles go into the page. */
      modules: string[];
      /** Kind of the screen; carts, checkouts and orders are never kept in a cache. */
      pageKind: PageKind;
      /** Something failed while rendering; the page is not kept. */
      error: unknown;
    };

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
  const { i18n, loadLater } = await activateLocale(locale, texts);
  const services = { shop, queryClient, loadLaterTexts: loadLater };
  const handler = createStaticHandler(createRoutes(services));
  const context = await handler.query(request);
  if (context instanceof Response) {
    return { kind: 'redirect', status: context.status, location: context.headers.get('Location') ?? '/' };
  }
  const router = createStaticRouter(handler.dataRoutes, context);
  let error: unknown;
  let piped = false;
  const html = await new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString('utf8'));
        done();
      },
    });
    const stream = renderToPipeableStream(
      <Providers services={services} i18n={i18n}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </Providers>,
      {
        // Without this React writes inline scripts for finished boundaries, which the CSP refuses.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        onAllReady: () => {
          // Called again after a failed shell, with nothing new to write.
          if (!sink.writableEnded && !piped) stream.pipe(sink);
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
    route.handle ? [route.handle as { module?: string; pageKind?: PageKind }] : [],
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
    error: error ?? (status >= 500 ? failure : undefined),
    modules: handles.flatMap((handle) => handle.module ?? []),
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
