import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useShop } from '#api/shop.ts';
import type { ProductCard } from '#contract/catalogue.ts';
import { keepCard, keptGoods } from '#features/wishlist/kept-goods.ts';
import { ProductSlider } from './product-slider-part.tsx';
import { addViewed, viewed } from './viewed-cell.ts';

const none: readonly string[] = [];

/** Remembers this product, and shows what was seen before it; nothing on a first visit. */
export function RecentlyViewed({ product }: { product: ProductCard }) {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  const codes = useSyncExternalStore(viewed.subscribe, viewed.read, () => none);
  const [options] = useState(() => keptGoods(shop, 'viewed', viewed.read));
  useEffect(() => {
    addViewed(product.code);
    void keepCard(queryClient, options, product);
  }, [product, queryClient, options]);
  const others = codes.filter((code) => code !== product.code);
  const { data: goods = [] } = useQuery({ ...options, enabled: others.length > 0 });
  const shown = others.flatMap((code) => goods.find((one) => one.code === code) ?? []);
  if (shown.length === 0) return null;
  return <ProductSlider title={t`Recently viewed`} products={shown} />;
}
