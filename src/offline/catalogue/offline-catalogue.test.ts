import 'fake-indexeddb/auto';
import { clear, createStore, set } from 'idb-keyval';
import { beforeEach, expect, test } from 'vitest';
import { snapshotFormat } from '#contract/catalogue-words.ts';
import { apiMarker, header } from '#contract/calls/endpoints.ts';
import type { ProductRow, Snapshot, SnapshotDictionaries } from '#contract/snapshot.ts';
import { fetchCatalogue, type FetchHost } from './catalogue-download.ts';
import { OfflineCatalogueStore, offlineCatalogueDatabase } from './catalogue-store.ts';

const scope = { channel: 'retail', locale: 'lt' };
const dictionaries = {
  taxons: [[1, 'T', 0, 1, 'Sėklos', 'seklos', '', '', '']],
  attributes: [],
  values: [],
  units: [],
  places: [],
  options: [],
  rates: [['standard', 0.21]],
  signalWords: {},
  pictograms: {},
  statements: {},
} as SnapshotDictionaries;
const row = (id: number, price = 100): ProductRow => [
  id,
  `P${id}`,
  `Prekė ${id}`,
  `preke-${id}`,
  '',
  0,
  [1],
  [],
  '',
  0,
  0,
  0,
  0,
  [[0, '', 0, price, 0, null, 0, 0, 0, 1]],
];

/** A shop with goods in blocks of two; `answers` counts, `fault` may come in between. */
function aShop(count: number) {
  const goods = new Map(Array.from({ length: count }, (_, at) => [at + 1, row(at + 1)]));
  const shop = {
    asked: [] as string[],
    changes: [] as { row?: ProductRow; removed?: number; dictionaries?: SnapshotDictionaries }[],
    lineage: 'one',
    fault: undefined as ((asked: number) => Response | Error | undefined) | undefined,
    fetch: ((address: string) => {
      const query = new URL(address, 'http://shop').searchParams;
      shop.asked.push(query.toString());
      const fault = shop.fault?.(shop.asked.length);
      if (fault instanceof Error) return Promise.reject(fault);
      if (fault) return Promise.resolve(fault);
      const [, lineage, kind = '', at = '0'] =
        /^(\w+)\.(full|changes)\.(\d+)$/.exec(query.get('since') ?? `${shop.lineage}.full.0`) ?? [];
      if (lineage !== shop.lineage) return Promise.resolve(json({}, 410));
      const page = (more: Partial<Snapshot>): Snapshot => ({
        format: snapshotFormat,
        cursor: '',
        complete: true,
        total: 0,
        size: 1000,
        products: [],
        removed: [],
        ...more,
      });
      if (kind === 'full') {
        const after = Number(at);
        const all = [...goods.values()];
        const complete = after + 2 >= all.length;
        return Promise.resolve(
          json(
            page({
              total: all.length,
              complete,
              cursor: complete
                ? `${shop.lineage}.changes.${shop.changes.length}`
                : `${shop.lineage}.full.${after + 2}`,
              products: all.slice(after, after + 2),
              ...(after === 0 ? { dictionaries } : {}),
            }),
          ),
        );
      }
      const later = shop.changes.slice(Number(at));
      return Promise.resolve(
        json(
          page({
            cursor: `${shop.lineage}.changes.${shop.changes.length}`,
            products: later.flatMap((one) => (one.row === undefined ? [] : [one.row])),
            removed: later.flatMap((one) => (one.removed === undefined ? [] : [one.removed])),
            ...later.flatMap(({ dictionaries: words }) => (words ? [{ dictionaries: words }] : []))[0],
          }),
        ),
      );
    }) as typeof fetch,
  };
  return shop;
}
const json = (body: unknown, status = 200): Response =>
  Response.json(body, { status, headers: { [header.marker]: apiMarker } });

beforeEach(async () => {
  await clear(createStore(offlineCatalogueDatabase, 'values'));
});

const host = (shop: ReturnType<typeof aShop>, more: Partial<FetchHost> = {}): FetchHost => ({
  store: new OfflineCatalogueStore(),
  signal: new AbortController().signal,
  onBlock: () => {},
  fetch: shop.fetch,
  now: () => 1_000,
  ...more,
});
const kept = async () =>
  (await new OfflineCatalogueStore().read(scope))?.rows.map(([id]) => id).sort((a, b) => a - b);

test('the catalogue comes in blocks and counts when it is whole', async () => {
  const shop = aShop(5);
  const seen: unknown[] = [];
  const store = new OfflineCatalogueStore();
  expect(
    await fetchCatalogue(
      scope,
      host(shop, {
        store,
        onBlock: async () =>
          void seen.push([(await store.run(scope))?.done, (await store.head(scope))?.products]),
      }),
    ),
  ).toBe('done');
  expect(seen).toEqual([
    [2, undefined],
    [4, undefined],
    [undefined, 5],
  ]);
  expect(await kept()).toEqual([1, 2, 3, 4, 5]);
  expect(await new OfflineCatalogueStore().head(scope)).toMatchObject({ savedAt: 1_000, products: 5 });
  // Of another channel or language nothing is kept.
  expect(await new OfflineCatalogueStore().read({ ...scope, locale: 'en' })).toBeUndefined();
});

