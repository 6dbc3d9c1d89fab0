import type { Services } from '#api/services.ts';
import { isReachable, onConnectivityChange } from '#offline/connection/connectivity.ts';
import { mayFetchAhead, readLinkFacts } from '#offline/connection/prefetch-policy.ts';
import { checkoutQueries } from './checkout-queries.ts';

type Wanted = Pick<Services, 'shop' | 'queryClient'>;

/**
 * Ways of delivery and payment, and the pick-up points, so that an order can be made with no connection (CHK-20). What failed with the
 * link is asked for again once the link is better: nobody else would before they are needed.
 */
export async function keepCheckoutOptions(wanted: Wanted): Promise<void> {
  try {
    await fetchOptions(wanted);
  } catch (error) {
    const end = onConnectivityChange(() => {
      if (!isReachable()) return;
      end();
      // The next page tries again.
      void fetchOptions(wanted).catch(() => undefined);
    });
    throw error;
  }
}

async function fetchOptions({ shop, queryClient }: Wanted): Promise<void> {
  const { shippingMethods } = await queryClient.fetchQuery(checkoutQueries.options(shop));
  for (const method of shippingMethods) {
    // Lists of places are large: not on a link that is slow or paid by the byte.
    if (method.kind === 'pickup_point' && mayFetchAhead('snapshot', readLinkFacts()))
      await queryClient.prefetchQuery(checkoutQueries.pickupPoints(shop, method.code));
  }
}
