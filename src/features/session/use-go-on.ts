import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readCartToken } from '#features/cart/cart-token.ts';
import { wished } from '#features/wishlist/wishlist-cell.ts';
import { usePaths } from '#i18n/paths.ts';
import { showToast } from '#ui/toast-state.ts';
import { forgetDraft } from './auth-draft.ts';
import type { AuthState } from './follow-session.ts';
import { redirectPathFrom } from './redirect-path.ts';
import { useSession } from './use-session.ts';

/** Whether a guest had chosen anything here that comes along with them. */
const hasChosen = (): boolean => readCartToken() !== null || wished.read().length > 0;

/**
 * The sign-in of the page, which remembers where the visitor came from and takes them back there, or home, once they are
 * signed in (R4.63).
 */
export function useGoOn() {
  const { t } = useLingui();
  const { session, state } = useSession();
  const home = usePaths().home();
  const navigate = useNavigate();
  const { from, isLost = false } = (useLocation().state ?? {}) as AuthState;
  const isIn = state?.matches('signedIn') === true;
  const isAsking = state?.matches('authenticating') === true;
  /** Of a sign-in that was begun here: whether something came along. After it all of that is the customer's. */
  const brought = useRef<boolean | null>(null);

  useEffect(() => {
    // What went wrong on an earlier visit of the page is not said again; where to go on is kept (R4.04).
    if (session?.getSnapshot().matches('signedOut') === true) session.send({ type: 'RESET' });
    if (from !== undefined) session?.send({ type: 'REMEMBER_PATH', path: from });
  }, [session, from]);
  useEffect(() => {
    if (isAsking) brought.current = hasChosen();
  }, [isAsking]);
  useEffect(() => {
    if (!isIn || session === undefined) return;
    const given = from === undefined ? null : redirectPathFrom(from, null);
    const to = session.getSnapshot().context.redirectPath ?? given ?? home;
    const isKnown = session.getSnapshot().context.userInfo !== null;
    session.send({ type: 'RESET' });
    forgetDraft();
    if (brought.current !== null && !isKnown)
      showToast(
        t`You are signed in, but the shop could not say yet what is in your account. Please open it again in a moment.`,
        'error',
      );
    else if (brought.current !== null)
      showToast(
        brought.current ? t`You are signed in. What you had chosen here came along.` : t`You are signed in.`,
      );
    brought.current = null;
    void navigate(to, { replace: true });
  }, [isIn, session, from, home, navigate, t]);
  return { session, state, from, isLost };
}
