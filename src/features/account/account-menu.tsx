/** The menu of the account; its entries are rows of `routes/account-screens.tsx`. */
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import type { PlainAccountPage } from '#contract/account-pages.ts';
import { LogOutButton } from '#features/session/log-out-button.tsx';
import { sessionQueries } from '#features/session/session-queries.ts';
import { useAccountPath } from '#i18n/account-paths.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { homeShape } from '#ui/icons/icon-shapes.ts';
import { logOutShape } from '#ui/icons/icon-shapes-later.ts';
import { Link } from '#ui/link.tsx';
import styles from './account-frame.module.css';

/** A page as the menu and the first page of the account lead to it. */
export interface MenuEntry {
  name: PlainAccountPage;
  title: MessageDescriptor;
  /** What is done there, in a sentence. */
  about: MessageDescriptor;
  shape: string;
  /** Only where there is a programme to be a member of. */
  isOfLoyalty?: true;
}

/** The entries that there is something behind, for this customer in this shop. */
export function useOpenEntries(menu: readonly MenuEntry[]): readonly MenuEntry[] {
  const { data: customer } = useQuery(sessionQueries.customer(useShop()));
  const hasProgramme = useChannel().loyaltyRule !== undefined || (customer?.loyaltyRules.length ?? 0) > 0;
  return hasProgramme ? menu : menu.filter(({ isOfLoyalty }) => !isOfLoyalty);
}

/** Ways between the pages of the account: beside them on wide screens, above them on phones. */
export function AccountMenu({ menu }: { menu: readonly MenuEntry[] }) {
  const { t, i18n } = useLingui();
  const addressOf = useAccountPath();
  const first = addressOf('DASHBOARD');
  const { pathname } = useLocation();
  const entries = [
    { name: t`Overview`, shape: homeShape, to: first },
    ...useOpenEntries(menu).map(({ name, title, shape }) => ({
      name: i18n._(title),
      shape,
      to: addressOf(name),
    })),
  ];
  const isHere = (to: string) => pathname === to || (to !== first && pathname.startsWith(`${to}/`));
  const current = entries.find(({ to }) => isHere(to))?.to ?? '';
  const row = useRef<HTMLUListElement>(null);
  // On a phone the row is wider than the screen: the page that is open is in view.
  useLayoutEffect(() => {
    const here = row.current?.querySelector<HTMLElement>(`[href="${current}"]`);
    if (row.current && here)
      row.current.scrollLeft = here.offsetLeft - (row.current.clientWidth - here.offsetWidth) / 2;
  }, [current]);
  return (
    <nav className={styles['menu']} aria-label={t`My account`}>
      <ul ref={row} className={styles['entries']}>
        {entries.map(({ name, shape, to }) => (
          <li key={to}>
            <Link className={styles['entry']} to={to} aria-current={to === current ? 'page' : undefined}>
              <Icon shape={shape} size={20} />
              {name}
            </Link>
          </li>
        ))}
        <li>
          <LogOutButton className={styles['entry']}>
            <Icon shape={logOutShape} size={20} />
            <Trans>Log out</Trans>
          </LogOutButton>
        </li>
      </ul>
    </nav>
  );
}
