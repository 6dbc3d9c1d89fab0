/**
 * The pages of the account, a row each: what stands above them, how the menu leads there, and the script that draws them, which
 * is fetched when they are opened. Their addresses are in `#contract/account-pages.ts`.
 */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ComponentType } from 'react';
import type { AccountPageName, PlainAccountPage } from '#contract/account-pages.ts';
import type { MenuEntry } from '#features/account/account-menu.tsx';
import { onDemand } from '#ui/hydration/deferred.tsx';
import { pinShape } from '#ui/icons/icon-shapes.ts';
import { packageShape } from '#ui/icons/icon-shapes-later.ts';
import { cardShape } from '#ui/icons/icon-shapes-orders.ts';
import { userShape } from '#ui/icons/user-shape.ts';

interface AccountPageProps {
  /** What stands in the address. */
  params: Readonly<Record<string, string>>;
  /** The pages that the menu leads to. */
  menu: readonly MenuEntry[];
}

interface AccountScreen {
  title: MessageDescriptor;
  Page: ComponentType<AccountPageProps>;
  /** The page has a heading of its own. */
  isHeaded?: true;
  /** The page between the first one and this one. */
  above?: PlainAccountPage;
}

/** A page that the menu and the first page lead to, by its title: one with a place in the menu needs no values for its address. */
type ScreenOf<Name extends AccountPageName> = AccountScreen &
  (Name extends PlainAccountPage ? { entry?: Omit<MenuEntry, 'name' | 'title'> } : object);

/** Drawn nowhere else: Lucide (ISC), as `#ui/icons/icon-shapes.ts` has them. */
const lockShape =
  'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM7 11V7a5 5 0 0 1 10 0v4';

const loadOrders = () => import('#routes/account-orders.tsx');
const loadDetails = () => import('#routes/account-details.tsx');
const loadAddresses = () => import('#routes/account-addresses.tsx');

/** In the order of the menu. */
export const accountScreens: Readonly<{ [Name in AccountPageName]: ScreenOf<Name> }> = {
  DASHBOARD: {
    title: msg`My account`,
    Page: onDemand(async () => (await loadOrders()).DashboardPage, true),
  },
  ORDERS: {
    title: msg`My orders`,
    Page: onDemand(async () => (await loadOrders()).OrdersPage, true),
    entry: { about: msg`Where your parcels are, invoices, and buying the same again`, shape: packageShape },
  },
  ORDER: {
    title: msg`Order`,
    Page: onDemand(async () => (await loadOrders()).OrderPage, true),
    isHeaded: true,
    above: 'ORDERS',
  },
  ADDRESSES: {
    title: msg`Delivery addresses`,
    Page: onDemand(async () => (await loadAddresses()).AddressesPage, true),
    entry: { about: msg`Where a courier brings your goods`, shape: pinShape },
  },
  ADDRESS_NEW: {
    title: msg`New address`,
    Page: onDemand(async () => (await loadAddresses()).NewAddressPage, true),
    above: 'ADDRESSES',
  },
  ADDRESS: {
    title: msg`Edit the address`,
    Page: onDemand(async () => (await loadAddresses()).AddressPage, true),
    above: 'ADDRESSES',
  },
  LOYALTY: {
    title: msg`Loyalty programme`,
    Page: onDemand(async () => (await import('#features/loyalty/loyalty-page.tsx')).LoyaltyPage, true),
    entry: { about: msg`Your card, points and what members have`, shape: cardShape, isOfLoyalty: true },
  },
  DETAILS: {
    title: msg`My details`,
    Page: onDemand(async () => (await loadDetails()).DetailsPage, true),
    entry: { about: msg`Name, contacts, company and newsletter`, shape: userShape },
  },
  PASSWORD: {
    title: msg`Change the password`,
    Page: onDemand(async () => (await loadDetails()).PasswordPage, true),
    entry: { about: msg`A new password ends the sign-ins on other devices`, shape: lockShape },
  },
  DELETION_CANCEL: {
    title: msg`Keeping the account`,
    Page: onDemand(async () => (await loadDetails()).CancelDeletionPage, true),
  },
};

/** The pages that have an entry, as the menu is given them. */
export const accountMenu: readonly MenuEntry[] = (
  Object.entries(accountScreens) as [PlainAccountPage, ScreenOf<PlainAccountPage>][]
).flatMap(([name, { title, entry }]) => (entry ? [{ name, title, ...entry }] : []));
