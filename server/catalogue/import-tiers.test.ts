/** Prices by quantity in a feed: the words of the command, and what is wrong with them loses nothing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { importFeed } from './import-feed.ts';

let database: TestDatabase;
const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-tiers-'));
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const take = (text: string) => {
  const name = path.join(folder, 'feed');
  writeFileSync(name, text);
  return importFeed(database.pool, name);
};
const cell = (code: string, tiers: string, price = '20.00 EUR') =>
  take(`id\ttitle\tprice\ttier_prices\n${code}\tMaišas\t${price}\t${tiers}\n`);
const tiersOf = async (code: string) =>
  (
    await database.pool.query<{ told: string }>(
      `select c.code || ' ' || quantity || coalesce(' ' || pack, '') || ' ' || t.price as told from tier_price t
       join channel c on c.id = t.channel_id join product_variant v on v.id = t.variant_id
       where v.code = $1 order by c.id, quantity`,
      [code],
    )
  ).rows.map(({ told }) => told);

test('a column of the feed says what each piece costs from so many on; absent or empty it leaves that, "none" ends it', async () => {
  const report = await cell('TIER-1', '40:pallet=16,90; 10=17.90 EUR');
  expect(report).toMatchObject({ created: 1, refused: [], notes: [] });
  const both = ['retail 10 1790', 'retail 40 pallet 1690', 'business 10 1790', 'business 40 pallet 1690'];
  expect(await tiersOf('TIER-1')).toEqual(both);
  // The same again is no change, in any order.
  expect(await cell('TIER-1', '10=17.90;40:pallet=16.90')).toMatchObject({ updated: 0, unchanged: 1 });
  await take('id\tprice\nTIER-1\t21.00 EUR\n');
  await cell('TIER-1', '', '22.00 EUR');
  expect(await tiersOf('TIER-1')).toEqual(both);
  // A channel with a price of its own has tiers of its own.
  await database.pool.query(
    `update channel_price set price = 1500 where channel_id = (select id from channel where code = 'business')
     and variant_id = (select id from product_variant where code = 'TIER-1')`,
  );
  expect(await take('id\ttier_prices\nTIER-1\t5=18\n')).toMatchObject({ updated: 1, notes: [] });
  expect(await tiersOf('TIER-1')).toEqual(['retail 5 1800', ...both.slice(2)]);
  expect(await take('id\ttier_prices\nTIER-1\tnone\n')).toMatchObject({ updated: 1 });
  expect(await tiersOf('TIER-1')).toEqual(both.slice(2));
});

test('an element of an XML feed says the same', async () => {
  await take(
    `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>TIER-2</g:id><title>Maišas</title><g:price>20.00 EUR</g:price><g:tier_prices>10=17.90; 40:pallet=16.90</g:tier_prices></item></channel></rss>`,
  );
  expect(await tiersOf('TIER-2')).toContain('retail 40 pallet 1690');
});

test('a wrong cell is told with its line, the price of its row comes in and the tiers stay', async () => {
  await cell('TIER-3', '10=17.90');
  const before = await tiersOf('TIER-3');
  for (const [at, [wrong, why]] of (
    [
      ['ten=1', 'tier_prices should be a number and a price like 10=14.50, not "ten=1".'],
      ['10', 'tier_prices should be a number and a price'],
      [';', 'tier_prices should be tiers like 10=14.50 or none, not ";".'],
      ['1=5', 'tier_prices should begin at 2 to 9999 pieces, not at 1.'],
      ['10:lorry=5', 'So many come as carton or pallet'],
      ['10=0', 'The price should be an amount above 0'],
      ['10=5; 20=6', 'From 20 pieces each should cost less than from 10.'],
      ['10=5; 10=4', 'tier_prices 10 is said twice.'],
      ['10=99', '99.00 EUR from 10 pieces is not below the'],
    ] as const
  ).entries()) {
    const { notes, refused, updated } = await cell('TIER-3', wrong, `${30 + at}.00 EUR`);
    expect([wrong, refused, updated, notes]).toEqual([
      wrong,
      [],
      1,
      [{ line: 2, id: 'TIER-3', note: expect.stringContaining(why) as string }],
    ]);
    expect(notes[0]?.note).toContain('left out');
  }
  expect(await tiersOf('TIER-3')).toEqual(before);
  const { rows } = await database.pool.query<{ price: number }>(
    `select distinct price from channel_price where variant_id = (select id from product_variant where code = 'TIER-3')`,
  );
  expect(rows).toEqual([{ price: 3800 }]);
  // What was left out comes in with the same file once the price allows it.
  const same = () => take('id\ttier_prices\nTIER-3\t10=50\n');
  expect((await same()).notes).toHaveLength(1);
  await database.pool.query(
    `update channel_price set price = 6000 where variant_id = (select id from product_variant where code = 'TIER-3')`,
  );
  expect(await same()).toMatchObject({ updated: 1, notes: [] });
  expect(await tiersOf('TIER-3')).toContain('retail 10 5000');
});

test('a row with more cells than there are columns is refused with its line, and changes nothing', async () => {
  await cell('TIER-4', '10=17.90');
  const before = await tiersOf('TIER-4');
  expect(await take('id;price;tier_prices\nTIER-4;21.00 EUR;10=16.90; 40:pallet=15.90\n')).toMatchObject({
    updated: 0,
    refused: [{ line: 2, id: 'TIER-4', reason: expect.stringContaining('needs quotes') as string }],
  });
  expect(await tiersOf('TIER-4')).toEqual(before);
  expect(
    await take('id;price;tier_prices;;\nTIER-4;21.00 EUR;"10=16.90; 40:pallet=15.90";;\n'),
  ).toMatchObject({
    updated: 1,
    refused: [],
  });
});

test('no feed says anything of the gift card that buyers choose the amount of', async () => {
  expect(await take('id\ttitle\tprice\nGIFT-CARD\tKortelė\t3.00 EUR\n')).toMatchObject({
    updated: 0,
    refused: [{ line: 2, id: 'GIFT-CARD', reason: expect.stringContaining('gift card') as string }],
  });
});
