import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snapshotFormat } from '#contract/catalogue-words.ts';
import type { ProductCard } from '#contract/catalogue.ts';
import { catalogueLocales } from '#contract/locale.ts';
import { shapes } from '#contract/calls/shapes.ts';
import type { Snapshot } from '#contract/snapshot.ts';
import { presentCard } from '#domain/catalogue/product-presenter.ts';
import { fromDictionaries } from '#domain/offline-catalogue/snapshot-dictionaries.ts';
import { fromRow } from '#domain/offline-catalogue/snapshot-rows.ts';
import { openChannelDirectory } from '#server/channels/channel-directory.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { EndpointServer } from '#server/http/serve-endpoint.ts';
import { Catalogue } from './catalogue.ts';
import { mountCatalogueCalls } from './catalogue-routes.ts';
import { mountSnapshot } from './snapshot-routes.ts';
import { SnapshotEditions } from './snapshot-editions.ts';

let database: TestDatabase;
let catalogue: Catalogue;
const faults: unknown[] = [];

/** A shop that has just started, with its own memory; every change is looked at at once. */
async function aShop(): Promise<Hono> {
  const directory = await openChannelDirectory(database.db, {
    channelByHost: {},
    channelCode: undefined,
    activeLocales: catalogueLocales,
  });
  const hono = new Hono();
  const server = new EndpointServer(hono, {
    directory,
    report: (error) => faults.push(error),
    clientAddress: () => 'test',
  });
  mountCatalogueCalls(server, catalogue);
  const own = new Hono();
  mountSnapshot(
    new EndpointServer(own, {
      directory,
      report: (error) => faults.push(error),
      clientAddress: () => 'test',
    }),
    new SnapshotEditions(catalogue, 0),
  );
  own.mount('/', hono.fetch);
  return own;
}
let shop: Hono;

beforeAll(async () => {
  database = await createTestDatabase();
  catalogue = await Catalogue.open(database.db, (error) => faults.push(error));
  shop = await aShop();
}, 60_000);
afterAll(async () => {
  catalogue.close();
  await database.drop();
  expect(faults).toEqual([]);
});

