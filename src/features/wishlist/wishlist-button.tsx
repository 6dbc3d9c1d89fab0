import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import type { ProductCard } from '#contract/catalogue.ts';
import { classNames } from '#lib/class-names.ts';
import { heartShape } from '#ui/heart-shape.ts';
import { Icon } from '#ui/icon.tsx';
import { trashShape } from '#ui/icon-shapes-later.ts';
import { useToggleWish } from './use-wishlist.ts';
import { useWished } from './wishlist-cell.ts';
import styles from './wishlist-button.module.css';

const WishlistError = lazy(async () => ({ default: (await import('./wishlist-error.tsx')).WishlistError }));

interface WishlistButtonProps {
  product: ProductCard;
  variantCode?: string | undefined;
  /** On a card the sign alone, on the page with its words. */
  place: 'card' | 'page';
}

/** Marks a product for later: a heart, and once it is marked a trash can (R4.37, R4.38). */
export function WishlistButton({ product, variantCode, place }: WishlistButtonProps) {
  const { t } = useLingui();
  const toggle = useToggleWish();
  const [error, setError] = useState<Error | null>(null);
  const isIn = useWished().some((one) => one.productCode === product.code);
  return (
    <>
      <button
        type="button"
        className={classNames(styles['button'], styles[place])}
        data-in={isIn || undefined}
        aria-label={
          isIn ? t`Remove from the wishlist: ${product.name}` : t`Add to the wishlist: ${product.name}`
        }
        onClick={() => {
          try {
            toggle({ product, variantCode });
          } catch (failure) {
            setError(failure instanceof Error ? failure : new Error(String(failure)));
          }
        }}
      >
        <Icon shape={isIn ? trashShape : heartShape} size={place === 'card' ? 22 : 20} />
        {place === 'page' &&
          (isIn ? <Trans>Remove from the wishlist</Trans> : <Trans>To the wishlist</Trans>)}
      </button>
      {error !== null && (
        <Suspense>
          <WishlistError error={error} onClose={() => setError(null)} />
        </Suspense>
      )}
    </>
  );
}
