import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '#api/api-error.ts';
import { isAway, sentenceOf } from '#api/form-errors.ts';
import { useShop, type Shop } from '#api/shop.ts';
import type { Customer } from '#contract/customers.ts';
import { keepCustomer } from '#features/session/keep-customer.ts';
import { sessionQueries } from '#features/session/session-queries.ts';
import { loyaltyQueries } from './loyalty-queries.ts';
import { showToast } from '#ui/toast-state.ts';

/** One change of the membership: its answer is the customer (R7.51), and carts have other prices from then on. */
function useChange<Given>(
  name: 'join' | 'leave',
  ask: (shop: Shop, given: Given, idempotencyKey: string) => Promise<Customer>,
  words: { done: string; failed: string },
) {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  // A press after a lost answer asks about the same change.
  const key = useRef('');
  const { mutate, isPending, error, reset } = useMutation({
    mutationKey: ['loyalty', name],
    mutationFn: (given: Given) => {
      key.current ||= crypto.randomUUID();
      return ask(shop, given, key.current);
    },
    onSuccess: async (customer) => {
      key.current = '';
      await keepCustomer(queryClient, shop, customer);
      // Another membership has a history of its own.
      queryClient.removeQueries({ queryKey: loyaltyQueries.history(shop).queryKey });
      void queryClient.invalidateQueries({ queryKey: ['cart'] });
      showToast(words.done);
    },
    onError: (failed) => {
      // Refused, on another device it was done already: the page shows how it is.
      void queryClient.invalidateQueries({ queryKey: sessionQueries.customer(shop).queryKey });
      // Refused: the next press is another one. Without an answer, or after a fault, it may have been done.
      if (!isAway(failed) && failed instanceof ApiError && failed.status < 500) key.current = '';
    },
  });
  return {
    change: mutate,
    isPending,
    reset,
    problem:
      error === null
        ? null
        : sentenceOf(error, { away: t`No connection. Nothing was changed.`, other: words.failed }),
  };
}

/** LOY-03. What the shop does not say in its own words is said in ours (R8.43). */
export function useJoin() {
  const { t } = useLingui();
  return useChange(
    'join',
    (shop, { code, cardNumber }: { code: string; cardNumber: string }, idempotencyKey) =>
      shop.call('joinLoyalty', {
        body: { loyaltyRuleCode: code, ...(cardNumber === '' ? {} : { cardNumber }) },
        idempotencyKey,
      }),
    { done: t`You are a member now.`, failed: t`Loyalty registration error` },
  );
}

/** LOY-04 (R8.44). */
export function useLeave() {
  const { t } = useLingui();
  return useChange(
    'leave',
    (shop, { id, loyaltyRule }: Customer['loyaltyRules'][number], idempotencyKey) =>
      shop.call('leaveLoyalty', {
        params: { id },
        body: { loyaltyRuleCode: loyaltyRule.code },
        idempotencyKey,
      }),
    { done: t`You have left the loyalty programme.`, failed: t`Loyalty leave error` },
  );
}
