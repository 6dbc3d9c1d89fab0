import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams, type LoaderFunction } from 'react-router';
import { ApiError } from '#api/api-error.ts';
import type { RouteHandle } from '#api/services.ts';
import { useShop } from '#api/shop.ts';
import { OrderView } from '#features/orders/order-view.tsx';
import { orderQueries } from '#features/orders/order-queries.ts';
import { ErrorPage } from '#features/site-frame/error-page.tsx';
import { UnseenPage } from '#features/site-frame/unseen-page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useMedia } from '#ui/use-media.ts';
import { KeptOffers } from './kept-offers.tsx';

export const handle: RouteHandle = { pageKind: 'order' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: '', titleMessage: msg`Order`, noIndex: true } });
}

/** A placed order by its token, for everybody who knows it (R2.48). It is personal: only the browser asks for it. */
export function Component() {
  const shop = useShop();
  const token = useParams()['orderToken'] ?? '';
  const mounted = useMedia('all');
  const { data: order, error, refetch } = useQuery({ ...orderQueries.detail(shop, token), enabled: mounted });
  if (error instanceof ApiError && error.kind === 'unreachable' && order === undefined)
    return (
      <UnseenPage again={refetch}>
        <KeptOffers />
      </UnseenPage>
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
              <Trans>Order {order.number}</Trans>
            </h1>
          }
        />
      )}
    </div>
  );
}
