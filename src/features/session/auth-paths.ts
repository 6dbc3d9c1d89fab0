/** Addresses about signing in; apart from the others, since no first visit needs them. */
import { useMemo } from 'react';
import { useShop, type Shop } from '#api/shop.ts';
import { routePattern, type RouteName } from '#contract/route-table.ts';

export function createAuthPaths({ locale, localePath }: Pick<Shop, 'locale' | 'localePath'>) {
  const to = (name: RouteName) => routePattern(name, locale, localePath);
  return {
    signIn: () => to('AUTH'),
    /** The same page with its other tab. */
    signUp: () => `${to('AUTH')}?tab=${signUpTab}`,
    registration: () => to('REGISTRATION'),
    forgotten: () => to('RESET_REQUEST'),
    account: () => to('ACCOUNT_DASHBOARD'),
    orders: () => to('ACCOUNT_ORDERS'),
  };
}
/** Value of `tab` in the address. */
export const signUpTab = 'sign-up';

export function useAuthPaths() {
  const shop = useShop();
  return useMemo(() => createAuthPaths(shop), [shop]);
}
