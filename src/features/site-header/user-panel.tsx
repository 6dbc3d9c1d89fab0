import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useShop } from '#api/shop.ts';
import { useSignedIn } from '#api/use-signed-in.ts';
import { useAuthPaths } from '#features/session/auth-paths.ts';
import { LogOutButton } from '#features/session/log-out-button.tsx';
import { sessionQueries } from '#features/session/session-queries.ts';
import { moveByArrows } from '#ui/focus/arrow-focus.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { logOutShape, packageShape, signInShape, userPlusShape } from '#ui/icons/icon-shapes-later.ts';
import { Link } from '#ui/link.tsx';
import { userShape } from '#ui/icons/user-shape.ts';
import styles from './user-panel.module.css';

/** Who is signed in, as far as it is known. */
function Who() {
  const { data: customer } = useQuery({ ...sessionQueries.customer(useShop()), staleTime: 300_000 });
  if (!customer) return null;
  const name = [customer.firstName, customer.lastName].filter(Boolean).join(' ');
  return (
    <p className={styles['who']}>
      {name !== '' && <strong>{name}</strong>}
      <span>{customer.email}</span>
    </p>
  );
}

/** A guest signs in or up; a customer goes to the account or to the orders, or signs out (R2.61, R2.62). */
export function UserPanel({ onClose }: { onClose?: () => void }) {
  const { t } = useLingui();
  const paths = useAuthPaths();
  const isSignedIn = useSignedIn();
  const { pathname, search } = useLocation();
  const state = { from: pathname + search };
  const entry = (to: string, shape: string, words: string) => (
    <li>
      <Link to={to} className={styles['entry']} onClick={onClose} {...(isSignedIn ? {} : { state })}>
        <Icon shape={shape} size={22} />
        {words}
      </Link>
    </li>
  );
  return (
    <nav aria-label={t`Account`}>
      {isSignedIn && <Who />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows only save presses of Tab */}
      <ul className={styles['list']} onKeyDown={moveByArrows}>
        {isSignedIn ? (
          <>
            {entry(paths.account(), userShape, t`My account`)}
            {entry(paths.orders(), packageShape, t`My orders`)}
            <li>
              <LogOutButton className={styles['entry']} onDone={onClose}>
                <Icon shape={logOutShape} size={22} />
                <Trans>Sign out</Trans>
              </LogOutButton>
            </li>
          </>
        ) : (
          <>
            {entry(paths.signIn(), signInShape, t`Sign in`)}
            {entry(paths.signUp(), userPlusShape, t`Sign up`)}
          </>
        )}
      </ul>
    </nav>
  );
}
