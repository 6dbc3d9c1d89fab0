import { afterAll, beforeAll, expect, test } from 'vitest';
import { percentOff } from '#domain/money/price.ts';
import { onKysely } from '#server/database/run-sql.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { setPrices } from './set-prices.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

const variantOf = async (code: string): Promise<number> => {
  const { rows } = await database.pool.query<{ id: number }>(
    'select id from product_variant where code = $1',
    [code],
  );
  return rows[0]?.id ?? 0;
};
const inForce = async (variantId: number) => {
  const { rows } = await database.pool.query<Record<string, number | null>>(
    'select price, original_price, percent, lowest_30d from channel_price where variant_id = $1 and channel_id = 1',
    [variantId],
  );
  return rows[0];
};

test('the lowest price is of the 30 days before the reduction began, with what was charged at their start', async () => {
  const variantId = await variantOf('MT1001A');
  await database.pool.query('delete from price_history where variant_id = $1', [variantId]);
  await database.pool.query('delete from channel_price where variant_id = $1', [variantId]);
  const run = onKysely(database.db);
  const on = async (day: number, price: number, originalPrice: number | null = null) => {
    const at = new Date(Date.UTC(2031, 0, 1 + day)).toISOString();
    await setPrices(run, [{ variantId, channelId: 1, price, originalPrice }], at);
    return inForce(variantId);
  };
  await on(0, 1000);
  await on(5, 1200);
  // 12.00 was charged when the 30 days began, 10.00 before them.
  expect(await on(50, 900, 1200)).toEqual({
    price: 900,
    original_price: 1200,
    percent: 25,
    lowest_30d: 1200,
  });
  // Lowered further, it is the same reduction.
  expect(await on(52, 800, 1200)).toMatchObject({ lowest_30d: 1200 });
  expect(await on(60, 1200)).toMatchObject({ percent: null, lowest_30d: null });
  // 8.00 was charged not long ago: 10.00 is no reduction, whatever the retailer calls the usual price.
  expect(await on(62, 1000, 1200)).toEqual({
    price: 1000,
    original_price: null,
    percent: null,
    lowest_30d: null,
  });
  // And 7.00 is one of 13 %, not of 42 %.
  expect(await on(64, 700, 1200)).toEqual({ price: 700, original_price: 800, percent: 13, lowest_30d: 800 });
  // Said again it changes nothing, with the usual price that was said.
  expect(await on(65, 700, 1200)).toEqual({ price: 700, original_price: 800, percent: 13, lowest_30d: 800 });
});

test('what a badge could not say as a percentage is no reduction', async () => {
  const variantId = await variantOf('MT1002A');
  await database.pool.query('delete from price_history where variant_id = $1', [variantId]);
  const run = onKysely(database.db);
  const said = async (price: number, originalPrice: number) => {
    await database.pool.query('delete from channel_price where variant_id = $1', [variantId]);
    await setPrices(run, [{ variantId, channelId: 1, price, originalPrice }], '2031-01-01T00:00:00.000Z');
    return { row: await inForce(variantId), rule: percentOff(originalPrice, price) };
  };
  expect((await said(9990, 10_000)).row).toMatchObject({ price: 9990, original_price: null, percent: null });
  for (const [price, usual] of [
    [9951, 10_000],
    [9950, 10_000],
    [1691, 1990],
    [173, 200],
    [1, 1000],
  ] as const) {
    const { row, rule } = await said(price, usual);
    const shown =
      rule === 0 ? { original_price: null, percent: null } : { original_price: usual, percent: rule };
    expect(row).toMatchObject({ price, ...shown });
  }
});

test('a reduction of the demo shop that is lowered keeps what it is counted from', async () => {
  const variantId = await variantOf('MT1001B');
  const before = await inForce(variantId);
  expect(before).toMatchObject({ original_price: 32109, lowest_30d: 32109 });
  const run = onKysely(database.db);
  await setPrices(
    run,
    [{ variantId, channelId: 1, price: 26000, originalPrice: 32109 }],
    new Date().toISOString(),
  );
  expect(await inForce(variantId)).toMatchObject({ price: 26000, lowest_30d: 32109 });
});
