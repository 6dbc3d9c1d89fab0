import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { generateFeed } from '#tests/bench/generate-feed.ts';
import { Catalogue } from './catalogue.ts';
import { slugOf } from './feed/read-item.ts';
import { runImport } from './run-import.ts';
import { importFeed } from './import-feed.ts';

let database: TestDatabase;
const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-feed-'));
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
function feed(text: string): string {
  files += 1;
  const file = path.join(folder, `feed-${files}`);
  writeFileSync(file, text);
  return file;
}
const rss = (...items: string[]): string =>
  `<?xml version="1.0"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>x</title>\n${items.map((item) => `<item>${item}</item>`).join('\n')}\n</channel></rss>`;
const item = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<g:${name}>${value}</g:${name}>`)
    .join('');
const good = {
  id: 'FEED-1',
  title: 'Kopūstų trąšos „Lapas“',
  description: 'Pirma &amp; antra.',
  product_type: 'Trąšos &gt; Mineralinės trąšos &gt; Azoto trąšos',
  brand: 'Nauja gamykla',
  price: '12.50 EUR',
  availability: 'in_stock',
  quantity: '7',
  gtin: '4006381333931',
  size: '5 kg',
  unit_pricing_measure: '5 kg',
  shipping_weight: '5.2 kg',
};
const one = async <T>(sql: string, values: unknown[] = []): Promise<T | undefined> =>
  (await database.pool.query(sql, values)).rows[0] as T | undefined;

describe('a product feed', () => {
  test('takes good items in and names the bad ones by line and reason', async () => {
    const report = await importFeed(
      database.pool,
      feed(
        rss(
          item(good),
          item({ ...good, id: 'bad id' }),
          item({ ...good, id: 'FEED-2', price: '12,5 USD' }),
          item({ ...good, id: 'FEED-3', sale_price: '13.00 EUR' }),
          item({ ...good, id: 'FEED-4', gtin: '4006381333932' }),
          item({ ...good, id: 'FEED-5', title: '' }),
          item({ ...good, id: 'FEED-1' }),
          item({ ...good, id: 'DS1001A', item_group_id: 'OTHER' }),
        ),
      ),
    );
    expect(report).toMatchObject({ read: 8, created: 2, updated: 0, unchanged: 0 });
    expect(report.refused.map(({ line, id }) => [line, id])).toEqual([
      [4, 'bad id'],
      [5, 'FEED-2'],
      [6, 'FEED-3'],
      [8, 'FEED-5'],
      [9, 'FEED-1'],
      [10, 'DS1001A'],
    ]);
    expect(report.refused.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('id may hold'),
      'price "12,5 USD" is in USD: the shop sells in EUR',
      expect.stringContaining('below price'),
      'title is missing: no such goods are here, and new ones need one',
      'id stands in the file twice',
      'id belongs to the product DS1001 already',
    ]);
    // Goods with a wrong code are goods all the same.
    expect(report.notes).toEqual([
      { line: 7, id: 'FEED-4', note: 'gtin 4006381333932 has a wrong check digit or length: left out' },
    ]);
    expect(await one("select ean from product_variant where code = 'FEED-4'")).toEqual({ ean: null });
  });

  test('of a row that stays out no note says that it came in, and rows in one line are counted one by one', async () => {
    const rows = [
      { ...good, id: 'NOTE-1', gtin: '1' },
      { ...good, id: 'NOTE-2', gtin: '2' },
      { ...good, id: 'NOTE-3', gtin: '3', title: '' },
    ];
    const { text, report } = await runImport(database.pool, feed(rss(rows.map(item).join('</item><item>'))));
    expect(report.refused.map(({ id }) => id)).toEqual(['NOTE-3']);
    expect(report.notes.map(({ id }) => id)).toEqual(['NOTE-1', 'NOTE-2']);
    expect(text).toContain('2 of them came in, with a note:');
  });

  test('a wrong gtin leaves the one that the shop has', async () => {
    const report = await importFeed(
      database.pool,
      feed(rss(item({ id: 'FEED-1', price: '12.50 EUR', gtin: '4006381333932' }))),
    );
    expect(report).toMatchObject({ refused: [], notes: [{ id: 'FEED-1' }] });
    expect(await one("select ean from product_variant where code = 'FEED-1'")).toEqual({ ean: good.gtin });
  });

  test('what came in is sold like everything else', async () => {
    const catalogue = await Catalogue.open(database.db, (error) => {
      throw error;
    });
    onTestFinished(() => catalogue.close());
    const { goods, data } = catalogue.state;
    const member = goods.memberOfCode('FEED-1') ?? -1;
    const id = goods.products[member]?.id ?? 0;
    const product = await catalogue.product('retail', 'lt', id);
    expect(product).toMatchObject({
      name: 'Kopūstų trąšos „Lapas“',
      slug: 'kopustu-trasos-lapas',
      description: '<p>Pirma &amp; antra.</p>',
      mainTaxon: { code: 'AZOTO' },
    });
    expect(product?.variants[0]).toMatchObject({
      code: 'FEED-1',
      name: '5 kg',
      stock: 7,
      ean: '4006381333931',
      weight: 5200,
      prices: { price: 1250 },
      unitPrice: { amount: 250, per: 'kg' },
    });
    expect(product?.attributeValues.map(({ value }) => value)).toEqual(['Nauja gamykla']);
    expect(product?.images).toHaveLength(3);
    expect(goods.taxon(data.taxonsByCode.get('TRASOS')?.id ?? 0).some((word) => word !== 0)).toBe(true);
    const found = catalogue.listing('retail').find(
      {
        query: 'kopustu trasos lapas',
        sorting: [{ key: 'relevance', direction: 'desc' }],
        offset: 0,
        limit: 1,
        facets: false,
      },
      'lt',
    );
    expect(found.ids).toEqual([id]);
  });

  test('a second run changes nothing, a changed price changes only the price', async () => {
    const before = await one<{ version: number }>('select version from catalogue_version');
    const again = await importFeed(database.pool, feed(rss(item(good))));
    expect(again).toMatchObject({ read: 1, created: 0, updated: 0, unchanged: 1 });
    expect(await one('select version from catalogue_version')).toEqual(before);
    const dearer = await importFeed(
      database.pool,
      feed(rss(item({ ...good, price: '14.00 EUR', sale_price: '10.50 EUR' }))),
    );
    expect(dearer).toMatchObject({ created: 0, updated: 1 });
    expect(
      await one(
        "select price, original_price, percent, lowest_30d from channel_price join product_variant v on v.id = variant_id where v.code = 'FEED-1' limit 1",
      ),
    ).toEqual({ price: 1050, original_price: 1250, percent: 16, lowest_30d: 1250 });
    // Said as the retailer says it, or as the shop's own feed does, it is the same.
    for (const price of ['14.00 EUR', '12.50 EUR'])
      expect(
        await importFeed(database.pool, feed(rss(item({ ...good, price, sale_price: '10.50 EUR' })))),
      ).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await one("select count(*)::int as n from product_variant where code = 'FEED-1'")).toEqual({
      n: 1,
    });
  });

  test('goods with one group are variants of one product, one of them the first choice', async () => {
    await importFeed(
      database.pool,
      feed(
        rss(
          ...['1 kg', '5 kg', '25 kg'].map((size, at) =>
            item({
              id: `GR-${at}`,
              item_group_id: 'GR',
              title: 'Pašaras ožkoms',
              price: `${at + 1}.00 EUR`,
              size,
              product_type: 'Pašarai &gt; Ožkoms &gt; Jauniklėms',
            }),
          ),
        ),
      ),
    );
    expect(
      await one(
        "select count(*)::int as variants, count(*) filter (where is_default)::int as first from product_variant v join product p on p.id = v.product_id where p.code = 'GR'",
      ),
    ).toEqual({ variants: 3, first: 1 });
    // Categories that the shop lacked stand in the tree.
    const tree = await one<{ inside: boolean }>(
      `select bool_and(c.lft > p.lft and c.rgt < p.rgt) as inside from taxon c join taxon p on p.id = c.parent_id`,
    );
    expect(tree?.inside).toBe(true);
    expect(await one("select level from taxon where name ->> 'lt' = 'Jauniklėms'")).toEqual({ level: 2 });
  });

  test('packets of fine seeds are compared by the gram, wherever their category stands', async () => {
    const seeds = (id: string, size: string) =>
      item({
        id,
        title: `Petunijos „${id}“`,
        price: '1.49 EUR',
        product_type: 'Sodas ir daržas &gt; Sėklos',
        size,
        unit_pricing_measure: size,
      });
    const report = await importFeed(
      database.pool,
      feed(rss(seeds('FINE-05', '0.05 g'), seeds('FINE-25', '0.25 g'))),
    );
    expect(report).toMatchObject({ created: 2, refused: [] });
    const catalogue = await Catalogue.open(database.db, (error) => {
      throw error;
    });
    onTestFinished(() => catalogue.close());
    for (const [id, name, amount] of [
      ['FINE-05', '0.05 g', 2980],
      ['FINE-25', '0.25 g', 596],
    ] as const) {
      const member = catalogue.state.goods.memberOfCode(id) ?? -1;
      const product = await catalogue.product(
        'retail',
        'lt',
        catalogue.state.goods.products[member]?.id ?? 0,
      );
      expect(product?.variants[0]).toMatchObject({ name, unitPrice: { gram: { amount } } });
    }
  });

  test('tab-separated feeds are taken too, and HTML in them is cleaned', async () => {
    const report = await importFeed(
      database.pool,
      feed(
        'id\ttitle\tprice\tdescription\nTSV-1\tKibiras\t3.20 EUR\t<p onclick="x()">Geras <script>alert(1)</script>kibiras</p>\nTSV-2\t\t3.20 EUR\t\n',
      ),
    );
    expect(report).toMatchObject({
      created: 1,
      refused: [
        { line: 3, id: 'TSV-2', reason: 'title is missing: no such goods are here, and new ones need one' },
      ],
    });
    expect(await one("select description ->> 'lt' as html from product where code = 'TSV-1'")).toEqual({
      html: '<p>Geras kibiras</p>',
    });
  });

  test('a broken file stops with its line, and what stood before it is whole', async () => {
    await expect(
      importFeed(
        database.pool,
        feed(`${rss(item({ ...good, id: 'CUT-1' })).replace('</channel></rss>', '')}<item><g:id>CUT`),
      ),
    ).rejects.toThrow(/Line \d+/);
    await expect(importFeed(database.pool, feed('nothing here'))).rejects.toThrow(/Line 1/);
  });

  test(
    // More than one portion of 500.
    'many goods come in at once, every one with price, stock and category',
    { timeout: 60_000 },
    async () => {
      const file = path.join(folder, 'many.xml');
      await generateFeed(700, file);
      const report = await importFeed(database.pool, file);
      expect(report).toMatchObject({ read: 700, created: 700, refused: [] });
      expect(
        await one(
          `select count(*)::int as n from product_variant v join product p on p.id = v.product_id and p.main_taxon_id is not null
          join channel_price c on c.variant_id = v.id and c.channel_id = 1 join stock s on s.variant_id = v.id
         where v.code ~ '^B[0-9]{6}-'`,
        ),
      ).toEqual({ n: 700 });
      expect(await importFeed(database.pool, file)).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: 700,
      });
    },
  );
});

test('writes titles as addresses', () => {
  expect(slugOf('Семена моркови «Нантес»')).toBe('semena-morkovi-nantes');
});
