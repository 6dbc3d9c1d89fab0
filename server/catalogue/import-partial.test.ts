/** What a row does not name stays, and nothing is invented. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { addDiscount } from '#server/jobs/discount-commands.ts';
import { endDueDiscounts } from './discount-ends.ts';
import { importFeed } from './import-feed.ts';
import { ImportError, runImport } from './run-import.ts';

let database: TestDatabase;
const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-partial-'));
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const file = (text: string | Buffer): string => {
  const name = path.join(folder, 'feed');
  writeFileSync(name, text);
  return name;
};
const take = (text: string, options = {}) => importFeed(database.pool, file(text), options);

/** All that the shop has of a variant and its product but for prices. */
async function goods(code: string): Promise<Record<string, unknown> & { values?: number[] }> {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `select v.name, v.ean, v.net_amount, v.net_unit, v.weight, v.tracked, v.enabled, p.name as product, p.slug, p.description, p.main_taxon_id, p.images,
       (select jsonb_agg(a.attribute_value_id order by a.position) from product_attribute a where a.product_id = p.id) as values,
       (select jsonb_agg(t.taxon_id order by t.taxon_id) from product_taxon t where t.product_id = p.id) as taxons,
       (select jsonb_agg(o.option_value_id) from product_variant_option o where o.variant_id = v.id) as options,
       (select jsonb_object_agg(s.warehouse_id, s.on_hand) from stock s where s.variant_id = v.id) as stock
     from product_variant v join product p on p.id = v.product_id where v.code = $1`,
    [code],
  );
  return rows[0] ?? {};
}
const prices = async (code: string) => {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `select c.code, price, original_price, percent, lowest_30d, promotion from channel_price join channel c on c.id = channel_id
       join product_variant v on v.id = variant_id where v.code = $1 order by c.code desc`,
    [code],
  );
  return rows;
};
const stock = async (code: string) => (await goods(code))['stock'];

test('a row with a price changes the price in its channel, and nothing else', async () => {
  const before = await goods('MT1001A');
  const [, business] = await prices('MT1001A');
  const report = await take(
    'id\titem_group_id\ttitle\tprice\nMT1001A\tMT1001\tAmonio salietra „Salpa 34“\t22.49 EUR\n',
  );
  expect(report).toMatchObject({ created: 0, updated: 1, refused: [] });
  expect(await goods('MT1001A')).toEqual(before);
  // The business channel has a price of its own, of which the feed says nothing.
  expect(await prices('MT1001A')).toEqual([
    expect.objectContaining({ code: 'retail', price: 2249 }),
    business,
  ]);
  expect(await take('id\tprice\nMT1001A\t22.49 EUR\n')).toMatchObject({
    updated: 0,
    unchanged: 1,
    refused: [],
  });
});

test('a row with a brand leaves the other attributes', async () => {
  const before = await goods('MT1002A');
  const [first, ...others] = before.values ?? [];
  await take('id\tbrand\nMT1002A\tKita gamykla\n');
  const after = await goods('MT1002A');
  expect(after).toEqual({ ...before, values: after.values });
  expect(after.values?.slice(0, -1)).toEqual(others);
  expect(after.values).not.toContain(first);
});

test('a reduction without a price is from the price that the shop has', async () => {
  await take('id\tsale_price\nMT1003A\t1.00 EUR\n');
  const [retail] = await prices('MT1003A');
  expect(retail).toMatchObject({ price: 100 });
  expect(retail?.['original_price']).toBeGreaterThan(100);
  expect(await take('id\tsale_price\nMT1003A\t9999.00 EUR\n')).toMatchObject({
    refused: [{ reason: 'sale_price should be below price' }],
  });
});

