import { queryOptions } from '@tanstack/react-query';
import type { Shop } from '#api/shop.ts';
import type { OrderSummary } from '#contract/orders/order-history.ts';

/** Carts are no orders, whoever lists them (R4.16). */
export const placedOrders = (listed: readonly OrderSummary[]): OrderSummary[] =>
  listed.filter(({ state }) => state !== 'cart');

export const orderQueries = {
  /** A page of what the signed-in customer has ordered, newest first (ORD-01). */
  history: (shop: Shop, page: number) =>
    queryOptions({
      queryKey: ['orders', 'history', { ...shop.scope, page }],
      queryFn: async ({ signal }) => {
        const { data, meta } = await shop.call('orderHistory', { query: { page: String(page) }, signal });
        return { orders: placedOrders(data), pageCount: meta.pageCount };
      },
      staleTime: 10_000,
      // Kept with the sign-in: logging out empties this store (R0.28).
      meta: { saved: true, own: true },
    }),
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
