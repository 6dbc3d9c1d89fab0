import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { endDueDiscounts } from './discount-ends.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

const price = async (code: string) => {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `select price, original_price, percent, lowest_30d, promotion from channel_price
      where channel_id = 1 and variant_id = (select id from product_variant where code = $1)`,
    [code],
  );
  return rows[0];
};

test('a catalogue discount ends when it says, and the price from before it is charged again', async () => {
  const { rows } = await database.pool.query<{ ends_at: Date }>(
    "select ends_at from catalogue_discount where code = 'CATALOGUE_AUTUMN_FERTILISER'",
  );
  const end = rows[0]?.ends_at ?? new Date(0);
  await endDueDiscounts(database.db, new Date(end.getTime() - 1));
  expect(await price('MT1001B')).toMatchObject({ price: 27293, promotion: 'CATALOGUE_AUTUMN_FERTILISER' });
  expect(await endDueDiscounts(database.db, end)).toBeGreaterThan(0);
  expect(await price('MT1001B')).toEqual({
    price: 34899,
    original_price: null,
    percent: null,
    lowest_30d: null,
    promotion: null,
  });
  // Another discount, which still runs, is left alone.
  expect(await price('DS1004B')).toMatchObject({ promotion: 'CATALOGUE_SEED_EARLY' });
  expect(await endDueDiscounts(database.db, end)).toBe(0);
});

test('the end of a discount of the whole catalogue is put in force by portions', async () => {
  const { rows } = await database.pool.query<{ ends_at: Date }>(
    "select ends_at from catalogue_discount where code = 'CATALOGUE_SEED_EARLY'",
  );
  const { rowCount } = await database.pool.query(
    `update channel_price set original_price = price + 100, percent = 1, lowest_30d = price + 100,
       price_before = price + 100, promotion = 'CATALOGUE_SEED_EARLY' where original_price is null`,
  );
  const end = rows[0]?.ends_at ?? new Date(0);
  expect(rowCount).toBeGreaterThan(200);
  expect(await endDueDiscounts(database.db, end)).toBeGreaterThanOrEqual(rowCount ?? 0);
  // Each transaction marks its rows with its own moment.
  const portions = await database.pool.query<{ most: number }>(
    `select count(*)::int as most from channel_price where price_before is not null and promotion is null
      group by updated_at order by 1 desc limit 1`,
  );
  expect(portions.rows[0]?.most).toBeLessThanOrEqual(200);
  expect(await endDueDiscounts(database.db, end)).toBe(0);
});
