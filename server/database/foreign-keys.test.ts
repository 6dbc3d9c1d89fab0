/** What a row that is deleted costs in the tables that name it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

/** Keys without an index: the shop deletes no row that they name, and one that a keeper deletes by hand may take its time. */
const neverDeleted = [
  // The feed takes goods out of sale (`enabled`): orders name them for ever.
  'review.product_id',
  'review_link.product_id',
  'wishlist_product.product_id',
  'wishlist_product.variant_id',
  // A few rows, which the seed writes.
  'article_section.section_id',
];

test('rows that go or are changed with the row that they name are found by an index', async () => {
  // One of some rows only helps where it leaves out no row but those that name nothing.
  const { rows } = await database.pool.query<{ key: string }>(`
    select k.conrelid::regclass || '.' || string_agg(a.attname, ',' order by c.position) as key
    from pg_constraint k
      cross join unnest(k.conkey) with ordinality as c (number, position)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.number
    where k.contype = 'f' and k.confdeltype in ('c', 'n', 'd')
      and k.connamespace = 'public'::regnamespace
      and not exists (
        select 1 from pg_index i
        where i.indrelid = k.conrelid and i.indisvalid
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) in (
            select format('(%I IS NOT NULL)', named.attname) from pg_attribute named
            where named.attrelid = k.conrelid and named.attnum = any(k.conkey))))
    group by k.oid, k.conrelid
    order by key`);
  expect(rows.map(({ key }) => key)).toEqual(neverDeleted.toSorted());
});
