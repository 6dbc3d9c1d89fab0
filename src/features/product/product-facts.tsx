import { later } from '#ui/later.tsx';

export const ProductFacts = later(async () => (await import('./product-facts-part.tsx')).ProductFacts);
