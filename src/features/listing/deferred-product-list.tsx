import { deferred } from '#ui/deferred.tsx';

export const ProductList = deferred(async () => (await import('./product-list-part.tsx')).ProductList, {
  early: true,
});
