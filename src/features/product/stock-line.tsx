import { Trans } from '@lingui/react/macro';
import { classNames } from '#lib/class-names.ts';
import type { Variant } from '#contract/catalogue.ts';
import { stockLevel } from '#domain/catalogue/product-view.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { warehouseShape } from '#ui/icons/icon-shapes.ts';
import styles from './stock-line.module.css';

interface StockLineProps {
  variants: readonly Variant[];
  isChemical: boolean;
  /** Towns where goods that are not sent can be collected now. */
  collectAt?: readonly string[] | undefined;
  /** Within other words, where no paragraph may stand. */
  inline?: boolean;
}

/** Of the pack whose price a card shows, where it can only be collected while others are sent. */
export function PackCollected({ pack, towns }: { pack: string; towns: readonly string[] }) {
  return (
    <p className={classNames(styles['stock'], styles['chem'])}>
      <Icon shape={warehouseShape} size={16} />
      <span>
        <Trans>
          {pack}: only collected, {towns.join(', ')}
        </Trans>
      </span>
    </p>
  );
}

/** Whether it can be had, as sign and word; goods that are only collected name the place. */
export function StockLine({ variants, isChemical, collectAt, inline = false }: StockLineProps) {
  const Line = inline ? 'span' : 'p';
  const levels = variants.map((variant) => stockLevel(variant));
  const level = levels.includes('in') ? 'in' : levels.includes('low') ? 'low' : 'out';
  if ((isChemical || collectAt) && level !== 'out') {
    const places = (collectAt ?? []).slice(0, 2).join(', ');
    const more = (collectAt?.length ?? 0) - 2;
    return (
      <Line className={classNames(styles['stock'], styles['chem'])}>
        <Icon shape={warehouseShape} size={16} />
        <span>
          {places === '' ? (
            <Trans id="product.collectOnly">Collect at a warehouse</Trans>
          ) : (
            <Trans>Collect: {places}</Trans>
          )}
          {more > 0 && ` +${String(more)}`}
        </span>
      </Line>
    );
  }
  return (
    <Line className={classNames(styles['stock'], styles[level])}>
      <span className={styles['dot']} aria-hidden="true" />
      {level === 'in' ? (
        <Trans>In stock</Trans>
      ) : level === 'low' ? (
        <Trans>Few left</Trans>
      ) : (
        <Trans>Out of stock for now</Trans>
      )}
    </Line>
  );
}
