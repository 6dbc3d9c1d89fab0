import { deferred } from '#ui/hydration/deferred.tsx';

export const Gallery = deferred(async () => (await import('./gallery-part.tsx')).Gallery);
