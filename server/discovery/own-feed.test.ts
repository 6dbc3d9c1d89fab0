/** The shop's own feed, taken for a feed that comes in: the words of both ways are the same. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Catalogue } from '#server/catalogue/catalogue.ts';
import { importFeed } from '#server/catalogue/import-feed.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { writeFeed } from './merchant-feed.ts';
import { addDiscount } from '#server/jobs/discount-commands.ts';
import { createOfferTerms } from './offer-terms.ts';

let database: TestDatabase;
const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-own-feed-'));
beforeAll(async () => {
  database = await createTestDatabase();
  // Beside the demo goods some that a feed brought: with options, reductions that will end and that will begin,
  // without a number.
  const file = path.join(folder, 'brought');
  const head =
    'id item_group_id title color size age_group price sale_price sale_price_effective_date availability description unit_pricing_measure quantity availability_date';
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  const until = inDays(1);
  const rows = [
    'P-1|P|Pirštinės, pilkos, M|Pilka|M|adult|4.00 EUR|3.00 EUR|2020-01-01/' + until + '|in_stock',
    'P-2|P|Pirštinės, pilkos, L|Pilka|L|adult|4.00 EUR|||out_of_stock',
    `P-3||Žibintas & kablys „Ąsa“||||9.00 EUR|||in_stock|${'Ilgas < žodis. '.repeat(400)}`,
    `P-4||Grėblys „Šukos“||||12.00 EUR|10.00 EUR|${until}/${inDays(5)}|in_stock`,
    'P-5|P|Pirštinės, pilkos, L|Pilka|L|adult|4.00 EUR|||in_stock',
    'P-6||Petunijų sėklos „Smulkios“||||1.49 EUR|||in_stock||0.05 g',
    'P-7||Begonijų sėklos „Dulkės“||||1.49 EUR|||in_stock||0.1 mg',
    `P-8||Vazonas „Rytas“||||5.00 EUR|||preorder|||8|${inDays(9)}`,
    `P-9||Vazonas „Vakaras“||||5.00 EUR|||preorder||||${inDays(9)}`,
  ].map((row) => row.replaceAll('|', '\t'));
  writeFileSync(file, [head.replaceAll(' ', '\t'), ...rows].join('\n'));
  expect(await importFeed(database.pool, file)).toMatchObject({ created: 9, refused: [] });
}, 60_000);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const openCatalogue = () =>
  Catalogue.open(database.db, (error) => {
    throw error;
  });

async function ownFeed(catalogue: Catalogue, locale: string): Promise<string> {
  const terms = await createOfferTerms(database.db)('retail');
  if (!terms) throw new Error('no terms');
  const file = path.join(folder, `${locale}.xml`);
  const options = { channel: 'retail', origin: 'http://localhost', newUrls: false, shopName: 'Arimas' };
  let text = '';
  for await (const part of writeFeed({ ...options, catalogue, locale, terms })) text += part;
  writeFileSync(file, text);
  return file;
}

const tables =
  'product product_slug product_variant product_variant_option product_attribute product_taxon channel_price price_history stock offer_plan taxon attribute attribute_value option_value'.split(
    ' ',
  );
const contents = async () =>
  Promise.all(
    tables.map(async (table) => {
      const { rows } = await database.pool.query<{ mark: string }>(
        `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as mark from ${table} t`,
      );
      return [table, rows[0]?.mark];
    }),
  );

test('read back in any language it changes nothing, and no row is refused', async () => {
  const before = await contents();
  const catalogue = await openCatalogue();
  const files = { lt: await ownFeed(catalogue, 'lt'), en: await ownFeed(catalogue, 'en') };
  catalogue.close();
  for (const text of Object.values(files).map((file) => readFileSync(file, 'utf8'))) {
    // No feed knows 1e-7.
    expect(text).toContain('<g:unit_pricing_measure>0.0000001 kg</');
    expect(text.split('<g:availability>preorder</g:availability><g:availability_date>')).toHaveLength(3);
    // Numbers that a shop gives its own goods name nothing elsewhere.
    expect(text).not.toContain('<g:gtin>2');
  }
  for (const locale of ['lt', 'en'] as const) {
    const report = await importFeed(database.pool, files[locale], { locale });
    expect(report.read).toBeGreaterThan(300);
    expect([locale, report]).toMatchObject([
      locale,
      { created: 0, updated: 0, unchanged: report.read, refused: [] },
    ]);
  }
  expect(await contents()).toEqual(before);
});

test.each(['retail', 'business'])(
  'read back while a discount of everything runs in %s it changes nothing',
  async (channel) => {
    const now = () => new Date();
    await addDiscount({ db: database.db, now }, `ALL_${channel.toUpperCase()}`, [
      '--off',
      '20%',
      '--until',
      '2039-12-31',
      '--all',
      '--channel',
      channel,
    ]);
    const before = await contents();
    const catalogue = await openCatalogue();
    const file = await ownFeed(catalogue, 'lt');
    catalogue.close();
    const report = await importFeed(database.pool, file);
    expect(report.read).toBeGreaterThan(300);
    expect(report).toMatchObject({ created: 0, updated: 0, unchanged: report.read, refused: [] });
    expect(await contents()).toEqual(before);
  },
);
