import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { signedInAs } from '#api/session-tokens.ts';
import { useShop } from '#api/shop.ts';
import type { CustomerAddress } from '#contract/addresses.ts';
import { addressReference } from '#domain/fields/address-reference.ts';
import { keepCustomer } from '#features/session/keep-customer.ts';
import { sessionQueries } from '#features/session/session-queries.ts';
import { showToast } from '#ui/toast-state.ts';
import { addressQueries, deleteAddress } from './address-queries.ts';
import { listWith } from './use-save-address.ts';

/** What is done with an address in the list: it becomes the default (ACC-12), or goes (ACC-20). Failures leave the list as it is. */
export function useChangeAddresses() {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<number | null>(null);
  const { queryKey } = addressQueries.list(shop);
  const sentence = (error: unknown, fallback: string) => {
    if (!(error instanceof ApiError)) return fallback;
    return error.kind === 'unreachable' ? t`No connection. Nothing was changed.` : error.detail || fallback;
  };

  const choose = async (address: CustomerAddress): Promise<void> => {
    setChosen(address.id);
    try {
      const customer = await shop.call('chooseDefaultAddress', {
        params: { id: signedInAs() ?? '' },
        body: { defaultAddress: addressReference(address.id) },
        idempotencyKey: crypto.randomUUID(),
      });
      await keepCustomer(queryClient, shop, customer);
      queryClient.setQueryData(queryKey, (list) =>
        list === undefined ? undefined : listWith(list, { ...address, isDefault: true }),
      );
      showToast(t`This is your default address now.`);
    } catch (error) {
      showToast(sentence(error, t`Select default address error`), 'error');
    } finally {
      setChosen(null);
      void queryClient.invalidateQueries({ queryKey });
    }
  };

  /** @returns whether it is gone */
  const remove = async (address: CustomerAddress): Promise<boolean> => {
    const error = await deleteAddress(shop, address.id);
    if (error !== null) {
      showToast(sentence(error, t`The address could not be deleted.`), 'error');
      return false;
    }
    queryClient.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== address.id));
    // Another is the default then: which, the shop says.
    if (address.isDefault)
      for (const of of [queryKey, sessionQueries.customer(shop).queryKey])
        void queryClient.invalidateQueries({ queryKey: of });
    showToast(t`The address was deleted.`);
    return true;
  };

  return {
    /** Id of the address that is just becoming the default. */
    chosen,
    choose: (address: CustomerAddress) => void choose(address),
    remove,
  };
}
