import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { ApiError } from '#api/api-error.ts';
import { isJudged, sentenceOf } from '#api/form-errors.ts';
import { useSignedIn } from '#api/use-signed-in.ts';
import { leadsTo } from '#contract/orders/cart-link.ts';
import { claimedCart } from '#domain/waiting/gone-cart.ts';
import { cartItemCount } from '#domain/cart/cart-lines.ts';
import { usePaths } from '#i18n/paths.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { useCart } from '#features/cart/use-cart.ts';
import { useCartSought } from './use-cart-sought.ts';
import { useRecoverCart } from './use-recover-cart.ts';
import styles from './recover-cart.module.css';

/**
 * Opens the cart of a link, in a browser and not while the page is drawn at the server. Goods that this device has in another
 * cart are not left behind without a word: then it asks first.
 */
export function RecoverCart({ cartId }: { cartId: string }) {
  const { t } = useLingui();
  const paths = usePaths();
  const { pathname } = useLocation();
  const isSignedIn = useSignedIn();
  const isSought = useCartSought();
  const { data: own, isPending, isEnabled } = useCart();
  const { mutate, error, isPending: isOpening, isIdle } = useRecoverCart();
  const isKnown = isSought && !(isEnabled && isPending);
  const isOther = own !== undefined && own !== null && own.items.length > 0 && !leadsTo(cartId, own);
  const begun = useRef(false);
  useEffect(() => {
    if (!isKnown || isOther || begun.current) return;
    begun.current = true;
    mutate(cartId);
  }, [isKnown, isOther, cartId, mutate]);

  if (error !== null) {
    // A link of a letter is often opened where its reader is not signed in.
    const isClaimed = error instanceof ApiError && error.errorCode === claimedCart;
    return (
      <>
        <div className={styles['question']}>
          <FormError
            message={sentenceOf(error, {
              away: t`The cart cannot be opened without a connection. Try again when you are online.`,
              other: t`The cart could not be opened. Please try again.`,
            })}
          />
          {isJudged(error) ? (
            isClaimed ? (
              <Link to={paths.auth()} state={{ from: pathname }} className={buttonClass()}>
                <Trans>Sign in</Trans>
              </Link>
            ) : isOther ? (
              <Link to={paths.cart()} className={buttonClass()}>
                <Trans>To the cart of this device</Trans>
              </Link>
            ) : null
          ) : (
            <Button disabled={isOpening} onClick={() => mutate(cartId)}>
              <Trans>Try again</Trans>
            </Button>
          )}
        </div>
        {isJudged(error) && !isOther && !isClaimed && <EmptyCart />}
      </>
    );
  }
  if (!isKnown || !isOther || !isIdle) return <Skeleton height="20rem" />;
  const count = cartItemCount(own);
  return (
    <div className={styles['question']}>
      <Notice kind="info">
        <p>
          <Plural
            value={count}
            one="There is another cart on this device, with # item."
            other="There is another cart on this device, with # items."
          />{' '}
          {isSignedIn ? (
            <Trans>The goods of the link go into the cart of your account.</Trans>
          ) : (
            <Trans>If you open the cart of the link, the other one is not shown here any more.</Trans>
          )}
        </p>
      </Notice>
      <div className={styles['ways']}>
        <Button onClick={() => mutate(cartId)}>
          <Trans>Open the cart of the link</Trans>
        </Button>
        <Link to={paths.cart()} className={buttonClass('secondary')}>
          <Trans>Keep the cart of this device</Trans>
        </Link>
      </div>
    </div>
  );
}
