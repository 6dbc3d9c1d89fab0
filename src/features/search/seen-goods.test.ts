import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { clear, createStore, set } from 'idb-keyval';
import { beforeEach, expect, test } from 'vitest';
import type { Shop } from '#api/shop.ts';
import { contractHash } from '#offline/storage/saved-queries.ts';
import { seenGoodsQuery } from './search-seen-goods.ts';

const scope = { channel: 'retail', locale: 'lt' };
const shop = { scope } as Shop;
const seen = createStore('arimas-shared', 'values');

const card = (code: string, name: string, stock = 5) => ({
  code,
  name,
  variants: [{ code, name: '', tracked: true, stock }],
  defaultVariant: code,
  attributeValues: [],
});
let key = 0;
/** An answer as the device has kept it. */
const keep = (kind: string, data: unknown, at: number, of: object = scope, buster = contractHash) =>
  set(
    `query-${String((key += 1))}`,
    { buster, queryKey: ['catalogue', kind, of], state: { data, dataUpdatedAt: at } },
    seen,
  );
const find = (words: string) => new QueryClient().fetchQuery(seenGoodsQuery(shop, words));
const names = async (words: string) => (await find(words)).found.map(({ name }) => name);

beforeEach(() => clear(seen));

test('what was seen in lists and on pages is found by its words, in any form, best first', async () => {
  await keep(
    'list',
    { data: [card('M1', 'Morkų sėklos „Saulutė“'), card('A1', 'Agurkų sėklos')], meta: {} },
    1,
  );
  await keep('product', card('M2', 'Morkos „Nantė“'), 2);
  await keep('products by code', [card('T1', 'Trąšos morkoms', 0)], 3);
  expect(new Set(await names('morka'))).toEqual(
    new Set(['Morkų sėklos „Saulutė“', 'Morkos „Nantė“', 'Trąšos morkoms']),
  );
  expect((await names('agurku seklos'))[0]).toBe('Agurkų sėklos');
  expect(await find('traktorius')).toEqual({ found: [], among: 4 });
});

test('goods that were seen twice are there once, as they were last; other languages, channels and builds are not', async () => {
  await keep('list', { data: [card('M1', 'Morkos seniau')] }, 1);
  await keep('product', card('M1', 'Morkos dabar'), 9);
  await keep('list', { data: [card('M3', 'Morkos kitur')] }, 5, { ...scope, channel: 'wholesale' });
  await keep('list', { data: [card('M4', 'Morkos angliškai')] }, 5, { ...scope, locale: 'en' });
  await keep('list', { data: [card('M5', 'Morkos kitaip')] }, 5, scope, 'another');
  await keep('taxons', { data: [{ code: 'morkos', name: 'Morkos' }] }, 5);
  const { found, among } = await find('morkos');
  expect([found.map(({ name }) => name), among]).toEqual([['Morkos dabar'], 1]);
});
