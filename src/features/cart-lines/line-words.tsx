import { Plural, Trans } from '@lingui/react/macro';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { giftMarker } from '#contract/orders/gift-marker.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { routePattern } from '#contract/route-table.ts';
import { collectTowns } from '#domain/cart/cart-lines.ts';
import { pieceWithoutTax } from '#domain/cart/line-amounts.ts';
import { formatMoney } from '#i18n/format.ts';
import { usePaths } from '#i18n/paths.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { warehouseShape, warningShape } from '#ui/icons/icon-shapes.ts';
import { Link } from '#ui/link.tsx';
import { TierNote } from './tier-note.tsx';
import styles from './cart-lines.module.css';

/** What a line is, what a piece of it costs, and what speaks against it. */
export function LineWords({ item, isRefused }: { item: OrderItem; isRefused: boolean }) {
  const paths = usePaths();
  const { locale, localePath } = useShop();
  const { pricesWithoutTax } = useChannel();
  const isGift = item.marker === giftMarker;
  const { giftCard } = item;
  const towns = collectTowns(item).join(', ');
  return (
    <>
      <Link
        className={styles['name']}
        to={
          giftCard === undefined
            ? paths.product(item.variant.product, item.variant)
            : routePattern('GIFT_CARD', locale, localePath)
        }
      >
        {item.productName}
      </Link>
      {giftCard !== undefined && (
        <p className={styles['meta']}>
          <Trans>
            For {giftCard.recipientName}, {giftCard.recipientEmail}
          </Trans>
        </p>
      )}
      {item.variantName !== undefined && item.variantName !== '' && (
        <p className={styles['meta']}>{item.variantName}</p>
      )}
      <p className={styles['meta']}>
        {isGift ? (
          <Trans>Gift</Trans>
        ) : pricesWithoutTax ? (
          <Trans>{formatMoney(pieceWithoutTax(item), locale)} each without VAT</Trans>
        ) : (
          <Trans>{formatMoney(item.unitPrice, locale)} each</Trans>
        )}
      </p>
      {item.variant.tierPrices !== undefined && item.bundle === undefined && !isGift && !isRefused && (
        <p className={styles['meta']}>
          <TierNote item={item} />
        </p>
      )}
      {(item.collectOnly || towns !== '') && (
        <p className={styles['collect']}>
          <Icon shape={warehouseShape} size={16} />
          {towns === '' ? <Trans>Collected only</Trans> : <Trans>Collected only: {towns}</Trans>}
        </p>
      )}
      {item.availability.status !== 'ok' && (
        <p className={styles['warning']} role="alert">
          <Icon shape={warningShape} size={18} />
          {item.availability.status === 'insufficient' && item.availability.available !== undefined ? (
            <Trans>
              Only <Plural value={item.availability.available} one="# pc" other="# pcs" /> left
            </Trans>
          ) : (
            <Trans>Out of stock for now</Trans>
          )}
        </p>
      )}
    </>
  );
}
