import { Trans } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import type { ProductCard, Variant } from '#contract/catalogue.ts';
import { defaultVariantOf, discountOf, isOutOfStock, newMarkOf } from '#domain/catalogue/product-view.ts';
import { Badge } from '#ui/badge.tsx';
import styles from './product-badges.module.css';

interface ProductBadgesProps {
  product: Pick<ProductCard, 'variants' | 'defaultVariant' | 'attributeValues'>;
  /** The chosen variant on the product page; the default one elsewhere (R4.34). */
  variant?: Variant | undefined;
}

/** New, reduced, out of stock (R4.32); the new mark brings its colours with the data (R3.35). */
export function ProductBadges({ product, variant }: ProductBadgesProps) {
  const shown = variant ?? defaultVariantOf(product);
  const percent = shown === undefined ? undefined : discountOf(shown.prices);
  const newMark = newMarkOf(product);
  const out = isOutOfStock(product);
  if (newMark === undefined && percent === undefined && !out) return null;
  const colours: CSSProperties = {};
  if (newMark?.backgroundColor && newMark.color) {
    colours.backgroundColor = newMark.backgroundColor;
    colours.color = newMark.color;
  }
  return (
    <div className={styles['badges']}>
      {newMark !== undefined && (
        <Badge kind="new" style={colours}>
          <Trans>New</Trans>
        </Badge>
      )}
      {percent !== undefined && <Badge kind="sale">{`-${String(percent)}%`}</Badge>}
      {out && (
        <Badge kind="out">
          <Trans>Sold out</Trans>
        </Badge>
      )}
    </div>
  );
}
