/** Sign-ups, stock requests and reviews: the device's own outbox against the shop's own server (R0.44). */
import { randomBytes } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NewCommand } from '#domain/waiting/waiting-command.ts';
import { newsletterMessage, reviewMessage, stockMessage } from '#domain/waiting/waiting-message.ts';
import { createOutbox } from '#offline/outbox/outbox.ts';
import { openOutboxStore } from '#offline/outbox/outbox-store.ts';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';
import { hashOf } from '#server/text/secret-token.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.database.pool.query(
    'delete from mail_outbox; delete from stock_request; delete from newsletter_subscriber; delete from review_link; delete from idempotency_key',
  );
  await shop.database.pool.query(`delete from review where comment like 'Grows well%'`);
  await setStock(0);
});

const speaker = { locale: 'en', channel: 'retail' };
const setStock = (pieces: number) =>
  shop.database.pool.query(
    `update stock set on_hand = $1, on_hold = 0 where variant_id = (select id from product_variant where code = 'DS1001A')`,
    [pieces],
  );
const rows = async (statement: string) =>
  (await shop.database.pool.query<Record<string, unknown>>(statement)).rows;

/** The token of a link that was mailed for a product. */
async function mailedLink(): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const order = await rows(
    `insert into "order" (token, number, channel_id, locale, currency_code, state, email, first_name, checkout_completed_at)
     values ('${randomBytes(24).toString('base64url')}', 'W${Date.now()}', (select id from channel where code = 'retail'), 'lt', 'EUR', 'fulfilled', 'rasa@example.lt', 'Rasa', now()) returning id`,
  );
  await shop.database.pool.query(
    `insert into review_link (hash, product_id, order_id, expires_at) values ($1, (select id from product where code = 'DS1001'), $2, now() + interval '1 day')`,
    [hashOf(token), order[0]?.['id']],
  );
  return token;
}

/** A device whose requests reach the server; `lose` swallows answers, `addresses` is where it asks from. */
function aPhone() {
  const phone = {
    isOffline: true,
    lose: 0,
    sent: [] as string[],
    store: openOutboxStore(new IDBFactory()),
    fail: 0,
  };
  let networks = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const key = new Headers(init?.headers).get('Idempotency-Key') ?? '';
    phone.sent.push(key);
    if (phone.fail > 0) {
      phone.fail -= 1;
      const body = {
        code: 500,
        errorCode: 'internal',
        message: 'Internal Server Error',
        detail: 'Something went wrong.',
        violations: [],
      };
      return new Response(JSON.stringify(body), { status: 500, headers: { 'X-Shop-Api': '2' } });
    }
    // From another network each time.
    const request = new Request(`http://localhost${typeof input === 'string' ? input : ''}`, init);
    const answer = await shop.app.fetch(request, `10.0.0.${(networks += 1)}`);
    if (phone.lose > 0) {
      phone.lose -= 1;
      throw new TypeError('Failed to fetch');
    }
    return answer;
  };
  const outbox = createOutbox({
    store: phone.store,
    channel: null,
    environment: {
      fetch,
      isOffline: () => phone.isOffline,
      lock: (work) => work(),
      clock: { now: () => Date.now(), after: () => () => {} },
    },
  });
  return { phone, outbox };
}

const all = async (): Promise<NewCommand[]> => [
  newsletterMessage('ruta@example.com', speaker),
  stockMessage({ variantCode: 'DS1001A', productName: 'Carrots', email: 'ruta@example.com' }, speaker),
  reviewMessage(
    { product: 'DS1001', rating: 4, comment: 'Grows well', reviewToken: await mailedLink() },
    'Carrots',
    speaker,
  ),
];
const effects = async () => ({
  subscribers: await rows('select email, status from newsletter_subscriber'),
  letters: (await rows(`select kind from mail_outbox order by id`)).map((one) => one['kind']),
  requests: await rows('select email from stock_request'),
  reviews: await rows(`select rating, comment, state from review where comment like 'Grows well%'`),
});
const once = {
  subscribers: [{ email: 'ruta@example.com', status: 'pending' }],
  letters: ['newsletter_confirmation', 'stock_request'],
  requests: [{ email: 'ruta@example.com' }],
  reviews: [{ rating: 4, comment: 'Grows well', state: 'new' }],
};

