/** The token of a cart that an account has emptied, in the hands of others: it stays the account's (T28, contract CART-18, CHK-19). */
import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import {
  goods,
  ofCustomer,
  openShopOfFile,
  placeIntent,
  rasaWithNoCart,
  shop,
} from '#tests/server/shop-of-file.ts';
import { signInPeople } from '#tests/server/test-people.ts';
import { deviceToken, intentOf } from '#tests/server/test-shop.ts';
import { whileHeld } from '#tests/server/while-held.ts';

openShopOfFile();

type Body = Partial<Order> & { errorCode?: string };

test('CHK-19 an order of others with the token of a cart that an account has emptied is placed under a token of its own', async () => {
  const { bearer, id } = await rasaWithNoCart();
  const asRasa = { Authorization: `Bearer ${bearer}` };
  const tokenValue = await ofCustomer(id);
  const path = `/shop/orders/${tokenValue}`;
  const order = (changes = {}) =>
    intentOf([{ productVariantCode: goods.code, quantity: 1 }], 1_000_000, { tokenValue, ...changes });
  expect((await shop.call('DELETE', path, undefined, asRasa)).status).toBe(204);
  // As one that was handed on as text comes too.
  const key = randomUUID();
  const place = (headers = {}, body: unknown = order(), as: string = randomUUID()) =>
    shop.call<Body>('POST', '/shop/order-intents', body, { 'Idempotency-Key': as, ...headers });
  const others = await place({}, order(), key);
  expect(others.status).toBe(201);
  expect(others.body.tokenValue).not.toBe(tokenValue);
  const again = { status: 201, body: { tokenValue: others.body.tokenValue } };
  expect(await place({}, order(), key)).toMatchObject(again);
  // One token is one order, as anywhere: whoever emptied the cart on a device that has signed out since is told to sign in.
  expect(await place()).toMatchObject({ status: 404, body: { errorCode: 'cart.claimed' } });
  expect(await shop.call<Body>('GET', path, undefined, asRasa)).toMatchObject({
    status: 404,
    body: { errorCode: 'cart.emptied' },
  });
  expect(await place(asRasa)).toMatchObject({ status: 201, body: { tokenValue } });
});

test('CART-01 CHK-19 another account makes the token of an emptied cart no name of its own cart, nor orders under it', async () => {
  const { rasa, ivan } = await signInPeople(shop);
  const as = ({ bearer }: { bearer: string }) => ({ Authorization: `Bearer ${bearer}` });
  const tokenValue = await ofCustomer(rasa.id);
  const path = `/shop/orders/${tokenValue}`;
  expect((await shop.call('DELETE', path, undefined, as(rasa))).status).toBe(204);
  const own = await ofCustomer(ivan.id);
  const emptied = { status: 404, body: { errorCode: 'cart.emptied' } };
  expect(await shop.call('POST', '/shop/orders', { tokenValue }, as(ivan))).toMatchObject({
    status: 409,
    body: { errorCode: 'cart.token_taken' },
  });
  expect(await shop.call('GET', path, undefined, as(rasa))).toMatchObject(emptied);
  const order = intentOf([{ productVariantCode: goods.code, quantity: 1 }], 1_000_000, { tokenValue });
  const place = (headers: Record<string, string>) =>
    shop.call<Body>('POST', '/shop/order-intents', order, { 'Idempotency-Key': randomUUID(), ...headers });
  const others = await place(as(ivan));
  expect(others.status).toBe(201);
  expect([tokenValue, own]).not.toContain(others.body.tokenValue);
  expect(await shop.call('GET', path, undefined, as(rasa))).toMatchObject(emptied);
  expect(await place(as(rasa))).toMatchObject({ status: 201, body: { tokenValue } });
});

test('CART-01 nor does it while that is being emptied, of another name that it had', async () => {
  const { rasa, ivan } = await signInPeople(shop);
  const [cart, own] = [await ofCustomer(rasa.id), await ofCustomer(ivan.id)];
  const tokenValue = deviceToken();
  await shop.database.pool.query(
    'insert into order_alias (token, order_id, customer_id) select $1, id, $3 from "order" where token = $2',
    [tokenValue, cart, rasa.id],
  );
  const asIvan = { Authorization: `Bearer ${ivan.bearer}` };
  const begin = () => shop.call<Body>('POST', '/shop/orders', { tokenValue }, asIvan);
  const answer = await whileHeld(
    shop.database.pool,
    ['delete from "order" where token = $1', [cart]],
    [
      `insert into emptied_cart (token, expires_at, customer_id) values ($1, now() + interval '1 day', $2)`,
      [tokenValue, rasa.id],
    ],
    begin,
  );
  expect(answer).toMatchObject({ status: 409, body: { errorCode: 'cart.token_taken' } });
  expect((await shop.call('GET', `/shop/orders/${own}`, undefined, asIvan)).status).toBe(200);
});

test('CHK-19 who knows the token of an emptied cart does not know that of an order of others, nor lays a cart in its way', async () => {
  const { id, bearer } = await rasaWithNoCart();
  const tokenValue = await ofCustomer(id);
  const asRasa = { Authorization: `Bearer ${bearer}` };
  expect((await shop.call('DELETE', `/shop/orders/${tokenValue}`, undefined, asRasa)).status).toBe(204);
  const guessed = createHash('sha256').update(`order beside ${tokenValue} guest`).digest('base64url');
  expect((await shop.call('POST', '/shop/orders', { tokenValue: guessed })).status).toBe(201);
  const order = intentOf([{ productVariantCode: goods.code, quantity: 1 }], 1_000_000, { tokenValue });
  // Nor is the name told before the order is there, with what it would be.
  expect(await placeIntent({ ...order, expectedTotal: 1 })).toMatchObject({
    status: 409,
    body: { errorCode: 'order.total_changed', context: { order: { tokenValue } } },
  });
  const placed = await placeIntent<Body>(order);
  expect(placed.status).toBe(201);
  expect(placed.body.tokenValue).not.toBe(guessed);
  // Nor is it told to who orders with the same token once more, but to the account whose order it is.
  const repeats = (headers = {}) =>
    shop.call<Body & { context?: unknown }>('POST', '/shop/order-intents', order, {
      'Idempotency-Key': randomUUID(),
      ...headers,
    });
  const refused = await repeats();
  expect(refused).toMatchObject({ status: 404, body: { errorCode: 'cart.claimed' } });
  expect(refused.body).not.toHaveProperty('context');
  const { ivan } = await signInPeople(shop);
  const asIvan = { Authorization: `Bearer ${ivan.bearer}` };
  const ofIvan = (await repeats(asIvan)).body.tokenValue;
  expect(await repeats(asIvan)).toMatchObject({ status: 409, body: { context: { tokenValue: ofIvan } } });
  // Whoever has learned it all the same begins a cart that the order uses up, as it does one of its own token.
  const name = placed.body.tokenValue ?? '';
  await shop.database.pool.query('update "order" set token = $2 where token = $1', [name, deviceToken()]);
  expect((await shop.call('POST', '/shop/orders', { tokenValue: name })).status).toBe(201);
  expect(await placeIntent<Body>(order)).toMatchObject({ status: 201, body: { tokenValue: name } });
});
