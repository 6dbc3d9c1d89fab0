import { isPlainClick } from '#lib/plain-click.ts';
import { isHydrated } from './pre-hydration-events.ts';

/**
 * A link that is not hydrated yet leads on through the router all the same: the page would be loaded anew otherwise. In a
 * text of the shop that is hydrated rich-text.tsx does it. `go` says whether it knows the address.
 */
export function followPreHydrationLinks(go: (address: string) => boolean): void {
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || event.defaultPrevented || !isPlainClick(event) || isHydrated(link)) return;
      const { origin, pathname, search, hash } = new URL(link.href, location.href);
      const stays = pathname === location.pathname && search === location.search;
      if (
        origin !== location.origin ||
        stays ||
        link.target !== '' ||
        link.hasAttribute('download') ||
        link.hreflang !== ''
      )
        return;
      if (go(pathname + search + hash)) event.preventDefault();
    },
    { capture: true },
  );
}
