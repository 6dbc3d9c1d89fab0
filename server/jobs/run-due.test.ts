import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, placedOrder, sellableVariant, type TestShop } from '#tests/server/test-shop.ts';
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

test('an unpaid order that cannot be cancelled is reported, and the others and the rest of the round are done', async () => {
  shop.clock.at = null;
  const { code } = await sellableVariant(shop);
  const [stuck, other] = [await placedOrder(shop, code), await placedOrder(shop, code)];
  const { pool } = shop.database;
  await pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin if old.token = '${stuck.tokenValue}' then raise 'stuck'; end if; return new; end $$;
    create trigger refuse before update on "order" for each row execute function refuse()`);
  shop.clock.at = new Date(Date.now() + 11 * 24 * 60 * 60 * 1000);
  const told: string[] = [];
  const report = (_error: unknown, what: string) => told.push(what);
  const done = await runDue({ ...shop.orders.mail, report });
  expect(done.unpaid).toBe(1);
  expect(done.mails).toBeGreaterThan(0);
  expect(told).toEqual([expect.stringMatching(/^order \d+ was not cancelled$/)]);
  expect((await shop.call('GET', `/shop/orders/${other.tokenValue}`)).body.state).toBe('cancelled');
  await pool.query('drop trigger refuse on "order"');
  expect((await runDue(shop.orders.mail)).unpaid).toBe(1);
});
