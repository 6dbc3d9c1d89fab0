import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  cartWith,
  intentOf,
  jonas,
  openTestShop,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ rateLimitFactor: 1 });
}, 60_000);
afterAll(() => shop.close());

const from = (address: string) => async (method: string, path: string, body?: unknown) => {
  const request = new Request(`http://localhost/api/v2${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 's-channel': 'retail', 'Idempotency-Key': randomUUID() },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return shop.app.fetch(request, address);
};

test('whoever guesses order tokens is slowed down; others are not', async () => {
  const guesser = from('203.0.113.7');
  const statuses: number[] = [];
  for (let index = 0; index < 35; index += 1)
    statuses.push((await guesser('GET', `/shop/orders/${randomUUID().replaceAll('-', '')}`)).status);
  expect(statuses.slice(0, 30).every((status) => status === 404)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  const other = await from('203.0.113.8')('GET', `/shop/orders/${randomUUID().replaceAll('-', '')}`);
  expect(other.status).toBe(404);
});

test('promo codes can be tried twenty times, then later', async () => {
  const buyer = from('203.0.113.9');
  const cart = (await (await buyer('POST', '/shop/orders', {})).json()) as { tokenValue: string };
  const answers: Response[] = [];
  for (let index = 0; index < 21; index += 1)
    answers.push(
      await buyer('PATCH', `/shop/orders/${cart.tokenValue}/apply-coupon`, { couponCode: `GUESS${index}` }),
    );
  expect(answers.slice(0, 20).every((answer) => answer.status === 422)).toBe(true);
  const last = answers.at(-1);
  expect(last?.status).toBe(429);
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await last?.json()).toMatchObject({ errorCode: 'rate.limited' });
});

test('CART-17 twenty carts are copied by their links in a minute, then later', async () => {
  const reader = from('203.0.113.10');
  const { tokenValue } = (await (await reader('POST', '/shop/orders', {})).json()) as { tokenValue: string };
  const statuses: number[] = [];
  for (let index = 0; index < 22; index += 1)
    statuses.push((await reader('POST', `/shop/orders/${tokenValue}/recover`, {})).status);
  expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  // The device's own cart is not copied.
  expect(
    (await reader('POST', `/shop/orders/${tokenValue}/recover`, { orderToken: tokenValue })).status,
  ).toBe(200);
});

describe('whether an e-mail has ordered before is not found out by one after another', () => {
  let goods: { code: string };
  beforeAll(async () => {
    goods = await sellableVariant(shop, { atLeast: 20 });
  });
  const emails = (count: number) => Array.from({ length: count }, () => `${randomUUID()}@example.com`);
  const name = async (client: string, token: string, email: string) => {
    const answer = await from(client)('PUT', `/shop/orders/${token}`, { email, contact: jonas });
    const { errorCode } = (await answer.json()) as { errorCode?: string };
    return { status: answer.status, errorCode, retryAfter: Number(answer.headers.get('retry-after')) };
  };

  test('CHK-01 a cart has five judged in ten minutes, each once', async () => {
    const { tokenValue } = await cartWith(shop, goods.code, 1);
    const [first = '', ...others] = emails(5);
    for (const [nth, email] of [first, first.toUpperCase(), ...others, first].entries())
      expect((await name(`203.0.113.8${nth}`, tokenValue, email)).status).toBe(200);
    const refused = await name('203.0.113.89', tokenValue, 'one.more@example.com');
    expect(refused).toMatchObject({ status: 429, errorCode: 'rate.limited' });
    expect(refused.retryAfter).toBeGreaterThan(60);
    expect((await name('203.0.113.89', tokenValue, first)).status).toBe(200);
  });

  test('CHK-19 a client has twenty judged in ten minutes, of whatever carts, each once', async () => {
    const order = async (client: string, email: string) => {
      const intent = intentOf([{ productVariantCode: goods.code, quantity: 1 }], 1, { email });
      return (await from(client)('POST', '/shop/order-intents', intent)).status;
    };
    const all = emails(20);
    for (const email of all.slice(0, 19)) expect(await order('203.0.113.90', email)).toBe(409);
    const { tokenValue } = await cartWith(shop, goods.code, 1);
    expect((await name('203.0.113.90', tokenValue, all[19] ?? '')).status).toBe(200);
    expect(await order('203.0.113.90', 'one.more@example.com')).toBe(429);
    expect(await order('203.0.113.90', all[0] ?? '')).toBe(409);
    expect(await order('203.0.113.91', 'one.more@example.com')).toBe(409);
  });
});
