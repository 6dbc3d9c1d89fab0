import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useShop } from '#api/shop.ts';
import type { ProductCard } from '#contract/catalogue.ts';
import { keepCard, keptGoods } from '#features/wishlist/kept-goods.ts';
import { ProductSlider } from './product-slider-part.tsx';
import { addViewed, viewed } from './viewed-cell.ts';

const none: readonly string[] = [];

/**
 * What was seen last on this device, newest first (R1.10); nothing on a first visit.
 * @param product the one that is looked at now: it is remembered, and not among those shown.
 */
export function RecentlyViewed({ product }: { product?: ProductCard }) {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  const codes = useSyncExternalStore(viewed.subscribe, viewed.read, () => none);
  const [options] = useState(() => keptGoods(shop, 'viewed', viewed.read));
  useEffect(() => {
    if (product === undefined) return;
    addViewed(product.code);
    void keepCard(queryClient, options, product);
  }, [product, queryClient, options]);
  const others = codes.filter((code) => code !== product?.code);
  const { data: goods = [], isLoading } = useQuery({ ...options, enabled: others.length > 0 });
  // The card of the product that is looked at may be on its way: that is no row.
  const isWaiting = others.length > 0 && isLoading;
  const shown = others.flatMap((code) => goods.find((one) => one.code === code) ?? []);
  if (shown.length === 0 && !isWaiting) return null;
  return <ProductSlider title={t`Recently viewed`} products={isWaiting ? undefined : shown} />;
}
