import { Trans } from '@lingui/react/macro';
import { GiftCardBalanceForm } from './gift-card-balance.tsx';
import styles from './gift-card.module.css';

/** A gift card by itself: what is left on it. */
export function GiftCardView() {
  return (
    <>
      <h1>
        <Trans>Gift card</Trans>
      </h1>
      <section className={styles['part']} aria-labelledby="gift-card-balance">
        <h2 id="gift-card-balance">
          <Trans>Balance of a gift card</Trans>
        </h2>
        <GiftCardBalanceForm />
      </section>
    </>
  );
}
