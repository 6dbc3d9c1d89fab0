/** What a whole order in one message asks of the database, and that its answer is what was written. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { goods, openShopOfFile, placeIntent as place, shop } from '#tests/server/shop-of-file.ts';
import { intentOf, sellableVariants } from '#tests/server/test-shop.ts';

openShopOfFile();

const two = () => intentOf([{ productVariantCode: goods.code, quantity: 2 }], goods.price * 2 + 499);

test('CHK-19: an order in one message takes 40 statements, of twelve lines no more than of six', async () => {
  const many = await sellableVariants(shop, 12);
  const bodyOf = (lines: number) =>
    intentOf(
      many.slice(0, lines).map(({ code }) => ({ productVariantCode: code, quantity: 1 })),
      many.slice(0, lines).reduce((sum, { price }) => sum + price, 499),
    );
  const counts: number[] = [];
  await place(bodyOf(1), randomUUID());
  for (const lines of [1, 6, 12]) {
    const query = vi.spyOn(Client.prototype, 'query');
    const placed = await place(bodyOf(lines), randomUUID());
    counts.push(query.mock.calls.length);
    query.mockRestore();
    expect([placed.status, placed.body.items?.length]).toEqual([201, lines]);
  }
  // The bigger ones earn two promotions, whose uses are counted.
  expect(counts).toEqual([40, 43, 43]);
});

test('CHK-19: the answer, which is not read again, is what the order says from then on', async () => {
  const body = two();
  const placed = await place(body, randomUUID());
  expect(placed.status).toBe(201);
  const { nextAction: _, idempotencyKey: __, ...answer } = placed.body;
  const read = await shop.call('GET', `/shop/orders/${body.tokenValue}`);
  expect(read.body).toEqual(answer);
});
