/**
 * The account: one frame, and in it the page that the address names. Everything here is personal and drawn in the browser;
 * the server's page is the empty frame, the same for everybody.
 */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Suspense, type ComponentType } from 'react';
import { redirect, useParams, type LoaderFunction } from 'react-router';
import type { RouteHandle, Services } from '#api/services.ts';
import { accountPageOf, type AccountPageName } from '#contract/account-pages.ts';
import { AccountFrame } from '#features/account/account-frame.tsx';
import { createAccountPaths, useAccountPaths, type AccountPaths } from '#i18n/account-paths.ts';
import { onDemand } from '#ui/deferred.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { notFound } from '#routes/not-found.ts';

type Params = Readonly<Record<string, string>>;
interface AccountScreen {
  title: MessageDescriptor;
  /** Is given what stands in the address. */
  Page: ComponentType<{ params: Params }>;
  /** The page has a heading of its own. */
  isHeaded?: true;
  /** The page between the first one and this one. */
  above?: { name: MessageDescriptor; to: (paths: AccountPaths) => string };
}
const orders = { name: msg`My orders`, to: (paths: AccountPaths) => paths.orders() };
const addresses = { name: msg`Delivery addresses`, to: (paths: AccountPaths) => paths.addresses() };
const loadOrders = () => import('#routes/account-orders.tsx');
const loadDetails = () => import('#routes/account-details.tsx');
const loadAddresses = () => import('#routes/account-addresses.tsx');

const screens: Record<AccountPageName, AccountScreen> = {
  DASHBOARD: {
    title: msg`My account`,
    Page: onDemand(async () => (await loadOrders()).DashboardPage, true),
  },
  ORDERS: {
    title: msg`My orders`,
    Page: onDemand(async () => (await loadOrders()).OrdersPage, true),
  },
  ORDER: {
    title: msg`Order`,
    Page: onDemand(async () => (await loadOrders()).OrderPage, true),
    isHeaded: true,
    above: orders,
  },
  ADDRESSES: {
    title: msg`Delivery addresses`,
    Page: onDemand(async () => (await loadAddresses()).AddressesPage, true),
  },
  ADDRESS_NEW: {
    title: msg`New address`,
    Page: onDemand(async () => (await loadAddresses()).NewAddressPage, true),
    above: addresses,
  },
  ADDRESS: {
    title: msg`Edit the address`,
    Page: onDemand(async () => (await loadAddresses()).AddressPage, true),
    above: addresses,
  },
  DETAILS: {
    title: msg`My details`,
    Page: onDemand(async () => (await loadDetails()).DetailsPage, true),
  },
  PASSWORD: {
    title: msg`Change the password`,
    Page: onDemand(async () => (await loadDetails()).PasswordPage, true),
  },
  LOYALTY: {
    title: msg`Loyalty programme`,
    Page: onDemand(async () => (await import('#features/loyalty/loyalty-page.tsx')).LoyaltyPage, true),
  },
  DELETION_CANCEL: {
    title: msg`Keeping the account`,
    Page: onDemand(async () => (await loadDetails()).CancelDeletionPage, true),
  },
};

export const handle: RouteHandle = { pageKind: 'other' };

/** An address in the spelling of another language goes on to that of its own. */
export function createLoader({ shop }: Services): LoaderFunction {
  return ({ params, request }) => {
    const found = accountPageOf(params['*'] ?? '');
    if (!found) notFound();
    const { pathname, search } = new URL(request.url);
    const own = createAccountPaths(shop).to(found.name, found.params);
    if (pathname.replace(/(.)\/+$/, '$1') !== own) return redirect(own + search, 301);
    return { head: { title: '', titleMessage: screens[found.name].title, noIndex: true } };
  };
}

export function Component() {
  const { i18n } = useLingui();
  const paths = useAccountPaths();
  const found = accountPageOf(useParams()['*'] ?? '');
  if (!found) return null;
  const { title, Page, isHeaded, above } = screens[found.name];
  return (
    <AccountFrame
      title={isHeaded ? undefined : i18n._(title)}
      isFirst={found.name === 'DASHBOARD'}
      above={above ? [{ name: i18n._(above.name), to: above.to(paths) }] : []}
    >
      <Suspense key={found.name} fallback={<Skeleton height="24rem" />}>
        <Page params={found.params} />
      </Suspense>
    </AccountFrame>
  );
}
