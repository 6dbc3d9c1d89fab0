import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useParams, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/services.ts';
import { useShop } from '#api/shop.ts';
import { CheckoutView } from '#features/checkout/checkout-view.tsx';
import { clearDraft, readPlacing, writePlacedOrder, writePlacing } from '#features/checkout/device-cells.ts';
import { PayAgain } from '#features/checkout/pay-again.tsx';
import { EmptyCart } from '#features/cart/empty-cart.tsx';
import { useCart } from '#features/cart/use-cart.ts';
import { orderQueries } from '#features/orders/order-queries.ts';
import { usePaths } from '#i18n/paths.ts';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useMedia } from '#ui/use-media.ts';

export const handle: RouteHandle = { pageKind: 'checkout', layout: 'checkout' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: '', titleMessage: msg`Checkout`, noIndex: true } });
}

/** Without a token the checkout of this device's cart, with one that order's (R2.16). */
export function Component() {
  const shop = useShop();
  const { orderToken } = useParams();
  // Personal, so nothing of it is on the server's page.
  const mounted = useMedia('all');
  const cart = useCart();
  const named = useQuery({ ...orderQueries.detail(shop, orderToken ?? ''), enabled: mounted && orderToken !== undefined });
  const isAnswered = useAnswerThatWasLost(mounted && orderToken === undefined && !cart.isFetching && !cart.data);
  const { data: order, isError } = orderToken === undefined ? cart : named;
  const isLoading = orderToken === undefined ? cart.isEnabled && cart.isPending : named.isPending;
  return (
    <div className="width">
      {!mounted || isAnswered || (isLoading && !isError) ? (
        <Waiting />
      ) : isError ? (
        <Notice kind="danger" alert>
          <Trans>The order could not be fetched. Please try again.</Trans>
        </Notice>
      ) : order === undefined || order === null || (order.state === 'cart' && order.items.length === 0) ? (
        <>
          <h1 className="visually-hidden">
            <Trans>Checkout</Trans>
          </h1>
          <EmptyCart />
        </>
      ) : order.state === 'cart' ? (
        <CheckoutView key={order.tokenValue} order={order} />
      ) : (
        <PayAgain order={order} />
      )}
    </div>
  );
}

/**
 * The order went through, but the page was gone before the answer came: the cart is empty now, and the buyer is shown
 * the order instead. True while that is found out.
 */
function useAnswerThatWasLost(hasNoCart: boolean): boolean {
  const shop = useShop();
  const paths = usePaths();
  const navigate = useNavigate();
  const token = hasNoCart ? (readPlacing()?.token ?? null) : null;
  const { data, isPending } = useQuery({ ...orderQueries.detail(shop, token ?? ''), enabled: token !== null, retry: 2 });
  const isPlaced = token !== null && data !== undefined && data.state !== 'cart';
  useEffect(() => {
    if (!isPlaced || token === null) return;
    writePlacedOrder(token);
    writePlacing(null);
    clearDraft();
    void navigate(paths.thankYou(), { replace: true });
  }, [isPlaced, token, navigate, paths]);
  return isPlaced || (token !== null && isPending);
}

function Waiting() {
  return (
    <>
      <h1>
        <Trans>Checkout</Trans>
      </h1>
      <Skeleton height="24rem" />
    </>
  );
}