test('stock is what is known: never a number that nobody said', async () => {
  const head = 'id\ttitle\tprice\tavailability\tquantity\n';
  await take(
    `${head}NEW-1\tŠluota\t4.00 EUR\tin_stock\t\nNEW-2\tMaišas\t4.00 EUR\tin_stock\t6\nNEW-3\tPintinė\t4.00 EUR\t\t\nNEW-4\tLentyna\t4.00 EUR\tout_of_stock\t3\n`,
  );
  expect(await goods('NEW-1')).toMatchObject({ tracked: false, stock: null });
  expect(await goods('NEW-2')).toMatchObject({ tracked: true, stock: { 1: 6 } });
  expect(await goods('NEW-3')).toMatchObject({ tracked: true, stock: { 1: 0 } });
  expect(await goods('NEW-4')).toMatchObject({ tracked: true, stock: { 1: 0 } });
  // By the setting they can be asked for, not bought.
  await take(`${head}NEW-5\tStatinė\t4.00 EUR\tin_stock\t\n`, { uncounted: 'request' });
  expect(await goods('NEW-5')).toMatchObject({ tracked: true, stock: { 1: 0 } });
});

test('"in stock" leaves what is counted, "out of stock" leaves nothing in any warehouse', async () => {
  const before = (await stock('DS1001A')) as Record<string, number>;
  expect(Object.keys(before).length).toBeGreaterThan(1);
  await take('id\tavailability\nDS1001A\tin_stock\n');
  expect(await stock('DS1001A')).toEqual(before);
  await take('id\tquantity\nDS1001A\t5\n');
  const five = (await stock('DS1001A')) as Record<string, number>;
  expect(Object.values(five).reduce((sum, one) => sum + one, 0)).toBe(5);
  await take('id\tavailability\nDS1001A\tout_of_stock\n');
  expect(Object.values((await stock('DS1001A')) as Record<string, number>).every((one) => one === 0)).toBe(
    true,
  );
});

test('the same quantity again brings no sold pieces back, whatever else the row changes', async () => {
  const head = 'id\ttitle\tprice\tquantity\n';
  const total = async () =>
    Object.values((await stock('SOLD-1')) as Record<string, number>).reduce((sum, one) => sum + one, 0);
  const lose = (pieces: number) =>
    database.pool.query(
      `update stock set on_hand = on_hand - $1 where variant_id = (select id from product_variant where code = 'SOLD-1')`,
      [pieces],
    );
  await take(`${head}SOLD-1\tKastuvas\t4.00 EUR\t10\n`);
  await lose(1);
  expect(await take(`${head}SOLD-1\tKastuvas\t5.00 EUR\t10\n`)).toMatchObject({ updated: 1 });
  expect(await total()).toBe(9);
  // A file of prices, and one that gives no number, are in between.
  await take('id\tprice\nSOLD-1\t6.00 EUR\n');
  await take('id\tprice\tavailability\nSOLD-1\t6.50 EUR\tin_stock\n');
  await take(`${head}SOLD-1\tKastuvas\t7.00 EUR\t10\n`);
  expect(await total()).toBe(9);
  // Another number is news, and so is the old one after it.
  await take(`${head}SOLD-1\tKastuvas\t7.00 EUR\t12\n`);
  expect(await total()).toBe(12);
  await take(`${head}SOLD-1\tKastuvas\t7.00 EUR\t10\n`);
  expect(await total()).toBe(10);
  await take('id\tavailability\tquantity\nSOLD-1\tout_of_stock\t10\n');
  expect(await total()).toBe(0);
  await take('id\tavailability\tquantity\nSOLD-1\tin_stock\t10\n');
  expect(await total()).toBe(10);
});

test('pieces that were to come later are there when the feed says so earlier, and come once', async () => {
  const head = 'id\ttitle\tprice\tquantity\tavailability\tavailability_date\n';
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const total = async () =>
    Object.values((await stock('LATER-1')) as Record<string, number>).reduce((sum, one) => sum + one, 0);
  await take(`${head}LATER-1\tKastuvas\t4.00 EUR\t10\tpreorder\t${later}\n`);
  expect(await total()).toBe(0);
  await take(`${head}LATER-1\tKastuvas\t4.00 EUR\t10\tin_stock\t\n`);
  expect(await total()).toBe(10);
});

