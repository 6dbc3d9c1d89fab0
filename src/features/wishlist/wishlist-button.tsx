import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useShop } from '#api/shop.ts';
import type { ProductCard } from '#contract/catalogue.ts';
import { classNames } from '#lib/class-names.ts';
import { heartShape } from '#ui/icons/heart-shape.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { trashShape } from '#ui/icons/icon-shapes-later.ts';
import { showToast } from '#ui/toast-state.ts';
import { useWished } from './wishlist-cell.ts';
import styles from './wishlist-button.module.css';

interface WishlistButtonProps {
  product: ProductCard;
  variantCode?: string | undefined;
  /** On a card the sign alone, on the page with its words. */
  place: 'card' | 'page';
}

/** ms within which two presses are one: what systems count as a double click. */
const doublePress = 500;

/** Marks a product for later: a heart, and once it is marked a trash can (R4.37); busy while the shop is asked (R4.38). */
export function WishlistButton({ product, variantCode, place }: WishlistButtonProps) {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [dialog, setDialog] = useState<ReactNode>(null);
  const isIn = useWished().some((one) => one.productCode === product.code);

  /** The second half of a double press means what the first one did; a guest's list is changed before it comes. */
  const pressedAt = useRef(-Infinity);
  /** Both ways say what they did (R4.40). */
  const toggle = async () => {
    try {
      const { toggleWish } = await import('./change-list.ts');
      await toggleWish({ shop, queryClient }, { product, variantCode, isIn });
      showToast(isIn ? t`Product removed from wishlist` : t`Product added to wishlist`);
    } catch (error) {
      // Nothing was changed: the next press is no second half of this one.
      pressedAt.current = -Infinity;
      const { WishlistError } = await import('./wishlist-error.tsx');
      setDialog(<WishlistError error={error} isRemoval={isIn} onClose={() => setDialog(null)} />);
    }
  };
  const press = (event: MouseEvent) => {
    // A key is not pressed twice by a hand that means once.
    const isSecond = event.detail > 0 && event.timeStamp - pressedAt.current < doublePress;
    if (isBusy || isSecond) return;
    pressedAt.current = event.timeStamp;
    setBusy(true);
    void toggle()
      // Not even the words for it came.
      .catch(() => showToast(t`No connection. Nothing was changed.`, 'error'))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <button
        type="button"
        className={classNames(styles['button'], styles[place])}
        data-in={isIn || undefined}
        aria-busy={isBusy || undefined}
        aria-label={
          isIn ? t`Remove from the wishlist: ${product.name}` : t`Add to the wishlist: ${product.name}`
        }
        onClick={press}
      >
        <Icon shape={isIn ? trashShape : heartShape} size={place === 'card' ? 22 : 20} />
        {place === 'page' &&
          (isIn ? <Trans>Remove from the wishlist</Trans> : <Trans>To the wishlist</Trans>)}
      </button>
      {dialog}
    </>
  );
}
