/** Dates of a feed hold to the minute, with no import in between. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { presentProduct } from '#domain/catalogue/product-presenter.ts';
import { loadCatalogueData } from './catalogue-data.ts';
import { loadProducts } from './product-store.ts';
import { importFeed } from './import-feed.ts';
import { applyDuePlans, nextChange, nothingPlanned, priceAt } from './offer-plan.ts';

let database: TestDatabase;
const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-plan-'));
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Hours of the spring that the feed speaks of. */
const at = (hour: number): Date => new Date(Date.UTC(2031, 3, 1, hour));
const iso = (hour: number): string => at(hour).toISOString();
const take = (text: string, hour: number) => {
  const file = path.join(folder, 'feed');
  writeFileSync(file, text);
  return importFeed(database.pool, file, { now: at(hour) });
};
async function offer(code: string) {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `select c.price, c.original_price, v.enabled, v.tracked, (select sum(on_hand)::int from stock s where s.variant_id = v.id) as pieces
     from product_variant v join channel_price c on c.variant_id = v.id and c.channel_id = 1 where v.code = $1`,
    [code],
  );
  return rows[0];
}

async function catalogueVersion(): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ version: string }>('select version from catalogue_version');
  return rows[0]?.version;
}
async function planned(code: string): Promise<number> {
  const { rows } = await database.pool.query(
    'select 1 from offer_plan where variant_id = (select id from product_variant where code = $1)',
    [code],
  );
  return rows.length;
}

test('a reduction begins and ends at its minute', async () => {
  const row = `id\ttitle\tprice\tsale_price\tsale_price_effective_date\tavailability\nS-1\tSekatorius\t40.00 EUR\t30.00 EUR\t${iso(2)}/${iso(5)}\tin_stock\n`;
  await take(row, 0);
  expect(await offer('S-1')).toMatchObject({ price: 4000, original_price: null });
  expect(await applyDuePlans(database.db, new Date(at(2).getTime() - 1))).toBe(0);
  expect(await applyDuePlans(database.db, at(2))).toBe(1);
  expect(await offer('S-1')).toMatchObject({ price: 3000, original_price: 4000 });
  // The same feed once more changes nothing, and the end stays planned.
  expect(await take(row, 3)).toMatchObject({ updated: 0, unchanged: 1 });
  const ids = await database.pool.query<{ id: number }>(
    "select product_id as id from product_variant where code = 'S-1'",
  );
  const id = ids.rows[0]?.id ?? 0;
  const product = (await loadProducts(database.db, { id: 1, code: 'retail' }, [id])).get(id);
  expect(new Date(product?.variants[0]?.reducedUntil ?? 0)).toEqual(at(5));
  // A price alone, as the shop's own feed says it, does not end it either.
  await take('id\tprice\tsale_price\nS-1\t40.00 EUR\t30.00 EUR\n', 4);
  expect(await applyDuePlans(database.db, at(5))).toBe(1);
  expect(await offer('S-1')).toMatchObject({ price: 4000, original_price: null });
  const history = await database.pool.query<{ price: number }>(
    "select h.price, valid_from from price_history h join product_variant v on v.id = h.variant_id where v.code = 'S-1' and channel_id = 1 order by valid_from",
  );
  expect(history.rows).toEqual([
    { price: 4000, valid_from: at(0) },
    { price: 3000, valid_from: at(2) },
    { price: 4000, valid_from: at(5) },
  ]);
});

test('a reduction that is over or runs already is so at once', async () => {
  const head = 'id\ttitle\tprice\tsale_price\tsale_price_effective_date\n';
  await take(
    `${head}S-2\tKastuvas\t20.00 EUR\t12.00 EUR\t${iso(1)}/${iso(2)}\nS-3\tŠakė\t20.00 EUR\t12.00 EUR\t${iso(1)}/${iso(9)}\n`,
    3,
  );
  expect(await offer('S-2')).toMatchObject({ price: 2000, original_price: null });
  expect(await offer('S-3')).toMatchObject({ price: 1200, original_price: 2000 });
  // A later feed without a reduction ends it before its time.
  await take('id\tprice\nS-3\t20.00 EUR\n', 4);
  expect(await offer('S-3')).toMatchObject({ price: 2000, original_price: null });
  expect(await applyDuePlans(database.db, at(9))).toBe(0);
});

