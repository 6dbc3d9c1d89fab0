/// <reference types="vite/client" />
/**
 * Every address of the shop and the screen that answers it, each loaded when first needed, out of the route table. A screen is
 * one file of `screens` that exports `Component`, a `handle`, and usually `createLoader`.
 */
import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import type { Services } from '#api/services.ts';
import { routePattern, routeRow, routeTable, type RouteName } from '#contract/route-table.ts';
import { ErrorScreen } from './error-screen.tsx';
import { guardNamed } from './route-guards.ts';
import { createLoader as createRootLoader, HydrateFallback, RootLayout } from './root-layout.tsx';

interface Screen {
  Component: ComponentType;
  handle: RouteHandle;
  createLoader?: (services: Services) => LoaderFunction;
}

/** A file of `screens`: one screen, or several that it knows by their names. */
type ScreenModule = Screen | { screenOf: (name: RouteName) => Screen };

const modules = import.meta.glob<ScreenModule>('./screens/*.tsx');
const names = Object.keys(routeTable) as RouteName[];

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
  const lazily = (name: RouteName, load: () => Promise<ScreenModule>) => async () => {
    const [module] = await Promise.all([load(), routeRow(name).first ? undefined : loadLaterTexts()]);
    const screen = 'screenOf' in module ? module.screenOf(name) : module;
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
          children: names.flatMap((name) => {
            const load = modules[`./screens/${routeRow(name).screen}.tsx`];
            return load
              ? [{ id: name, path: routePattern(name, locale, localePath), lazy: lazily(name, load) }]
              : [];
          }),
        },
      ],
    },
  ];
}
