import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { ApiError } from '#api/api-error.ts';
import { useShop } from '#api/shop.ts';
import type { MenuEntry } from '#features/account/account-menu.tsx';
import { Dashboard } from '#features/account/dashboard.tsx';
import { OrderAgainButton } from '#features/orders/order-again-button.tsx';
import { LastOrders, OrderList } from '#features/orders/order-list.tsx';
import { orderQueries } from '#features/orders/order-queries.ts';
import { OrderView } from '#features/orders/order-view.tsx';
import { ErrorPage } from '#features/site-frame/error-page.tsx';
import { UnseenPage } from '#features/site-frame/unseen-page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

export function DashboardPage({ menu }: { menu: readonly MenuEntry[] }) {
  return <Dashboard menu={menu} below={<LastOrders />} />;
}

/** Of the address; anything that is no page is the first one. */
const pageIn = (search: string) => {
  const page = Number(new URLSearchParams(search).get('page') ?? '1');
  return Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1;
};

export function OrdersPage() {
  return <OrderList page={pageIn(useLocation().search)} />;
}

/** One order of the customer (R2.36). */
export function OrderPage({ params }: { params: Readonly<Record<string, string>> }) {
  const { t } = useLingui();
  const token = params['orderToken'] ?? '';
  const { data: order, error, refetch } = useQuery(orderQueries.detail(useShop(), token));
  if (order === undefined && error instanceof ApiError && error.kind === 'unreachable')
    return <UnseenPage again={refetch} />;
  if ((error !== null && order === undefined) || order?.state === 'cart')
    return <ErrorPage status={error instanceof ApiError ? error.status : 404} />;
  if (order === undefined)
    return (
      <>
        <h1>{t`Order`}</h1>
        <Skeleton height="24rem" />
      </>
    );
  return (
    <OrderView
      order={order}
      opening={
        <h1>
          <Trans>
            Order <span translate="no">{order.number}</span>
          </Trans>
        </h1>
      }
      actions={<OrderAgainButton orderId={order.id} orderToken={order.tokenValue} />}
    />
  );
}
