import type { ShopAndCache } from '#api/services.ts';
import { channelQuery } from '#api/channel-queries.ts';
import { pageBySlugQuery, pageQuery } from '#i18n/content-page.ts';
import { isReachable, onConnectivityChange } from '#offline/connection/connectivity.ts';
import { mayFetchAhead, readLinkFacts } from '#offline/connection/prefetch-policy.ts';
import { checkoutQueries } from './checkout-queries.ts';
import { keepBuyer } from './keep-buyer.ts';

/**
 * Ways of delivery and payment, the pick-up points, and the addresses of who is signed in, so that an order can be made with no connection (CHK-20). What failed with the
 * link is asked for again once the link is better: nobody else would before they are needed.
 */
export async function prefetchCheckoutOptions(wanted: ShopAndCache): Promise<void> {
  keepBuyer(wanted);
  try {
    await fetchOptions(wanted);
  } catch (error) {
    let last = Promise.resolve(false);
    const end = onConnectivityChange(() => {
      // A link that flaps fails it again: the next time that it is better counts too.
      if (isReachable()) last = last.then((isKept) => isKept || isFetched(wanted));
      void last.then((isKept) => isKept && end());
    });
    throw error;
  }
}

const isFetched = (wanted: ShopAndCache): Promise<boolean> =>
  fetchOptions(wanted).then(
    () => true,
    // It is asked for when the link is better, or by the next page.
    () => false,
  );

async function fetchOptions({ shop, queryClient }: ShopAndCache): Promise<void> {
  const { shippingMethods } = await queryClient.fetchQuery(checkoutQueries.options(shop));
  for (const method of shippingMethods) {
    // Lists of places are large: not on a link that is slow or paid by the byte.
    if (method.kind === 'pickup_point' && mayFetchAhead('snapshot', readLinkFacts()))
      await queryClient.prefetchQuery(checkoutQueries.pickupPoints(shop, method.code));
  }
  // Last: an order can be made without its texts, and not without its ways.
  await fetchConsentPages({ shop, queryClient });
}

/** What an order asks to be read and accepted: without a connection too. */
async function fetchConsentPages({ shop, queryClient }: ShopAndCache): Promise<void> {
  const { pages } = await queryClient.ensureQueryData(channelQuery(shop));
  for (const id of [pages.terms, pages.privacy]) {
    if (id === null) continue;
    const page = await queryClient.ensureQueryData(pageQuery(shop, id));
    const bySlug = pageBySlugQuery(shop, page.slug);
    // Not merely set: what is saved on the device is told by the options of its query (R0.13).
    if (queryClient.getQueryData(bySlug.queryKey) === undefined)
      await queryClient.prefetchQuery({ ...bySlug, queryFn: () => page });
  }
}
