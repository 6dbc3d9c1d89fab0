import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductCard } from '#contract/catalogue.ts';
import { catalogueLocales } from '#contract/locale.ts';
import { shapes } from '#contract/calls/shapes.ts';
import { Catalogue } from './catalogue.ts';
import { mountCatalogueCalls } from './catalogue-routes.ts';
import { openChannelDirectory } from '#server/channels/channel-directory.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { EndpointServer } from '#server/http/serve-endpoint.ts';

let database: TestDatabase;
let catalogue: Catalogue;
let hono: Hono;
const faults: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  catalogue = await Catalogue.open(database.db, (error) => faults.push(error));
  const directory = await openChannelDirectory(database.db, {
    channelByHost: {},
    channelCode: undefined,
    activeLocales: catalogueLocales,
  });
  hono = new Hono();
  const server = new EndpointServer(hono, {
    directory,
    report: (error) => faults.push(error),
    clientAddress: () => 'test',
  });
  mountCatalogueCalls(server, catalogue);
}, 60_000);
afterAll(async () => {
  catalogue.close();
  await database.drop();
  expect(faults).toEqual([]);
});

type Answer = {
  data: ProductCard[];
  meta: {
    totalItems: number;
    search: { leftOut: string[]; instead: string[] };
    taxonsSuggestions: { code: string; count: number }[];
  };
};
const ask = (call: 'products' | 'suggestions', query: string, locale = 'lt') =>
  hono.request(`/api/v2/shop/search/${call}?query=${encodeURIComponent(query)}`, {
    headers: { 's-locale': locale },
  });
async function answer(call: 'products' | 'suggestions', query: string, locale = 'lt'): Promise<Answer> {
  const given = await ask(call, query, locale);
  expect([query, given.status]).toEqual([query, 200]);
  const body: unknown = await given.json();
  expect(shapes[call].response.safeParse(body).error).toBeUndefined();
  return body as Answer;
}

test('R1.05 „trąšos“ brings fertilisers and their category, in the list and in the suggestions alike', async () => {
  const list = await answer('products', 'trąšos');
  const suggested = await answer('suggestions', 'trąšos');
  expect(suggested.data.map(({ code }) => code)).toEqual(list.data.slice(0, 4).map(({ code }) => code));
  for (const { code } of suggested.data) expect(code).toMatch(/^[MSO]T/);
  expect(suggested.meta.taxonsSuggestions[0]?.code).toBe('TRASOS');
  expect(suggested.meta.taxonsSuggestions.length).toBeLessThanOrEqual(3);
  // A name that only begins alike is another thing.
  expect(list.data.map(({ name }) => name).join()).not.toContain('Traškutis');
});

test('what is left out of a query and what may be asked in its place stands beside the list', async () => {
  expect((await answer('products', 'vaistai nuo amarų')).meta.search).toEqual({
    leftOut: ['vaistai'],
    instead: [],
  });
  const none = await answer('products', 'morkų kastuvas');
  expect(none.data).toEqual([]);
  expect(none.meta.search).toEqual({ leftOut: [], instead: ['morkų', 'kastuvas'] });
  for (const query of none.meta.search.instead)
    expect((await answer('products', query)).meta.totalItems).toBeGreaterThan(0);
});

test('bad input is an answer or a clear refusal, soon', async () => {
  const odd = [
    '%',
    '_',
    '%_%',
    '"',
    "'",
    "' OR 1=1 --",
    'a & b | !c',
    '(((',
    '\\',
    '🌱🌱',
    '\u200b\u200f\u202e',
    '\0',
    '1-1-1-1-1-1-1',
    '<script>',
    'constructor',
    '--',
    '*',
    '..',
    'ß'.repeat(100),
  ];
  const startedAt = performance.now();
  for (const call of ['products', 'suggestions'] as const) {
    for (const query of odd)
      expect([call, query, (await ask(call, query)).status < 500]).toEqual([call, query, true]);
    // Broken bytes, broken escapes, lists where a text is wanted.
    for (const raw of ['query=%ED%A0%BC', 'query=%', 'query=%ff%fe', 'query[]=a&query[]=b', 'query[a]=b'])
      expect([raw, (await hono.request(`/api/v2/shop/search/${call}?${raw}`)).status < 500]).toEqual([
        raw,
        true,
      ]);
    for (const query of ['ž'.repeat(10_000), 'x'.repeat(129)]) {
      const refused = await ask(call, query);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toHaveProperty('violations');
    }
  }
  expect((await ask('suggestions', '   ')).status).toBe(400);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  // Marks that nobody sees do not hide the goods, nor do signs.
  expect((await answer('products', '\u200f\u200bmor\u00adkų\u202e 🌱 „sėklos“!')).data[0]?.name).toMatch(
    /^Morkų sėklos/,
  );
});
