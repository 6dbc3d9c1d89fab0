/**
 * What a page does when a sign-in ends that it did not end itself: in another tab (R4.72), or by the shop (R4.76). Every
 * visit loads this, so what it does then is fetched only when it happens.
 */
import type { DataRouter } from 'react-router';
import { forgetPersonalCells } from '#api/personal-cells.ts';
import type { Services } from '#api/services.ts';
import { onSessionLost, onSignInChange, signedInAs } from '#api/session-tokens.ts';
import { actsForCustomer } from '#contract/address-tokens.ts';
import { onCartOrdered, writeCartToken } from '#features/cart/cart-token.ts';
import { isReachable, onConnectivityChange } from '#offline/connection/connectivity.ts';
import { followSignIn } from '#features/wishlist/follow-account-list.ts';
import { createPaths } from '#i18n/paths.ts';

/** What the sign-in page is told by whoever sends a visitor there. */
export interface AuthState {
  /** Where the visitor was, and wants to be again. */
  from?: string;
  /** The shop has ended the sign-in. */
  isLost?: boolean;
}

export function followSession(services: Services, router: Pick<DataRouter, 'navigate' | 'state'>): void {
  followSignIn(services);
  if (actsForCustomer(router.state.location.search))
    void import('./act-for-customer.ts')
      .then(({ actForCustomer }) => actForCustomer(services, router))
      // Its script did not come: the address stays as it is, and asks for it again when it is opened again.
      .catch(() => undefined);
  let who = signedInAs();
  const takeCart = () => {
    if (who === null || document.hidden) return;
    // The cart in front stays; it is sought again when the page is next looked at.
    void import('./follow-cart.ts').then(({ followCart }) => followCart(services)).catch(() => undefined);
  };
  takeCart();
  document.addEventListener('visibilitychange', takeCart);
  onCartOrdered(takeCart);
  // A sign-in whose connection went before the shop had told of the customer left the cart of the device in front.
  let wasReachable = isReachable();
  onConnectivityChange(() => {
    if (isReachable() && !wasReachable) takeCart();
    wasReachable = isReachable();
  });
  const forget = async (customer: string | null, isLost: boolean) => {
    if (isLost) await (await import('./session-operations.ts')).endSession(services, customer);
    else await (await import('./forget-visitor.ts')).forgetVisitor(services.queryClient);
  };
  let before = who;
  onSignInChange(() => {
    const now = signedInAs();
    if (now === who) return;
    before = who;
    who = now;
    // Nothing of them stays in the memory of this tab.
    if (before !== null) void forget(before, false).catch(() => undefined);
  });
  onSessionLost(() => {
    // Also where the script for the rest does not come.
    writeCartToken(null);
    forgetPersonalCells();
    // The tokens are gone in any case; a script that does not come is asked for by the page of the sign-in.
    void forget(before, true).catch(() => undefined);
    const { pathname, search } = router.state.location;
    const state: AuthState = { from: pathname + search, isLost: true };
    void router.navigate(createPaths(services.shop).auth(), { state });
  });
}
