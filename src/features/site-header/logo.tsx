import { Trans } from '@lingui/react/macro';
import { Link } from '#ui/link.tsx';
import { usePaths } from '#i18n/paths.ts';
import { brand } from '#lib/brand.ts';
import styles from './logo.module.css';

/** The shop's name as its sign; leads home (R0.46). */
export function Logo({ title }: { title?: string | undefined }) {
  const paths = usePaths();
  const [head, tail] = brand.logo;
  return (
    <Link to={paths.home()} className={styles['logo']}>
      <span>
        <b>{head}</b>
        {tail}
      </span>
      {title !== undefined && <small>{title}</small>}
      <span className="visually-hidden">
        {' '}
        <Trans>to the home page</Trans>
      </span>
    </Link>
  );
}
