import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useShop } from '#api/shop.ts';
import type { GiftOption } from '#contract/orders/gifts.ts';
import { collectTowns, pictureOf } from '#domain/cart/cart-lines.ts';
import { cartChoices, wantedOn } from '#domain/waiting/cart-choices.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { formatMoney } from '#i18n/format.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import { buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { warehouseShape } from '#ui/icons/icon-shapes.ts';
import { giftShape } from '#ui/icons/icon-shapes-later.ts';
import { Picture } from '#ui/picture.tsx';
import { giftQuery } from '#features/cart/cart-queries.ts';
import { CartMarkNote } from '#features/cart-lines/line-mark-note.tsx';
import { useGift } from '#features/cart/use-gift.ts';
import styles from './gift-choice.module.css';

/**
 * The gifts of the cart (R1.12): what is missing to them, and once they are earned the choice, each with its picture; those of
 * a higher threshold and those that are sold out stand there too. What is earned and what is missing is the shop's to say.
 */
export function GiftChoice({ order }: { order: ShownCart }) {
  const { t, i18n } = useLingui();
  const heading = useId();
  const shop = useShop();
  const gift = useGift();
  const { eligible, threshold, missing } = order.gift;
  const { data } = useQuery({ ...giftQuery(shop, order.tokenValue), enabled: eligible });
  const mark = order.waiting?.marks[cartChoices.gift.line];
  const chosen = wantedOn(order).gift ?? null;
  const options = eligible ? (data?.data ?? []) : [];
  // While changes of the cart wait, what is missing is not known.
  const toGo = missing === undefined || order.waiting?.isEstimate ? null : formatMoney(missing, i18n.locale);
  const isReached = (option: GiftOption) => threshold === undefined || option.threshold < threshold;
  const canHave = (option: GiftOption) =>
    option.productVariantCode === chosen || (option.available && isReached(option));
  // A list of nothing but what is gone is no choice: it would only be in the way of the sums.
  const isAllGone = eligible && toGo === null && !options.some((option) => canHave(option));
  if (mark === undefined && (isAllGone || (!eligible && toGo === null))) return null;

  return (
    <section className={styles['gifts']} aria-labelledby={heading}>
      <h2 id={heading} className={styles['heading']}>
        <Icon shape={giftShape} />
        {options.length > 0 ? <Trans>Choose a gift</Trans> : <Trans>A gift for your order</Trans>}
      </h2>
      {toGo !== null && (
        <p className={styles['missing']}>
          {eligible ? (
            <Trans>Add goods for {toGo} more and there are more gifts to choose from.</Trans>
          ) : (
            <Trans>Add goods for {toGo} more and choose a gift.</Trans>
          )}{' '}
          <Trans>Reduced goods count at their reduced price.</Trans>
        </p>
      )}
      {options.length > 0 && (
        <ul className={styles['options']}>
          {options.map((option) => {
            const { productVariantCode: code, variant, available } = option;
            const { name } = variant.product;
            const image = pictureOf(variant);
            const isChosen = code === chosen;
            const towns = collectTowns(option).join(', ');
            const collected = `${heading}-${code}`;
            return (
              <li key={code} className={styles['option']} data-chosen={isChosen || undefined}>
                <div className={styles['picture']}>
                  {image !== undefined && <Picture path={image.path} alt="" size={imageSizes.card} />}
                </div>
                <p className={styles['words']}>
                  {name}
                  <small>
                    {!isReached(option) ? (
                      <Trans>from {formatMoney(option.threshold, i18n.locale)}</Trans>
                    ) : available || isChosen ? (
                      formatMoney(0, i18n.locale)
                    ) : (
                      <Trans>No more of it</Trans>
                    )}
                  </small>
                  {towns !== '' && (
                    <small id={collected} className={styles['collected']}>
                      <Icon shape={warehouseShape} size={16} />
                      <span>
                        <Trans>Collected only: {towns}</Trans>
                      </span>
                    </small>
                  )}
                </p>
                {canHave(option) && (
                  <button
                    type="button"
                    className={buttonClass(isChosen ? 'primary' : 'secondary')}
                    aria-pressed={isChosen}
                    aria-describedby={towns === '' ? undefined : collected}
                    aria-label={isChosen ? t`Chosen: ${name}` : t`Choose: ${name}`}
                    onClick={() => gift.mutate({ code: isChosen ? null : code, name })}
                  >
                    {isChosen ? <Trans>Chosen</Trans> : <Trans>Choose</Trans>}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <CartMarkNote
        mark={mark}
        fallback={t`Add gift error`}
        onLeave={() => gift.mutate({ code: order.gift.selectedVariantCode ?? null, name: '' })}
      />
    </section>
  );
}
