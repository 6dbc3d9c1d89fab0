import { later } from '#ui/later.tsx';

export const Gallery = later(async () => (await import('./gallery-part.tsx')).Gallery);