test('a reduction to come that a feed no longer names does not come', async () => {
  const head = 'id\ttitle\tprice\tsale_price\tsale_price_effective_date\n';
  await take(`${head}W-1\tLaistytuvas\t40.00 EUR\t30.00 EUR\t${iso(2)}/${iso(5)}\n`, 0);
  // Stock alone says nothing of prices.
  await take('id\tquantity\nW-1\t3\n', 0);
  expect(await planned('W-1')).toBe(1);
  expect(await take('id\tprice\nW-1\t40.00 EUR\n', 1)).toMatchObject({ updated: 1, refused: [] });
  expect(await planned('W-1')).toBe(0);
  expect(await applyDuePlans(database.db, at(2))).toBe(0);
  expect(await offer('W-1')).toMatchObject({ price: 4000, original_price: null });
});

test('an offer ends at its minute, and a new row brings it back', async () => {
  const head = 'id\ttitle\tprice\tavailability\texpiration_date\n';
  expect(await take(`${head}E-0\tPernykštė\t5.00 EUR\tin_stock\t${iso(1)}\n`, 2)).toMatchObject({
    created: 0,
    refused: [{ id: 'E-0', reason: expect.stringContaining('expiration_date') }],
  });
  await take(`${head}E-1\tEglutė\t15.00 EUR\tin_stock\t${iso(4)}\n`, 2);
  expect(await offer('E-1')).toMatchObject({ enabled: true });
  await applyDuePlans(database.db, at(4));
  expect(await offer('E-1')).toMatchObject({ enabled: false });
  // A number of pieces is no new offer.
  await take('id\tquantity\nE-1\t3\n', 5);
  expect(await offer('E-1')).toMatchObject({ enabled: false });
  await take(`${head}E-1\tEglutė\t15.00 EUR\tin_stock\t${iso(8)}\n`, 6);
  expect(await offer('E-1')).toMatchObject({ enabled: true });
  await take(`${head}E-1\tEglutė\t15.00 EUR\tin_stock\t${iso(6)}\n`, 7);
  expect(await offer('E-1')).toMatchObject({ enabled: false });
});

test('goods that come later are in stock from their minute on', async () => {
  const head = 'id\ttitle\tprice\tavailability\tavailability_date\tquantity\n';
  await take(
    `${head}A-1\tObelis\t9.00 EUR\tpreorder\t${iso(3)}\t12\nA-2\tKriaušė\t9.00 EUR\tin_stock\t${iso(3)}\t\nA-3\tSlyva\t9.00 EUR\tpreorder\t\t5\n`,
    1,
  );
  for (const code of ['A-1', 'A-2', 'A-3'])
    expect(await offer(code)).toMatchObject({ tracked: true, pieces: 0 });
  expect(await applyDuePlans(database.db, at(3))).toBe(2);
  expect(await offer('A-1')).toMatchObject({ tracked: true, pieces: 12 });
  expect(await offer('A-2')).toMatchObject({ tracked: false });
  expect(await offer('A-3')).toMatchObject({ tracked: true, pieces: 0 });
});

test('a number of pieces does not make servers read the catalogue anew', async () => {
  await take(
    `id\ttitle\tprice\tsale_price\tsale_price_effective_date\tavailability\tavailability_date\tquantity\nQ-1\tVirvė\t9.00 EUR\t8.00 EUR\t${iso(0)}/${iso(9)}\tpreorder\t${iso(3)}\t4\nQ-2\tGrandinė\t9.00 EUR\t\t\tin_stock\t\t5\n`,
    1,
  );
  const before = await catalogueVersion();
  expect(await take('id\tquantity\nQ-2\t7\n', 2)).toMatchObject({ updated: 1, refused: [] });
  expect(await offer('Q-2')).toMatchObject({ tracked: true, pieces: 7 });
  // Goods come in while a reduction runs: its price is charged already.
  expect(await applyDuePlans(database.db, at(3))).toBe(1);
  expect(await offer('Q-1')).toMatchObject({ price: 800, tracked: true, pieces: 4 });
  expect(await catalogueVersion()).toBe(before);
});

