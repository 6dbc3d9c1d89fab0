import { later } from '#ui/later.tsx';

export const ProductList = later(async () => (await import('./product-list-part.tsx')).ProductList, {
  early: true,
});
