/** What an order without a connection takes: with one, nobody waits for it. */
import { Trans } from '@lingui/react/macro';
import { whenNetworkIdle } from '#offline/connection/network-idle.ts';
import { deferred } from '#ui/hydration/deferred.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const loadView = async () =>
  (await import('#features/checkout-page/offline-checkout-view.tsx')).OfflineCheckoutView;
const loadCard = async () => (await import('#features/waiting/intent-card.tsx')).IntentCard;

export function CheckoutLoading() {
  return (
    <>
      <h1>
        <Trans>Checkout</Trans>
      </h1>
      <Skeleton height="24rem" />
    </>
  );
}

export const OfflineCheckoutView = deferred(loadView, { early: true, instead: <CheckoutLoading /> });
/** An order that waits on this device. */
export const IntentCard = deferred(loadCard, { early: true, instead: <Skeleton height="16rem" /> });

/** Fetches them while there is a connection, once the page has what it shows: when they are needed there is none. */
export function fetchOfflineCheckout(): void {
  whenNetworkIdle(() => {
    // Asked for once more where they are shown, and what fails there is said.
    void Promise.all([loadView(), loadCard()]).catch(() => {});
  });
}
