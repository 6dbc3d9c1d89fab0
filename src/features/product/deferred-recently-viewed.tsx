import { deferred } from '#ui/hydration/deferred.tsx';

/** Only this device knows what was seen: the server draws nothing of it. */
export const RecentlyViewed = deferred(
  async () => (await import('./recently-viewed-part.tsx')).RecentlyViewed,
);
