import { Trans, useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { useCartCount } from '#features/cart/use-cart.ts';
import { usePaths } from '#i18n/paths.ts';
import { Icon } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import { cartShape, homeShape, searchShape } from '#ui/icon-shapes.ts';
import styles from './bottom-bar.module.css';

/** In the installed shop the main ways lie under the thumb (visual-design 6, R0.46). */
export function BottomBar() {
  const { t } = useLingui();
  const paths = usePaths();
  const count = useCartCount();
  const { pathname } = useLocation();
  const here = (to: string) => (pathname === to ? ('page' as const) : undefined);
  return (
    <nav className={styles['bar']} aria-label={t`Main`}>
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
    </nav>
  );
}
