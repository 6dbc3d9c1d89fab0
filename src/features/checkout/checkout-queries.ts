import { queryOptions } from '@tanstack/react-query';
import type { Shop } from '#api/shop.ts';

/** What the checkout asks about an order; nothing of it is kept on the device. */
export const checkoutQueries = {
  /** Ways to bring all lines to the buyer (CHK-02). */
  plans: (shop: Shop, token: string, version: number) =>
    queryOptions({
      queryKey: ['checkout', 'plans', { ...shop.scope, token, version }],
      queryFn: async ({ signal }) => (await shop.call('shippingPlans', { params: { token }, signal })).data,
      staleTime: 60_000,
    }),
  /** Places of collection with what each lacks (CHK-08). */
  places: (shop: Shop, token: string, version: number) =>
    queryOptions({
      queryKey: ['checkout', 'places', { ...shop.scope, token, version }],
      queryFn: async ({ signal }) => (await shop.call('warehouses', { params: { token }, signal })).data,
      staleTime: 60_000,
    }),
  /** Methods of one shipment with their prices (CHK-04). */
  methods: (shop: Shop, token: string, shipmentId: number, version: number) =>
    queryOptions({
      queryKey: ['checkout', 'methods', { ...shop.scope, token, shipmentId, version }],
      queryFn: async ({ signal }) =>
        (await shop.call('shippingMethods', { params: { token, id: shipmentId }, signal })).data,
      staleTime: 60_000,
    }),
  /** Every way of delivery and payment of the channel (CHK-20), kept on the device for orders without a connection. */
  options: (shop: Shop) =>
    queryOptions({
      queryKey: ['checkout', 'options', { ...shop.scope }],
      queryFn: ({ signal }) => shop.call('checkoutOptions', { signal }),
      meta: { saved: true },
      staleTime: 3_600_000,
    }),
  /** Pick-up points of a method (CHK-06); the whole list, so that it can be searched without a connection. */
  pickupPoints: (shop: Shop, shippingMethod: string) =>
    queryOptions({
      queryKey: ['checkout', 'pick-up points', { ...shop.scope, shippingMethod }],
      queryFn: async ({ signal }) =>
        (await shop.call('pickupPoints', { query: { shippingMethod, itemsPerPage: 100 }, signal })).data,
      meta: { saved: true },
      staleTime: 3_600_000,
    }),
  /** Methods of a payment (CHK-10). */
  paymentMethods: (shop: Shop, token: string, paymentId: number, version: number) =>
    queryOptions({
      queryKey: ['checkout', 'payment methods', { ...shop.scope, token, paymentId, version }],
      queryFn: async ({ signal }) =>
        (await shop.call('paymentMethods', { params: { token, id: paymentId }, signal })).data,
      staleTime: 60_000,
    }),
};
