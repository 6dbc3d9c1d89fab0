import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { LogOutButton } from '#features/session/log-out-button.tsx';
import { sessionQueries } from '#features/session/session-queries.ts';
import { useAccountPaths, type AccountPaths } from '#i18n/account-paths.ts';
import { Icon } from '#ui/icon.tsx';
import { homeShape, pinShape } from '#ui/icon-shapes.ts';
import { packageShape } from '#ui/icon-shapes-later.ts';
import { cardShape } from '#ui/icon-shapes-orders.ts';
import { Link } from '#ui/link.tsx';
import { lockShape, logOutShape, userShape } from './account-icons.ts';
import styles from './account-frame.module.css';

interface AccountPage {
  name: MessageDescriptor;
  /** What is done there, in a sentence. */
  about: MessageDescriptor;
  shape: string;
  to: (paths: AccountPaths) => string;
  /** Only where there is a programme to be a member of. */
  isOfLoyalty?: true;
}

const pages: readonly AccountPage[] = [
  {
    name: msg`My orders`,
    about: msg`Where your parcels are, invoices, and buying the same again`,
    shape: packageShape,
    to: (paths) => paths.orders(),
  },
  {
    name: msg`Delivery addresses`,
    about: msg`Where a courier brings your goods`,
    shape: pinShape,
    to: (paths) => paths.addresses(),
  },
  {
    name: msg`Loyalty programme`,
    about: msg`Your card, points and what members have`,
    shape: cardShape,
    to: (paths) => paths.loyalty(),
    isOfLoyalty: true,
  },
  {
    name: msg`My details`,
    about: msg`Name, contacts, company and newsletter`,
    shape: userShape,
    to: (paths) => paths.details(),
  },
  {
    name: msg`Change the password`,
    about: msg`A new password ends the sign-ins on other devices`,
    shape: lockShape,
    to: (paths) => paths.password(),
  },
];

/** The pages of the account besides the first one, in the order of their use. */
export function useAccountPages(): readonly AccountPage[] {
  const { data: customer } = useQuery(sessionQueries.customer(useShop()));
  const hasProgramme = useChannel().loyaltyRule !== undefined || (customer?.loyaltyRules.length ?? 0) > 0;
  return hasProgramme ? pages : pages.filter(({ isOfLoyalty }) => !isOfLoyalty);
}

/** Ways between the pages of the account: beside them on wide screens, above them on phones. */
export function AccountMenu() {
  const { t, i18n } = useLingui();
  const paths = useAccountPaths();
  const { pathname } = useLocation();
  const entries = [
    { name: t`Overview`, shape: homeShape, to: paths.dashboard() },
    ...useAccountPages().map(({ name, shape, to }) => ({ name: i18n._(name), shape, to: to(paths) })),
  ];
  const isHere = (to: string) =>
    pathname === to || (to !== paths.dashboard() && pathname.startsWith(`${to}/`));
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