test('what is cut off, paused or not understood goes on where it ended, and is not taken for the whole', async () => {
  const ends: [Response | Error, string][] = [
    [new TypeError('network'), 'unreachable'],
    [new Response('<html>sign in</html>', { status: 200 }), 'unreachable'],
    [json({ errorCode: 'server.error' }, 500), 'refused'],
    [json({ format: snapshotFormat + 1, products: [] }), 'refused'],
    [new Response('{"format":1,"prod', { headers: { [header.marker]: apiMarker } }), 'refused'],
  ];
  for (const [fault, end] of ends) {
    await clear(createStore(offlineCatalogueDatabase, 'values'));
    const shop = aShop(6);
    shop.fault = (asked) => (asked === 2 ? fault : undefined);
    expect(await fetchCatalogue(scope, host(shop))).toBe(end);
    expect(await kept()).toBeUndefined();
    expect(await fetchCatalogue(scope, host(shop))).toBe('done');
    expect(await kept()).toEqual([1, 2, 3, 4, 5, 6]);
    // The first block was not fetched twice.
    expect(shop.asked.filter((query) => !query.includes('since'))).toHaveLength(1);
  }
});

test('a pause ends the fetch, what came stays', async () => {
  const shop = aShop(6);
  const pause = new AbortController();
  shop.fault = (asked) => {
    if (asked < 2) return undefined;
    pause.abort();
    return new DOMException('aborted', 'AbortError');
  };
  expect(await fetchCatalogue(scope, host(shop, { signal: pause.signal }))).toBe('paused');
  shop.fault = undefined;
  expect(await new OfflineCatalogueStore().run(scope)).toMatchObject({ done: 2, of: 6 });
  expect(await fetchCatalogue(scope, host(shop))).toBe('done');
  expect(await kept()).toHaveLength(6);
});

test('afterwards only what changed is fetched; the catalogue of before stays until the changes are whole', async () => {
  const shop = aShop(4);
  await fetchCatalogue(scope, host(shop));
  shop.changes.push({ row: row(2, 777) }, { removed: 3 }, { row: row(9) });
  shop.fault = (asked) => (asked === 3 ? new TypeError('network') : undefined);
  expect(await fetchCatalogue(scope, host(shop, { now: () => 2_000 }))).toBe('unreachable');
  expect(await kept()).toEqual([1, 2, 3, 4]);
  expect(await fetchCatalogue(scope, host(shop, { now: () => 3_000 }))).toBe('done');
  const read = await new OfflineCatalogueStore().read(scope);
  expect(read?.rows.map(([id]) => id).sort((a, b) => a - b)).toEqual([1, 2, 4, 9]);
  expect(read?.rows.find(([id]) => id === 2)?.[13][0]?.[3]).toBe(777);
  expect(read?.head.savedAt).toBe(3_000);
  // Nothing new: the same goods, as new as now.
  expect(await fetchCatalogue(scope, host(shop, { now: () => 4_000 }))).toBe('done');
  expect((await new OfflineCatalogueStore().read(scope))?.head).toMatchObject({
    savedAt: 4_000,
    products: 4,
  });
});

test('a shop that knows nothing of the cursor is asked for everything anew', async () => {
  const shop = aShop(3);
  await fetchCatalogue(scope, host(shop));
  shop.lineage = 'two';
  expect(await fetchCatalogue(scope, host(shop))).toBe('done');
  expect(await kept()).toEqual([1, 2, 3]);
  // In the middle of a first fetch too.
  await clear(createStore(offlineCatalogueDatabase, 'values'));
  shop.fault = (asked) =>
    asked === shop.asked.length && shop.asked.at(-1)?.includes('since')
      ? new TypeError('network')
      : undefined;
  expect(await fetchCatalogue(scope, host(shop))).toBe('unreachable');
  shop.fault = undefined;
  shop.lineage = 'three';
  expect(await fetchCatalogue(scope, host(shop))).toBe('done');
  expect(await kept()).toEqual([1, 2, 3]);
});

test('a disk that lost a part of it has no catalogue, and the next fetch brings it anew', async () => {
  const shop = aShop(5);
  await fetchCatalogue(scope, host(shop));
  const head = await new OfflineCatalogueStore().head(scope);
  await set(`rows ${head?.generation} 1`, 'rubbish', createStore(offlineCatalogueDatabase, 'values'));
  expect(await kept()).toBeUndefined();
  expect(await fetchCatalogue(scope, host(shop))).toBe('done');
  expect(await kept()).toEqual([1, 2, 3, 4, 5]);
});
