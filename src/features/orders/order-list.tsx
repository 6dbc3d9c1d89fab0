import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import { useShop } from '#api/shop.ts';
import type { OrderSummary } from '#contract/orders/order-history.ts';
import { useAccountPath } from '#i18n/account-paths.ts';
import { formatDate, formatMoney } from '#i18n/format.ts';
import { usePaths } from '#i18n/paths.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Section } from '#ui/section.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { OrderAgainButton } from './order-again-button.tsx';
import { orderQueries } from './order-queries.ts';
import { orderStateShapes } from './order-state-shapes.ts';
import { orderStateNames } from './order-texts.ts';
import styles from './order-list.module.css';
import { truckShape } from '#ui/icons/icon-shapes-orders.ts';

function OrderCard({ order, heading: Heading }: { order: OrderSummary; heading: 'h2' | 'h3' }) {
  const { i18n } = useLingui();
  const addressOf = useAccountPath();
  const { locale } = i18n;
  const { number, state, tokenValue } = order;
  const tracked = order.shipments.filter(({ tracking }) => tracking !== undefined);
  return (
    <li className={styles['card']}>
      <div className={styles['words']}>
        <Heading className={styles['number']}>
          <Link to={addressOf('ORDER', { orderToken: tokenValue })}>
            <Trans>
              Order <span translate="no">{number}</span>
            </Trans>
          </Link>
        </Heading>
        <p className={styles['meta']}>
          <span className="no-wrap">{formatDate(order.checkoutCompletedAt, locale)}</span>{' '}
          <span className="no-wrap">
            · <Plural value={order.itemCount} one="# piece" other="# pieces" />
          </span>
        </p>
        {tracked.map(({ tracking, trackingUrl }) => (
          <p key={tracking} className={styles['parcel']}>
            <Icon shape={truckShape} size={18} />
            {trackingUrl === undefined ? (
              <span>{tracking}</span>
            ) : (
              <a href={trackingUrl} target="_blank" rel="noopener">
                {tracking}
              </a>
            )}
          </p>
        ))}
      </div>
      <div className={styles['standing']}>
        <p className={styles['state']} data-state={state}>
          <Icon shape={orderStateShapes[state]} size={18} />
          {i18n._(orderStateNames[state])}
        </p>
        <p className={styles['total']}>{formatMoney(order.total, locale)}</p>
      </div>
      <div className={styles['ways']}>
        <OrderAgainButton orderId={order.id} orderToken={tokenValue} number={number} />
      </div>
    </li>
  );
}

function OrderCards({ orders, heading }: { orders: readonly OrderSummary[]; heading: 'h2' | 'h3' }) {
  return (
    <ul className={styles['list']}>
      {orders.map((order) => (
        <OrderCard key={order.id} order={order} heading={heading} />
      ))}
    </ul>
  );
}

function NoOrders() {
  const home = usePaths().home();
  return (
    <EmptyState
      drawing="cart"
      title={<Trans>You have not ordered anything yet. What you order is shown here.</Trans>}
      action={
        <Link className={buttonClass()} to={home}>
          <Trans>Choose goods</Trans>
        </Link>
      }
    />
  );
}

/** What the customer has ordered, newest first (R2.35); seen once, it opens without a connection too. */
export function OrderList({ page }: { page: number }) {
  const { t } = useLingui();
  const addressOf = useAccountPath();
  const { data, error, isFetching, refetch } = useQuery(orderQueries.history(useShop(), page));
  if (data === undefined) {
    if (error === null) return <Skeleton height="24rem" />;
    const isAway = error instanceof ApiError && error.kind === 'unreachable';
    return (
      <Notice kind="warn" alert>
        <p>
          {isAway
            ? t`Your orders are not on this device yet. They will appear when there is a connection.`
            : t`Your orders could not be loaded.`}
        </p>
        <p>
          <Button
            kind="secondary"
            busy={isFetching ? t`Trying…` : undefined}
            onClick={() => {
              void refetch();
            }}
          >
            <Trans>Try again</Trans>
          </Button>
        </p>
      </Notice>
    );
  }
  if (data.orders.length === 0 && page === 1) return <NoOrders />;
  return (
    <>
      <OrderCards orders={data.orders} heading="h2" />
      <Pagination
        page={page}
        pageCount={data.pageCount}
        addressOf={(at) => addressOf('ORDERS') + (at > 1 ? `?page=${String(at)}` : '')}
      />
    </>
  );
}

/** How many the account's first page shows. */
const few = 2;

/** The newest orders with the way to all of them; nothing while there are none. */
export function LastOrders() {
  const { t } = useLingui();
  const addressOf = useAccountPath();
  const { data } = useQuery(orderQueries.history(useShop(), 1));
  if (data === undefined || data.orders.length === 0) return null;
  return (
    <Section
      title={t`Last orders`}
      more={
        <Link to={addressOf('ORDERS')}>
          <Trans>All orders</Trans>
        </Link>
      }
    >
      <OrderCards orders={data.orders.slice(0, few)} heading="h3" />
    </Section>
  );
}
