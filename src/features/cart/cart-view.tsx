import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '#ui/link.tsx';
import { useShop } from '#api/shop.ts';
import { cartItemCount } from '#domain/cart-view.ts';
import { usePaths } from '#i18n/paths.ts';
import { buttonClass } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CartLines } from './cart-lines.tsx';
import { CartSummary } from './cart-summary.tsx';
import { CartWarnings } from './cart-warnings.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { useMedia } from '#ui/use-media.ts';
import { useCart } from './use-cart.ts';
import styles from './cart-view.module.css';

/** True once the page is alive: before, the cart of this device is unknown. */
const useMounted = () => useMedia('all');

/** The cart page: lines, what they come to, and the way on (R2.14). */
export function CartView() {
  const { locale } = useShop();
  const paths = usePaths();
  const mounted = useMounted();
  const { data: order, isPending, isEnabled, isError } = useCart();
  if (!mounted || (isEnabled && isPending)) return <Skeleton height="20rem" />;
  if (isError && order === undefined) {
    return (
      <Notice kind="warn" alert>
        <Trans>The cart cannot be shown without a connection.</Trans>
      </Notice>
    );
  }
  if (order === undefined || order === null || order.items.length + order.deletedItems.length === 0) return <EmptyCart />;
  const count = cartItemCount(order);
  return (
    <div className={styles['columns']} lang={locale}>
      <div className={styles['main']}>
        <p className={styles['count']}>
          <Plural value={count} one="# item" other="# items" />
        </p>
        <CartWarnings order={order} />
        <CartLines order={order} />
      </div>
      {order.items.length > 0 && (
        <div className={styles['aside']}>
          <CartSummary order={order} />
          <Link className={buttonClass('primary', true)} to={paths.checkout()}>
            <Trans>Buy</Trans>
          </Link>
          <p className={styles['note']}>
            <Trans>You can buy without registration. Prices include VAT.</Trans>
          </p>
        </div>
      )}
    </div>
  );
}
