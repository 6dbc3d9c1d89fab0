/**
 * Whoever is signed in can choose an address of their account without a connection too, also where no page has shown one on this device:
 * account and addresses are read ahead and kept with what is the visitor's own, which logging out empties (R0.28).
 */
import type { ShopAndCache } from '#api/services.ts';
import { isActing, onSignInChange, signedInAs } from '#api/session-tokens.ts';
import { addressQueries } from '#features/account/address-queries.ts';
import { sessionQueries } from '#features/session/session-queries.ts';
import { onConnectivityChange } from '#offline/connection/connectivity.ts';
import { mayFetchAhead, readLinkFacts } from '#offline/connection/prefetch-policy.ts';

/**
 * For who is signed in now, and for each who signs in later; call once. What the link does not bring is asked for again when it changes. A
 * shopkeeper who acts for a customer leaves nothing of theirs.
 */
export function keepBuyer({ shop, queryClient }: ShopAndCache): void {
  let kept: string | null = null;
  const keep = () => {
    const who = signedInAs();
    if (who === kept) return;
    kept = null;
    if (who === null || isActing() || !mayFetchAhead('link', readLinkFacts())) return;
    kept = who;
    Promise.all([
      queryClient.fetchQuery(sessionQueries.customer(shop)),
      queryClient.fetchQuery(addressQueries.list(shop)),
    ]).catch(() => {
      if (kept === who) kept = null;
    });
  };
  keep();
  onSignInChange(keep);
  onConnectivityChange(keep);
}
