import { Plural, Trans } from '@lingui/react/macro';
import type { Order } from '#contract/orders/orders.ts';
import { cartItemCount, pictureOf } from '#domain/cart/cart-lines.ts';
import { withDelivery } from '#domain/cart/order-with-delivery.ts';
import { packAndPieces } from '#domain/orders/ordered-words.ts';
import { CartSummary } from '#features/cart-page/cart-summary.tsx';
import { PromoCode } from '#features/cart-page/promo-code.tsx';
import { LineSum } from '#features/cart-lines/line-sum.tsx';
import { usePaidMoney } from '#features/cart-page/use-paid-money.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import { Picture } from '#ui/picture.tsx';
import { useMedia, wide } from '#ui/use-media.ts';
import type { ChosenDelivery } from '#features/checkout/parcel-choices.ts';
import styles from './order-aside.module.css';

/** What is being bought: always in reach, folded on narrow screens (CHK-11). */
export function OrderAside({
  order: saved,
  delivery = null,
}: {
  order: Order;
  /** Chosen in the open step and not saved yet. */
  delivery?: ChosenDelivery | null;
}) {
  const order = delivery === null ? saved : withDelivery(saved, delivery.chosen, delivery.before);
  const money = usePaidMoney();
  const isWide = useMedia(wide);
  const count = cartItemCount(order);
  return (
    <details className={styles['aside']} open={isWide}>
      <summary className={styles['head']}>
        <span>
          <Trans>Your order</Trans> <small>({<Plural value={count} one="# item" other="# items" />})</small>
        </span>
        <b>{money(order.total)}</b>
      </summary>
      <ul className={styles['items']}>
        {order.items.map((item) => {
          const image = pictureOf(item.variant);
          return (
            <li key={item.id}>
              {image === undefined ? (
                // Keeps its column.
                <span />
              ) : (
                <Picture className={styles['picture']} path={image.path} alt="" size={imageSizes.card} />
              )}
              <span>
                {item.productName}
                <small>{packAndPieces(item)}</small>
              </span>
              <b>
                <LineSum item={item} />
              </b>
            </li>
          );
        })}
      </ul>
      <PromoCode order={order} />
      <CartSummary order={order} addsUp isDeliveryChosen={delivery !== null} />
    </details>
  );
}
