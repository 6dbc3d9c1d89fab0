/** A retailer's first hour: a shop without the demo goods, and the first feed of their own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFeed } from '#server/catalogue/import-feed.ts';
import { createCatalogueServices } from '#server/compose/open-catalogue.ts';
import { migrate } from '#server/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { Hono } from 'hono';
import { demoSeller } from '#server/channels/seller.ts';
import { openChannelDirectory } from '#server/channels/channel-directory.ts';
import { mountContentCalls } from '#server/content/content-routes.ts';
import { sitemapFile } from '#server/discovery/sitemap.ts';
import { EndpointServer } from '#server/http/serve-endpoint.ts';
import { addPromotion } from '#server/jobs/promotion-commands.ts';
import { presentNavItems } from '#server/navigation/nav-items.ts';
import { seedIfEmpty } from './seed-database.ts';

let database: TestDatabase;
const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-empty-'));
beforeAll(async () => {
  database = await createTestDatabase();
  const client = await database.pool.connect();
  try {
    await client.query('drop schema public cascade; create schema public');
    await migrate(client);
  } finally {
    client.release();
  }
  expect(await seedIfEmpty(database.pool, new Date(), false)).toBe(true);
}, 60_000);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const open = () =>
  createCatalogueServices({ db: database.db, listen: async () => async () => {} }, (error) => {
    throw error;
  });
const count = async (table: string): Promise<number> =>
  (await database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? -1;

test('it has channels, delivery, payment and pages, and nothing of the demo goods', async () => {
  for (const table of [
    'channel',
    'warehouse',
    'shipping_method',
    'payment_method',
    'tax_rate',
    'page',
    'menu',
    'block',
    'faq',
  ])
    expect([table, (await count(table)) > 0]).toEqual([table, true]);
  for (const table of [
    'product',
    'taxon',
    'attribute',
    'option_value',
    'maker',
    'coupon',
    'cart_promotion',
    'catalogue_discount',
    'gift_card',
    'customer',
    'article',
    'banner',
  ])
    expect([table, await count(table)]).toEqual([table, 0]);
  const { rows } = await database.pool.query<{ text: string }>(
    'select p::text as text from page p union all select m::text from menu m union all select b::text from block b union all select f::text from faq f union all select w::text from warehouse w union all select k::text from pickup_point k',
  );
  expect(rows.filter(({ text }) => /ref:|"(?:taxon|product|attribute_value)"/.test(text))).toEqual([]);
  // Nor of the demo company: no name, code, telephone, account elsewhere, or place where it hands out goods.
  const demo =
    /UAB|999999|\+370|arimas\.example|social\.example|Pavyzdžio g\.|Pavyzdžio bank|Siuntuk|Dėžut|Kretin|Utenos|Utena|Ukmerg|Kėdaini|Panevė|Кедайняй/;
  expect(rows.flatMap(({ text }) => demo.exec(text)?.[0] ?? [])).toEqual([]);
  // Nor of a table beside goods that may have none.
  expect(rows.filter(({ text }) => /lentelėje\.<|in the table/.test(text))).toEqual([]);
  // A second start finds it, whatever it is told.
  expect(await seedIfEmpty(database.pool)).toBe(false);
  const services = await open();
  expect(services.catalogue.state.goods.products).toEqual([]);
  services.close();
});

/** Text of a page as a visitor of the retail shop is given it. */
async function pageText(code: string): Promise<string> {
  const services = await open();
  const { catalogue, content } = services;
  const directory = await openChannelDirectory(database.db, {
    channelByHost: {},
    channelCode: undefined,
    activeLocales: ['lt', 'en'],
  });
  const app = new Hono();
  const report = (error: unknown): never => {
    throw error;
  };
  const server = new EndpointServer(app, { directory, report, clientAddress: () => 'test' });
  mountContentCalls(server, content, catalogue);
  const answer = await app.request(`/api/v2/shop/cms/pages?code=${code}`, {
    headers: { 's-locale': 'en', 's-channel': 'retail' },
  });
  const { data } = (await answer.json()) as { data: { content: string }[] };
  services.close();
  return data[0]?.content ?? '';
}

