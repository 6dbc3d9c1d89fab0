/** The calls about reviews (contract 4.12). */
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import { listReviews, readReviewLink, writeReview, type ReviewServices } from './review-commands.ts';

export const mountReviews =
  (services: ReviewServices) =>
  (server: EndpointServer): void => {
    server.serve('reviews', async ({ query }) => ({ body: await listReviews(services, query) }));
    server.serve('writeReview', async ({ body, context }) => ({
      status: 201,
      body: await writeReview(services, context, body),
    }));
    server.serve('reviewLink', async ({ params, context }) => ({
      body: await readReviewLink(services, params.token, context),
    }));
  };
