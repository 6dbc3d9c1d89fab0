/** How many letters to typed addresses one client has the shop write (contract 1.13, T37). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newcomer } from '#tests/server/test-people.ts';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ rateLimitFactor: 0.1 });
  await shop.database.pool.query(
    `update stock set on_hand = 0, on_hold = 0 where variant_id = (select id from product_variant where code = 'DS1001A')`,
  );
}, 60_000);
afterAll(() => shop.close());

const postFrom = async (client: string, path: string, body: unknown) => {
  const headers = { 'Content-Type': 'application/json', 's-channel': 'retail' };
  const request = new Request(`http://localhost/api/v2/shop${path}`, {
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(body),
  });
  const answer = await shop.app.fetch(request, client);
  const { errorCode } = (await answer.json().catch(() => ({}))) as { errorCode?: string };
  return [answer.status, errorCode];
};
const somebody = () => `${randomUUID()}@example.com`;
const signUpFrom = (client: string) => {
  const email = somebody();
  return postFrom(client, '/customers', { ...newcomer, email });
};

test('ACC-05 one client signs up a tenth of twenty times in an hour, whatever e-mails it types', async () => {
  for (let round = 0; round < 2; round += 1)
    expect(await signUpFrom('203.0.113.40')).toEqual([201, undefined]);
  expect(await signUpFrom('203.0.113.40')).toEqual([429, 'rate.limited']);
  expect(await signUpFrom('203.0.113.41')).toEqual([201, undefined]);
});

test('MSG-01 STK-01 ACC-08 one client has a tenth of thirty letters written to typed addresses in an hour, of all kinds together', async () => {
  const client = '203.0.113.50';
  const ask = (from: string) => postFrom(from, '/customers/subscribe-newsletter', { email: somebody() });
  const wait = (from: string) => {
    const request = { productVariantCode: 'DS1001A', email: somebody(), acceptedPrivacyPolicy: true };
    return postFrom(from, '/stock-requests', request);
  };
  const reset = (from: string) => postFrom(from, '/reset-password-requests', { email: somebody() });
  const refused = [429, 'rate.limited'];
  expect([await ask(client), await wait(client), await reset(client)]).toEqual([
    [200, undefined],
    [201, undefined],
    [202, undefined],
  ]);
  expect([await ask(client), await wait(client), await reset(client)]).toEqual([refused, refused, refused]);
  expect(await ask('203.0.113.51')).toEqual([200, undefined]);
});
