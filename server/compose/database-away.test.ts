import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopPool } from '#server/database/pool.ts';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
afterAll(() => shop.close());

test('while the database is away a call is answered at once with 503 and when to ask again, and afterwards as always', async () => {
  const pool = shop.database.pool as ShopPool;
  pool.away();
  const refused = await shop.call<{ errorCode: string }>('POST', '/shop/orders', {});
  expect(refused.status).toBe(503);
  expect(refused.body.errorCode).toBe('server.busy');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  pool.back();
  await expect.poll(async () => (await shop.send('POST', '/shop/orders', {})).status).toBe(201);
});

test('while the disk of the database is full an order is answered 503 and when to ask again, and the keeper hears of it', async () => {
  const { pool } = shop.database;
  await pool.query(
    `create function no_room() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
     create trigger no_room before insert on "order" execute function no_room()`,
  );
  const refused = await shop.call<{ errorCode: string }>('POST', '/shop/orders', {});
  expect([refused.status, refused.body.errorCode]).toEqual([503, 'server.busy']);
  expect(refused.headers.get('retry-after')).toBe('30');
  await pool.query('drop trigger no_room on "order"');
  expect((await shop.send('POST', '/shop/orders', {})).status).toBe(201);
});
