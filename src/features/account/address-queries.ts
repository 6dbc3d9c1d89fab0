import { queryOptions } from '@tanstack/react-query';
import { ApiError, normaliseError } from '#api/api-error.ts';
import type { Shop } from '#api/shop.ts';
import type { CustomerAddress } from '#contract/addresses.ts';

const errorOf = (thrown: unknown): ApiError =>
  thrown instanceof ApiError ? thrown : new ApiError('malformed', 500, normaliseError(thrown));

/** ACC-16. What failed is returned, not thrown (R8.05). */
export const getAddresses = (shop: Shop, signal?: AbortSignal): Promise<CustomerAddress[] | ApiError> =>
  shop.call('addresses', signal ? { signal } : {}).then(({ data }) => data, errorOf);

/** ACC-18. What failed is returned, not thrown (R8.04). */
export const getAddress = (
  shop: Shop,
  id: number,
  signal?: AbortSignal,
): Promise<CustomerAddress | ApiError> =>
  shop.call('address', { params: { id }, ...(signal ? { signal } : {}) }).catch(errorOf);

/** ACC-20. What failed is returned, not thrown (R8.06); null = the address is gone. */
export const deleteAddress = (shop: Shop, id: number): Promise<ApiError | null> =>
  shop.call('deleteAddress', { params: { id }, idempotencyKey: crypto.randomUUID() }).then(
    () => null,
    (thrown: unknown) => {
      const error = errorOf(thrown);
      // Deleted before, here or elsewhere: that is what was wanted.
      return error.kind === 'refused' && error.status === 404 ? null : error;
    },
  );

function orThrow<T>(answer: T | ApiError): T {
  if (answer instanceof ApiError) throw answer;
  return answer;
}

export const addressQueries = {
  list: (shop: Shop) =>
    queryOptions({
      queryKey: ['account', 'addresses', shop.scope],
      queryFn: async ({ signal }) => orThrow(await getAddresses(shop, signal)),
      staleTime: 10_000,
      // Personal: kept in the visitor's own store, which logging out empties (R0.28).
      meta: { saved: true, own: true },
    }),
  one: (shop: Shop, id: number) =>
    queryOptions({
      queryKey: ['account', 'address', { ...shop.scope, id }],
      queryFn: async ({ signal }) => orThrow(await getAddress(shop, id, signal)),
      // What is edited is the shop's last answer, and it is kept nowhere.
      staleTime: 0,
      gcTime: 0,
    }),
};
