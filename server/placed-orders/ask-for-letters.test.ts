/** "Send me the newsletter" beside the button that orders: what MSG-01 does for whoever asks at the form. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { callsAs, people, signInPeople } from '#tests/server/test-people.ts';
import {
  address,
  cartWith,
  deviceToken,
  intentOf,
  jonas,
  openTestShop,
  readyToPay,
  sellableVariant,
  type TestShop,
  consents,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
let goods: { code: string; price: number };
let rasa: { bearer: string };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop, { atLeast: 20 });
  ({ rasa } = await signInPeople(shop));
}, 60_000);
beforeEach(async () => {
  await shop.database.pool.query('delete from newsletter_subscriber');
  await shop.database.pool.query('delete from mail_outbox');
  await shop.database.pool.query('update customer set subscribed_to_newsletter = false');
});
afterAll(() => shop.close());

const letters = async () =>
  (
    await shop.database.pool.query<{ recipient: string }>(
      `select recipient from mail_outbox where kind = 'newsletter_confirmation'`,
    )
  ).rows.map(({ recipient }) => recipient);
const subscribers = async () =>
  (
    await shop.database.pool.query<{ email: string; status: string; consented_at: Date }>(
      'select email, status, consented_at from newsletter_subscriber',
    )
  ).rows;
const ready = async () => readyToPay(shop, await cartWith(shop, goods.code));

test('an order with the box ticked asks its address by letter, once, however often its completion is repeated', async () => {
  const cart = await ready();
  const key = randomUUID();
  const complete = () =>
    shop.call(
      'PATCH',
      `/shop/orders/${cart.tokenValue}/complete`,
      { ...consents, subscribedToNewsletter: true },
      { 'Idempotency-Key': key },
    );
  expect((await complete()).status).toBe(200);
  expect((await complete()).status).toBe(200);
  expect(await letters()).toEqual(['jonas@example.lt']);
  expect(await subscribers()).toMatchObject([{ email: 'jonas@example.lt', status: 'pending' }]);
  // The next order within a while finds the letter on its way.
  const next = await ready();
  await shop.send('PATCH', `/shop/orders/${next.tokenValue}/complete`, {
    ...consents,
    subscribedToNewsletter: true,
  });
  expect(await letters()).toHaveLength(1);
});

test('what was ticked at the contacts counts too, until the last step says otherwise', async () => {
  for (const [last, count] of [
    [undefined, 1],
    [false, 0],
  ] as const) {
    await shop.database.pool.query('delete from newsletter_subscriber');
    await shop.database.pool.query('delete from mail_outbox');
    const cart = await ready();
    const path = `/shop/orders/${cart.tokenValue}`;
    await shop.send('PUT', path, { subscribedToNewsletter: true });
    expect(await letters()).toEqual([]);
    const placed = await shop.send('PATCH', `${path}/complete`, {
      ...consents,
      ...(last === undefined ? {} : { subscribedToNewsletter: last }),
    });
    expect(placed.status).toBe(200);
    expect(await letters()).toHaveLength(count);
  }
  expect(await subscribers()).toEqual([]);
});

test('an order made on the device asks from when it was agreed; one that is refused asks nobody', async () => {
  const send = (expectedTotal: number) =>
    shop.call(
      'POST',
      '/shop/order-intents',
      intentOf([{ productVariantCode: goods.code, quantity: 1 }], expectedTotal, {
        subscribedToNewsletter: true,
      }),
      { 'Idempotency-Key': deviceToken() },
    );
  expect((await send(1)).status).toBe(409);
  expect([await letters(), await subscribers()]).toEqual([[], []]);
  expect((await send(1_000_000)).status).toBe(201);
  expect(await letters()).toEqual(['jonas@example.lt']);
  expect((await subscribers())[0]?.consented_at.toISOString()).toBe('2026-11-20T04:30:00.000Z');
});

test('who is signed in with their own, known address is subscribed with the order, without a letter', async () => {
  const asRasa = callsAs(shop, rasa.bearer);
  await shop.database.pool.query(
    `update customer set verified_at = now(), proven_at = now() where email_key = $1`,
    [people.rasa.email],
  );
  await shop.database.pool.query(`delete from "order" where state = 'cart'`);
  const cart: Order = (await asRasa('POST', '/shop/orders', {})).body;
  const path = `/shop/orders/${cart.tokenValue}`;
  const filled = await asRasa('POST', `${path}/items`, { productVariantCode: goods.code, quantity: 1 });
  await asRasa('PATCH', `${path}/shipments/${filled.body.shipments[0]?.id}`, {
    shippingMethod: 'COURIER_HOME',
  });
  const addressed = await asRasa('PUT', path, { contact: jonas, shippingAddress: address });
  await asRasa('PATCH', `${path}/payments/${addressed.body.payments.at(-1)?.id}`, {
    paymentMethod: 'TRANSFER',
  });
  const placed = await asRasa('PATCH', `${path}/complete`, { ...consents, subscribedToNewsletter: true });
  expect(placed.status).toBe(200);
  expect(await letters()).toEqual([]);
  expect(await subscribers()).toMatchObject([{ email: people.rasa.email, status: 'subscribed' }]);
});
