/** Orders of the device that their buyer takes back before anybody knows whether they have come (contract CHK-21). */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OrderIntentOutcome, PlacedIntent } from '#contract/orders/order-intents.ts';
import { shapes } from '#contract/calls/shapes.ts';
import { errorText } from '#server/errors/error-texts.ts';
import { goods, openShopOfFile, shop } from '#tests/server/shop-of-file.ts';
import { signInPeople } from '#tests/server/test-people.ts';
import { intentOf } from '#tests/server/test-shop.ts';

openShopOfFile();

type Headers = Record<string, string>;
const one = (total = goods.price + 499) => intentOf([{ productVariantCode: goods.code, quantity: 1 }], total);
const place = (key: string, body = one(), headers: Headers = {}) =>
  shop.call<Partial<PlacedIntent> & { errorCode?: string }>('POST', '/shop/order-intents', body, {
    'Idempotency-Key': key,
    ...headers,
  });
const withdraw = (key: string, headers: Headers = {}) =>
  shop.call<OrderIntentOutcome>('DELETE', `/shop/order-intents/${key}`, undefined, headers);
const ordersOf = async () =>
  (
    await shop.database.pool.query<{ count: number }>(
      `select count(*)::int from "order" where state <> 'cart'`,
    )
  ).rows[0]?.count;
const withdrawn = (key: string) => ({
  status: 200,
  body: {
    idempotencyKey: key,
    outcome: 'refused',
    error: {
      errorCode: 'order_intent.withdrawn',
      detail: errorText('order_intent.withdrawn', 'en'),
    },
  },
});

test('CHK-21 an order that comes after it was taken back buys nothing, whatever stands in it and whoever sends it', async () => {
  const { rasa } = await signInPeople(shop);
  const bearer = { Authorization: `Bearer ${rasa.bearer}` };
  const [key, before] = [randomUUID(), await ordersOf()];
  const answer = await withdraw(key);
  expect(answer).toMatchObject(withdrawn(key));
  expect(shapes.withdrawIntent.response.safeParse(answer.body).error?.issues ?? []).toEqual([]);
  expect(await withdraw(key)).toMatchObject(withdrawn(key));
  for (const [body, headers] of [
    [one(), {}],
    [one(1), {}],
    [one(), bearer],
  ] as const)
    expect(await place(key, body, headers)).toMatchObject({
      status: 409,
      body: { errorCode: 'order_intent.withdrawn' },
    });
  expect(await ordersOf()).toBe(before);
});

test('CHK-21 an order that was placed stays placed, and one that was refused says why', async () => {
  const placed = randomUUID();
  const { body } = await place(placed);
  expect(await withdraw(placed)).toMatchObject({
    status: 200,
    body: { outcome: 'placed', order: { number: body.number, state: 'new' } },
  });
  const dear = randomUUID();
  await place(dear, one(1));
  expect(await withdraw(dear)).toMatchObject({
    body: { outcome: 'refused', error: { errorCode: 'order.total_changed', context: { order: {} } } },
  });
});

test('CHK-21 the key of a customer is taken back by nobody else', async () => {
  const { rasa, ivan } = await signInPeople(shop);
  const bearerOf = (who: { bearer: string }) => ({ Authorization: `Bearer ${who.bearer}` });
  const key = randomUUID();
  await place(key, one(), bearerOf(rasa));
  for (const headers of [{}, bearerOf(ivan)]) expect((await withdraw(key, headers)).status).toBe(404);
  // What was refused to nobody signed in does not keep the way open.
  const handedOn = randomUUID();
  const spends = { ...one(), points: 10 };
  expect((await place(handedOn, spends)).status).toBe(422);
  expect(await withdraw(handedOn, bearerOf(rasa))).toMatchObject(withdrawn(handedOn));
  expect(await place(handedOn, spends, bearerOf(rasa))).toMatchObject({
    body: { errorCode: 'order_intent.withdrawn' },
  });
});

test('CHK-21 an order and its taking back that come at once: it is placed, or nothing is bought, and both are told the same', async () => {
  for (let round = 0; round < 12; round += 1) {
    const [key, before] = [randomUUID(), (await ordersOf()) ?? 0];
    const [order, back] = await Promise.all([place(key), withdraw(key)]);
    const isPlaced = order.status === 201;
    expect(order.status).toBe(isPlaced ? 201 : 409);
    expect(back.status).toBe(200);
    expect(back.body.outcome).toBe(isPlaced ? 'placed' : 'refused');
    expect(await ordersOf()).toBe(before + (isPlaced ? 1 : 0));
  }
});

test('CHK-21 many who take one order back at once are all told that nothing is bought', async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(key)));
  for (const answer of answers) expect(answer).toMatchObject(withdrawn(key));
});

test('CHK-21 an order that a customer took back is refused as such when it comes as text, to nobody signed in', async () => {
  const { rasa, ivan } = await signInPeople(shop);
  const bearerOf = (who: { bearer: string }) => ({ Authorization: `Bearer ${who.bearer}` });
  const key = randomUUID();
  expect(await withdraw(key, bearerOf(rasa))).toMatchObject(withdrawn(key));
  for (const headers of [{}, bearerOf(ivan)])
    expect(await place(key, one(), headers)).toMatchObject({
      status: 409,
      body: { errorCode: 'order_intent.withdrawn' },
    });
});