async function get<T>(path: string, locale = 'lt', of = shop): Promise<T> {
  const answer = await of.request(`/api/v2${path}`, { headers: { 's-locale': locale } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}
const snapshot = (query = '', locale = 'lt', of = shop): Promise<Snapshot> =>
  get<Snapshot>(`/shop/catalogue-snapshot${query}`, locale, of);
const since = (cursor: string, of = shop): Promise<Snapshot> => snapshot(`?since=${cursor}`, 'lt', of);

async function change(statement: string): Promise<void> {
  await database.pool.query(statement);
  catalogue.catalogueChanged();
  await catalogue.settled();
}

test('CAT-14 the whole catalogue comes in one answer or in pages that go on where the last one ended', async () => {
  const whole = await snapshot();
  expect(shapes.catalogueSnapshot.response.safeParse(whole).error).toBeUndefined();
  expect(whole).toMatchObject({ complete: true, total: whole.products.length, removed: [] });
  const { meta } = await get<{ meta: { totalItems: number } }>('/shop/search/products?itemsPerPage=0');
  expect(whole.products.filter((row) => (row[9] & 2) === 0)).toHaveLength(meta.totalItems);
  const pages = [await snapshot('?limit=100')];
  for (let last = pages[0]; last?.complete === false; last = pages.at(-1))
    pages.push(await snapshot(`?limit=100&since=${last.cursor}`));
  expect(pages).toHaveLength(Math.ceil(whole.total / 100));
  expect(pages.flatMap(({ products }) => products)).toEqual(whole.products);
  expect(pages.map((page) => page.dictionaries !== undefined)).toEqual([
    true,
    ...pages.slice(1).map(() => false),
  ]);
  expect(pages.at(-1)?.cursor).toBe(whole.cursor);
});

test('CAT-14 a card made of a row is the card of the shop, in every language', async () => {
  for (const locale of ['lt', 'ru']) {
    const { products, dictionaries } = await snapshot('', locale);
    if (!dictionaries) throw new Error('No dictionaries');
    const tree = fromDictionaries(dictionaries, locale);
    const codes = products.slice(0, 60).map((row) => row[1]);
    const { data } = await get<{ data: ProductCard[] }>(
      `/shop/search/products?itemsPerPage=100&${codes.map((code) => `code[]=${code}`).join('&')}`,
      locale,
    );
    expect(data).toHaveLength(60);
    const cards = products
      .slice(0, 60)
      .map((row) =>
        presentCard(fromRow(row, dictionaries, locale, '2026-01-01T00:00:00.000Z'), tree, locale),
      );
    const plain = (card: ProductCard): unknown => ({
      ...card,
      updatedAt: '',
      images: card.images.slice(0, 1).map(({ path }) => path),
      // Words of other languages and long texts are not kept.
      attributeValues: card.attributeValues.map(
        ({ id, code, name, value, valueCode, slug, backgroundColor }) => ({
          id,
          code,
          name,
          value,
          valueCode,
          slug,
          backgroundColor,
        }),
      ),
    });
    expect(cards.map(plain)).toEqual(data.map(plain));
  }
});

test('CAT-14 later only what changed comes, and what is no longer sold', async () => {
  const { cursor, products } = await snapshot();
  expect(await since(cursor)).toMatchObject({ products: [], removed: [], total: 0, cursor, complete: true });
  const [first, second] = products;
  if (!first || !second) throw new Error('No goods');
  await change(
    `update channel_price set price = price + 7 where variant_id in (select id from product_variant where product_id = ${first[0]})`,
  );
  const priced = await since(cursor);
  expect(priced.products.map((row) => row[0])).toEqual([first[0]]);
  expect(priced.products[0]?.[13][0]?.[3]).toBe((first[13][0]?.[3] ?? 0) + 7);
  expect(priced.dictionaries).toBeUndefined();
  await change(`update product set enabled = false where id = ${second[0]}`);
  expect(await since(priced.cursor)).toMatchObject({ products: [], removed: [second[0]] });
  // From further back both, and for who begins anew no word of what is gone.
  const both = await since(cursor);
  expect(both).toMatchObject({ total: 2, removed: [second[0]] });
  const anew = await snapshot();
  expect(anew.removed).toEqual([]);
  expect(anew.products.some((row) => row[0] === second[0])).toBe(false);
  await change(`update product set enabled = true where id = ${second[0]}`);
  expect((await since(both.cursor)).products.map((row) => row[0])).toEqual([second[0]]);
});

test('CAT-14 a renamed category comes with the dictionaries; stock that moved comes as its product', async () => {
  const { cursor, products } = await snapshot();
  await change(`update taxon set name = name || '{"lt":"Nauja"}' where id = (select min(id) from taxon)`);
  const renamed = await since(cursor);
  expect(renamed.products).toEqual([]);
  expect(renamed.dictionaries?.taxons.some((row) => row[4] === 'Nauja')).toBe(true);
  const { rows } = await database.pool.query<{ variant_id: number; product_id: number }>(
    `update stock set on_hand = on_hand + 1 where (variant_id, warehouse_id) = (select s.variant_id, s.warehouse_id from stock s join product_variant v on v.id = s.variant_id where v.product_id = ${products[0]?.[0] ?? 0} limit 1)
     returning variant_id, ${products[0]?.[0] ?? 0} as product_id`,
  );
  await catalogue.stockChanged(String(rows[0]?.variant_id));
  expect((await since(renamed.cursor)).products.map((row) => row[0])).toContain(rows[0]?.product_id);
});

test('CAT-14 a shop that was started anew goes on from the cursors of before, and tells what changed meanwhile', async () => {
  const { cursor, products } = await snapshot();
  await change(`update product set position = position + 1 where id = ${products[3]?.[0] ?? 0}`);
  const restarted = await aShop();
  const later = await since(cursor, restarted);
  expect(later.products.map((row) => row[0])).toEqual([products[3]?.[0]]);
});

test('CAT-14 a cursor that names nothing of this shop is gone; an odd limit is refused', async () => {
  const { cursor } = await snapshot();
  const status = async (query: string): Promise<unknown> => {
    const answer = await shop.request(`/api/v2/shop/catalogue-snapshot?${query}`, {
      headers: { 's-locale': 'lt' },
    });
    const body = (await answer.json()) as { errorCode?: string };
    return [answer.status, body.errorCode];
  };
  for (const odd of [
    'x',
    '',
    `${snapshotFormat}.000000000000.3`,
    cursor.replace(/^\d+/, String(snapshotFormat + 1)),
    `${cursor}9`,
    `${cursor}-1`,
    "' or 1=1",
    encodeURIComponent(`${snapshotFormat}.\u0000.1`),
  ])
    expect([odd, await status(`since=${odd}`)]).toEqual([odd, [410, 'snapshot.cursor_gone']]);
  expect(await status(`since=${'1'.repeat(200)}`)).toEqual([400, 'query.invalid']);
  expect(await status('limit=5001')).toEqual([400, 'query.invalid']);
  expect(await status('limit=0')).toEqual([200, undefined]);
  expect((await snapshot('?limit=0')).size).toBeGreaterThan(1000);
});

test('CAT-14 is public, the same for everybody, compressed, and not sent twice', async () => {
  const headers = { 's-locale': 'lt', 'accept-encoding': 'br' };
  const answer = await shop.request('/api/v2/shop/catalogue-snapshot', { headers });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('cache-control')).toContain('public');
  const etag = answer.headers.get('etag') ?? '';
  const again = await shop.request('/api/v2/shop/catalogue-snapshot', {
    headers: { ...headers, 'if-none-match': etag },
  });
  expect(again.status).toBe(304);
  const other = await shop.request('/api/v2/shop/catalogue-snapshot', {
    headers: { ...headers, 's-locale': 'en', 'if-none-match': etag },
  });
  expect(other.status).toBe(200);
});
