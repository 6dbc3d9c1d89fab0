import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import type { Shop } from '#api/shop.ts';
import type { Order } from '#contract/orders.ts';
import { readCartToken, writeCartToken } from './cart-token.ts';

export const cartQueries = {
  /** The open cart (CART-02); null once it was placed or is gone, and then its token is dropped. */
  current: (shop: Shop, token: string) =>
    queryOptions({
      queryKey: ['cart', 'current', { ...shop.scope, token }],
      queryFn: async ({ signal }): Promise<Order | null> => {
        try {
          const order = await shop.call('order', { params: { token }, signal });
          if (order.state === 'cart') return order;
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 404 || error.kind !== 'refused') throw error;
        }
        if (readCartToken() === token) writeCartToken(null);
        return null;
      },
      staleTime: 30_000,
      // The cart opens without a connection too, from the visitor's own store (R0.13).
      meta: { saved: true, own: true },
    }),
};
