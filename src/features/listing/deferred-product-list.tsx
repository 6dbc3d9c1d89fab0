import { deferred } from '#ui/hydration/deferred.tsx';

export const ProductList = deferred(async () => (await import('./product-list-part.tsx')).ProductList, {
  early: true,
});
