/** What the page does once it can be seen and used: nothing here may delay the first paint or the first touch. */
import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes, type DataRouter, type RouteObject } from 'react-router';
import type { Services } from '#api/services.ts';
import { textsQuery } from '#i18n/texts-query.ts';
import { onFreshAnswer } from '#offline/worker/fresh-answers.ts';
import type { SavedQueries } from '#offline/storage/saved-queries.ts';
import { followPreHydrationLinks } from '#ui/hydration/pre-hydration-links.ts';
import { firstSign, isShell } from '#ui/hydration/pre-hydration-events.ts';
import { openIdleParts } from '#ui/hydration/deferred.tsx';
import { askAgain } from './query-client.ts';

interface StartUp {
  services: Services;
  saved: () => Promise<SavedQueries>;
  routes: RouteObject[];
  router: DataRouter;
  isFirstVisit: boolean;
  /** Resolves when the visitor goes to another page; at once in the installed shell. */
  elsewhere: Promise<void>;
}

/** How long (ms) a page without a worker is left to itself once it is hydrated. */
const settling = 2_000;
/** How long (ms) the worker is waited for at most. */
const installing = 10_000;

const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 3_000 });
    else setTimeout(resolve, 300);
  });

export function startAfterPaint({ services, saved, routes, router, isFirstVisit, elsewhere }: StartUp): void {
  const { queryClient } = services;
  followPreHydrationLinks((address) => {
    if (!matchRoutes(routes, address)) return false;
    void router.navigate(address);
    return true;
  });
  void inIdleMoments([
    openIdleParts,
    async () => (await import('#ui/focus/lost-focus.ts')).catchLostFocus(),
    () => (isShell ? loadFont() : undefined),
    async () => watchTheLink(queryClient, await import('#offline/connection/connectivity.ts')),
    () =>
      // A page without a worker is whole, and the catalogue is offered again at the next start.
      void connectWorker()
        .catch(() => undefined)
        .then(keepCatalogue)
        .catch(() => undefined),
    async () => (await saved()).keep(queryClient),
    // The wishlist of whoever is signed in, now or later; a guest's is here already. And what follows the end of a sign-in.
    async () => (await import('#features/session/follow-session.ts')).followSession(services, router),
    // The browser offers to install the shop when it likes: somebody has to be listening.
    () => import('#offline/worker/install-offer.ts'),
    // On a first visit nothing can wait on the device before somebody is there.
    () => (isFirstVisit ? firstSign : undefined),
    // What waits on the device is sent, and the cart shows it.
    async () => {
      const [{ openCart }] = await Promise.all([
        import('#features/cart/cart-outbox.ts'),
        services.loadLaterTexts(),
      ]);
      await openCart(services);
    },
    // Data used, room on the disk, and what a waiting change asks of the device.
    async () => (await import('./device-watch.ts')).watchDevice(),
    // What was prepared for the field is brought up to date, where the link costs nothing.
    async () => (await import('./refresh-prepared.ts')).refreshPreparedCatalogue(services),
    // What the first call of the page needs is had before it, but not before there is somebody who could cause one.
    () => firstSign,
    async () => (await import('#analytics/page-views.ts')).watchPageViews(router, services.shop.locale),
    () => import('#api/call.ts'),
    () => import('#contract/calls/shapes.ts'),
    async () => (await import('./prefetch-links.ts')).prefetchLinks(routes),
    // A link of the page leads where the server would send it (R2.01).
    async () => (await import('#routes/moved-links.ts')).followRules(services.shop, router),
    async () => (await import('#features/site-header/prefetch-menu.ts')).prefetchMenu(services),
    // An order can be made with no connection: what it is made of is fetched while there is one.
    async () => (await import('#features/checkout/prefetch-options.ts')).prefetchCheckoutOptions(services),
    // Before it is needed: what says that something failed must not be what fails.
    () => import('#routes/error-screen-part.tsx'),
    () => queryClient.prefetchQuery(textsQuery(services.shop)),
    async () => (await import('./prefetch-home.ts')).prefetchHome(services),
    // New letters lay a whole page out again: a first page keeps the letters that it began with.
    () => elsewhere,
    () => (isShell ? undefined : loadFont()),
  ]);

  // A worker that has to be installed first takes as much of the processor as the page itself: the first seconds are the page's.
  async function connectWorker() {
    if (!navigator.serviceWorker?.controller) {
      await new Promise((resolve) => setTimeout(resolve, settling));
      await whenIdle();
    }
    await (await import('#offline/worker/update-offer.ts')).connectWorker();
  }

  /** The catalogue comes after the shop itself is on the device, and after whatever the page still asks for (decision 27). */
  async function keepCatalogue() {
    await Promise.race([
      navigator.serviceWorker?.ready,
      new Promise((resolve) => setTimeout(resolve, installing)),
    ]);
    await (await import('#offline/catalogue/offline-catalogue.ts')).keepOfflineCatalogue(services.shop.scope);
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  // Several that are newer come together.
  onFreshAnswer(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      void queryClient.invalidateQueries({
        predicate: (query) => query.meta?.['saved'] === true,
        refetchType: 'active',
      });
    }, 200);
  });
}

/**
 * The web font is never part of a first paint. The installed shell has it on the device and shows it next, with a connection or without;
 * asked for before the first paint it made that a tenth of a second later. A shopper who saves data never gets it.
 */
async function loadFont(): Promise<void> {
  const { isSaving, mayFetchAhead, readLinkFacts } = await import('#offline/connection/prefetch-policy.ts');
  const facts = readLinkFacts();
  if (isShell ? isSaving(facts) : !mayFetchAhead('font', facts)) return;
  (await import('#ui/web-font.ts')).showWebFont();
}

/** One after another, each in an idle moment of its own, so that none of them makes a touch wait. */
async function inIdleMoments(works: readonly (() => unknown)[]): Promise<void> {
  for (const work of works) {
    await whenIdle();
    // What fails here (a script that did not come) is asked for again by whoever needs it.
    await Promise.resolve(work()).catch(() => {});
  }
}

/** Watches the link; pages that failed or grew old while away ask again by themselves (R0.43). */
function watchTheLink(
  queryClient: QueryClient,
  { isReachable, onConnectivityChange, watchLink }: typeof import('#offline/connection/connectivity.ts'),
): void {
  let wasAway = !isReachable();
  onConnectivityChange(() => {
    const away = !isReachable();
    if (wasAway && !away) void askAgain(queryClient);
    wasAway = away;
  });
  void watchLink();
}
