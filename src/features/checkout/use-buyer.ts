import { useQuery, type QueryClient } from '@tanstack/react-query';
import { isSignedIn } from '#api/session-tokens.ts';
import { useShop, type Shop } from '#api/shop.ts';
import { useSignedIn } from '#api/use-signed-in.ts';
import type { CustomerAddress } from '#contract/addresses.ts';
import type { Customer } from '#contract/customers.ts';
import { addressQueries } from '#features/account/address-queries.ts';
import { sessionQueries } from '#features/session/session-queries.ts';

/** Who checks out: the signed-in customer with their book of addresses, as far as this device knows them. */
export interface Buyer {
  /** Signed in is also who is known neither here nor, for now, at the shop: the order gets the account's e-mail. */
  isGuest: boolean;
  /** Null for a guest, and where neither the shop nor the device can tell. */
  customer: Customer | null;
  addresses: readonly CustomerAddress[];
}
const guest: Buyer = { isGuest: true, customer: null, addresses: [] };

/** The buyer as far as the device knows them without asking. */
export function knownBuyer(shop: Shop, queryClient: QueryClient): Buyer {
  if (!isSignedIn()) return guest;
  const customer = queryClient.getQueryData(sessionQueries.customer(shop).queryKey);
  return {
    isGuest: customer === null,
    customer: customer ?? null,
    addresses: queryClient.getQueryData(addressQueries.list(shop).queryKey) ?? [],
  };
}

/**
 * After an order: the letters that were chosen with it, its certificate and an address that was kept are the buyer's now, and the
 * next order, also one without a connection, begins with them. What is accepted with an order is asked for with each.
 */
export function readBuyerAnew(shop: Shop, queryClient: QueryClient): void {
  if (!isSignedIn()) return;
  for (const { queryKey } of [sessionQueries.customer(shop), addressQueries.list(shop)])
    void queryClient.invalidateQueries({ queryKey, refetchType: 'all' });
}

/** @returns undefined while the shop is asked */
export function useBuyer(): Buyer | undefined {
  const shop = useShop();
  const enabled = useSignedIn();
  const customer = useQuery({ ...sessionQueries.customer(shop), enabled });
  const addresses = useQuery({ ...addressQueries.list(shop), enabled });
  if (!enabled) return guest;
  if (customer.isLoading || addresses.isLoading) return undefined;
  return {
    isGuest: customer.data === null,
    customer: customer.data ?? null,
    addresses: addresses.data ?? [],
  };
}
