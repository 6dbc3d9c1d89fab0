/**
 * The site map: every address of the shop and the screen that answers it, each loaded when first needed. A screen
 * is one file of this folder that exports `Component`, a `handle`, and usually `createLoader`.
 */
import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';
import type { RouteHandle, Services } from '#api/services.ts';
import { routePattern, type RouteName } from '#contract/route-table.ts';
import { ErrorScreen } from './error-screen.tsx';
import { guardNamed } from './route-guards.ts';
import { createLoader as createRootLoader, HydrateFallback, RootLayout } from './root-layout.tsx';

interface Screen {
  Component: ComponentType;
  handle: RouteHandle;
  createLoader?: (services: Services) => LoaderFunction;
}

/** The pages about signing in are one script, which knows them by name: one address more costs a first visit no more than its words. */
const aboutSignIn = (
  ['AUTH', 'EMAIL_VERIFICATION', 'VERIFY_ACCOUNT', 'RESET_REQUEST', 'RESET_PASSWORD'] as const
).map((name): [RouteName, () => Promise<Screen>] => [
  name,
  async () => (await import('./auth.tsx')).authScreen(name),
]);

/** Screens by route name; screen-modules.ts says in which files they are. */
const screens: [RouteName, () => Promise<Screen>][] = [
  ['HOME', () => import('./home.tsx')],
  ['TAXON_PRODUCTS', () => import('./category.tsx')],
  ['ATTRIBUTE_PRODUCTS', () => import('./attribute.tsx')],
  ['ATTRIBUTE_PRODUCTS_TAXON', () => import('./attribute.tsx')],
  ['SALES', () => import('./sales.tsx')],
  ['SALES_TAXON', () => import('./sales.tsx')],
  ['PRODUCTS_SEARCH', () => import('./search-results.tsx')],
  ['PRODUCT_INNER', () => import('./product.tsx')],
  ['CART', () => import('./cart.tsx')],
  ['CHECKOUT_THANK_YOU', () => import('./thank-you.tsx')],
  ['CHECKOUT', () => import('./checkout.tsx')],
  ['WISHLIST', () => import('./wishlist.tsx')],
  ['WAITING', () => import('./waiting.tsx')],
  ['NEWSLETTER_CONFIRM', () => import('./letter-link.tsx')],
  ['NEWSLETTER_STOP', () => import('./letter-link.tsx')],
  ['STOCK_REQUEST', () => import('./letter-link.tsx')],
  ['ORDER', () => import('./order.tsx')],
  ['NEWS', () => import('./news.tsx')],
  ['NEWS_SECTION', () => import('./news.tsx')],
  ['NEWS_INNER', () => import('./article.tsx')],
  ['FAQ', () => import('./faq.tsx')],
  ['FAQ_ITEM', () => import('./faq.tsx')],
  ['DEVICE', () => import('./device.tsx')],
  ...aboutSignIn,
  ['REGISTRATION', () => import('./registration.tsx')],
  ['ACCOUNT_INNER', () => import('./account.tsx')],
  ['STATIC', () => import('./static-page.tsx')],
];

/** Screens whose own texts are among the first ones: keep in step with locales/split-messages.ts. */
const isFirst = (name: RouteName) => /^(HOME|TAXON_PRODUCTS|PRODUCT_INNER|PRODUCTS_SEARCH)$/.test(name);

/** Of a router: the language of its addresses, and what its screens wait for beside their script. */
interface Place {
  locale: string;
  localePath: string;
  loadLaterTexts: () => Promise<void>;
}

/** The services of one request, out of the context that the router hands to loaders; in the browser always the same. */
type ServicesOf = (context: unknown) => Services;

/** The screen's loader behind its guards; a screen that only has guards gets a loader for them. */
function guarded({ handle, createLoader }: Screen, servicesOf: ServicesOf): LoaderFunction | undefined {
  const guards = handle.guards?.map(guardNamed) ?? [];
  if (guards.length === 0 && !createLoader) return undefined;
  return async (args, context) => {
    const services = servicesOf(args.context);
    for (const guard of guards) await guard(services, args.request);
    return createLoader ? createLoader(services)(args, context) : null;
  };
}

export function createRoutes(
  { locale, localePath, loadLaterTexts }: Place,
  servicesOf: ServicesOf,
): RouteObject[] {
  const lazily = (name: RouteName, load: () => Promise<Screen>) => async () => {
    const [screen] = await Promise.all([load(), isFirst(name) ? undefined : loadLaterTexts()]);
    const loader = guarded(screen, servicesOf);
    return {
      Component: screen.Component,
      handle: screen.handle,
      ...(loader ? { loader } : {}),
    };
  };
  return [
    {
      id: 'root',
      path: '/',
      loader: (args, context) => createRootLoader(servicesOf(args.context))(args, context),
      // The frame (header, menus) is asked for once a page, not at each navigation.
      shouldRevalidate: () => false,
      Component: RootLayout,
      ErrorBoundary: ErrorScreen,
      HydrateFallback,
      children: [
        {
          id: 'screen',
          // Errors of a screen show inside the frame: header and search stay usable (UX LAW-09).
          ErrorBoundary: ErrorScreen,
          children: screens.map(([name, load]) => ({
            id: name,
            path: routePattern(name, locale, localePath),
            lazy: lazily(name, load),
          })),
        },
      ],
    },
  ];
}
