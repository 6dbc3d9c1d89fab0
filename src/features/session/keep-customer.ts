import type { QueryClient } from '@tanstack/react-query';
import type { Shop } from '#api/shop.ts';
import type { Customer } from '#contract/customers.ts';
import { sessionQueries } from './session-queries.ts';

/**
 * Puts the customer that a change was answered with in the place of the one that was read before. A question that is still on its
 * way may have been answered before the change, and its answer would come last: it is given up.
 */
export async function keepCustomer(queryClient: QueryClient, shop: Shop, customer: Customer): Promise<void> {
  const { queryKey } = sessionQueries.customer(shop);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, customer);
}
