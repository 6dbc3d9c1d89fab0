/**
 * A page that somebody is about to open is fetched before the click, script and data, once per address and only while
 * the data policy allows it (R0.33). One listener for all links, also for those whose part is not hydrated yet.
 */
import { matchRoutes, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { routeTable, type RouteRow } from '#contract/route-table.ts';
import { watchLinksInView } from './links-in-view.ts';
import { mayFetchAhead, readLinkFacts } from '#offline/connection/prefetch-policy.ts';

/** A pointer that only passes by stays shorter than this (ms). */
const hoverTime = 80;
/** Pages at a time, so that what somebody waits for is never behind what nobody asked for. */
const most = 2;
/** What belongs to one visitor, or ends in a redirect, is asked for when it is opened. */
const isPersonal = (id: string | undefined) => (routeTable as Record<string, RouteRow>)[id ?? '']?.visitor;

export function prefetchLinks(routes: RouteObject[]): () => void {
  const seen = new Set<string>();
  let running = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function fetchPage(address: string): Promise<boolean> {
    const url = new URL(address, location.href);
    const matches = matchRoutes(routes, url) ?? [];
    const last = matches.at(-1);
    if (!last || isPersonal(last.route.id) || running >= most) return false;
    seen.add(address);
    running += 1;
    try {
      const { route, params } = last;
      const screen = typeof route.lazy === 'function' ? await route.lazy() : route;
      const loader = screen.loader;
      const args = { request: new Request(url), params, url, pattern: route.path ?? '', context: {} };
      if (typeof loader === 'function') await loader(args as unknown as LoaderFunctionArgs, undefined);
      return true;
    } catch {
      // Nobody has asked yet: the click asks again, and says what is wrong.
      seen.delete(address);
      return false;
    } finally {
      running -= 1;
    }
  }

  /** Where the link leads, if that is a page of the shop that has not been fetched. */
  function addressOf(link: HTMLAnchorElement | null): string | null {
    if (!link || link.origin !== location.origin || link.target === '_blank' || link.hasAttribute('download'))
      return null;
    const address = link.pathname + link.search;
    return seen.has(address) || address === location.pathname + location.search ? null : address;
  }

  function near(target: EventTarget | null, wait: number): void {
    const address = addressOf(
      target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null,
    );
    clearTimeout(timer);
    if (address === null) return;
    timer = setTimeout(() => {
      if (mayFetchAhead('link', readLinkFacts())) void fetchPage(address);
    }, wait);
  }

  const hover = (event: Event) => near(event.target, hoverTime);
  const touch = (event: Event) => near(event.target, 0);
  // Whoever is near a link already, as this begins to listen.
  near(document.querySelector('a[href]:hover') ?? document.activeElement, hoverTime);
  const stopView = matchMedia('(hover: none)').matches
    ? watchLinksInView(async (link) => {
        const address = addressOf(link);
        // Read at each link: the train leaves the town, a saver is turned on.
        return address !== null && mayFetchAhead('view', readLinkFacts()) && fetchPage(address);
      })
    : undefined;
  document.addEventListener('pointerover', hover, { passive: true });
  document.addEventListener('focusin', hover);
  document.addEventListener('touchstart', touch, { passive: true });
  return () => {
    stopView?.();
    clearTimeout(timer);
    document.removeEventListener('pointerover', hover);
    document.removeEventListener('focusin', hover);
    document.removeEventListener('touchstart', touch);
  };
}
