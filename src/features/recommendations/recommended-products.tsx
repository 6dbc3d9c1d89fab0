import { useQuery } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';
import { ProductSlider } from '#features/product/deferred-product-slider.tsx';
import { useLoadingTime } from '#ui/loading-time.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { recommendationQueries } from './recommendation-queries.ts';
import styles from './recommended-products.module.css';

/**
 * What the shop recommends in a place, in the order of the answer (R3.23, REC-01). Only the browser asks: pages of the
 * server are the same for everybody. An answer that does not come hides the part.
 */
export function RecommendedProducts({
  placement,
  title,
  count = 8,
}: {
  placement: string;
  title: string;
  count?: number | undefined;
}) {
  const { data: products, isLoadingError } = useQuery(
    recommendationQueries.products(useShop(), placement, count),
  );
  const isLoading = useLoadingTime(products === undefined && !isLoadingError);
  if (isLoadingError || products?.length === 0) return null;
  if (products === undefined || isLoading) {
    return (
      <div className={styles['coming']} aria-busy="true">
        {['a', 'b', 'c', 'd'].map((card) => (
          <Skeleton key={card} height="20rem" />
        ))}
      </div>
    );
  }
  return <ProductSlider title={title} products={products} />;
}
