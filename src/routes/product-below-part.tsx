import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';
import type { Product, Variant } from '#contract/catalogue.ts';
import { ContentBlocks } from '#features/content/deferred-content-blocks.tsx';
import { contentQueries } from '#features/content/content-queries.ts';
import { blocksTarget } from '#features/product/chosen-variant.ts';
import { ProductFacts } from '#features/product/product-facts-part.tsx';
import { productQueries } from '#features/product/product-queries.ts';
import { ProductSlider } from '#features/product/product-slider-part.tsx';
import { Reviews } from '#features/reviews/reviews.tsx';
import { RecentlyViewed } from '#features/product/recently-viewed-part.tsx';

interface ProductBelowProps {
  product: Product;
  variant: Variant;
  /** Place of the blocks that end the page (R2.136, R2.137). */
  place: 'product_inner_page' | 'product_inner_out_of_stock_page';
}

/** What stands below pictures, price and choice: facts, what goes well with it, what was seen last, blocks. */
export function ProductBelow({ product, variant, place }: ProductBelowProps) {
  const { t } = useLingui();
  const shop = useShop();
  const { data: blocks = [] } = useQuery(contentQueries.blocks(shop, place, blocksTarget(product, variant)));
  const codes = product.associations.flatMap((group) => group.productCodes);
  const { data: similar, isLoading } = useQuery({
    ...productQueries.associated(shop, codes),
    enabled: codes.length > 0,
  });
  return (
    <>
      <ProductFacts product={product} variant={variant} />
      <Reviews key={product.code} product={product} />
      {(isLoading || (similar !== undefined && similar.length > 0)) && (
        <ProductSlider title={t`Goes well with it`} products={similar} />
      )}
      <RecentlyViewed product={product} />
      <ContentBlocks contentTypes={blocks} />
    </>
  );
}
