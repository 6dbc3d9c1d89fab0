import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ rateLimitFactor: 1 });
}, 60_000);
afterAll(() => shop.close());

const tryFrom = (address: string, email: string, password = 'Wrong-1') =>
  shop.app.fetch(
    new Request('http://localhost/api/v2/shop/authentication-token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 's-channel': 'retail' },
      body: JSON.stringify({ email, password }),
    }),
    address,
  );
const statuses = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);

test('one address has ten wrong tries in a quarter of an hour, whatever names it tries', async () => {
  const tries = Array.from({ length: 10 }, (_, at) => tryFrom('203.0.113.20', `guess${at}@example.com`));
  expect(await statuses(tries)).toEqual(Array.from({ length: 10 }, () => 401));
  const refused = await tryFrom('203.0.113.20', 'rasa.demo@example.com', 'Demo-Rasa-1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  expect(await refused.json()).toMatchObject({ errorCode: 'rate.limited' });
  expect((await tryFrom('203.0.113.21', 'rasa.demo@example.com', 'Demo-Rasa-1')).status).toBe(200);
});

test('one e-mail has ten wrong tries from wherever they come, known or not', async () => {
  for (const email of ['trinti.demo@example.com', 'nobody.at.all@example.com']) {
    const tries = Array.from({ length: 10 }, (_, at) =>
      tryFrom(`198.51.100.${at}`, at % 2 === 0 ? email : email.toUpperCase()),
    );
    expect(await statuses(tries)).toEqual(Array.from({ length: 10 }, () => 401));
    expect((await tryFrom('198.51.100.99', email)).status).toBe(429);
  }
});

test('who knows the password is not counted', async () => {
  for (let round = 0; round < 12; round += 1)
    expect((await tryFrom('203.0.113.30', 'ivan.demo@example.com', 'Demo-Ivan-1')).status).toBe(200);
});
