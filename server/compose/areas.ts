import { openNewsletter } from './newsletter.ts';
import type { Area, Means } from './means.ts';
import { openReviews } from './reviews.ts';
import { openStockRequests } from './stock-requests.ts';
import { openWishlists } from './wishlists.ts';

/** The areas of which nobody needs more than their calls. */
export const openAreas = (means: Means): Promise<Area[]> =>
  Promise.all([openNewsletter(means), openReviews(means), openStockRequests(means), openWishlists(means)]);
