import type { DataRouter, Location } from 'react-router';
import type { Shop } from '#api/shop.ts';
import { settledPath, withoutSlash } from '#contract/settled-address.ts';
import { createRedirects, pathOf, withQuery } from '#domain/redirects.ts';
import { keptRules } from '#offline/worker/redirect-rules-cache.ts';

/**
 * A link within the shop to a page that has moved though it exists (`only404: false`): neither server nor worker sees it, and it
 * leads where they would send it (R2.01, R3.73).
 */
export function followRules({ localePath }: Shop, router: DataRouter): void {
  const settle = localePath === '' ? settledPath : withoutSlash;
  const follow = async (to: Location) => {
    const move = createRedirects(await keptRules(), settle).find(pathOf(to.pathname), false);
    const isThere = router.state.location.pathname === to.pathname;
    // Whoever has gone elsewhere meanwhile stays there.
    if (move && (isThere || router.state.navigation.location === to))
      await router.navigate(withQuery(move.target, to.search), { replace: isThere });
  };
  router.subscribe(({ navigation, location }) => {
    const to = navigation.location;
    if (navigation.state === 'loading' && to && to.pathname !== location.pathname) void follow(to);
  });
}
