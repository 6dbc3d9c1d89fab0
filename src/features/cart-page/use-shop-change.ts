import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useShop, type Shop } from '#api/shop.ts';
import type { Order } from '#contract/orders/orders.ts';
import { cartToFill, takeCart } from '#features/cart/take-cart.ts';

/**
 * A change of the cart that only the shop can judge, as what a member or a card still has: it is asked at once, after all that
 * waits for the cart, and nothing is kept to be sent later (CART-10, CART-11, CART-15).
 */
export function useShopChange<V>(
  send: (shop: Shop, sending: { token: string; idempotencyKey: string }, input: V) => Promise<Order>,
) {
  const shop = useShop();
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async (input: V) => {
      const token = await cartToFill({ shop, queryClient });
      if (token === null) throw new Error('No cart');
      const order = await send(shop, { token, idempotencyKey: crypto.randomUUID() }, input);
      await takeCart({ shop, queryClient }, order);
      return order;
    },
  });
}
