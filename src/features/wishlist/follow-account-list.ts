import type { Services } from '#api/services.ts';
import { isSignedIn, onSignInChange } from '#api/session-tokens.ts';

/** Shows the wishlist of whoever is signed in, now or from some moment on, here or in another tab; @returns what ends it. */
export function followSignIn(services: Services): () => void {
  const follow = async () => {
    if (isSignedIn()) await (await import('./merge-guest-wishlist.ts')).joinAccountList(services);
  };
  // Nobody pressed anything: the list that is on the page stays, and is asked for again at the next start.
  const start = () => void follow().catch(() => undefined);
  start();
  return onSignInChange(start);
}
