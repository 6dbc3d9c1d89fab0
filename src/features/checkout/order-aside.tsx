import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Order } from '#contract/orders.ts';
import { cartItemCount } from '#domain/cart-view.ts';
import { CartSummary } from '#features/cart/cart-summary.tsx';
import { CartWarnings } from '#features/cart/cart-warnings.tsx';
import { formatMoney } from '#i18n/format.ts';
import { imageSizes } from '#lib/image-address.ts';
import { Picture } from '#ui/picture.tsx';
import { useMedia, wide } from '#ui/use-media.ts';
import styles from './order-aside.module.css';

/** What is being bought: always in reach, folded on narrow screens (CHK-11). */
export function OrderAside({ order }: { order: Order }) {
  const { i18n } = useLingui();
  const isWide = useMedia(wide);
  const count = cartItemCount(order);
  return (
    <details className={styles['aside']} open={isWide}>
      <summary className={styles['head']}>
        <span>
          <Trans>Your order</Trans> <small>({<Plural value={count} one="# item" other="# items" />})</small>
        </span>
        <b>{formatMoney(order.total, i18n.locale)}</b>
      </summary>
      <CartWarnings order={order} />
      <ul className={styles['items']}>
        {order.items.map((item) => {
          const image = item.variant.product.images[0];
          return (
            <li key={item.id}>
              {image !== undefined && (
                <Picture className={styles['picture']} path={image.path} alt="" size={imageSizes.card} />
              )}
              <span>
                {item.productName}
                <small>{[item.variantName, `× ${String(item.quantity)}`].filter(Boolean).join(' ')}</small>
              </span>
              <b>{formatMoney(item.total, i18n.locale)}</b>
            </li>
          );
        })}
      </ul>
      <CartSummary order={order} />
    </details>
  );
}