test.each([
  ['a plan', 'select 1 from offer_plan where variant_id = $1 for update'],
  ['a discounted price', 'select 1 from channel_price where variant_id = $1 for update'],
])('an import that waits for %s holds up nobody whom the job of the second waits for', async (_, lock) => {
  const head = 'id\ttitle\tbrand\tprice\tsale_price\tsale_price_effective_date\n';
  const row = (brand: string) => `${head}L-1\tLynas\t${brand}\t9.00 EUR\t8.00 EUR\t${iso(3)}/${iso(9)}\n`;
  await take(row('Pirmas'), 1);
  const client = await database.pool.connect();
  try {
    const { rows } = await client.query<{ variant_id: number }>(
      `update channel_price set promotion = 'CATALOGUE_SEED_EARLY'
        where variant_id = (select id from product_variant where code = 'L-1') returning variant_id`,
    );
    await client.query("begin; set local lock_timeout = '300ms'");
    await client.query(lock, [rows[0]?.variant_id]);
    const imported = take(row(`Antras ${lock.length}`).replace('9.00', '9.50'), 2);
    await expect
      .poll(async () => {
        const waiting = await database.pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return waiting.rows.length;
      })
      .toBe(1);
    // What setPrices ends with: the number of the catalogue.
    await client.query('update catalogue_version set version = version + 1');
    await client.query('commit');
    expect(await imported).toMatchObject({ updated: 1, refused: [] });
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a new end of a reduction that runs is a change of the goods; that of one to come is none yet', async () => {
  const row = (from: number, until: number, code = 'U-1') =>
    `id\ttitle\tprice\tsale_price\tsale_price_effective_date\n${code}\tUžuolaida\t40.00 EUR\t30.00 EUR\t${iso(from)}/${iso(until)}\n`;
  await take(row(1, 8), 2);
  const before = await catalogueVersion();
  await take(row(1, 6), 2);
  const moved = await catalogueVersion();
  expect(Number(moved)).toBeGreaterThan(Number(before));
  await take(row(5, 8, 'U-2'), 3);
  const coming = await catalogueVersion();
  await take(row(5, 9, 'U-2'), 3);
  expect(await catalogueVersion()).toBe(coming);
});

test('dates that are none are refused', async () => {
  const report = await take(
    `id\ttitle\tprice\tsale_price\tsale_price_effective_date\texpiration_date\tavailability_date\nD-1\tA a\t5.00 EUR\t4.00 EUR\tnuo rytojaus\t\t\nD-2\tA a\t5.00 EUR\t\t\t2031-02-30\t\nD-3\tA a\t5.00 EUR\t\t\t\tgreitai\n`,
    0,
  );
  expect(report.refused.map(({ reason }) => reason.split(' ')[0])).toEqual([
    'sale_price_effective_date',
    'expiration_date',
    'availability_date',
  ]);
});

describe('a plan', () => {
  const hour = fc.option(fc.integer({ min: 0, max: 20 }).map(iso), { nil: null });
  test('says one price from one of its moments to the next', () => {
    fc.assert(
      fc.property(
        hour,
        hour,
        hour,
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 20 }),
        (saleFrom, saleUntil, expiresAt, now, later) => {
          const plan = { ...nothingPlanned, price: 500, salePrice: 400, saleFrom, saleUntil, expiresAt };
          const next = nextChange(plan, iso(now));
          if (later >= now && (next === null || iso(later) < next))
            expect(priceAt(plan, iso(later))).toEqual(priceAt(plan, iso(now)));
          const isIn =
            (saleFrom === null || saleFrom <= iso(now)) && (saleUntil === null || iso(now) < saleUntil);
          expect(priceAt(plan, iso(now))?.price).toBe(isIn ? 400 : 500);
        },
      ),
    );
  });
});

test('the page of goods that come later names their day, and a new day is a change of the goods', async () => {
  // A feed knows no parts of a second.
  const day = (hours: number) => new Date(Math.ceil(Date.now() / 1000) * 1000 + hours * 3_600_000);
  const told = async (from: Date) => {
    writeFileSync(
      path.join(folder, 'later'),
      `id\ttitle\tprice\tavailability\tavailability_date\nL-1\tVyšnia\t9.00 EUR\tpreorder\t${from.toISOString()}\n`,
    );
    await importFeed(database.pool, path.join(folder, 'later'));
    const { rows } = await database.pool.query<{ id: number }>(
      "select product_id as id from product_variant where code = 'L-1'",
    );
    const id = rows[0]?.id ?? 0;
    const stored = (await loadProducts(database.db, { id: 1, code: 'retail' }, [id])).get(id);
    return stored && presentProduct(stored, await loadCatalogueData(database.db), 'lt').variants[0];
  };
  const [soon, later] = [day(24), day(48)];
  expect(await told(soon)).toMatchObject({ inStock: false, availableFrom: soon.toISOString() });
  const before = await catalogueVersion();
  expect(await told(later)).toMatchObject({ availableFrom: later.toISOString() });
  expect(Number(await catalogueVersion())).toBeGreaterThan(Number(before));
});
