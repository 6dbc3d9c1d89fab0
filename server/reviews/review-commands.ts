/** Reading and writing what buyers think of goods (contract REV-01 to REV-03, accept-review, reject-review). */
import { invalidForm } from '#server/forms/account-fields.ts';
import { sql, type Kysely } from 'kysely';
import type { Review, ReviewLink } from '#contract/reviews.ts';
import { checkField, ratingBounds, type FieldError } from '#domain/fields/field-rules.ts';
import { listMeta } from '#server/http/paging.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { typedText } from '#domain/fields/typed-text.ts';
import type { Database } from '#server/database/schema.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { fieldViolation, violationOf } from '#server/forms/refusal.ts';
import { hashOf } from '#server/text/secret-token.ts';

export interface ReviewServices {
  db: Kysely<Database>;
  now: () => Date;
}

type ReviewRow = {
  id: number;
  title: string | null;
  rating: number;
  comment: string;
  author_first_name: string;
  verified_purchase: boolean;
  created_at: Date;
};

const present = (row: ReviewRow): Review => ({
  id: row.id,
  ...(row.title === null || row.title === '' ? {} : { title: row.title }),
  rating: row.rating,
  comment: row.comment,
  author: { firstName: row.author_first_name },
  createdAt: row.created_at.toISOString(),
  verifiedPurchase: row.verified_purchase,
});

/** REV-01: only what was accepted. */
export async function listReviews(
  { db }: ReviewServices,
  query: {
    product: string;
    page?: number | undefined;
    itemsPerPage?: number | undefined;
    order?: Record<string, string> | undefined;
  },
) {
  const [[field, direction] = ['createdAt', 'desc']] = Object.entries(query.order ?? {});
  if ((field !== 'createdAt' && field !== 'rating') || (direction !== 'asc' && direction !== 'desc'))
    throw new ApiFailure(400, 'query.invalid_sort');
  const product = await db
    .selectFrom('product')
    .select('id')
    .where('code', '=', query.product)
    .where('enabled', '=', true)
    .executeTakeFirst();
  if (!product) throw new ApiFailure(404, 'product.not_found');
  const accepted = db
    .selectFrom('review')
    .where('product_id', '=', product.id)
    .where('state', '=', 'accepted');
  const counts = await accepted
    .select(['rating', (count) => count.fn.countAll<string>().as('n')])
    .groupBy('rating')
    .execute();
  const distribution = Object.fromEntries(
    [1, 2, 3, 4, 5].map((rating) => [
      String(rating),
      Number(counts.find((one) => one.rating === rating)?.n ?? 0),
    ]),
  );
  const total = counts.reduce((sum, { n }) => sum + Number(n), 0);
  const stars = counts.reduce((sum, { rating, n }) => sum + rating * Number(n), 0);
  const { page = 1, itemsPerPage = 10 } = query;
  const rows = await accepted
    .selectAll()
    .orderBy(field === 'rating' ? 'rating' : 'created_at', direction)
    .orderBy('id', 'desc')
    .limit(itemsPerPage)
    .offset((page - 1) * itemsPerPage)
    .execute();
  return {
    data: rows.map(present),
    meta: {
      ...listMeta(total, page, itemsPerPage),
      averageRating: total === 0 ? 0 : Math.round((stars / total) * 10) / 10,
      distribution,
    },
  };
}

/** The link of a token, locked; one that is used, old or not ours is no link. */
async function findLink(
  { now }: Pick<ReviewServices, 'now'>,
  db: Kysely<Database>,
  token: string,
  lock: boolean,
) {
  const asked = db
    .selectFrom('review_link as l')
    .innerJoin('product as p', 'p.id', 'l.product_id')
    .innerJoin('order as o', 'o.id', 'l.order_id')
    .select(['l.product_id', 'l.expires_at', 'p.code', 'p.slug', 'p.name', 'o.number', 'o.first_name'])
    .where('l.hash', '=', hashOf(token))
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', now());
  const found = await (lock ? asked.forUpdate('l') : asked).executeTakeFirst();
  if (!found) throw new ApiFailure(404, 'review.link_invalid');
  return found;
}

/** REV-03. @throws ApiFailure 404 `review.link_invalid` */
export async function readReviewLink(
  services: ReviewServices,
  token: string,
  { locale }: Pick<RequestContext, 'locale'>,
): Promise<ReviewLink> {
  const link = await findLink(services, services.db, token, false);
  return {
    product: {
      id: link.product_id,
      code: link.code,
      slug: textIn(link.slug, locale),
      name: textIn(link.name, locale),
    },
    orderNumber: link.number ?? '',
    expiresAt: link.expires_at.toISOString(),
  };
}

/**
 * REV-02: by a mailed link alone, which is used up with it; the keeper of the shop reads the review before it is shown.
 * @throws ApiFailure 404 `review.link_invalid`, 422 with violations
 */
export async function writeReview(
  services: ReviewServices,
  context: Pick<RequestContext, 'locale'>,
  body: { product: string; rating: number; title?: string | undefined; comment: string; reviewToken: string },
): Promise<Review> {
  const { locale } = context;
  const wrong: [string, FieldError | null][] = [
    ['title', checkField('reviewTitle', body.title, { required: false })],
    ['comment', checkField('reviewComment', body.comment, { required: true })],
  ];
  const violations = wrong.flatMap(([name, error]) =>
    error === null ? [] : [fieldViolation(name, error, locale)],
  );
  if (body.rating < ratingBounds.min || body.rating > ratingBounds.max)
    violations.unshift({ ...violationOf('rating', 'field.range', locale, ratingBounds), code: 'range' });
  if (violations.length > 0) throw invalidForm(violations);
  return inScope(services.db, async (trx) => {
    const link = await findLink(services, trx, body.reviewToken, true);
    if (link.code !== body.product) throw new ApiFailure(404, 'review.link_invalid');
    await trx
      .updateTable('review_link')
      .set({ used_at: services.now() })
      .where('hash', '=', hashOf(body.reviewToken))
      .execute();
    const title = typedText(body.title ?? '');
    const made = await trx
      .insertInto('review')
      .values({
        product_id: link.product_id,
        title: title === '' ? null : title,
        rating: body.rating,
        comment: body.comment.trim(),
        author_first_name: link.first_name ?? '',
        locale,
        state: 'new',
        verified_purchase: true,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return present(made);
  });
}

/** The keeper's word on a review; what the shop shows of the product follows it. False where there is none to decide. */
export async function judgeReview(
  db: Kysely<Database>,
  id: number,
  state: 'accepted' | 'rejected',
): Promise<boolean> {
  return inScope(db, async (trx) => {
    const done = await trx
      .updateTable('review')
      .set({ state })
      .where('id', '=', id)
      .where('state', '!=', state)
      .returning('product_id')
      .executeTakeFirst();
    if (!done) return false;
    await sql`
      update product set updated_at = now(),
        review_count = (select count(*) from review where product_id = product.id and state = 'accepted'),
        average_rating = coalesce((select round(avg(rating), 1) from review where product_id = product.id and state = 'accepted'), 0)
      where id = ${done.product_id}`.execute(trx);
    return true;
  });
}