test('a price of a feed is the regular one: a discount that runs is taken from it, and ends at it', async () => {
  const row = (price: string, sale = '') =>
    take(`id\ttitle\tprice\tsale_price\nOFF-1\tKauptukas\t${price} EUR\t${sale}\n`);
  const retail = async () => (await prices('OFF-1'))[0];
  await row('10.00');
  // Prices of the last 30 days would hold the discount back.
  await database.pool.query("update price_history set valid_from = valid_from - interval '1 hour'");
  const add = (code: string) =>
    addDiscount({ db: database.db, now: () => new Date() }, code, [
      '--off',
      '20%',
      '--until',
      '2039-12-31',
      '--variant',
      'OFF-1',
    ]);
  await add('FED');
  expect(await retail()).toMatchObject({ price: 800, original_price: 1000, promotion: 'FED' });
  expect(await row('10.00')).toMatchObject({ unchanged: 1 });
  expect(await take('id\tprice\nOFF-1\t10.00 EUR\n')).toMatchObject({ unchanged: 1 });
  expect(await row('9.00')).toMatchObject({ updated: 1, notes: [] });
  expect(await retail()).toMatchObject({ price: 720, original_price: 900, percent: 20, promotion: 'FED' });
  // Counted from what was charged before it, not from a price that nobody has paid.
  expect(await row('11.00')).toMatchObject({ updated: 1, notes: [] });
  expect(await retail()).toMatchObject({ price: 880, original_price: 1000, percent: 12, promotion: 'FED' });
  await endDueDiscounts(database.db, new Date('2040-01-02'));
  expect(await retail()).toMatchObject({ price: 1100, original_price: null, promotion: null });
});

test('a discount that is none of the new price, or gives way to a reduction of the feed, is told', async () => {
  const row = (code: string, price: string, sale = '') =>
    take(`id\ttitle\tprice\tsale_price\n${code}\tKauptukas\t${price} EUR\t${sale}\n`);
  await row('OFF-2', '10.00');
  await row('OFF-3', '10.00');
  await database.pool.query("update price_history set valid_from = valid_from - interval '1 hour'");
  await addDiscount({ db: database.db, now: () => new Date() }, 'TOLD', [
    '--off',
    '20%',
    '--until',
    '2039-12-31',
    '--variant',
    'OFF-2',
    '--variant',
    'OFF-3',
  ]);
  expect(await row('OFF-2', '13.00')).toMatchObject({
    notes: [{ id: 'OFF-2', note: expect.stringContaining('is no reduction of the new price') as string }],
  });
  expect((await prices('OFF-2'))[0]).toMatchObject({ price: 1300, original_price: null, promotion: null });
  expect(await row('OFF-3', '10.00', '7.00 EUR')).toMatchObject({
    notes: [{ note: 'its sale_price takes the place of the discount TOLD' }],
  });
  expect((await prices('OFF-3'))[0]).toMatchObject({ price: 700, original_price: 1000, promotion: null });
});

test('new goods need a title and a price', async () => {
  expect(await take('id\ttitle\tprice\nN-1\t\t4.00 EUR\nN-2\tŠluota\t\n')).toMatchObject({
    created: 0,
    refused: [
      { line: 2, reason: 'title is missing: no such goods are here, and new ones need one' },
      { line: 3, reason: 'price is missing' },
    ],
  });
});

test('an import of which nothing could be used fails, and says why', async () => {
  const terminal = { write: () => true };
  const run = async (text: string) => (await runImport(database.pool, file(text), { terminal })).text;
  await expect(run('id\ttitle\tprice\nN-1\t\t4.00 EUR\n')).rejects.toThrow(/title is missing/);
  await expect(run('<?xml version="1.0"?><goods><one><id>1</id></one></goods>')).rejects.toThrow(ImportError);
  await expect(run('id\ttitle\tprice\nN-1\t\t4.00 EUR\nN-2\tKibiras\t4.00 EUR\n')).resolves.toContain(
    '1 left out',
  );
  // A note is no refusal, and is told.
  await run('id\titem_group_id\ttitle\tprice\nN-3\tN-A\tKibiras\t4.00 EUR\n');
  await expect(run('id\titem_group_id\tprice\nN-3\tN-B\t5.00 EUR\n')).resolves.toMatch(
    /^1 item in [\d.]+ s: 0 new, 1 changed, 0 unchanged, 0 left out\.\n1 of them came in.+\n {2}line 2 \(N-3\): stays in the product N-A/,
  );
});

