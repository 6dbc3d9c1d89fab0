import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState, type RefObject } from 'react';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { formatMoney } from '#i18n/format.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { cartShape } from '#ui/icons/icon-shapes.ts';
import styles from './buy-bar.module.css';

interface BuyBarProps {
  /** The button of the page that this one stands for: while it is in sight the bar is gone. */
  instead: RefObject<HTMLElement | null>;
  productName: string;
  variantName: string;
  /** Cents of one piece, as the channel shows them. */
  price: number;
  isReduced: boolean;
  quantity: number;
  isLong: boolean;
  /** Pieces of this pack that lie there: says here too that a press was noticed. */
  inCart: number;
  onBuy: () => void;
}

/** True until the element is in sight: the first screen of a phone ends above it. */
function useOutOfSight(element: RefObject<HTMLElement | null>): boolean {
  const [isAway, setAway] = useState(true);
  useEffect(() => {
    const target = element.current;
    if (target === null || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return isAway;
}

/** On phones the price and the way into the cart stay in reach of the thumb, wherever the page is read. */
export function BuyBar({
  instead,
  productName,
  variantName,
  price,
  isReduced,
  quantity,
  isLong,
  inCart,
  onBuy,
}: BuyBarProps) {
  const { t } = useLingui();
  const { locale } = useShop();
  const { pricesWithoutTax } = useChannel();
  const isAway = useOutOfSight(instead);
  return (
    <div className={styles['bar']} hidden={!isAway}>
      <div className={styles['content']}>
        <p className={styles['words']}>
          <strong className={isReduced ? styles['reduced'] : undefined}>
            {quantity > 1 && <span>{quantity} × </span>}
            {formatMoney(price, locale)}
            {pricesWithoutTax && (
              <small>
                {' '}
                <Trans>without VAT</Trans>
              </small>
            )}
          </strong>
          <span className={styles['variant']}>
            {inCart > 0 ? <Trans>Put into the cart: {inCart}</Trans> : variantName}
          </span>
        </p>
        <Button
          className={styles['buy']}
          busy={isLong ? <Trans>Adding…</Trans> : undefined}
          aria-label={isLong ? undefined : t`Add to cart: ${productName}`}
          onClick={onBuy}
        >
          <Icon shape={cartShape} size={20} />
          <Trans>Add to cart</Trans>
        </Button>
      </div>
    </div>
  );
}
