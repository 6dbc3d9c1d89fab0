import type { ProductCard } from '#contract/catalogue.ts';
import type { Shop } from './shop.ts';

/** Codes that one call takes, and the size of its page (R9.15, contract CAT-04). */
const productsByCodePageSize = 100;

/** Cards of the codes that the channel sells, in their order; more than a hundred codes are asked for in parts. */
export async function productsByCode(
  shop: Shop,
  codes: readonly string[],
  signal: AbortSignal,
): Promise<ProductCard[]> {
  const cards: ProductCard[] = [];
  for (let at = 0; at < codes.length; at += productsByCodePageSize) {
    const code = codes.slice(at, at + productsByCodePageSize);
    const query = { code, itemsPerPage: productsByCodePageSize, facets: false };
    cards.push(...(await shop.call('products', { query, signal })).data);
  }
  return cards;
}
