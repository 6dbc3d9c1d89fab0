import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useShop, type Shop } from '#api/shop.ts';
import type { Order } from '#contract/orders.ts';
import { cartQueries } from './cart-queries.ts';
import { newCartToken, readCartToken, writeCartToken } from './cart-token.ts';

/** One change of the cart on its way to the server. */
export interface CartSending<V> {
  shop: Shop;
  token: string;
  /** Of this intention, kept over retries (contract 1.8). */
  idempotencyKey: string;
  input: V;
}

interface CartWriteOptions<V> {
  send: (sending: CartSending<V>) => Promise<Order>;
  /** Makes the cart when there is none yet. */
  mayBegin?: boolean;
  /** What the cart is likely to become, shown until the server has spoken. */
  expect?: (order: Order, input: V) => Order;
  onDone?: (order: Order, input: V) => void;
  onFailed?: (error: Error, input: V) => void;
}

/**
 * The one seam through which the cart changes. Changes go out in the order they were made; the
 * answered order replaces what is shown, and a refusal brings back what stood before.
 */
export function useCartWrite<V>({ send, mayBegin = false, expect, onDone, onFailed }: CartWriteOptions<V>) {
  const shop = useShop();
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'cart' },
    networkMode: 'always',
    mutationFn: async (input: V) => {
      let token = readCartToken();
      if (token === null) {
        if (!mayBegin) throw new Error('No cart');
        const begun = await shop.call('pickUpCart', {
          body: { localeCode: shop.locale, tokenValue: newCartToken() },
          idempotencyKey: crypto.randomUUID(),
        });
        token = begun.tokenValue;
        queryClient.setQueryData(cartQueries.current(shop, token).queryKey, begun);
        writeCartToken(token);
      }
      return send({ shop, token, idempotencyKey: crypto.randomUUID(), input });
    },
    onMutate: async (input) => {
      const token = readCartToken();
      if (token === null || expect === undefined) return undefined;
      const { queryKey } = cartQueries.current(shop, token);
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before) queryClient.setQueryData(queryKey, expect(before, input));
      return { queryKey, before };
    },
    onSuccess: (order, input) => {
      queryClient.setQueryData(cartQueries.current(shop, order.tokenValue).queryKey, order);
      onDone?.(order, input);
    },
    onError: (error, input, saved) => {
      if (saved?.before) queryClient.setQueryData(saved.queryKey, saved.before);
      onFailed?.(error, input);
    },
  });
}
