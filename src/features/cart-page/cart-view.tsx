import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { Link } from '#ui/link.tsx';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { useSignedIn } from '#api/use-signed-in.ts';
import { cartItemCount } from '#domain/cart/cart-lines.ts';
import { usePaths } from '#i18n/paths.ts';
import { cartLine } from '#domain/waiting/waiting-command.ts';
import { buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { trashShape } from '#ui/icons/icon-shapes-later.ts';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CartLines } from '#features/cart-lines/cart-lines.tsx';
import { CartSummary } from './cart-summary.tsx';
import { CartWarnings } from './cart-warnings.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { FreeDelivery } from './free-delivery.tsx';
import { GiftWrap } from './gift-wrap.tsx';
import { CartMarkNote } from '#features/cart-lines/line-mark-note.tsx';
import { GiftCards } from './gift-cards.tsx';
import { LoyaltyPoints } from './loyalty-points.tsx';
import { OrderedCart, useIsOrdered } from './ordered-cart.tsx';
import { PromoCode } from './promo-code.tsx';
import { OthersChanges } from './others-changes.tsx';
import { useHydrated } from '#ui/hydration/use-hydrated.ts';
import { onDemand } from '#ui/hydration/deferred.tsx';
import { useCart } from '#features/cart/use-cart.ts';
import { useForgetRemoved } from './use-forget-removed.ts';
import { useCartProcessing } from './use-cart-processing.ts';
import { useCartSought } from './use-cart-sought.ts';
import { useClearCart } from './use-clear-cart.ts';
import styles from './cart-view.module.css';

const GiftChoice = onDemand(async () => (await import('./gift-choice.tsx')).GiftChoice);

/** The cart page: lines, what they come to, and the way on (R2.14). */
export function CartView() {
  const { t } = useLingui();
  const { locale } = useShop();
  const paths = usePaths();
  const mounted = useHydrated();
  const { data: order, isPending, isEnabled, isError } = useCart();
  const isSought = useCartSought();
  const removed = useState<string | null>(null);
  useForgetRemoved();
  const clear = useClearCart();
  const isProcessing = useCartProcessing(isEnabled && isPending);
  const isSignedIn = useSignedIn();
  const isOrdered = useIsOrdered(order?.tokenValue);
  const { pricesWithoutTax } = useChannel();
  if (!mounted || (isEnabled ? isPending : !isSought)) return <Skeleton height="20rem" />;
  // A change of a line that nobody here knows any more: the device has lost the cart, the shop has it.
  const isUnknown =
    order?.items.length === 0 &&
    Object.entries(order.waiting?.marks ?? {}).some(
      ([line, { kind }]) => line !== cartLine && (kind === 'changeQuantity' || kind === 'restoreItem'),
    );
  if ((isError && order === undefined) || isUnknown) {
    return (
      <Notice kind="warn" alert>
        <Trans>The cart cannot be shown without a connection.</Trans>
      </Notice>
    );
  }
  if (
    order === undefined ||
    order === null ||
    order.items.length + order.deletedItems.length + (order.waiting?.refusedLines.length ?? 0) === 0
  )
    return <EmptyCart />;
  if (isOrdered) return <OrderedCart token={order.tokenValue} />;
  const count = cartItemCount(order);
  return (
    <div className={styles['columns']} lang={locale}>
      <div className={styles['main']}>
        <div className={styles['top']}>
          <p className={styles['count']}>
            <Plural value={count} one="# item" other="# items" />
          </p>
          {order.items.length > 0 && (
            <button
              type="button"
              className={buttonClass('quiet')}
              aria-busy={clear.isPending || undefined}
              onClick={() => clear.mutate()}
            >
              <Icon shape={trashShape} size={20} />
              <Trans>Empty the cart</Trans>
            </button>
          )}
        </div>
        <CartMarkNote mark={order.waiting?.marks[cartLine]} fallback={t`The cart could not be emptied.`} />
        <OthersChanges token={order.tokenValue} />
        <CartWarnings order={order} />
        <CartLines order={order} removed={removed} />
        {order.items.length > 0 && (
          <Suspense fallback={null}>
            <GiftChoice order={order} />
          </Suspense>
        )}
      </div>
      {order.items.length > 0 && (
        <div className={styles['aside']} aria-busy={isProcessing || undefined}>
          <GiftWrap order={order} />
          <PromoCode order={order} />
          <GiftCards order={order} />
          <LoyaltyPoints order={order} />
          <CartSummary order={order} />
          <FreeDelivery order={order} className={styles['note']} />
          <Link className={buttonClass('primary', true)} to={paths.checkout()}>
            <Trans>Buy</Trans>
          </Link>
          <p className={styles['note']}>
            {!isSignedIn && <Trans>You can buy without registration.</Trans>}{' '}
            {pricesWithoutTax ? (
              <Trans>Prices of goods are without VAT; the sums say what is paid with it.</Trans>
            ) : (
              <Trans>Prices include VAT.</Trans>
            )}
          </p>
        </div>
      )}
    </div>
  );
}
