import { queryOptions } from '@tanstack/react-query';
import type { Shop } from '#api/shop.ts';

export const orderQueries = {
  /** A placed order by its token (ORD-02). */
  detail: (shop: Shop, token: string) =>
    queryOptions({
      queryKey: ['orders', 'detail', { ...shop.scope, token }],
      queryFn: ({ signal }) => shop.call('order', { params: { token }, signal }),
      staleTime: 10_000,
      // Kept where the cart is: who ordered here sees the order in the field too.
      meta: { saved: true, own: true },
    }),
  /** How an order that waits for money is paid (CHK-17). */
  payment: (shop: Shop, token: string, paymentId: number) =>
    queryOptions({
      queryKey: ['orders', 'payment', { ...shop.scope, token, paymentId }],
      queryFn: ({ signal }) =>
        shop.call('paymentConfiguration', { params: { token, id: paymentId }, signal }),
    }),
};
