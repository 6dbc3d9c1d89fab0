import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import type { Variant } from '#contract/catalogue.ts';
import { stockLevel, variantPrice } from '#domain/catalogue/product-view.ts';
import { formatMoney } from '#i18n/format.ts';
import { classNames } from '#lib/class-names.ts';
import styles from './variant-choice.module.css';

interface VariantChoiceProps {
  variants: readonly Variant[];
  chosen: Variant;
  onChoose: (code: string) => void;
}

/** Names of the options by which the variants can be told apart. */
const differingOptions = (variants: readonly Variant[]): string[] => [
  ...new Set(
    variants.flatMap(({ optionValues }) =>
      optionValues
        .filter(({ optionCode, code }) =>
          variants.some((other) =>
            other.optionValues.some((value) => value.optionCode === optionCode && value.code !== code),
          ),
        )
        .map(({ optionName }) => optionName),
    ),
  ),
];

/** Labelled buttons, each with its price and stock; sold-out ones can be chosen too (PRD-03, R3.31). */
export function VariantChoice({ variants, chosen, onChoose }: VariantChoiceProps) {
  const id = useId();
  const { locale } = useShop();
  const { pricesWithoutTax } = useChannel();
  const optionNames = differingOptions(variants).join(', ') || chosen.optionValues[0]?.optionName;
  return (
    <fieldset className={styles['choice']}>
      <legend className={styles['legend']}>{optionNames ?? <Trans>Choose</Trans>}</legend>
      <div className={styles['list']}>
        {variants.map((variant) => {
          const shown = variantPrice(variant.prices, pricesWithoutTax);
          const out = stockLevel(variant) === 'out';
          return (
            <label key={variant.code} className={classNames(styles['variant'], out && styles['out'])}>
              <input
                type="radio"
                name={id}
                value={variant.code}
                checked={variant.code === chosen.code}
                onChange={() => {
                  onChoose(variant.code);
                }}
              />
              <span className={styles['name']}>{variant.name}</span>
              <span className={styles['price']}>{formatMoney(shown.price, locale)}</span>
              {out && (
                <span className={styles['stock']}>
                  <Trans>Sold out</Trans>
                </span>
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
