/** What is kept in memory follows the database, whatever happens to the connections meanwhile. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase, type OpenDatabase } from '#server/database/open-database.ts';
import { compareVersions } from '#server/database/compare-versions.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { createCatalogueServices, type CatalogueServices } from './mount-catalogue.ts';

let place: TestDatabase;
let database: OpenDatabase;
let services: CatalogueServices;
const report = vi.fn();

beforeAll(async () => {
  place = await createTestDatabase();
  database = await openDatabase({ dataDir: '', databaseUrl: place.url, connections: 4 });
  services = await createCatalogueServices(database, report);
}, 60_000);
afterAll(async () => {
  services.close();
  await database.close();
  await place.drop();
});

/** A reading is followed by a rest of ten times its length. */
const slow = { timeout: 20_000 };
const code = 'IR1001A';
const setPrice = (price: number) =>
  place.pool.query(
    `update channel_price set price = $1, original_price = null, percent = null
     where variant_id = (select id from product_variant where code = $2)`,
    [price, code],
  );
const endConnections = () =>
  place.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state is not null',
  );
async function priceNow(): Promise<number | undefined> {
  const { rows } = await place.pool.query<{ product_id: number }>(
    'select product_id from product_variant where code = $1',
    [code],
  );
  const product = await services.catalogue
    .product('retail', 'lt', rows[0]?.product_id ?? 0)
    .catch(() => null);
  return product?.variants.find((variant) => variant.code === code)?.prices.price;
}

test('a change whose reading fails is read later: no old price stays for good', async () => {
  expect(await priceNow()).not.toBe(3111);
  const { version } = services.catalogue;
  await setPrice(3111);
  // The first reading begins a tenth of a second after the notice: these last longer.
  const until = performance.now() + 600;
  while (performance.now() < until) await endConnections().catch(() => {});
  await expect.poll(priceNow, slow).toBe(3111);
  await expect.poll(() => services.catalogue.version, slow).not.toBe(version);
  await expect.poll(() => services.behind(), slow).toBe(0);
});

test('stock whose reading fails is read with everything, and pages of before are not kept', async () => {
  await services.catalogue.settled();
  const load = vi.spyOn(services.catalogue.db, 'selectFrom').mockImplementationOnce(() => {
    throw new Error('away');
  });
  const { version } = services.catalogue;
  const { rows } = await place.pool.query<{ id: number }>('select id from product_variant where code = $1', [
    code,
  ]);
  await services.catalogue.stockChanged(String(rows[0]?.id));
  load.mockRestore();
  await expect.poll(() => services.catalogue.version, slow).not.toBe(version);
});

test('a change whose notice was lost is found by its number', async () => {
  await services.catalogue.settled();
  // As if it had not been heard.
  const end = compareVersions(
    database.db,
    {
      catalogue: [
        {
          version: () => services.catalogue.state.data.version,
          changed: () => services.catalogue.catalogueChanged(),
        },
      ],
      content: [{ version: () => services.content.data.version, changed: () => services.content.changed() }],
    },
    report,
    20,
  );
  try {
    const version = () => services.version();
    const before = version();
    await place.pool.query(
      'alter table channel_price disable trigger user; update catalogue_version set version = version + 1',
    );
    await expect.poll(version, slow).not.toBe(before);
    await services.catalogue.settled();
    const between = version();
    await place.pool.query('update content_version set version = version + 1');
    await expect.poll(version, slow).not.toBe(between);
  } finally {
    end();
  }
});
