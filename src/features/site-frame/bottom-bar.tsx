import { Trans, useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router';
import { useCartCount } from '#features/cart/use-cart.ts';
import { usePaths } from '#i18n/paths.ts';
import { Icon } from '#ui/icon.tsx';
import { cartShape, homeShape, searchShape } from '#ui/icon-shapes.ts';
import styles from './bottom-bar.module.css';

/** In the installed shop the main ways lie under the thumb (visual-design 6, R0.46). */
export function BottomBar() {
  const { t } = useLingui();
  const paths = usePaths();
  const count = useCartCount();
  return (
    <nav className={styles['bar']} aria-label={t`Main`}>
      <NavLink to={paths.home()} end className={styles['entry'] ?? ''}>
        <Icon shape={homeShape} />
        <Trans>Home page</Trans>
      </NavLink>
      <NavLink to={paths.search()} className={styles['entry'] ?? ''}>
        <Icon shape={searchShape} />
        <Trans>Search</Trans>
      </NavLink>
      <NavLink to={paths.cart()} className={styles['entry'] ?? ''}>
        <Icon shape={cartShape} />
        <Trans>Cart</Trans>
        {count > 0 && <span className={styles['count']}>{count}</span>}
      </NavLink>
    </nav>
  );
}
