/** What a whole order in one message asks of the database, and that its answer is what was written. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { goods, openShopOfFile, placeIntent as place, shop } from '#tests/server/shop-of-file.ts';
import { intentOf } from '#tests/server/test-shop.ts';

openShopOfFile();

const two = () => intentOf([{ productVariantCode: goods.code, quantity: 2 }], goods.price * 2 + 499);

test('CHK-19: an order in one message takes 39 statements', async () => {
  await place(two(), randomUUID());
  const query = vi.spyOn(Client.prototype, 'query');
  const placed = await place(two(), randomUUID());
  const statements = query.mock.calls.length;
  query.mockRestore();
  expect(placed.status).toBe(201);
  expect(statements).toBe(39);
});

test('CHK-19: the answer, which is not read again, is what the order says from then on', async () => {
  const body = two();
  const placed = await place(body, randomUUID());
  expect(placed.status).toBe(201);
  const { nextAction: _, idempotencyKey: __, ...answer } = placed.body;
  const read = await shop.call('GET', `/shop/orders/${body.tokenValue}`);
  expect(read.body).toEqual(answer);
});
