/** What is left on a gift card (contract CART-20). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { GiftCardBalance } from '#contract/orders/gift-cards.ts';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ rateLimitFactor: 1 });
}, 60_000);
beforeEach(() => shop.database.pool.query('delete from rate_limit'));
afterAll(() => shop.close());

interface Failure {
  errorCode: string;
  violations: { propertyPath: string }[];
}
const ask = <T = GiftCardBalance>(code: unknown, headers: Record<string, string> = {}) =>
  shop.call<T>('POST', '/shop/gift-card-balances', { code }, headers);

test('whoever has the code is told what is left and until when, in any spelling, and no more of the code than its end', async () => {
  const { status, body, headers } = await ask(' demo-dovana-1234 ');
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      label: '••••1234',
      balance: 1234,
      currencyCode: 'EUR',
      expiresAt: expect.stringMatching(/^2027-.*Z$/) as string,
      expired: false,
    },
  });
  expect(headers.get('cache-control')).toContain('no-store');
  expect((await ask('DEMO-DOVANA-0000')).body).toMatchObject({ balance: 0, expired: false });
  await shop.database.pool.query(
    `update gift_card set expires_at = now() - interval '1 day' where code = $1`,
    ['DEMO-DOVANA-SENA'],
  );
  expect((await ask('DEMO-DOVANA-SENA')).body).toMatchObject({ balance: 2000, expired: true });
});

test('an unknown card, one of another shop and one that is switched off are told the same', async () => {
  await shop.database.pool.query(
    `insert into gift_card (code, currency_code, channels, initial_amount, balance, enabled)
     values ('OFF-CARD-0001', 'EUR', '{retail,business}', 100, 100, false)`,
  );
  const unknown = await ask<Failure>('NO-SUCH-CARD');
  expect(unknown).toMatchObject({
    status: 422,
    body: { errorCode: 'gift_card.invalid', violations: [{ propertyPath: 'code' }] },
  });
  const foreign = await ask<Failure>('DEMO-DOVANA-5000', { 's-channel': 'business' });
  for (const other of [await ask<Failure>('OFF-CARD-0001'), foreign])
    expect({ ...other.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
});

test.each(['', '   ', 'x'.repeat(1000), '%', "' or 1=1", '🐄'])('%j names no card', async (code) => {
  expect(await ask<Failure>(code)).toMatchObject({ status: 422, body: { errorCode: 'gift_card.invalid' } });
});

test.each([
  [undefined, 400],
  [null, 400],
  [5, 400],
  [['A'], 400],
  [{ a: 1 }, 400],
  ['\u0000', 400],
  ['x'.repeat(1001), 422],
])('%j is no code at all', async (code, status) => {
  expect((await ask(code)).status).toBe(status);
});

test('guessing is limited together with that of carts; knowing is not', { timeout: 60_000 }, async () => {
  for (let count = 0; count < 25; count += 1) expect((await ask('DEMO-DOVANA-5000')).status).toBe(200);
  const answers: number[] = [];
  for (let count = 0; count < 21; count += 1) answers.push((await ask(`GUESS-${count}`)).status);
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 422), 429]);
  const late = await ask('DEMO-DOVANA-5000');
  expect(late.status).toBe(429);
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
});
