import type { ShopAndCache } from '#api/services.ts';
import { channelQuery } from '#api/channel-queries.ts';
import { mayFetchAhead, readLinkFacts } from '#offline/connection/prefetch-policy.ts';
import { wide } from '#ui/use-media.ts';
import { frameQueries } from './frame-queries.ts';

/** The whole menu of this screen's width with what draws it: it opens at once, and without a connection too (R0.33-R0.37). */
export async function prefetchMenu({ shop, queryClient }: ShopAndCache): Promise<void> {
  if (!mayFetchAhead('link', readLinkFacts())) return;
  const isWide = matchMedia(wide).matches;
  const channel = await queryClient.ensureQueryData(channelQuery(shop));
  const menus = (isWide ? (['main', 'mega'] as const) : (['mobile'] as const)).map((role) =>
    queryClient.prefetchQuery(frameQueries.menu(shop, channel, role)),
  );
  await Promise.all([isWide ? import('./nav-panel.tsx') : import('./mobile-menu.tsx'), ...menus]);
}
