import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useShop } from '#api/shop.ts';
import { sessionQueries } from '#features/session/session-queries.ts';
import { useAccountPaths } from '#i18n/account-paths.ts';
import { Icon } from '#ui/icon.tsx';
import { rightShape } from '#ui/arrow-shapes.ts';
import { Link } from '#ui/link.tsx';
import { useAccountPages } from './account-menu.tsx';
import styles from './dashboard.module.css';

/** The first page of the account: a greeting, a card for every page, and `below` what was bought last. */
export function Dashboard({ below }: { below?: ReactNode }) {
  const { i18n } = useLingui();
  const paths = useAccountPaths();
  const { data: customer } = useQuery(sessionQueries.customer(useShop()));
  return (
    <>
      <p className={styles['greeting']}>
        {customer?.firstName === undefined ? (
          <Trans>Good to see you!</Trans>
        ) : (
          <Trans>Good to see you, {customer.firstName}!</Trans>
        )}
        {customer && <small>{customer.email}</small>}
      </p>
      <ul className={styles['cards']}>
        {useAccountPages().map(({ name, about, shape, to }) => (
          <li key={name.id}>
            <Link className={styles['card']} to={to(paths)}>
              <span className={styles['sign']}>
                <Icon shape={shape} />
              </span>
              <span className={styles['words']}>
                <b>{i18n._(name)}</b>
                <small>{i18n._(about)}</small>
              </span>
              <Icon shape={rightShape} size={20} />
            </Link>
          </li>
        ))}
      </ul>
      {below}
    </>
  );
}
