import type { Services } from '#api/services.ts';
import { createPaths } from '#i18n/paths.ts';
import { mayFetchAhead, readLinkFacts } from '#offline/connection/prefetch-policy.ts';

/**
 * The home page with what its blocks show, wherever the visit began: the icon on the home screen opens it, with a
 * connection or without (R0.14, R0.33-R0.37).
 */
export async function prefetchHome(services: Services): Promise<void> {
  if (location.pathname === createPaths(services.shop).home() || !mayFetchAhead('link', readLinkFacts()))
    return;
  const { loadHome } = await import('#routes/screens/home.tsx');
  await loadHome(services);
}
