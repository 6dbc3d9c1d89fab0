import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from './link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { leftShape, rightShape } from '#ui/icons/arrow-shapes.ts';
import styles from './breadcrumbs.module.css';

export interface Crumb {
  name: string;
  to: string;
}

/** The way from home to the place above; on narrow screens only the step back (R0.46). */
export function Breadcrumbs({ home, crumbs }: { home: string; crumbs: readonly Crumb[] }) {
  const { t } = useLingui();
  const parent = crumbs.at(-1);
  return (
    <nav className={styles['crumbs']} aria-label={t`You are here`}>
      <Link className={styles['back']} to={parent?.to ?? home}>
        <Icon shape={leftShape} size={18} />
        {parent?.name ?? <Trans>Home page</Trans>}
      </Link>
      <ol className={styles['list']}>
        <li>
          <Link to={home}>
            <Trans>Home page</Trans>
          </Link>
        </li>
        {crumbs.map((crumb) => (
          <li key={crumb.to}>
            <Icon shape={rightShape} size={14} />
            <Link to={crumb.to}>{crumb.name}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
