import { useLingui } from '@lingui/react/macro';
import { useWished } from '#features/wishlist/wishlist-cell.ts';
import { usePaths } from '#i18n/paths.ts';
import { classNames } from '#lib/class-names.ts';
import { heartShape } from '#ui/icons/heart-shape.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { Link } from '#ui/link.tsx';
import styles from './cart-button.module.css';

/** The way to the wishlist; how much is in it shows above zero (R2.67). */
export function WishlistLink() {
  const { t } = useLingui();
  const paths = usePaths();
  const count = useWished().length;
  return (
    <Link
      to={paths.wishlist()}
      className={classNames(styles['button'], styles['sign'])}
      aria-label={count === 0 ? t`Wishlist` : t`Wishlist, items: ${count}`}
    >
      <Icon shape={heartShape} />
      {count > 0 && <span className={styles['count']} data-count={count} />}
    </Link>
  );
}
