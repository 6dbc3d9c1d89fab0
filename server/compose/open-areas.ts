import { mountReviews } from '#server/reviews/review-routes.ts';
import { mountWishlists } from '#server/wishlists/wishlist-routes.ts';
import type { Area, Means } from './means.ts';
import { openNewsletter } from './open-newsletter.ts';
import { openStockRequests } from './open-stock-requests.ts';

/** The areas of which nobody needs more than their calls. */
export const openAreas = async (means: Means): Promise<Area[]> => [
  await openNewsletter(means),
  mountReviews(means),
  await openStockRequests(means),
  mountWishlists(means),
];
