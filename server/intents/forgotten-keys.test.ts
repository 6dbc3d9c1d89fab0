/** Keys of order intents whose stored answers are forgotten (contract CHK-19, 1.8): each names its order for ever, to whom it is. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PlacedIntent } from '#contract/orders/order-intents.ts';
import { goods, openShopOfFile, shop } from '#tests/server/shop-of-file.ts';
import { signInPeople } from '#tests/server/test-people.ts';
import { intentOf } from '#tests/server/test-shop.ts';

openShopOfFile();

type Body = Partial<PlacedIntent> & { errorCode?: string };
type Headers = Record<string, string>;
const one = () => intentOf([{ productVariantCode: goods.code, quantity: 1 }], goods.price + 499);
const place = (key: string, headers: Headers, body = one()) =>
  shop.call<Body>('POST', '/shop/order-intents', body, { 'Idempotency-Key': key, ...headers });
const bearerOf = ({ bearer }: { bearer: string }) => ({ Authorization: `Bearer ${bearer}` });
const ordersOf = async () =>
  (await shop.database.pool.query<{ count: number }>('select count(*)::int from "order"')).rows[0]?.count;
const notFound = { status: 404, body: { errorCode: 'order.not_found' } };

/** Places an order, forgets the answer, lets `others` send the key with orders of their own, and then its own again. */
async function sentBy(own: Headers, others: Headers[]) {
  const [key, body] = [randomUUID(), one()];
  const placed = await place(key, own, body);
  expect(placed.status).toBe(201);
  await shop.database.pool.query('delete from idempotency_key');
  const before = await ordersOf();
  for (const headers of others) {
    expect(await place(key, headers)).toMatchObject(notFound);
    expect(await ordersOf()).toBe(before);
  }
  // What others were told is not the answer of the key.
  expect(await place(key, own, body)).toMatchObject({ status: 201, body: { number: placed.body.number } });
}

test("a customer's key names nothing to another customer and to a guest", async () => {
  const { rasa, ivan } = await signInPeople(shop);
  await sentBy(bearerOf(rasa), [bearerOf(ivan), {}]);
});

test("a guest's key names nothing in another channel", async () => {
  await sentBy({}, [{ 's-channel': 'business' }]);
});
