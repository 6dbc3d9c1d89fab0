import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '#server/orders/test-shop.ts';
import { runDue, runEverySecond } from './run-due.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
afterAll(() => shop.close());

test('the shop puts planned prices in force by itself, every second and when it is told to', async () => {
  const { pool } = shop.database;
  const plan = `insert into offer_plan (variant_id, price, sale_price, sale_from, sale_until, next_at)
    select id, 5000, 4000, '2031-01-01T00:00Z', '2031-01-02T00:00Z', '2031-01-01T00:00Z' from product_variant where code = 'DS1001A'`;
  const price = async () =>
    (
      await pool.query<{ price: number }>(
        "select price from channel_price where channel_id = 1 and variant_id = (select id from product_variant where code = 'DS1001A')",
      )
    ).rows[0]?.price;
  await pool.query(plan);
  shop.clock.at = new Date('2031-01-01T00:00Z');
  await runEverySecond(shop.orders.mail);
  expect(await price()).toBe(4000);
  shop.clock.at = new Date('2031-01-02T00:00Z');
  expect(await runDue(shop.orders.mail)).toMatchObject({ offers: 1 });
  expect(await price()).toBe(5000);
});
