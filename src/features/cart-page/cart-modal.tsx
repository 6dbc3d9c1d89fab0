import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Link } from '#ui/link.tsx';
import { usePaths } from '#i18n/paths.ts';
import { buttonClass } from '#ui/button.tsx';
import { onDemand } from '#ui/deferred.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CartLines } from '#features/cart-lines/cart-lines.tsx';
import { CartWarnings } from './cart-warnings.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { OrderedCart, useIsOrdered } from './ordered-cart.tsx';
import { useCart } from '#features/cart/use-cart.ts';
import { useForgetRemoved } from './use-forget-removed.ts';
import { usePaidMoney } from './use-paid-money.ts';
import styles from './cart-modal.module.css';

const GiftChoice = onDemand(async () => (await import('./gift-choice.tsx')).GiftChoice);

/** The cart beside the page on wide screens (R2.66, CRT-06). It closes when the address changes. */
export function CartModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const money = usePaidMoney();
  const paths = usePaths();
  const { data: order, isPending, isEnabled } = useCart();
  const removed = useState<string | null>(null);
  useForgetRemoved();
  const { key } = useLocation();
  const [openedAt] = useState(key);
  useEffect(() => {
    if (key !== openedAt) onClose();
  }, [key, openedAt, onClose]);
  const isOrdered = useIsOrdered(order?.tokenValue);
  const filled =
    order !== undefined &&
    order !== null &&
    order.items.length + order.deletedItems.length + (order.waiting?.refusedLines.length ?? 0) > 0;
  return (
    <Dialog
      kind="sheet"
      title={t`Cart`}
      onClose={onClose}
      footer={
        filled && order.items.length > 0 && !isOrdered ? (
          <div className={styles['footer']}>
            <p className={styles['total']}>
              <span>
                <Trans>Total</Trans>
                {order.waiting?.isEstimate === true && (
                  <small>
                    {' '}
                    <Trans>to be confirmed</Trans>
                  </small>
                )}
              </span>
              <b>{money(order.total)}</b>
            </p>
            <Link className={buttonClass('primary', true)} to={paths.checkout()}>
              <Trans>Buy</Trans>
            </Link>
            <Link className={buttonClass('secondary', true)} to={paths.cart()}>
              <Trans>Cart</Trans>
            </Link>
          </div>
        ) : undefined
      }
    >
      {filled && isOrdered ? (
        <OrderedCart token={order.tokenValue} onLeave={onClose} />
      ) : filled ? (
        <>
          <CartWarnings order={order} />
          <CartLines order={order} compact removed={removed} />
          {order.items.length > 0 && (
            <Suspense fallback={null}>
              <GiftChoice order={order} />
            </Suspense>
          )}
        </>
      ) : isEnabled && isPending ? (
        <Skeleton height="12rem" />
      ) : (
        <EmptyCart onLeave={onClose} />
      )}
    </Dialog>
  );
}
