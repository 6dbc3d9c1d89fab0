import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useShop } from '#api/shop.ts';
import { orderOfCart } from '#domain/waiting/waiting-orders.ts';
import { EmptyCart } from '#features/cart-page/empty-cart.tsx';
import { orderQueries } from '#features/orders/order-queries.ts';
import { usePaths } from '#i18n/paths.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import { Link } from '#ui/link.tsx';
import { announce } from '#ui/live-region.tsx';
import { Notice } from '#ui/notice.tsx';

/**
 * In place of the steps of a cart that another window ordered or emptied: what became of it. Spoken politely, since nobody has pressed
 * anything here (WCAG 4.1.3).
 */
export function CartGone({ token }: { token: string }) {
  const { t } = useLingui();
  const shop = useShop();
  const paths = usePaths();
  const isWaiting = orderOfCart(useOutbox().entries, token) !== undefined;
  const { data, isPending } = useQuery({ ...orderQueries.detail(shop, token), enabled: !isWaiting });
  const isPlaced = data !== undefined && data.state !== 'cart';
  const isLooking = !isWaiting && isPending;
  const words =
    isWaiting || isPlaced
      ? t`This cart was ordered in another window.`
      : t`This cart is not open here any more: it was ordered, emptied or left in another window.`;
  useEffect(() => {
    if (!isLooking) announce(words);
  }, [isLooking, words]);
  return (
    <>
      {!isLooking && (
        <Notice kind="info">
          <p>{words}</p>
          {(isWaiting || isPlaced) && (
            <p>
              <Link to={isWaiting ? paths.waiting() : paths.order(token)}>
                <Trans>See the order</Trans>
              </Link>
            </p>
          )}
        </Notice>
      )}
      <EmptyCart />
    </>
  );
}
