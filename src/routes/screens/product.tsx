import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import {
  redirect,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  type LoaderFunction,
} from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import type { Services } from '#api/services.ts';
import { useShop } from '#api/shop.ts';
import type { Product } from '#contract/catalogue.ts';
import { isOutOfStock } from '#domain/catalogue/product-view.ts';
import { ContentBlocks } from '#features/content/deferred-content-blocks.tsx';
import { contentQueries, loadBlocks } from '#features/content/content-queries.ts';
import { BuyBox } from '#features/product/deferred-buy-box.tsx';
import { blocksTarget, chosenVariant } from '#features/product/chosen-variant.ts';
import { Gallery } from '#features/product/deferred-gallery.tsx';
import { loadReviews } from '#features/reviews/load-reviews.ts';
import { productQueries } from '#features/product/product-queries.ts';
import { loadBar } from '#features/site-header/frame-queries.ts';
import { formsOf } from '#i18n/format.ts';
import { createPaths, usePaths } from '#i18n/paths.ts';
import { readTail } from '#i18n/read-address.ts';
import { AfterPaint } from '#ui/hydration/after-paint.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { deferred } from '#ui/hydration/deferred.tsx';
import { notFound } from '#routes/not-found.ts';
import styles from './product.module.css';

export const handle: RouteHandle = { pageKind: 'product' };

const ProductBelow = deferred(async () => (await import('#routes/product-below-part.tsx')).ProductBelow);

/** The address's last part, when it can name a product. */
function tailOf(splat: string | undefined, newUrls: boolean): string | null {
  const tail = readTail(splat)?.tail;
  if (tail === undefined) return null;
  return newUrls || /^[1-9]\d{0,8}$/.test(tail) ? tail : null;
}

const placesOf = (product: Product) =>
  [
    isOutOfStock(product) ? 'product_inner_out_of_stock_page' : 'product_inner_page',
    'product_inner_below_gallery',
  ] as const;

export function createLoader(services: Services): LoaderFunction {
  const { shop, queryClient } = services;
  return async ({ params, request }) => {
    const tail = tailOf(params['*'], shop.newUrls) ?? notFound();
    const product = await queryClient.ensureQueryData(productQueries.detail(shop, tail));
    const address = createPaths(shop).product(product);
    const url = new URL(request.url);
    // Another slug of the same product leads to its one address (CAT-07).
    if (readTail(params['*'])?.slug !== product.slug) return redirect(address + url.search, 301);
    const similar = product.associations.flatMap((group) => group.productCodes);
    const barScope = { product: product.code };
    const target = blocksTarget(product, chosenVariant(product, url.searchParams.get('variant')));
    const beside = Promise.all([
      loadBar(services, barScope),
      ...placesOf(product).map((place) => loadBlocks(services, place, target)),
      // What stands further down is asked for by itself in the browser.
      import.meta.env.SSR && product.reviewCount > 0 ? loadReviews(services, product.code) : undefined,
      similar.length > 0 ? queryClient.prefetchQuery(productQueries.associated(shop, similar)) : undefined,
    ]);
    // In the browser the product shows at once, and what stands below it comes when it comes.
    if (import.meta.env.SSR) await beside;
    // What could not be fetched says so in its own place.
    else void beside.catch(() => {});
    return {
      barScope,
      head: {
        title: product.metaTitle ?? product.name,
        description: product.metaDescription ?? product.shortDescription,
        canonical: address,
        image: product.images[0]?.path,
      },
    };
  };
}

/** One product: pictures, price, choice, facts (R2.12). */
export function Component() {
  const { t } = useLingui();
  const shop = useShop();
  const paths = usePaths();
  const navigate = useNavigate();
  const search = new URLSearchParams(useLocation().search);
  const tail = tailOf(useParams()['*'], shop.newUrls) ?? '';
  const { data: product } = useSuspenseQuery(productQueries.detail(shop, tail));
  const [inner, below] = placesOf(product);
  const variant = chosenVariant(product, search.get('variant'));
  const target = blocksTarget(product, variant);
  const { data: belowBlocks = [] } = useQuery(contentQueries.blocks(shop, below, target));
  const taxon = (
    product.productTaxons.find((one) => one.taxon.id === product.mainTaxon?.id) ?? product.productTaxons[0]
  )?.taxon;
  const crumbs = taxon === undefined ? [] : [...(taxon.ancestors ?? []), taxon];
  const comesBack = useNavigationType() === 'POP';
  if (variant === undefined) return null;
  return (
    <div className="width">
      <Breadcrumbs
        home={paths.home()}
        crumbs={crumbs.map((one) => ({ name: one.name, to: paths.taxon(one) }))}
      />
      <div className={styles['columns']}>
        <Gallery
          key={product.code}
          images={product.images}
          productName={product.name}
          product={product}
          variant={variant}
        />
        <div className={styles['below']}>
          <ContentBlocks contentTypes={belowBlocks} />
        </div>
        <div className={styles['words']}>
          <h1>{product.name}</h1>
          {product.reviewCount > 0 && (
            <p className={styles['rating']}>
              <span aria-hidden="true" className={styles['star']}>
                ★
              </span>{' '}
              {t`${String(product.averageRating).replace('.', formsOf(shop.locale).point)} of 5, reviews: ${product.reviewCount}`}
            </p>
          )}
          {product.shortDescription !== undefined && (
            <p className={styles['lead']}>{product.shortDescription}</p>
          )}
          <BuyBox
            key={product.code}
            product={product}
            variant={variant}
            onChoose={(code) => {
              void navigate(code === product.defaultVariant ? '?' : `?variant=${encodeURIComponent(code)}`, {
                replace: true,
                preventScrollReset: true,
              });
            }}
          />
        </div>
      </div>
      <AfterPaint key={product.code} atOnce={comesBack}>
        <ProductBelow product={product} variant={variant} place={inner} />
      </AfterPaint>
    </div>
  );
}
