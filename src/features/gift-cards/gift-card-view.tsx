import { Trans } from '@lingui/react/macro';
import { BuyGiftCard } from './buy-gift-card.tsx';
import { GiftCardBalanceForm } from './gift-card-balance.tsx';
import styles from './gift-card.module.css';

/** A gift card by itself: bought for somebody, and what is left on one. */
export function GiftCardView() {
  return (
    <>
      <h1>
        <Trans>Gift card</Trans>
      </h1>
      <div className={styles['parts']}>
        <section className={styles['part']} aria-labelledby="gift-card-buy">
          <h2 id="gift-card-buy">
            <Trans>Buy a gift card</Trans>
          </h2>
          <p className={styles['lead']}>
            <Trans>
              It pays for goods, wrapping and delivery for 12 months; what is left stays on it. There is no
              VAT on the card itself: it is in the price of what is bought with it.
            </Trans>
          </p>
          <BuyGiftCard />
        </section>
        <section className={styles['part']} aria-labelledby="gift-card-balance">
          <h2 id="gift-card-balance">
            <Trans>Balance of a gift card</Trans>
          </h2>
          <GiftCardBalanceForm />
        </section>
      </div>
    </>
  );
}
