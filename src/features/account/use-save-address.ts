import { useQueryClient } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';
import type { CustomerAddress } from '#contract/addresses.ts';
import { sessionQueries } from '#features/session/session-queries.ts';
import { addressQueries } from './address-queries.ts';
import { addressBody, type AddressFields } from './address-schema.ts';

/** The list with this address as it is now; one is the default at most, and it stands first. */
export function listWith(list: readonly CustomerAddress[], saved: CustomerAddress): CustomerAddress[] {
  const others = list
    .filter(({ id }) => id !== saved.id)
    .map((one) => (saved.isDefault ? { ...one, isDefault: false } : one));
  return [...others, saved].sort(
    (one, other) => Number(other.isDefault) - Number(one.isDefault) || one.id - other.id,
  );
}

/** Keeps a new address (ACC-17), or one that was changed (ACC-19); it stands in the list at once (R7.34). */
export function useSaveAddress(address: CustomerAddress | null): (form: AddressFields) => Promise<void> {
  const shop = useShop();
  const queryClient = useQueryClient();
  return async (form) => {
    const common = { body: addressBody(form), idempotencyKey: crypto.randomUUID() };
    const saved =
      address === null
        ? await shop.call('addAddress', common)
        : await shop.call('changeAddress', {
            ...common,
            params: { id: address.id },
            // What somebody else has changed meanwhile is not written over (contract 1.9).
            ifMatch: `"v${String(address.version)}"`,
          });
    const { queryKey } = addressQueries.list(shop);
    queryClient.setQueryData(queryKey, (list) => (list === undefined ? undefined : listWith(list, saved)));
    void queryClient.invalidateQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey: sessionQueries.customer(shop).queryKey });
  };
}
