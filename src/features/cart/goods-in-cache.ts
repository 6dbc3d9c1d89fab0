/** Goods as the screens of this page have seen them: whoever presses "add" sees them somewhere. */
import type { QueryClient } from '@tanstack/react-query';
import type { ProductCard, Variant } from '#contract/catalogue.ts';
import { shownItem, type ShownItem } from '#domain/waiting/shown-goods.ts';

const isGoods = (value: object, code: string): value is ProductCard =>
  'variants' in value &&
  'slug' in value &&
  Array.isArray(value.variants) &&
  value.variants.some((one: { code?: unknown }) => one.code === code);

/** What a waiting line shows of this variant; undefined when no screen has it. */
export function goodsInCache(
  queryClient: QueryClient,
  code: string,
  productName: string,
): ShownItem | undefined {
  const look = (value: unknown, depth: number): { product: ProductCard; variant: Variant } | undefined => {
    if (typeof value !== 'object' || value === null || depth === 0) return undefined;
    if (isGoods(value, code)) {
      const variant = value.variants.find((one) => one.code === code);
      return variant === undefined ? undefined : { product: value, variant };
    }
    for (const inner of Object.values(value)) {
      const found = look(inner, depth - 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const query of queryClient.getQueryCache().getAll()) {
    const found = look(query.state.data, 6);
    if (found !== undefined) return { ...shownItem(found.product, found.variant), productName };
  }
  return undefined;
}
