/** Addresses within the account; apart from the others, since no first visit needs them. */
import { useMemo } from 'react';
import { useShop, type Shop } from '#api/shop.ts';
import { accountPattern, type AccountPageName } from '#contract/account-pages.ts';
import { routePattern } from '#contract/route-table.ts';
import { fillPattern } from './paths.ts';

export function createAccountPaths(shop: Pick<Shop, 'locale' | 'localePath'>) {
  const { locale, localePath } = shop;
  const to = (name: AccountPageName, values: Readonly<Record<string, string>> = {}) => {
    const rest = accountPattern(name, locale);
    return fillPattern(`${routePattern('ACCOUNT_DASHBOARD', locale, localePath)}/${rest}`, values);
  };
  return {
    to,
    dashboard: () => to('DASHBOARD'),
    orders: (page = 1) => to('ORDERS') + (page > 1 ? `?page=${String(page)}` : ''),
    order: (orderToken: string) => to('ORDER', { orderToken }),
    details: () => to('DETAILS'),
    addresses: () => to('ADDRESSES'),
    newAddress: () => to('ADDRESS_NEW'),
    address: (id: number) => to('ADDRESS', { addressId: String(id) }),
    password: () => to('PASSWORD'),
    loyalty: () => to('LOYALTY'),
  };
}
export type AccountPaths = ReturnType<typeof createAccountPaths>;

export function useAccountPaths(): AccountPaths {
  const shop = useShop();
  return useMemo(() => createAccountPaths(shop), [shop]);
}
