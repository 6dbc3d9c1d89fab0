import { later } from '#ui/later.tsx';

/** Only this device knows what was seen: the server draws nothing of it. */
export const RecentlyViewed = later(async () => (await import('./recently-viewed-part.tsx')).RecentlyViewed);