test('R0.44 what was said without a connection is kept, sent once when there is one, and then nothing of it is left on the device', async () => {
  const { phone, outbox } = aPhone();
  for (const command of await all()) await outbox.put(command);
  await outbox.wake(true);
  expect(phone.sent).toEqual([]);
  expect((await outbox.list()).entries.map((one) => [one.kind, one.state, one.schemaVersion])).toEqual([
    ['subscribeNewsletter', 'queued', 2],
    ['requestStock', 'queued', 2],
    ['writeReview', 'queued', 2],
  ]);
  phone.isOffline = false;
  await outbox.wake(true);
  expect(await effects()).toEqual(once);
  expect(JSON.stringify(await phone.store.read())).not.toContain('ruta@example.com');
  expect((await outbox.list()).entries).toEqual([]);
});

test('R0.44 answers that are lost on the way, also over another network: the same key, one effect', async () => {
  const { phone, outbox } = aPhone();
  phone.isOffline = false;
  phone.lose = 3;
  for (const command of await all()) await outbox.put(command);
  await outbox.wake(true);
  for (let round = 0; round < 4 && (await outbox.list()).entries.length > 0; round += 1)
    await outbox.wake(true);
  expect((await outbox.list()).entries).toEqual([]);
  expect(await effects()).toEqual(once);
  expect(phone.sent.length).toBeGreaterThan(3);
  expect(new Set(phone.sent).size).toBe(3);
});

test('R0.44 what the shop refuses stays with its sentence and all that was typed, and goes once it was mended', async () => {
  const { phone, outbox } = aPhone();
  await outbox.put(newsletterMessage('not an address', speaker));
  await outbox.put(
    stockMessage({ variantCode: 'DS1001A', productName: 'Carrots', email: 'ruta@example.com' }, speaker),
  );
  await outbox.put(
    reviewMessage(
      { product: 'DS1001', rating: 4, comment: 'Grows well', reviewToken: 'used-up' },
      'Carrots',
      speaker,
    ),
  );
  await setStock(5);
  phone.isOffline = false;
  await outbox.wake(true);
  const { entries } = await outbox.list();
  expect(
    entries.map((one) => [one.state, one.answer?.detail ?? one.answer?.violations[0]?.propertyPath]),
  ).toEqual([
    ['refused', expect.stringMatching(/./)],
    ['refused', 'This product is in stock.'],
    ['refused', 'This product review link is no longer valid'],
  ]);
  expect(entries[0]?.answer?.violations[0]?.propertyPath).toBe('email');
  expect(entries[2]?.body).toMatchObject({ rating: 4, comment: 'Grows well' });
  await setStock(0);
  for (const command of await all()) await outbox.put(command);
  await outbox.wake(true);
  expect((await outbox.list()).entries).toEqual([]);
  expect(await effects()).toEqual(once);
});

test('a shop that cannot answer is asked again, and what it said is known; the same message again is the same entry', async () => {
  const { phone, outbox } = aPhone();
  phone.isOffline = false;
  phone.fail = 1;
  const message = newsletterMessage('ruta@example.com', speaker);
  const id = await outbox.put(message);
  await outbox.wake();
  expect((await outbox.list()).entries).toMatchObject([
    { id, state: 'queued', trouble: { status: 500, detail: 'Something went wrong.' } },
  ]);
  expect(await outbox.put(message)).toBe(id);
  await outbox.wake(true);
  expect((await outbox.list()).entries).toEqual([]);
  expect((await effects()).subscribers).toEqual(once.subscribers);
});

test('a message takes the place of one that was never sent about the same; taken back, nothing is sent', async () => {
  const { phone, outbox } = aPhone();
  await outbox.put(newsletterMessage('ruta@example.com', speaker));
  await outbox.put(newsletterMessage('RUTA@example.com', speaker));
  await outbox.put(newsletterMessage('jonas@example.com', speaker));
  const { entries } = await outbox.list();
  expect(entries.map((one) => one.body['email'])).toEqual(['RUTA@example.com', 'jonas@example.com']);
  for (const { id } of entries) expect(await outbox.withdraw(id)).toBe(true);
  phone.isOffline = false;
  await outbox.wake(true);
  expect(phone.sent).toEqual([]);
  expect((await effects()).subscribers).toEqual([]);
});
