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

/** Screens by route name; the module path is how the server finds the styles of the first page. */
const screens: [RouteName, string, () => Promise<Screen>][] = [
  ['HOME', 'src/routes/home.tsx', () => import('./home.tsx')],
  ['TAXON_PRODUCTS', 'src/routes/category.tsx', () => import('./category.tsx')],
  ['ATTRIBUTE_PRODUCTS', 'src/routes/attribute.tsx', () => import('./attribute.tsx')],
  ['ATTRIBUTE_PRODUCTS_TAXON', 'src/routes/attribute.tsx', () => import('./attribute.tsx')],
  ['SALES', 'src/routes/sales.tsx', () => import('./sales.tsx')],
  ['SALES_TAXON', 'src/routes/sales.tsx', () => import('./sales.tsx')],
  ['PRODUCTS_SEARCH', 'src/routes/search-results.tsx', () => import('./search-results.tsx')],
  ['PRODUCT_INNER', 'src/routes/product.tsx', () => import('./product.tsx')],
  ['CART', 'src/routes/cart.tsx', () => import('./cart.tsx')],
  ['CHECKOUT_THANK_YOU', 'src/routes/thank-you.tsx', () => import('./thank-you.tsx')],
  ['CHECKOUT', 'src/routes/checkout.tsx', () => import('./checkout.tsx')],
  ['WISHLIST', 'src/routes/wishlist.tsx', () => import('./wishlist.tsx')],
  ['WAITING', 'src/routes/waiting.tsx', () => import('./waiting.tsx')],
  ['NEWSLETTER_CONFIRM', 'src/routes/letter-link.tsx', () => import('./letter-link.tsx')],
  ['NEWSLETTER_STOP', 'src/routes/letter-link.tsx', () => import('./letter-link.tsx')],
  ['STOCK_REQUEST', 'src/routes/letter-link.tsx', () => import('./letter-link.tsx')],
  ['ORDER', 'src/routes/order.tsx', () => import('./order.tsx')],
  ['NEWS', 'src/routes/news.tsx', () => import('./news.tsx')],
  ['NEWS_SECTION', 'src/routes/news.tsx', () => import('./news.tsx')],
  ['NEWS_INNER', 'src/routes/article.tsx', () => import('./article.tsx')],
  ['FAQ', 'src/routes/faq.tsx', () => import('./faq.tsx')],
  ['FAQ_ITEM', 'src/routes/faq.tsx', () => import('./faq.tsx')],
  ['DEVICE', 'src/routes/device.tsx', () => import('./device.tsx')],
  ['ACCOUNT_INNER', 'src/routes/account.tsx', () => import('./account.tsx')],
  ['STATIC', 'src/routes/static-page.tsx', () => import('./static-page.tsx')],
];

/** Screens whose own texts are among the first ones: keep in step with locales/split-messages.ts. */
const isFirst = (module: string) => /(home|category|product|search-results)\.tsx$/.test(module);

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
  const lazily = (module: string, load: () => Promise<Screen>) => async () => {
    const [screen] = await Promise.all([load(), isFirst(module) ? undefined : loadLaterTexts()]);
    const loader = guarded(screen, servicesOf);
    return {
      Component: screen.Component,
      handle: { ...screen.handle, module },
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
          children: screens.map(([name, module, load]) => ({
            id: name,
            path: routePattern(name, locale, localePath),
            lazy: lazily(module, load),
          })),
        },
      ],
    },
  ];
}
