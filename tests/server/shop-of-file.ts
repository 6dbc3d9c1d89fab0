/** The shop of one test file. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { PlacedIntent } from '#contract/orders/order-intents.ts';
import type { CompletedOrder, Order } from '#contract/orders/orders.ts';
import { signInPeople } from './test-people.ts';
import {
  cartWith,
  consents,
  openTestShop,
  sellableVariant,
  type Answer,
  type TestShop,
} from './test-shop.ts';

export let shop: TestShop;
/** Forty pieces of it are there at least. */
export let goods: { code: string; price: number };

/** Opened before the tests of the file that calls it, with goods to buy, and closed after them. Files share what they import. */
export function openShopOfFile(): void {
  beforeAll(async () => {
    shop = await openTestShop();
    goods = await sellableVariant(shop, { atLeast: 40 });
  }, 60_000);
  afterAll(() => shop.close());
}

/** The last step of a checkout at the shop (CHK-12), with both consents. */
export const complete = <T = CompletedOrder>(
  cart: Pick<Order, 'tokenValue'>,
  body: Record<string, unknown> = {},
  key: string = randomUUID(),
): Promise<Answer<T>> =>
  shop.call<T>(
    'PATCH',
    `/shop/orders/${cart.tokenValue}/complete`,
    { ...consents, ...body },
    { 'Idempotency-Key': key },
  );

/** A whole order in one message (CHK-19). */
export const placeIntent = <T = PlacedIntent>(
  body: unknown,
  key: string = randomUUID(),
): Promise<Answer<T>> => shop.call<T>('POST', '/shop/order-intents', body, { 'Idempotency-Key': key });

/** The token of a cart of three pieces that a customer has. */
export async function ofCustomer(customerId: number): Promise<string> {
  const { tokenValue } = await cartWith(shop, goods.code, 3);
  await shop.database.pool.query('update "order" set customer_id = $2 where token = $1', [
    tokenValue,
    customerId,
  ]);
  return tokenValue;
}

/** Rasa signed in, and without the cart that the demo shop gives her. */
export async function rasaWithNoCart() {
  const { rasa } = await signInPeople(shop);
  await shop.database.pool.query(`delete from "order" where customer_id = $1 and state = 'cart'`, [rasa.id]);
  return rasa;
}
