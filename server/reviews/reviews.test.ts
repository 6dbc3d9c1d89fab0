/** Reviews against a real database: read by everybody, written by who bought. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Review, ReviewLink } from '#contract/reviews.ts';
import { shapes } from '#contract/calls/shapes.ts';
import { decideReview } from '#server/jobs/shop-commands.ts';
import { sendDueMails } from '#server/mail/mail-outbox.ts';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';
import { hashOf } from '#server/text/secret-token.ts';
import { inviteReviews, reviewLinkLifetime } from './review-links.ts';

interface Listed {
  data: Review[];
  meta: { totalItems: number; averageRating: number; distribution: Record<string, number>; page: number };
}
interface Refusal {
  errorCode: string;
  detail: string;
  violations: { propertyPath: string }[];
}
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
afterAll(() => shop.close());

const read = (query: string) => shop.call<Listed>('GET', `/shop/product-reviews?${query}`);
const write = <T = Review>(body: unknown) =>
  shop.call<T>('POST', '/shop/product-reviews', body, { 'Idempotency-Key': randomUUID() });
const open = <T = ReviewLink>(token: string) =>
  shop.call<T>('GET', `/shop/product-review-links/${encodeURIComponent(token)}`);

/** A completed order of one product, asked about by letter; the link that stands in it. */
async function mailedLink(): Promise<{
  token: string;
  letter: { to: string; subject: string; text: string };
}> {
  const { pool } = shop.database;
  await pool.query('delete from mail_outbox');
  const { rows } = await pool.query<{ id: number }>(
    `insert into "order" (token, number, channel_id, locale, currency_code, state, email, first_name, checkout_completed_at)
     values ($1, $2, (select id from channel where code = 'retail'), 'lt', 'EUR', 'fulfilled', 'rasa@example.lt', 'Rasa', now()) returning id`,
    [randomUUID().replaceAll('-', ''), `A${String(Math.floor(performance.now() * 1000))}`],
  );
  await pool.query(
    `insert into order_item (order_id, variant_id, variant_code, product_name, quantity)
     select $1, v.id, v.code, p.name, 1 from product_variant v join product p on p.id = v.product_id where p.code = 'DS1001'`,
    [rows[0]?.id],
  );
  const order = await shop.database.db
    .selectFrom('order')
    .selectAll()
    .where('id', '=', rows[0]?.id ?? 0)
    .executeTakeFirstOrThrow();
  await inviteReviews(shop.database.db, order as never, new Date());
  // Asked again, nobody is written to twice.
  await inviteReviews(shop.database.db, order as never, new Date());
  const sent: { to: string; subject: string; text: string }[] = [];
  const { transport } = shop.orders.mail;
  await sendDueMails({
    ...shop.orders.mail,
    transport: {
      ...transport,
      send: async (mail: Parameters<typeof transport.send>[0]) => void sent.push(mail),
    },
  });
  expect(sent).toHaveLength(1);
  const [letter = { to: '', subject: '', text: '' }] = sent;
  return { letter, token: /\?review=([\w-]+)/.exec(letter.text)?.[1] ?? '' };
}

