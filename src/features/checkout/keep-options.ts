import type { Services } from '#api/services.ts';
import { mayFetchAhead, readLinkFacts } from '#offline/connection/prefetch-policy.ts';
import { checkoutQueries } from './checkout-queries.ts';

/** Ways of delivery and payment, and the pick-up points, so that an order can be made with no connection (CHK-20). */
export async function keepCheckoutOptions({
  shop,
  queryClient,
}: Pick<Services, 'shop' | 'queryClient'>): Promise<void> {
  const { shippingMethods } = await queryClient.fetchQuery(checkoutQueries.options(shop));
  for (const method of shippingMethods) {
    // Lists of places are large: not on a link that is slow or paid by the byte.
    if (method.kind === 'pickup_point' && mayFetchAhead('snapshot', readLinkFacts()))
      await queryClient.prefetchQuery(checkoutQueries.pickupPoints(shop, method.code));
  }
}
