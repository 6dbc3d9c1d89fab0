import { Trans, useLingui } from '@lingui/react/macro';
import { useChannel } from '#api/channel-queries.ts';
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { addedUp, summaryLines } from '#domain/cart/summary-lines.ts';
import { discountsOf } from '#domain/cart/order-discounts.ts';
import { formatMoney } from '#i18n/format.ts';
import { classNames } from '#lib/class-names.ts';
import { lineNames } from './adjustment-words.ts';
import styles from './cart-summary.module.css';

const isSoldCard = ({ marker }: { marker?: string | undefined }) => marker === soldCardMarker;

/** The lines of the cart in the order of the specification (R3.47), or as they add up. */
export function CartSummary({
  order,
  isDeliveryChosen = false,
  addsUp = false,
}: {
  order: ShownCart;
  /** Its price is in the sums, though it is not saved yet. */
  isDeliveryChosen?: boolean;
  /** All that makes up the total above it: where it is paid. */
  addsUp?: boolean;
}) {
  const { i18n } = useLingui();
  const { pricesWithoutTax } = useChannel();
  // Of a cancelled order nothing is left to pay.
  const lines = summaryLines(order).filter(({ kind }) => kind !== 'toPay' || order.state !== 'cancelled');
  /** The sum that counts: what gift cards leave of the total, where there are any. */
  const last = lines.some(({ kind }) => kind === 'toPay') ? 'toPay' : 'total';
  const isPaid = ['paid', 'partially_refunded', 'refunded'].includes(order.paymentState);
  // Nothing chosen yet is no free delivery.
  const isDeliveryOpen =
    !isDeliveryChosen &&
    order.state === 'cart' &&
    !order.shipments.some((shipment) => shipment.method !== undefined);
  return (
    <dl className={styles['summary']}>
      {(addsUp ? addedUp(lines) : lines).map(({ kind, amount }) => (
        <div
          key={kind}
          className={classNames(
            styles['row'],
            kind === last && styles['total'],
            amount < 0 && styles['discount'],
          )}
          data-line={kind}
        >
          <dt>
            {kind === 'subtotal' && pricesWithoutTax ? (
              <Trans>Subtotal with VAT</Trans>
            ) : kind === 'toPay' && isPaid ? (
              <Trans>Paid</Trans>
            ) : (
              i18n._(lineNames[kind])
            )}
            {kind === last && order.waiting?.isEstimate === true && (
              <small className={styles['estimate']}>
                <Trans>to be confirmed</Trans>
              </small>
            )}
            {(kind === 'discount' || kind === 'shippingDiscount') &&
              discountsOf(order, kind).map(({ code, name, amount: own, couponCode }) => (
                <small key={code}>
                  {/* A sum in the name is read in one piece. */}
                  {name.replaceAll(' €', '\u00A0€')}
                  {couponCode !== undefined && !name.includes(couponCode) && ` (${couponCode})`}:{' '}
                  <span className="no-wrap">{formatMoney(own, i18n.locale)}</span>
                </small>
              ))}
          </dt>
          {kind === 'delivery' && order.items.every(isSoldCard) ? (
            <dd className={styles['words']}>
              <Trans>by email</Trans>
            </dd>
          ) : kind === 'delivery' && amount === 0 && isDeliveryOpen ? (
            <dd className={styles['words']}>
              <Trans>chosen at checkout</Trans>
            </dd>
          ) : (
            <dd>{formatMoney(amount, i18n.locale)}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
