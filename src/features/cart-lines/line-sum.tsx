import { Trans } from '@lingui/react/macro';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { lineSum, withoutTax } from '#domain/cart/line-amounts.ts';
import { formatMoney } from '#i18n/format.ts';
import { classNames } from '#lib/class-names.ts';
import styles from './line-sum.module.css';

/**
 * What the pieces of a line come to before what the summary takes off, so that a discount is told once. Companies read it
 * without tax, as the price of one piece beside it, and what is paid below it.
 */
export function LineSum({ item, withBefore = false }: { item: OrderItem; withBefore?: boolean }) {
  const { locale } = useShop();
  const { pricesWithoutTax } = useChannel();
  const sum = lineSum(item);
  const before = item.originalUnitPrice * item.quantity;
  const isReduced = withBefore && before > sum;
  const shown = (cents: number) => formatMoney(pricesWithoutTax ? withoutTax(cents, item) : cents, locale);
  return (
    <>
      {isReduced && (
        <del>
          <span className="visually-hidden">
            <Trans>previous price</Trans>{' '}
          </span>
          {shown(before)}
        </del>
      )}
      <span className={classNames(isReduced && styles['reduced'])}>{shown(sum)}</span>
      {pricesWithoutTax && (
        <small className={styles['withTax']}>
          <Trans>{formatMoney(sum, locale)} with VAT</Trans>
        </small>
      )}
    </>
  );
}
