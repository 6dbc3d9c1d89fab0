/** What is kept in memory follows the database, whatever happens to the connections meanwhile. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase, type OpenDatabase } from '#server/database/open-database.ts';
import { compareVersions } from '#server/database/compare-versions.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { createCatalogueServices, type CatalogueServices } from '#server/compose/open-catalogue.ts';

const prepared = vi.hoisted(() => vi.fn());
vi.mock('./answer-listing.ts', async (original) => {
  const listing = await original<typeof import('./answer-listing.ts')>();
  prepared.mockImplementation(listing.prepareOrders);
  return { ...listing, prepareOrders: prepared };
});

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

/** A reading is followed by a rest of ten times its length, which on a busy machine is long. */
const slow = { timeout: 45_000 };
vi.setConfig({ testTimeout: 100_000 });
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

test('stock that moves while everything is read anew is in the lists afterwards', async () => {
  const { catalogue } = services;
  await catalogue.settled();
  const { rows } = await place.pool.query<{ id: number; product_id: number }>(
    `select v.id, v.product_id from product_variant v join stock s on s.variant_id = v.id
     where (select count(*) from product_variant o where o.product_id = v.product_id) = 1
     group by v.id having sum(s.on_hand - s.on_hold) > 0 order by v.id limit 1`,
  );
  const variant = rows[0] ?? { id: 0, product_id: 0 };
  const isInStock = () => {
    const member = catalogue.state.goods.memberOfId(variant.product_id) ?? -1;
    return catalogue.listing('retail').isInStock(member);
  };
  expect(isInStock()).toBe(true);
  // The new state is read, and not yet in the place of the old one.
  let goOn = () => {};
  const isRead = new Promise<void>((resolve) => {
    prepared.mockImplementation(async (listing: unknown) => {
      // Goods that are shown already are put in order too.
      if ([...catalogue.state.listings.values()].includes(listing as never)) return;
      resolve();
      await new Promise<void>((go) => (goOn = go));
    });
  });
  // Told here, and not once more by itself when all is over.
  await place.pool.query('alter table stock disable trigger user');
  catalogue.catalogueChanged();
  await isRead;
  await place.pool.query('update stock set on_hand = on_hold where variant_id = $1', [variant.id]);
  await catalogue.stockChanged(String(variant.id));
  prepared.mockImplementation(async () => {});
  goOn();
  await catalogue.settled();
  expect(isInStock()).toBe(false);
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
