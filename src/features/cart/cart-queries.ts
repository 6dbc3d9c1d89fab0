import { queryOptions } from '@tanstack/react-query';
import type { Shop } from '#api/shop.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';

/** Where the page keeps the cart of this token: the shop's answer with what waits on the device laid over it. */
export const cartKey = (shop: Shop, token: string) => ['cart', 'current', { ...shop.scope, token }] as const;

export const cartQueries = {
  /** The open cart (CART-02); null once it was placed or is gone, and then its token is dropped. */
  current: (shop: Shop, token: string) =>
    queryOptions({
      queryKey: cartKey(shop, token),
      queryFn: async ({ signal, client }): Promise<ShownCart | null> =>
        (await import('./cart-outbox.ts')).readCart({ shop, queryClient: client }, token, signal),
      staleTime: 30_000,
      // The cart opens without a connection too, from the visitor's own store (R0.13).
      meta: { saved: true, own: true },
    }),
};

/** The gifts of this cart's channel (CART-12): what there is of them changes, not which of them the cart has earned. */
export const giftQuery = (shop: Shop, token: string) =>
  queryOptions({
    queryKey: ['cart', 'gifts', { ...shop.scope, token }],
    queryFn: ({ signal }) => shop.call('gifts', { params: { token }, signal }),
    staleTime: 60_000,
    // They can be chosen without a connection too: the choice waits, and the shop judges it then.
    meta: { saved: true, own: true },
  });
