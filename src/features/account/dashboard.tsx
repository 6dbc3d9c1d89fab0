import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useShop } from '#api/shop.ts';
import { sessionQueries } from '#features/session/session-queries.ts';
import { useAccountPath } from '#i18n/account-paths.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { rightShape } from '#ui/icons/arrow-shapes.ts';
import { Link } from '#ui/link.tsx';
import { useOpenEntries, type MenuEntry } from './account-menu.tsx';
import styles from './dashboard.module.css';

/** The first page of the account: a greeting, a card for every page of the menu, and `below` what was bought last. */
export function Dashboard({ menu, below }: { menu: readonly MenuEntry[]; below?: ReactNode }) {
  const { i18n } = useLingui();
  const addressOf = useAccountPath();
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
        {useOpenEntries(menu).map(({ name, title, about, shape }) => (
          <li key={name}>
            <Link className={styles['card']} to={addressOf(name)}>
              <span className={styles['sign']}>
                <Icon shape={shape} />
              </span>
              <span className={styles['words']}>
                <b>{i18n._(title)}</b>
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