test('its pages promise nothing that its settings do not have, and say what they have', async () => {
  const { rows } = await database.pool.query<{ text: string }>(
    'select p::text as text from page p union all select m::text from menu m union all select b::text from block b union all select f::text from faq f',
  );
  const promised =
    /\d,\d\d\s*€|€\d|\b50\s*€|išsimokėtin|leasing|järelmaks|рассроч|Withdraw from contract here”|sutarties čia“|Download my data|mano duomenis|“Certificate”|„Pažymėjimas“|Facebook|loyalty|lojalum|taškais|gift card|dovanų kortel|agronom|forklift|sixteen|\b16 (?:places|vietų)|8:00/i;
  expect(rows.flatMap(({ text }) => promised.exec(text)?.[0] ?? [])).toEqual([]);
  const services = await open();
  const source = {
    db: database.db,
    content: () => services.content.data,
    catalogue: () => services.catalogue.state.data,
    newUrls: false,
  };
  const retail = { code: 'retail', defaultLocale: 'lt', locales: [{ code: 'lt' }] };
  const sitemap = (await sitemapFile(source, retail, 'http://localhost', 'pages')) ?? '';
  services.close();
  expect(sitemap).toContain('/pristatymas');
  expect(sitemap).not.toMatch(/dovan|lojal|naujienos/);

  await database.pool.query(
    "update shipping_method_price set price = 777 where shipping_method_id = (select id from shipping_method where code = 'COURIER_HOME')",
  );
  const delivery = await pageText('delivery');
  expect(delivery).toContain('<th scope="row">Courier to your door</th><td>€7.77</td>');
  expect(delivery).not.toMatch(/locker|Free from|\{\{/);
  // Nobody has said yet into which account buyers pay.
  expect(await pageText('payment')).not.toContain('Bank transfer</th>');
  await database.pool.query("update channel set seller = $1 where code = 'retail'", [
    JSON.stringify(demoSeller),
  ]);
  const payment = await pageText('payment');
  await database.pool.query("update channel set seller = null where code = 'retail'");
  expect(payment).toContain('<th scope="row">Bank transfer</th><td>up to €2,000.00</td>');
  expect(payment).not.toMatch(/card|Leasing|Online banking|\{\{/i);
  await addPromotion({ db: database.db, now: () => new Date() }, 'FREE', [
    '--off',
    'delivery',
    '--minimum',
    '80',
  ]);
  expect(await pageText('delivery')).toContain('<p>Free from €80.00: Courier to your door.</p>');
  await database.pool.query('delete from cart_promotion');
});

test('the first feed brings goods, which lists and menus show', async () => {
  const file = path.join(folder, 'first.tsv');
  const rows = [
    ['id', 'title', 'price', 'availability', 'quantity', 'brand', 'product_type', 'color'],
    ['K-1', 'Kastuvas', '12.00 EUR', 'in_stock', '4', 'Kalvis', 'Įrankiai > Kastuvai', 'Juoda'],
    ['K-2', 'Grėblys', '9.00 EUR', 'in_stock', '2', 'Kalvis', 'Įrankiai > Grėbliai', 'Juoda'],
    ['K-3', 'Sėmenys', '3.00 EUR', 'in_stock', '9', '', 'Sėklos', ''],
  ];
  writeFileSync(file, rows.map((row) => row.join('\t')).join('\n'));
  expect(await importFeed(database.pool, file)).toMatchObject({ created: 3, refused: [] });
  const services = await open();
  const { data, goods } = services.catalogue.state;
  expect(goods.products).toHaveLength(3);
  expect(data.attributes.map(({ code, filterable }) => [code, filterable])).toEqual([
    ['brand', true],
    ['color', true],
  ]);
  const { content } = services;
  const menu = Array.from(content.data.menus.values()).find(({ code }) => code === 'retail-main');
  const items = presentNavItems(menu?.items ?? [], content.data, data, 'lt');
  expect(items.slice(0, 2).map(({ name, children }) => [name, children.map((child) => child.name)])).toEqual([
    ['Įrankiai', ['Kastuvai', 'Grėbliai']],
    ['Sėklos', []],
  ]);
  services.close();
});
