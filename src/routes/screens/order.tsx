import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams, type LoaderFunction } from 'react-router';
import { ApiError } from '#api/api-error.ts';
import type { RouteHandle } from '#api/route-handle.ts';
import { useShop } from '#api/shop.ts';
import { useSignedIn } from '#api/use-signed-in.ts';
import { OrderView } from '#features/orders/order-view.tsx';
import { orderQueries } from '#features/orders/order-queries.ts';
import { ErrorPage } from '#features/site-frame/error-page.tsx';
import { UnseenPage } from '#features/site-frame/unseen-page.tsx';
import { usePaths } from '#i18n/paths.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useHydrated } from '#ui/hydration/use-hydrated.ts';
import { KeptOffers } from '#routes/kept-offers.tsx';

export const handle: RouteHandle = { pageKind: 'order' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: '', titleMessage: msg`Order`, noIndex: true } });
}

/** A placed order by its token, for everybody who knows it (R2.48). It is personal: only the browser asks for it. */
export function Component() {
  const shop = useShop();
  const token = useParams()['orderToken'] ?? '';
  const mounted = useHydrated();
  const isSignedIn = useSignedIn();
  const paths = usePaths();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data: order, error, refetch } = useQuery({ ...orderQueries.detail(shop, token), enabled: mounted });
  if (error instanceof ApiError && error.kind === 'unreachable' && order === undefined)
    return (
      <UnseenPage again={refetch}>
        <KeptOffers />
      </UnseenPage>
    );
  // The order of a customer is shown to them alone: who follows the link of a letter signs in first, and comes back.
  if (error instanceof ApiError && error.status === 404 && order === undefined && !isSignedIn)
    return (
      <div className="width">
        <EmptyState
          drawing="cart"
          title={<Trans>Sign in to see this order</Trans>}
          action={
            <Button onClick={() => void navigate(paths.auth(), { state: { from: pathname } })}>
              <Trans>Sign in</Trans>
            </Button>
          }
        >
          <p>
            <Trans>
              An order made with an account is shown to its customer. If it was made without one, look at the
              address: a part of it may be missing.
            </Trans>
          </p>
        </EmptyState>
      </div>
    );
  if ((error !== null && order === undefined) || order?.state === 'cart')
    return <ErrorPage status={error instanceof ApiError ? error.status : 404} />;
  return (
    <div className="width">
      {order === undefined ? (
        <Skeleton height="24rem" />
      ) : (
        <OrderView
          order={order}
          opening={
            <h1>
              <Trans>
                Order <span translate="no">{order.number}</span>
              </Trans>
            </h1>
          }
        />
      )}
    </div>
  );
}
