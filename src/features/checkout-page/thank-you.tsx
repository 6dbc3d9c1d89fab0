import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Link } from '#ui/link.tsx';
import { ApiError } from '#api/api-error.ts';
import { useShop } from '#api/shop.ts';
import type { Order } from '#contract/orders/orders.ts';
import { usePaths } from '#i18n/paths.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { useSignedIn } from '#api/use-signed-in.ts';
import { useAuthPaths } from '#features/session/auth-paths.ts';
import { okShape, warningShape } from '#ui/icons/icon-shapes.ts';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useHydrated } from '#ui/hydration/use-hydrated.ts';
import { PaymentAwaited, PaymentFailed, usePayment } from './after-payment.tsx';
import { readPlacedOrder } from '#features/checkout/device-cells.ts';
import { orderSeen } from '#features/checkout/order-command.ts';
import { isNoAnswer } from '#features/checkout/shop-trouble.ts';
import styles from './thank-you.module.css';

/** The order as the shop has it, and until that is known as the answer to its placing was. */
function usePlacedOrder(token: string | null) {
  const shop = useShop();
  return useQuery({
    queryKey: ['orders', 'detail', { ...shop.scope, token: token ?? '' }],
    queryFn: ({ signal }) => shop.call('order', { params: { token: token ?? '' }, signal }),
    enabled: token !== null,
    // As the order's own page keeps it: on this device, with what belongs to the visitor.
    meta: { saved: true, own: true },
    // The answer to the order itself: known before it is asked for.
    placeholderData: () => {
      const known = token === null ? undefined : theOutbox().state().carts.get(token)?.order;
      return known === undefined || known === null || known.state === 'cart' ? undefined : known;
    },
  });
}

/** The order stands, and this device has not kept what is in it. */
function DetailsAway({ onAgain }: { onAgain: () => void }) {
  return (
    <Notice kind="warn" alert>
      <p>
        <Trans>Your order is placed, but its details cannot be shown without a connection.</Trans>
      </p>
      <p>
        <Button kind="secondary" onClick={onAgain}>
          <Trans>Try again</Trans>
        </Button>
      </p>
    </Notice>
  );
}

function NoPlacedOrder() {
  const paths = usePaths();
  return (
    <EmptyState
      drawing="cart"
      title={<Trans>There is no order here that was placed on this device.</Trans>}
      action={
        <Link className={buttonClass()} to={paths.home()}>
          <Trans>To the home page</Trans>
        </Link>
      }
    />
  );
}

/** The order under its own address; a guest may have it in an account, which takes in what was ordered with its e-mail (5.9). */
function WaysOn({ order }: { order: Order }) {
  const paths = usePaths();
  const authPaths = useAuthPaths();
  const isSignedIn = useSignedIn();
  return (
    <>
      <p className={styles['ways']}>
        <Link to={paths.order(order.tokenValue)}>
          <Trans>See the order</Trans>
        </Link>
        {!isSignedIn && (
          <Link to={authPaths.signUp()}>
            <Trans>Create the account</Trans>
          </Link>
        )}
      </p>
      {!isSignedIn && (
        <p className={styles['note']}>
          <Trans>With an account for {order.customer?.email} this order is among your orders.</Trans>
        </p>
      )}
    </>
  );
}

/** Order number, what happens next, the papers. A reload changes nothing (CHK-15). */
export function ThankYou({ renderOrder }: { renderOrder: (order: Order, opening: ReactNode) => ReactNode }) {
  const queryClient = useQueryClient();
  const mounted = useHydrated();
  const search = new URLSearchParams(useLocation().search);
  const token = mounted ? (search.get('orderToken') ?? readPlacedOrder()) : null;
  const hash = mounted ? search.get('payment') : null;
  const payment = usePayment(hash, search);
  const { data: order, isError, error, refetch } = usePlacedOrder(token);
  const isSeen = order !== undefined && order.state !== 'cart';
  useEffect(() => {
    if (isSeen && token !== null) void orderSeen(token);
  }, [isSeen, token]);
  const paymentState = payment.data?.state;
  useEffect(() => {
    if (paymentState !== undefined) void queryClient.invalidateQueries({ queryKey: ['orders', 'detail'] });
  }, [paymentState, queryClient]);

  if (!mounted || (token !== null && order === undefined && !isError)) return <Skeleton height="24rem" />;
  if (order === undefined && token !== null && isNoAnswer(error)) {
    return <DetailsAway onAgain={() => void refetch()} />;
  }
  if (order === undefined || order.state === 'cart') {
    return <NoPlacedOrder />;
  }
  // The shop says that this address is no payment of its: what it says of the order holds.
  const isNone =
    payment.error instanceof ApiError && payment.error.kind === 'refused' && payment.error.status < 500;
  const isUnknown = hash !== null && paymentState === undefined && !isNone;
  const waiting = isUnknown || paymentState === 'new' || paymentState === 'processing';
  const failed = paymentState === 'failed' || paymentState === 'cancelled';
  const isInvoiced = order.documents?.some(({ kind }) => kind === 'pre_invoice') === true;
  const isTransfer = order.payments.at(-1)?.method?.kind === 'transfer';
  return renderOrder(
    // Being confirmed: nobody is invited to pay a second time.
    waiting ? { ...order, canPay: false } : order,
    <div className={styles['opening']} data-unpaid={failed || undefined}>
      <Icon shape={failed ? warningShape : okShape} size={48} />
      <div>
        <h1>
          <Trans>Thank you! Your order is placed</Trans>
        </h1>
        <p className={styles['number']}>
          <Trans>
            Order number: <strong translate="no">{order.number}</strong>
          </Trans>
        </p>
        <p>
          {isInvoiced && isTransfer ? (
            <Trans>We have sent the confirmation with the pre-invoice to {order.customer?.email}.</Trans>
          ) : (
            <Trans>We have sent the confirmation to {order.customer?.email}.</Trans>
          )}
        </p>
        <WaysOn order={order} />
      </div>
      {waiting && (
        <div className={styles['notice']} role="status">
          <PaymentAwaited onAsk={isUnknown && payment.isError ? () => void payment.refetch() : undefined} />
        </div>
      )}
      {failed && (
        <div className={styles['notice']}>
          <PaymentFailed token={order.tokenValue} />
        </div>
      )}
    </div>,
  );
}
