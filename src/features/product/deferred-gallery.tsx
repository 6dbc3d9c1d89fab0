import { deferred } from '#ui/deferred.tsx';

export const Gallery = deferred(async () => (await import('./gallery-part.tsx')).Gallery);
