/** Addresses within the account; apart from the others, since no first visit needs them. */
import { useMemo } from 'react';
import { useShop, type Shop } from '#api/shop.ts';
import { accountPattern, type AccountPageName, type PlainAccountPage } from '#contract/account-pages.ts';
import { routePattern } from '#contract/route-table.ts';
import { fillPattern } from './paths.ts';

/** The address of a page of the account; one with a `:name` in its pattern is nothing without the values. */
interface AccountPath {
  (name: PlainAccountPage): string;
  (name: AccountPageName, values: Readonly<Record<string, string>>): string;
}

export function createAccountPath({ locale, localePath }: Pick<Shop, 'locale' | 'localePath'>): AccountPath {
  const account = routePattern('ACCOUNT_DASHBOARD', locale, localePath);
  return (name: AccountPageName, values: Readonly<Record<string, string>> = {}) =>
    fillPattern(`${account}/${accountPattern(name, locale)}`, values);
}

export function useAccountPath(): AccountPath {
  const shop = useShop();
  return useMemo(() => createAccountPath(shop), [shop]);
}
