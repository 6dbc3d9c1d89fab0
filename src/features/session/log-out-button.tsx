import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useShop, type Shop } from '#api/shop.ts';
import { signedInAs } from '#api/session-tokens.ts';
import { isOrderEntry, isStopped, isUnsent } from '#domain/waiting/waiting-command.ts';
import { openCart } from '#features/cart/cart-outbox.ts';
import { usePaths } from '#i18n/paths.ts';
import { Link } from '#ui/link.tsx';
import { Question } from '#ui/question.tsx';
import { showToast } from '#ui/toast-state.ts';
import { createAuthPaths } from './auth-paths.ts';
import { forgetDraft } from './auth-draft.ts';

interface Waiting {
  count: number;
  /** An order among them has left the device: leaving does not call it back. */
  isOrderAway: boolean;
}

/** What of whoever is signed in the shop has not confirmed yet. */
async function whatWaits(here: Parameters<typeof openCart>[0]): Promise<Waiting> {
  // Without a store nothing waits that could be lost.
  const outbox = await openCart(here).catch(() => null);
  const owner = signedInAs();
  const waiting = (outbox?.state().entries ?? []).filter(
    (one) =>
      one.owner === owner && one.kind !== 'pickUpCart' && !['confirmed', 'refused'].includes(one.state),
  );
  return {
    count: waiting.length,
    isOrderAway: waiting.some((one) => isOrderEntry(one) && !isUnsent(one) && !isStopped(one)),
  };
}

const nothing: Waiting = { count: 0, isOrderAway: false };

const isOfAccount = (pathname: string, shop: Shop): boolean => {
  const account = createAuthPaths(shop).account();
  return pathname === account || pathname.startsWith(`${account}/`);
};

/**
 * Signs out. Where something of theirs still waits to be sent it asks first: what waits stays on the device, is shown to nobody
 * and is sent at their next sign-in (decision 21).
 */
export function LogOutButton({
  className,
  onDone,
  children,
}: {
  className?: string | undefined;
  /** Nobody is signed in any more. */
  onDone?: (() => void) | undefined;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  const paths = usePaths();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [{ count: waiting, isOrderAway }, setWaiting] = useState(nothing);
  const here = { shop, queryClient };

  const leave = async () => {
    const { logOut } = await import('./session-actor.ts');
    // First away from what only they may see: the page would ask for a sign-in.
    if (isOfAccount(pathname, shop)) await navigate(paths.home());
    await logOut(here);
    forgetDraft();
    showToast(t`You have signed out.`);
    onDone?.();
  };
  const run = (work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    void work()
      .catch(() => showToast(t`No connection. Nothing was changed.`, 'error'))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <button
        type="button"
        className={className}
        aria-busy={isBusy || undefined}
        onClick={() => {
          run(async () => {
            const found = await whatWaits(here);
            if (found.count > 0) setWaiting(found);
            else await leave();
          });
        }}
      >
        {children}
      </button>
      {waiting > 0 && (
        <Question
          title={t`Sign out?`}
          stay={<Trans>Stay signed in</Trans>}
          go={<Trans>Sign out</Trans>}
          busy={isBusy ? t`Signing out…` : undefined}
          onClose={() => {
            setWaiting(nothing);
          }}
          onConfirm={() => {
            run(leave);
          }}
        >
          <p>
            <Plural
              value={waiting}
              one="# change of yours has not reached the shop yet."
              other="# changes of yours have not reached the shop yet."
            />{' '}
            <Trans>
              If you sign out now, what waits stays on this device, nobody else sees it, and it is sent when
              you sign in here again.
            </Trans>
          </p>
          {isOrderAway && (
            <p>
              <Trans>An order is on its way already, and may be placed all the same.</Trans>
            </p>
          )}
          <p>
            <Link to={paths.waiting()}>
              <Trans>See what waits</Trans>
            </Link>
          </p>
        </Question>
      )}
    </>
  );
}