test('R1.37 reviews of a product are read with their average and how many of each', async () => {
  const { rows } = await shop.database.pool.query<{ code: string; n: string; average: string }>(
    `select p.code, count(*) as n, round(avg(r.rating), 1) as average from review r join product p on p.id = r.product_id
     where r.state = 'accepted' group by p.code order by n desc limit 1`,
  );
  const [most] = rows;
  const { status, body } = await read(`product=${most?.code ?? ''}&itemsPerPage=2`);
  expect(status).toBe(200);
  expect(shapes.reviews.response.parse(body)).toEqual(body);
  expect(body.meta).toMatchObject({ totalItems: Number(most?.n), averageRating: Number(most?.average) });
  expect(Object.values(body.meta.distribution).reduce((sum, n) => sum + n, 0)).toBe(Number(most?.n));
  const times = body.data.map((one) => one.createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  const best = (await read(`product=${most?.code ?? ''}&order[rating]=desc`)).body.data.map(
    (one) => one.rating,
  );
  expect(best).toEqual(best.toSorted((a, b) => b - a));
  expect((await read('product=NOTHING')).status).toBe(404);
  for (const bad of [
    '',
    'product=',
    `product=${most?.code ?? ''}&order[author]=asc`,
    `product=${most?.code ?? ''}&page=0`,
  ])
    expect((await read(bad)).status).toBe(400);
  expect((await read(`product=${most?.code ?? ''}&page=999999`)).body.data).toEqual([]);
});

test('R1.37 a buyer writes by the mailed link, once; the review shows and counts when it was accepted', async () => {
  const { token, letter } = await mailedLink();
  expect(letter).toMatchObject({ to: 'rasa@example.lt' });
  // Neither the outbox nor the table holds the link itself.
  const kept = await shop.database.pool.query<{ payload: unknown }>(
    `select payload from mail_outbox where kind = 'review_request'`,
  );
  expect(JSON.stringify(kept.rows)).not.toContain(token);
  const link = await open(token);
  expect(shapes.reviewLink.response.parse(link.body)).toMatchObject({ product: { code: 'DS1001' } });
  const before = (await read('product=DS1001')).body.meta;
  const written = await write({
    product: 'DS1001',
    rating: 4,
    comment: '  Sudygo per savaitę.  ',
    reviewToken: token,
  });
  expect(written).toMatchObject({
    status: 201,
    body: {
      rating: 4,
      comment: 'Sudygo per savaitę.',
      author: { firstName: 'Rasa' },
      verifiedPurchase: true,
    },
  });
  expect((await read('product=DS1001')).body.meta).toEqual(before);
  const again = await write<Refusal>({
    product: 'DS1001',
    rating: 1,
    comment: 'Dar kartą',
    reviewToken: token,
  });
  expect(again).toMatchObject({
    status: 404,
    body: { errorCode: 'review.link_invalid', detail: 'This product review link is no longer valid' },
  });
  expect((await open(token)).status).toBe(404);
  await decideReview(shop.orders.mail, String(written.body.id), 'accepted');
  const after = (await read('product=DS1001')).body;
  expect(after.meta.totalItems).toBe(before.totalItems + 1);
  expect(after.data[0]?.comment).toBe('Sudygo per savaitę.');
  const { rows } = await shop.database.pool.query<{ review_count: number; average_rating: string }>(
    `select review_count, average_rating from product where code = 'DS1001'`,
  );
  expect(rows.map((row) => [row.review_count, Number(row.average_rating)])).toEqual([
    [after.meta.totalItems, after.meta.averageRating],
  ]);
  await decideReview(shop.orders.mail, String(written.body.id), 'rejected');
  expect((await read('product=DS1001')).body.meta).toEqual(before);
  await expect(decideReview(shop.orders.mail, String(999_999), 'accepted')).rejects.toThrow(
    'There is no review',
  );
});

test('a review that is not whole is refused with its fields, and the link stays good', async () => {
  const { token } = await mailedLink();
  const refused = await write<Refusal>({
    product: 'DS1001',
    rating: 6,
    title: 'x',
    comment: ' a ',
    reviewToken: token,
  });
  expect(refused.status).toBe(422);
  expect(refused.body.violations.map((one) => one.propertyPath)).toEqual(['rating', 'title', 'comment']);
  for (const bad of [
    {},
    null,
    [],
    { product: 'DS1001', rating: '4', comment: 'Gerai', reviewToken: token },
    { product: 'DS1001', rating: 4.5, comment: 'Gerai', reviewToken: token },
    { product: 'DS1001', rating: 4, comment: 'Gerai', reviewToken: token, state: 'accepted' },
  ]) {
    const { status } = await write(bad);
    expect([status >= 400, status < 500]).toEqual([true, true]);
  }
  expect(
    (await write({ product: 'MT1001', rating: 4, comment: 'Kita prekė', reviewToken: token })).status,
  ).toBe(404);
  expect((await open(token)).status).toBe(200);
  await shop.database.pool.query('update review_link set expires_at = $1 where hash = $2', [
    new Date(Date.now() - 1),
    hashOf(token),
  ]);
  expect((await open(token)).status).toBe(404);
  expect(reviewLinkLifetime).toBe(60 * 24 * 60 * 60 * 1000);
  for (const nothing of ['nothing', 'ą', 'x'.repeat(300)])
    expect((await open(nothing)).status).toBeGreaterThanOrEqual(400);
});

test('two tabs that send one link at once write one review', async () => {
  const { token } = await mailedLink();
  const body = { product: 'DS1001', rating: 5, comment: 'Labai gerai', reviewToken: token };
  const statuses = (await Promise.all([write(body), write(body), write(body)])).map((one) => one.status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 404, 404]);
});
