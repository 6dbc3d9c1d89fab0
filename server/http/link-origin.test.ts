/** Links in mails and ways back from a payment never lead where only a Host header says (T42). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { RequestedPayment } from '#contract/orders/payments.ts';
import {
  cartWith,
  consents,
  deviceToken,
  intentOf,
  openTestShop,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';
import { createLinkOrigin, isShopAddress } from './link-origin.ts';
import type { KnownChannel } from './request-context.ts';

const channel = (...hostnames: string[]): KnownChannel => ({
  code: 'retail',
  hostnames,
  isDefault: true,
  defaultLocale: 'lt',
  locales: [],
});
const directory = { channels: () => [channel('shop.example', 'www.shop.example')] };
const at = (url: string) => new Request(url);

test('the public address wins; else a known host or this machine, with the port that the server listens on', () => {
  const open = createLinkOrigin({
    publicUrl: undefined,
    directory,
    channelByHost: { 'farm.example': 'business' },
    port: () => 3000,
  });
  expect(open(at('https://shop.example/a'))).toBe('https://shop.example');
  expect(open(at('https://farm.example/a'))).toBe('https://farm.example');
  expect(open(at('http://shop.example:3000/a'))).toBe('http://shop.example:3000');
  expect(open(at('http://shop.example:666/a'))).toBe('http://shop.example');
  expect(open(at('http://localhost:3000/a'))).toBe('http://localhost:3000');
  expect(open(at('http://127.0.0.1:9/a'))).toBe('http://127.0.0.1:3000');
  expect(open(at('http://[::1]:3000/a'))).toBe('http://[::1]:3000');
  for (const evil of [
    'http://evil.example/a',
    'http://shop.example.evil/a',
    'http://constructor/a',
    'https://evil.example:3000/a',
  ])
    expect(open(at(evil))).toBe('http://localhost:3000');
  const configured = createLinkOrigin({ publicUrl: 'https://arimas.lt', directory, port: () => 3000 });
  expect(configured(at('http://evil.example/a'))).toBe('https://arimas.lt');
  expect(configured(at('http://shop.example/a'))).toBe('https://arimas.lt');
});

test('beside the public address the hosts of channels are the shop, by no other port and not from https back to http', () => {
  const known = { directory, channelByHost: { 'farm.example': 'business' } };
  const isOurs = (url: string, own = 'https://arimas.lt') => isShopAddress(known, new URL(url), own);
  for (const ours of ['https://arimas.lt/a', 'https://farm.example/a', 'https://www.shop.example/a'])
    expect([ours, isOurs(ours)]).toEqual([ours, true]);
  expect(isOurs('http://farm.example/a', 'http://arimas.lt')).toBe(true);
  for (const strange of [
    'https://evil.example/a',
    'https://farm.example.evil/a',
    'https://farm.example:666/a',
    'http://farm.example/a',
    'https://localhost/a',
    'https://constructor/a',
  ])
    expect([strange, isOurs(strange)]).toEqual([strange, false]);
});

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
beforeEach(() =>
  shop.database.pool.query(
    'delete from mail_outbox; delete from stock_request; delete from newsletter_subscriber',
  ),
);
afterAll(() => shop.close());

/** Asks as somebody who writes another host into the request, twice: as its address and as the header. */
const askAs = (host: string, path: string, body: unknown) =>
  shop.app.request(`http://${host}/api/v2${path}`, {
    method: 'POST',
    headers: {
      Host: host,
      'X-Forwarded-Host': host,
      'Content-Type': 'application/json',
      's-channel': 'retail',
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
const originsWritten = async (): Promise<string[]> => {
  const { rows } = await shop.database.pool.query<{ origin: string }>(
    `select payload ->> 'origin' as origin from mail_outbox union all select origin from stock_request`,
  );
  return rows.map((row) => row.origin);
};

test('neither a letter nor a request, a resent verification or an order takes the host of the one who asks', async () => {
  await shop.database.pool.query(
    `update stock set on_hand = 0, on_hold = 0 where variant_id = (select id from product_variant where code = 'DS1001A')`,
  );
  expect(
    (await askAs('evil.example', '/shop/customers/subscribe-newsletter', { email: 'ruta@example.com' }))
      .status,
  ).toBe(200);
  expect(
    (
      await askAs('evil.example', '/shop/stock-requests', {
        productVariantCode: 'DS1001A',
        email: 'ruta@example.com',
        acceptedPrivacyPolicy: true,
      })
    ).status,
  ).toBe(201);
  await shop.database.pool.query(
    `update customer set verified_at = null where email = 'rasa.demo@example.com'`,
  );
  expect(
    (await askAs('evil.example', '/shop/account-verification-requests', { email: 'rasa.demo@example.com' }))
      .status,
  ).toBe(202);
  const { code, price } = await sellableVariant(shop);
  const intent = intentOf([{ productVariantCode: code, quantity: 1 }], price);
  const refused = (await (await askAs('evil.example', '/shop/order-intents', intent)).json()) as {
    context: { order: { total: number } };
  };
  const placed = await askAs('evil.example', '/shop/order-intents', {
    ...intent,
    tokenValue: deviceToken(),
    expectedTotal: refused.context.order.total,
  });
  expect(placed.status).toBe(201);
  // Four letters, and the request itself, which a letter may follow months later.
  await vi.waitFor(async () => expect(await originsWritten()).toHaveLength(5));
  expect(await originsWritten()).toEqual(Array(5).fill('http://localhost'));
});

test('CHK-13 a payment comes back to the shop only: a Host header makes no address one of the shop', async () => {
  const cart = await readyToPay(shop, await cartWith(shop, (await sellableVariant(shop)).code), 'CARD');
  const path = `/shop/orders/${cart.tokenValue}`;
  const placed = await shop.send('PATCH', `${path}/complete`, consents);
  const pay = async (host: string, origin: string) => {
    const answer = await askAs(host, `${path}/payment-requests`, {
      paymentId: placed.body.payments.at(-1)?.id,
      action: 'capture',
      payload: { returnUrl: `${origin}/a`, cancelUrl: `${origin}/b` },
    });
    return { status: answer.status, body: (await answer.json()) as RequestedPayment };
  };
  for (const host of ['evil.example', 'localhost:666'])
    expect(await pay(host, `http://${host}`)).toMatchObject({
      status: 422,
      body: { errorCode: 'payment.url_not_allowed' },
    });
  // The host of the other channel, by whichever host it is asked for.
  const other = await pay('evil.example', 'http://b2b.localhost');
  expect(other.status).toBe(201);
  const bank = await shop.app.request(`/sandbox-bank/${other.body.hash}`);
  expect(bank.headers.get('content-security-policy')).toContain("form-action 'self' http://b2b.localhost;");
  expect((await pay('b2b.localhost:666', 'http://b2b.localhost:666')).status).toBe(422);
  // What a provider is told of the shop is of the same origin.
  const { status, body } = await pay('evil.example', 'http://localhost');
  expect([status, body.redirectUrl]).toEqual([201, `http://localhost/sandbox-bank/${body.hash}`]);
});
