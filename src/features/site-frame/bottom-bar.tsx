import { Trans, useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { useSignedIn } from '#api/use-signed-in.ts';
import { useCartCount } from '#features/cart/use-cart.ts';
import { usePaths } from '#i18n/paths.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { Link } from '#ui/link.tsx';
import { cartShape, homeShape, searchShape } from '#ui/icons/icon-shapes.ts';
import { userShape } from '#ui/icons/user-shape.ts';
import styles from './bottom-bar.module.css';

/** In the installed shop the main ways lie under the thumb (visual-design 6, R0.46). */
export function BottomBar() {
  const { t } = useLingui();
  const paths = usePaths();
  const count = useCartCount();
  const { pathname, search } = useLocation();
  const isSignedIn = useSignedIn();
  const account = isSignedIn ? paths.account() : paths.auth();
  const here = (to: string) => (pathname === to ? ('page' as const) : undefined);
  return (
    <nav className={styles['bar']} data-bottom-bar aria-label={t`Main`}>
      <Link to={paths.home()} className={styles['entry']} aria-current={here(paths.home())}>
        <Icon shape={homeShape} />
        <Trans>Home page</Trans>
      </Link>
      <Link to={paths.search()} className={styles['entry']} aria-current={here(paths.search())}>
        <Icon shape={searchShape} />
        <Trans>Search</Trans>
      </Link>
      <Link to={paths.cart()} className={styles['entry']} aria-current={here(paths.cart())}>
        <Icon shape={cartShape} />
        <Trans>Cart</Trans>
        {count > 0 && <span className={styles['count']}>{count}</span>}
      </Link>
      <Link
        to={account}
        className={styles['entry']}
        aria-current={here(account)}
        {...(isSignedIn || pathname === account ? {} : { state: { from: pathname + search } })}
      >
        <Icon shape={userShape} />
        <Trans>Account</Trans>
      </Link>
    </nav>
  );
}
