/** What the names of a cart that an account has taken over are good for, however late a device comes with one (contract 5.9). */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { goods, openShopOfFile, shop } from '#tests/server/shop-of-file.ts';
import { callsAs, people } from '#tests/server/test-people.ts';
import { cartWith, consents, intentOf, readyToPay } from '#tests/server/test-shop.ts';

openShopOfFile();
beforeEach(() =>
  shop.database.pool.query(`delete from "order" where customer_id is not null and state = 'cart'`),
);

type Body = Partial<Order> & { errorCode?: string };

/** A sign-in with a guest's cart, and calls with its bearer. */
async function signIn(orderToken?: string) {
  const query = orderToken === undefined ? '' : `?orderToken=${orderToken}`;
  const path = `/shop/authentication-token${query}`;
  const { status, body } = await shop.call<{ token: string }>('POST', path, people.rasa);
  expect([status, body]).toMatchObject([200, {}]);
  return callsAs(shop, body.token);
}

/** A cart of rasa's into which another of the same device went. */
async function twoNames() {
  const [cart, other] = [await cartWith(shop, goods.code), await cartWith(shop, goods.code)];
  await signIn(cart.tokenValue);
  const rasa = await signIn(other.tokenValue);
  return { cart, alias: other.tokenValue, rasa };
}

const asGuest = (method: string, path: string, body?: unknown) =>
  shop.call<Body>(method, path, body, { 'Idempotency-Key': randomUUID() });
const claimed = { status: 404, body: { errorCode: 'cart.claimed' } };
const line = () => ({ productVariantCode: goods.code, quantity: 1 });

// The first here: no clock of sign-ins goes back.
test('another name of a cart holds as long as the cart, for whoever owns it and for nobody else', async () => {
  shop.clock.at = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
  const early = randomUUID();
  const other = await cartWith(shop, goods.code);
  const add = `/shop/orders/${other.tokenValue}/items`;
  expect((await shop.call('POST', add, line(), { 'Idempotency-Key': early })).status).toBe(201);
  const own = await cartWith(shop, goods.code);
  await signIn(own.tokenValue);
  await signIn(other.tokenValue);
  shop.clock.at = null;
  // A phone that has lain in a drawer.
  const rasa = await signIn();
  const here = { tokenValue: own.tokenValue };
  const pieces = async () =>
    (await rasa('GET', `/shop/orders/${other.tokenValue}`)).body.items.map(({ quantity }) => quantity);
  expect(await pieces()).toEqual([3]);
  expect(await rasa('POST', add, line())).toMatchObject({ status: 201, body: here });
  // Done before the two were one.
  for (const token of [other.tokenValue, own.tokenValue])
    expect((await rasa('POST', `/shop/orders/${token}/items`, line(), early)).status).toBe(201);
  expect(await pieces()).toEqual([4]);
  expect(await rasa('POST', '/shop/orders', { tokenValue: other.tokenValue })).toMatchObject({
    status: 200,
    body: here,
  });
  const taken = await asGuest('POST', '/shop/orders', { tokenValue: other.tokenValue });
  expect(taken).toMatchObject(claimed);
  const { body } = await shop.call<{ token: string }>('POST', '/shop/authentication-token', people.ivan);
  const ivan = callsAs(shop, body.token);
  expect(await ivan<Body>('POST', '/shop/orders', { tokenValue: other.tokenValue })).toMatchObject({
    status: 409,
    body: { errorCode: 'cart.token_taken' },
  });
  expect((await ivan('GET', `/shop/orders/${other.tokenValue}`)).status).toBe(404);
});

test.each(['CHK-12', 'CHK-19'])(
  '%s a guest’s copy of a cart that its account has ordered is told that the cart is there, under both names',
  async (by) => {
    const { cart, alias, rasa } = await twoNames();
    if (by === 'CHK-12') {
      const { body: merged } = await rasa('GET', `/shop/orders/${cart.tokenValue}`);
      const ready = await readyToPay({ ...shop, send: (...call) => rasa(...call) }, merged);
      const placed = await rasa<Body>('PATCH', `/shop/orders/${ready.tokenValue}/complete`, consents);
      expect(placed).toMatchObject({ status: 200, body: { state: 'new' } });
    } else {
      const intent = intentOf([{ ...line(), quantity: 2 }], 100_000, { tokenValue: cart.tokenValue });
      expect(await rasa<Body>('POST', '/shop/order-intents', intent)).toMatchObject({ status: 201 });
    }
    for (const token of [cart.tokenValue, alias]) {
      expect(await asGuest('GET', `/shop/orders/${token}`)).toMatchObject(claimed);
      expect(await asGuest('POST', `/shop/orders/${token}/items`, line())).toMatchObject(claimed);
      expect(await asGuest('POST', '/shop/orders', { tokenValue: token })).toMatchObject(claimed);
      expect(await rasa<Body>('GET', `/shop/orders/${token}`)).toMatchObject({ body: { state: 'new' } });
    }
  },
);

test('a cart that has all the names it may have gets no more: what comes with another token stays beside it', async () => {
  const cart = await cartWith(shop, goods.code, 2);
  const rasa = await signIn(cart.tokenValue);
  await shop.database.pool.query(
    `insert into order_alias (token, order_id, customer_id)
     select 'invented-name-of-a-cart-' || n, o.id, o.customer_id from "order" o, generate_series(1, 250) n where o.token = $1`,
    [cart.tokenValue],
  );
  const tokenValue = 'a-token-that-a-device-makes-up';
  expect(await rasa('POST', '/shop/orders', { tokenValue })).toMatchObject({
    status: 201,
    body: { tokenValue, items: [] },
  });
  const other = await cartWith(shop, goods.code, 3);
  await signIn(other.tokenValue);
  for (const [{ tokenValue: token }, quantity] of [[cart, 2] as const, [other, 3] as const])
    expect(await rasa('GET', `/shop/orders/${token}`)).toMatchObject({
      status: 200,
      body: { tokenValue: token, items: [{ quantity }] },
    });
});
