import { deferred } from '#ui/hydration/deferred.tsx';

/** Says nothing that changes by itself, and the browser's rules for plurals take 20 ms to load: not for a first look. */
export const ProductCount = deferred(async () => (await import('./product-count-part.tsx')).ProductCount, {
  early: true,
});
