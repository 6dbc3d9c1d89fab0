/** The calls about reviews (contract 4.12). */
import { listReviews, readReviewLink, writeReview } from '#server/reviews/review-commands.ts';
import type { Area, Means } from './means.ts';

export async function openReviews(services: Means): Promise<Area> {
  return (server) => {
    server.serve('reviews', async ({ query }) => ({ body: await listReviews(services, query) }));
    server.serve('writeReview', async ({ body, context }) => ({
      status: 201,
      body: await writeReview(services, context, body),
    }));
    server.serve('reviewLink', async ({ params, context }) => ({
      body: await readReviewLink(services, params.token, context),
    }));
  };
}
