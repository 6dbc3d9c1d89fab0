import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';
import type { Order } from '#contract/orders/orders.ts';
import { payBy } from '#domain/orders/order-states.ts';
import { formatDate, formatMoney } from '#i18n/format.ts';
import { usePaths } from '#i18n/paths.ts';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { orderQueries } from './order-queries.ts';
import styles from './order-view.module.css';

/** What a buyer needs who pays later: account, purpose, amount. */
export function HowToPay({ order }: { order: Order }) {
  const { i18n } = useLingui();
  const paths = usePaths();
  const payment = order.payments.at(-1);
  const { data, isLoading } = useQuery({
    ...orderQueries.payment(useShop(), order.tokenValue, payment?.id ?? 0),
    enabled: payment !== undefined,
  });
  const kind = payment?.method?.kind;
  const isGateway = kind === 'card' || kind === 'bank_link' || kind === 'leasing';
  // Being paid just now: nobody is asked to pay again.
  const isOnItsWay = isGateway && order.canPay !== true;
  if (order.paymentState !== 'awaiting_payment' || payment === undefined || isOnItsWay) return null;
  const placed = order.checkoutCompletedAt;
  // Cash is paid where the goods are handed over, whenever that is.
  const until = placed === undefined || kind === 'cash' ? null : payBy(new Date(placed), payment.method);
  return (
    <Notice kind="info">
      <p>
        <strong>
          <Trans>To pay: {formatMoney(payment.amount, i18n.locale)}</Trans>
        </strong>
        <br />
        {payment.method?.name}
      </p>
      {/* The room of the account, so that nothing moves when it comes. */}
      {isLoading && kind === 'transfer' && <Skeleton height="9rem" />}
      {data?.instructions !== undefined && <p>{data.instructions}</p>}
      {(data?.bankAccounts ?? []).map((account) => (
        <p key={account.iban} className={styles['account']}>
          {account.holder}, {account.bank}
          <br />
          <span translate="no">{account.iban}</span>
        </p>
      ))}
      {data?.reference !== undefined && (
        <p>
          <Trans>
            Payment purpose: <span translate="no">{data.reference}</span>
          </Trans>
        </p>
      )}
      {until !== null && (
        <p>
          <Trans>
            Please pay by <b>{formatDate(until.toISOString(), i18n.locale)}</b>
          </Trans>
        </p>
      )}
      {order.canPay === true && isGateway && (
        <p className={styles['payNow']}>
          <Link className={buttonClass('primary')} to={paths.checkout(order.tokenValue)}>
            <Trans>Pay now</Trans>
          </Link>
        </p>
      )}
    </Notice>
  );
}
