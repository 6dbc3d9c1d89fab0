import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { LoaderFunction } from 'react-router';
import type { RouteHandle, Services } from '#api/services.ts';
import { useShop } from '#api/shop.ts';
import { CartView } from '#features/cart/cart-view.tsx';
import { useGoodsAtFirst } from '#features/cart/use-goods-at-first.ts';
import { ContentBlocks } from '#features/content/content-blocks.tsx';
import { contentQueries, loadBlocks } from '#features/content/content-queries.ts';
import { usePaths } from '#i18n/paths.ts';
import { secondaryContent } from '#lib/secondary-content.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';

export const handle: RouteHandle = { pageKind: 'cart' };

export function createLoader(services: Services): LoaderFunction {
  return async () => {
    await secondaryContent(loadBlocks(services, 'cart_inner_page'));
    return { head: { title: '', titleMessage: msg`Cart`, noIndex: true } };
  };
}

export function Component() {
  const paths = usePaths();
  const inCart = useGoodsAtFirst();
  const { data: blocks = [] } = useQuery(contentQueries.blocks(useShop(), 'cart_inner_page'));
  return (
    <div className="width">
      <Breadcrumbs home={paths.home()} crumbs={[]} />
      <h1>
        <Trans>Cart</Trans>
      </h1>
      <CartView />
      <ContentBlocks contentTypes={blocks} without={inCart} />
    </div>
  );
}
