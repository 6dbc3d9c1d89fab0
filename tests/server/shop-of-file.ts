/** The shop of one test file. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { PlacedIntent } from '#contract/orders/order-intents.ts';
import type { CompletedOrder, Order } from '#contract/orders/orders.ts';
import { consents, openTestShop, sellableVariant, type Answer, type TestShop } from './test-shop.ts';

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
