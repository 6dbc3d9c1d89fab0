import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { Link } from '#ui/link.tsx';
import { useCartCount } from '#features/cart/use-cart.ts';
import { usePaths } from '#i18n/paths.ts';
import { Icon } from '#ui/icon.tsx';
import { cartShape } from '#ui/icon-shapes.ts';
import { useMedia, wide } from '#ui/use-media.ts';
import { onDemand } from '#ui/deferred.tsx';
import styles from './cart-button.module.css';

const CartModal = onDemand(async () => (await import('#features/cart-page/cart-modal.tsx')).CartModal, true);

/**
 * A plain link to the cart before mount and on narrow screens; on wide ones it opens the cart beside
 * the page (R2.63-R2.66). The count is part of its name; zero is not shown.
 */
export function CartButton() {
  const { t } = useLingui();
  const paths = usePaths();
  const count = useCartCount();
  const isWide = useMedia(wide);
  const [open, setOpen] = useState(false);
  const name = count === 0 ? t`Cart` : t`Cart, items: ${count}`;
  const inside = (
    <>
      <Icon shape={cartShape} />
      <span className={styles['word']} aria-hidden="true">
        <Trans>Cart</Trans>
      </span>
      {/* Drawn from the attribute: the name of the button says the number in words. */}
      {count > 0 && <span className={styles['count']} data-count={count} />}
    </>
  );
  if (!isWide) {
    return (
      <Link to={paths.cart()} className={styles['button']} aria-label={name}>
        {inside}
      </Link>
    );
  }
  return (
    <>
      <button
        type="button"
        className={styles['button']}
        aria-label={name}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        {inside}
      </button>
      {open && (
        <Suspense>
          <CartModal
            onClose={() => {
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
