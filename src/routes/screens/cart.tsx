import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import type { Services } from '#api/services.ts';
import { useShop } from '#api/shop.ts';
import { routePattern } from '#contract/route-table.ts';
import { CartView } from '#features/cart-page/cart-view.tsx';
import { useGoodsAtFirst } from '#features/cart-page/use-goods-at-first.ts';
import { ContentBlocks } from '#features/content/deferred-content-blocks.tsx';
import { contentQueries, loadBlocks } from '#features/content/content-queries.ts';
import { usePaths } from '#i18n/paths.ts';
import { secondaryContent } from '#lib/secondary-content.ts';
import { onDemand } from '#ui/hydration/deferred.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Link } from '#ui/link.tsx';
import styles from '#features/cart-page/cart-view.module.css';

const RecoverCart = onDemand(async () => (await import('#features/cart-page/recover-cart.tsx')).RecoverCart);

export const handle: RouteHandle = { pageKind: 'cart' };

export function createLoader(services: Services): LoaderFunction {
  return async () => {
    await secondaryContent(loadBlocks(services, 'cart_inner_page'));
    return { head: { title: '', titleMessage: msg`Cart`, noIndex: true } };
  };
}

/** A cart by its link (R2.15) on any device, else the one of this device. */
export function Component() {
  const { orderToken: cartId } = useParams();
  const paths = usePaths();
  const { locale, localePath } = useShop();
  const inCart = useGoodsAtFirst();
  const { data: blocks = [] } = useQuery(contentQueries.blocks(useShop(), 'cart_inner_page'));
  return (
    <div className="width">
      <Breadcrumbs home={paths.home()} crumbs={[]} />
      <h1>
        <Trans>Cart</Trans>
      </h1>
      {cartId === undefined ? (
        <CartView />
      ) : (
        <Suspense fallback={<Skeleton height="20rem" />}>
          <RecoverCart key={cartId} cartId={cartId} />
        </Suspense>
      )}
      <p className={styles['quick']}>
        <Link to={routePattern('QUICK_ORDER', locale, localePath)}>
          <Trans>Quick order by codes</Trans>
        </Link>
      </p>
      <ContentBlocks contentTypes={blocks} without={inCart} />
    </div>
  );
}
