import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';
import { cartToFill, takeCart } from './take-cart.ts';

/**
 * Uses so many loyalty points on the cart, 0 takes them off (CART-15). What a member has and how many fit only the shop can
 * tell: it is asked at once, after all that waits for the cart, and nothing is kept to be sent later.
 */
export function usePoints() {
  const shop = useShop();
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async (points: number) => {
      const token = await cartToFill({ shop, queryClient });
      if (token === null) throw new Error('No cart');
      const order = await shop.call('usePoints', {
        params: { token },
        body: { points },
        idempotencyKey: crypto.randomUUID(),
      });
      await takeCart({ shop, queryClient }, order);
      return order;
    },
  });
}
