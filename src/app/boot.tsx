/**
 * Start of the page. With data from the server: hydrate at once, then lay the saved answers beside it. Without (the
 * installed shell): bring the saved answers back first, so that an earlier page shows without asking the network.
 */
import { hydrate } from '@tanstack/react-query';
import { startTransition, useEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createLazyCall } from '#api/lazy-call.ts';
import { activateLocale } from '#i18n/activate-locale.ts';
import { localeOfPath } from '#contract/route-table.ts';
import { reportOutcome } from '#offline/connectivity.ts';
import { createRoutes } from '#routes/route-table.tsx';
import { readBoot, recallFacts, rememberFacts, type ShopFacts } from './boot-data.ts';
import { Providers } from './providers.tsx';
import { createQueryClient } from './query-client.ts';
import { startAfterPaint } from './start-up.ts';

/** The machinery of saved answers is no part of the first page: it is fetched with the first question. */
let device: Promise<import('#offline/saved-queries.ts').SavedQueries> | undefined;
const saved = () =>
  (device ??= import('#offline/saved-queries.ts').then((module) => module.createSavedQueries()));

export async function startApp(): Promise<void> {
  const boot = readBoot();
  if (!boot) void saved();
  const facts: ShopFacts = boot ?? recallFacts() ?? (await askFacts());
  rememberFacts(facts);
  const { locale, localePath } = boot ?? localeOfPath(location.pathname, facts.locales);
  const scope = { locale, channel: facts.channel };
  const queryClient = createQueryClient({
    queries: {
      persister: async (queryFn, context, query) => (await saved()).persister(queryFn, context, query),
    },
  });
  const call = createLazyCall({ ...scope, baseUrl: facts.apiUrl, onOutcome: reportOutcome });

  if (boot) hydrate(queryClient, boot.query);
  else await (await saved()).restoreStart(queryClient);

  const texts =
    boot?.texts ??
    queryClient.getQueryData<{ translations: Record<string, string> }>(['system', 'translations', scope])
      ?.translations;
  const { i18n, loadLater } = await activateLocale(locale, texts);
  const shop = { ...scope, localePath, newUrls: facts.newUrls, call, scope };
  const services = { shop, queryClient, loadLaterTexts: loadLater };
  const routes = createRoutes(services);
  if (boot) await Promise.all(resolveLazy(routes));
  const router = createBrowserRouter(routes, boot ? { hydrationData: boot.router } : {});
  document.documentElement.lang = locale;
  const root = document.getElementById('root');
  if (!root) return;
  const app = (
    <Providers services={services} i18n={i18n}>
      <AfterFirstRender run={() => startAfterPaint({ services, saved })}>
        <RouterProvider router={router} />
      </AfterFirstRender>
    </Providers>
  );
  if (boot) {
    startTransition(() => {
      hydrateRoot(root, app, { onRecoverableError: (error) => console.error('Hydration', error) });
    });
  } else createRoot(root).render(app);
}

let started = false;

/** Newer saved answers may enter the cache only after hydration has committed: before it the markup would differ. */
function AfterFirstRender({ run, children }: { run: () => void; children: ReactNode }) {
  useEffect(() => {
    if (started) return;
    started = true;
    run();
  }, [run]);
  return children;
}

/** The screen that is already on the page is loaded before hydration, or React would find another markup. */
function resolveLazy(routes: RouteObject[]): Promise<void>[] {
  return (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
    if (typeof route.lazy !== 'function') return;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  });
}

/** A shell that starts without any memory asks the shop which channel its host is. */
async function askFacts(): Promise<ShopFacts> {
  const call = createLazyCall({ locale: 'lt', channel: '', baseUrl: '', onOutcome: reportOutcome });
  const { data } = await call('channels', { query: { hostname: location.hostname } });
  const channel = data[0];
  return { channel: channel?.code ?? '', locales: channel?.locales ?? [], newUrls: false, apiUrl: '' };
}