test('"in stock" without a number leaves goods counted of which orders hold every piece', async () => {
  const { pool } = database;
  const variant = `variant_id = (select id from product_variant where code = 'MT1002A')`;
  await pool.query(`update stock set on_hold = on_hand where ${variant}`);
  const before = await goods('MT1002A');
  expect(before).toMatchObject({ tracked: true });
  await take('id\tavailability\nMT1002A\tin_stock\n');
  expect(await goods('MT1002A')).toEqual(before);
  await pool.query(`update stock set on_hold = 0 where ${variant}`);
});

test('a quantity below what orders need is told, and no piece of it is sold', async () => {
  await take('id\ttitle\tprice\tquantity\nHELD-1\tKastuvas\t4.00 EUR\t5\n');
  await database.pool.query(
    "update stock set on_hold = 3 where variant_id = (select id from product_variant where code = 'HELD-1')",
  );
  const { report, text } = await runImport(database.pool, file('id\tquantity\nHELD-1\t2\n'));
  expect(report.refused).toEqual([]);
  expect(text).toContain(
    'line 2 (HELD-1): quantity 2 is less than orders need: 3 held. None is free to sell',
  );
  expect(await stock('HELD-1')).toEqual({ 1: 3 });
});

test('new goods of which nothing says how many there are are told as such', async () => {
  const told = (text: string) => runImport(database.pool, file(text));
  expect((await told('id;title;price\nBARE-1;Kastuvas;4.00 EUR\n')).text).toContain(
    '\n1 new without availability and quantity: nobody can buy them until set-stock or a feed says how many there are.',
  );
  expect((await told('id;title;price;quantity\nBARE-2;Kastuvas;4.00 EUR;3\n')).text).not.toContain('nobody');
  expect((await told('id;title;price\nBARE-1;Kastuvas;5.00 EUR\n')).text).not.toContain('nobody');
});

test('letters that were guessed are told as what they were read, but for UTF-8', async () => {
  const table = 'id;title;price\nENC-1;Žąslai;4.00 EUR\n';
  const told = async (content: string | Buffer) => (await runImport(database.pool, file(content))).text;
  expect(await told(iconv.encode(table, 'windows-1257'))).toContain(
    '\nThe file does not say what its letters are: they were read as windows-1257. Where they are wrong, save it as UTF-8',
  );
  for (const sure of [table, iconv.encode(table, 'utf16le', { addBOM: true })])
    expect(await told(sure)).not.toContain('letters');
});

test('columns that nobody knows are named once, pictures too, and what Google knows is passed over without a word', async () => {
  const text =
    'id;titel;prise;price;mpn;link;image_link\nK-9;Kastuvas;14.00;15.50 EUR;X1;http://a.example;http://a.example/k.jpg\n';
  const { report, text: told } = await runImport(
    database.pool,
    file(
      `${text}K-8;Kibiras;14.00;15.50 EUR;;;\n`
        .replace('id;titel', 'id;title;titel')
        .replaceAll(/^(K-\d);/gm, '$1;Prekė $1;'),
    ),
    { terminal: { write: () => true } },
  );
  expect(report).toMatchObject({ created: 2, refused: [] });
  expect(report.remarks).toEqual([
    'Not read, as there is no such field: titel, prise.',
    'Pictures (image_link) are not read: the shop draws a pack for each of the goods.',
  ]);
  for (const line of report.remarks) expect(told.split(line)).toHaveLength(2);
  expect((await take('id\tprice\nK-9\t16.00 EUR\n')).remarks).toEqual([]);
});

test('a price that no piece has is refused in words, and the largest that one can have comes in', async () => {
  const report = await take('id\ttitle\tprice\nD-1\tŽvyras\t1200000 EUR\nD-2\tKombainas\t100000 EUR\n');
  expect(report).toMatchObject({
    created: 1,
    refused: [{ id: 'D-1', reason: 'price "1200000 EUR" is above 100000 EUR' }],
  });
});
