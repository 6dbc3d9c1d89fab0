/**
 * Start of the page. With data from the server: hydrate at once, then lay the saved answers beside it. Without (the
 * installed shell): bring the saved answers back first, so that an earlier page shows without asking the network.
 */
import { hydrate } from '@tanstack/react-query';
import { startTransition, useEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { CallerOptions } from '#api/call.ts';
import { createLazyCall } from '#api/lazy-call.ts';
import { onceFetched } from '#lib/once-fetched.ts';
import type { Services } from '#api/services.ts';
import { activateLocale, type ActiveTexts } from '#i18n/activate-locale.ts';
import '#lib/page-worker.ts';
import { nameEntry } from '#lib/history-entry.ts';
import { localeOfPath } from '#contract/route-table.ts';
import { textsQuery } from '#i18n/texts-query.ts';
import { breathe, showOthers, wakePage } from '#ui/hydration/pre-hydration-events.ts';
import { onWantedMissing, retryScript } from '#ui/hydration/retry-script.ts';
import { earlyParts, partsNeed } from '#ui/hydration/deferred.tsx';
import { LastResort } from '#features/site-frame/last-resort.tsx';
import { createRoutes } from '#routes/create-routes.tsx';
import { readBoot, recallFacts, rememberFacts, type ShopFacts } from './boot-data.ts';
import { Providers } from './providers.tsx';
import { createQueryClient, freshWithPage } from './query-client.ts';

/** The machinery of saved answers is no part of the first page: it is fetched with the first question. */
const saved = onceFetched(async () =>
  (await import('#offline/storage/saved-queries.ts')).createSavedQueries(),
);

/** What requests did is judged by a module that the first look does not need. */
const onOutcome: CallerOptions['onOutcome'] = (outcome, ms) =>
  void import('#offline/connection/connectivity.ts').then(
    ({ reportOutcome }) => reportOutcome(outcome, ms),
    // What cannot be fetched is told where it is asked for; here only a hint is lost.
    () => {},
  );

/** The shop's page names scripts that exist. */
async function reloadFor(lost: unknown): Promise<void> {
  // The script that would reload is lost too: what was lost is told by whoever asked for it.
  const reload = await import('#offline/worker/chunk-reload.ts').catch(() => undefined);
  reload?.reloadAfter(lost);
}

/** A client whose answers are brought from the device and kept there. @param hasPage the server's page brought answers with it */
function createKeepingClient(hasPage: boolean) {
  return createQueryClient({
    queries: {
      ...(hasPage && { staleTime: freshWithPage }),
      persister: async (queryFn, context, query) => {
        // Without the store the shop is asked, and nothing is kept.
        const stores = await saved().catch(() => undefined);
        return stores ? stores.persister(queryFn, context, query) : queryFn(context);
      },
    },
  });
}

/** Resolves at the first way to another page. Going there needs the parts of that page, and React those of this one. */
function leavingPage(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    router.subscribe(({ navigation }) => {
      if (navigation.state === 'idle') return;
      wakePage();
      resolve();
    });
  });
}

/** A first visit that was cut short left none of the shop's texts on the device, or its disk did not answer: they take their places as they come. */
async function layLateTexts({ queryClient, shop }: Services, texts: Promise<ActiveTexts>): Promise<void> {
  const { layOver } = await texts;
  if (queryClient.getQueryData(textsQuery(shop).queryKey)) return;
  layOver((await queryClient.fetchQuery(textsQuery(shop))).translations);
}

export async function startApp(): Promise<void> {
  const boot = readBoot();
  void import('#ui/hydration/foreign-changes.ts').then(
    ({ tolerateForeignChanges }) => tolerateForeignChanges(),
    // Without it the page is as any other is under a translator.
    () => {},
  );
  // Begun early; whoever needs it hears of its failure.
  if (!boot) void saved().catch(() => undefined);
  const known = recallFacts();
  const facts: ShopFacts = boot ?? known ?? (await (await import('./ask-facts.ts')).askFacts(saved));
  rememberFacts(facts);
  const { locale, localePath } = boot ?? localeOfPath(location.pathname, facts.locales);
  const scope = { locale, channel: facts.channel };
  const queryClient = createKeepingClient(boot !== null);
  const call = createLazyCall({
    ...scope,
    baseUrl: facts.apiUrl,
    onOutcome,
    fromDevice: async (ask) =>
      (await import('#offline/catalogue/offline-catalogue.ts')).answerFromOfflineCatalogue(scope, ask),
  });

  if (boot) hydrate(queryClient, boot.query);
  const shop = { ...scope, localePath, newUrls: facts.newUrls, call, scope };
  // In the installed shell texts, screen and what the device has saved are brought side by side.
  const restored = boot
    ? undefined
    : saved().then(
        (stores) => stores.restoreStart(queryClient),
        // Nothing kept can be read: the shop is asked for everything.
        () => undefined,
      );
  const texts = activateLocale(locale, async () => {
    await restored;
    return boot?.texts ?? queryClient.getQueryData(textsQuery(shop).queryKey)?.translations;
  });
  const loadLater = async () => (await texts).loadLater();
  partsNeed(loadLater);
  // The page brought all texts of the shop: kept for the next start without being asked for again.
  if (boot)
    void queryClient.ensureQueryData({
      ...textsQuery(shop),
      initialData: { locale, translations: boot.texts },
    });
  const services = { shop, queryClient, loadLaterTexts: loadLater };
  // The build's own texts stay where the shop's cannot be had.
  if (!boot) void layLateTexts(services, texts).catch(() => undefined);
  onWantedMissing((lost) => void reloadFor(lost));
  await breathe();
  const routes = createRoutes({ locale, localePath, loadLaterTexts: loadLater }, () => services);
  // The server's page stands without its script. One that only keeps a place for what the script would draw is nothing
  // without it, nor is the empty page of the installed shell: there the router asks again, and the error screen says so.
  let isDrawn = boot !== null;
  const screen = Promise.all(resolveLazy(routes)).catch((error: unknown) => {
    if (boot && !document.querySelector('main [data-waiting]')) throw error;
    isDrawn = false;
  });
  const [{ i18n }] = await Promise.all([texts, restored, screen]);
  // The texts of the parts may be missing: each part says so itself.
  if (!boot) await earlyParts().catch(() => {});
  await breathe();
  nameEntry();
  const router = createBrowserRouter(routes, boot && isDrawn ? { hydrationData: boot.router } : {});
  const left = leavingPage(router);
  const elsewhere = boot ? left : Promise.resolve();
  document.documentElement.lang = locale;
  await breathe();
  const root = document.getElementById('root');
  if (!root) return;
  const app = (
    <Providers services={services} i18n={i18n}>
      <AfterFirstRender
        run={() => {
          showOthers();
          if (!boot)
            void import('./restore-scroll.ts').then(
              ({ restoreScroll }) => restoreScroll(),
              // The page begins at its top, as the browser has it.
              () => {},
            );
          void retryScript(() => import('./start-up.ts')).then(({ startAfterPaint }) =>
            startAfterPaint({ services, saved, routes, router, isFirstVisit: known === null, elsewhere }),
          );
        }}
      >
        <LastResort>
          <RouterProvider router={router} />
        </LastResort>
      </AfterFirstRender>
    </Providers>
  );
  if (isDrawn) {
    startTransition(() => {
      hydrateRoot(root, app, {
        onRecoverableError: (error, info) => console.error('Hydration', error, info.componentStack),
      });
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
