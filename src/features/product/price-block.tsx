import { Trans, useLingui } from '@lingui/react/macro';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import type { Variant } from '#contract/catalogue.ts';
import { shownUnitPrice } from '#domain/money/price.ts';
import type { CardPrice } from '#domain/catalogue/card-price.ts';
import { discountOf, type ShownPrice } from '#domain/catalogue/product-view.ts';
import { formatMoney, formsOf, splitMoney } from '#i18n/format.ts';
import { PriceText } from '#ui/price-text.tsx';
import { unitName } from './unit-name.ts';
import styles from './price-block.module.css';

interface PriceBlockProps {
  shown: ShownPrice & Pick<Partial<CardPrice>, 'reducedElsewhere'>;
  /** Whose unit price and reduction stand below. */
  variant?: Variant | undefined;
  size?: 'card' | 'page';
}

/** Price with what the law wants beside it: the price before, the lowest of 30 days, the price per unit. */
export function PriceBlock({ shown, variant, size = 'card' }: PriceBlockProps) {
  const { t, i18n } = useLingui();
  const { locale } = useShop();
  const { pricesWithoutTax } = useChannel();
  const { main, decimal } = splitMoney(shown.price, locale);
  const reduced = shown.original !== undefined;
  const unitPrice = variant?.unitPrice && shownUnitPrice(variant.unitPrice);
  const { original, reducedElsewhere } = shown;
  const before = (amount: number) => (
    <del className={styles['original']}>
      <span className="visually-hidden">
        <Trans>previous price</Trans>{' '}
      </span>
      {formatMoney(amount, locale)}
    </del>
  );
  const percent = variant === undefined ? undefined : discountOf(variant.prices);
  return (
    <div className={styles['block']}>
      <p className={styles['line']}>
        <PriceText
          main={main}
          decimal={decimal}
          spoken={formatMoney(shown.price, locale)}
          prefix={shown.isFrom ? t`from` : undefined}
          symbolFirst={formsOf(locale).symbolFirst}
          reduced={reduced}
          size={size}
        />
        {original !== undefined && before(original)}
        {size === 'page' && reduced && percent !== undefined && (
          <span className={styles['percent']}>{`-${String(percent)}%`}</span>
        )}
      </p>
      {original !== undefined && (
        <p className={styles['saved']}>
          <Trans>You save {formatMoney(original - shown.price, locale)}</Trans>
        </p>
      )}
      {reducedElsewhere !== undefined && (
        <p className={styles['note']}>
          <span className={styles['saved']}>
            {reducedElsewhere.name}: {formatMoney(reducedElsewhere.price, locale)}
          </span>{' '}
          {before(reducedElsewhere.original)}
        </p>
      )}
      {pricesWithoutTax && (
        <p className={styles['note']}>
          <Trans>without VAT</Trans> · <Trans>{formatMoney(shown.withTax, locale)} with VAT</Trans>
        </p>
      )}
      {reduced && shown.lowest !== undefined && (
        <p className={styles['note']}>
          <Trans id="product.lowestPrice30">Lowest price in 30 days</Trans>:{' '}
          <span className="no-wrap">{formatMoney(shown.lowest, locale)}</span>
        </p>
      )}
      {unitPrice !== undefined && !shown.isFrom && (
        <p className={styles['note']}>
          <span className="no-wrap">
            {formatMoney(pricesWithoutTax ? unitPrice.amountWithoutTax : unitPrice.amount, locale)}/
            {unitName(unitPrice.per, i18n)}
          </span>
        </p>
      )}
    </div>
  );
}
