import type { Services } from '#api/services.ts';
import { reviewQueries } from './reviews-queries.ts';

/** The first reviews for the page from the server; a failure leaves the part out and harms no screen. */
export async function loadReviews({ shop, queryClient }: Services, product: string): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(reviewQueries.list(shop, product, 1)),
    queryClient.prefetchQuery(reviewQueries.policy(shop)),
  ]);
}
