import 'fake-indexeddb/auto';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { createStore, entries } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const load = async () => ({
  ...(await import('./saved-queries.ts')),
  ...(await import('#api/copy-times.ts')),
  ...(await import('#app/query-client.ts')),
});
let { createSavedQueries, copyTimes, madeOnDevice, askAgain } = await load();

const storeOf = (name: string) => createStore(name, 'values');
const clientOf = (saved: ReturnType<typeof createSavedQueries>) =>
  new QueryClient({ defaultOptions: { queries: { persister: saved.persister, retry: false } } });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  // A device of its own: what an earlier test still writes is on the one before, which its modules have open.
  globalThis.indexedDB = new IDBFactory();
  vi.resetModules();
  ({ createSavedQueries, copyTimes, madeOnDevice, askAgain } = await load());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const list = { queryKey: ['listing', { locale: 'lt' }], meta: { saved: true } };
const menus = { queryKey: ['frame', 'menu', { locale: 'lt' }], meta: { saved: true, start: true } };

async function browse(buster?: string) {
  const saved = createSavedQueries(buster);
  const client = clientOf(saved);
  await client.fetchQuery({ ...list, queryFn: () => ({ name: 'Morkos' }) });
  await client.fetchQuery({ ...menus, queryFn: () => ({ items: ['Sėklos'] }) });
  await saved.keep(client);
  // Subscribed from now on: the next change of a start query is written through.
  client.setQueryData(menus.queryKey, { items: ['Sėklos', 'Trąšos'] });
  await vi.waitFor(
    async () => expect(JSON.stringify(await entries(storeOf('arimas-start')))).toContain('Trąšos'),
    5_000,
  );
  await vi.waitFor(
    async () => expect((await entries(storeOf('arimas-shared'))).length).toBeGreaterThan(0),
    5_000,
  );
}

/** A start without a connection: what stands, and how often the shop had been asked by then. */
async function start(buster?: string) {
  const saved = createSavedQueries(buster);
  const client = clientOf(saved);
  await saved.restoreStart(client);
  const menu = client.getQueryData(menus.queryKey);
  const asked = vi.fn(() => Promise.reject(new Error('offline')));
  const answer = await client.fetchQuery({ ...list, queryFn: asked }).catch(() => undefined);
  return { menu, answer, asked: asked.mock.calls.length };
}
const nothing = { menu: undefined, answer: undefined, asked: 1 };
const everything = { menu: { items: ['Sėklos', 'Trąšos'] }, answer: { name: 'Morkos' }, asked: 0 };

test('R0.24 answers lie in IndexedDB, one record per query, and not in local storage', async () => {
  const cells = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => void cells.set(key, value),
    removeItem: (key: string) => void cells.delete(key),
  });
  await browse();
  const records = await entries<string, { queryKey: unknown; state: { data: unknown } }>(
    storeOf('arimas-shared'),
  );
  expect(records.map(([, { queryKey, state }]) => [queryKey, state.data])).toContainEqual([
    list.queryKey,
    { name: 'Morkos' },
  ]);
  await start();
  expect([...cells].join(' ')).not.toMatch(/Morkos|Sėklos/);
});

test('R0.25 what the synchronous persister wrote is there for a new start on the same IndexedDB', async () => {
  await browse();
  expect((await start()).menu).toEqual({ items: ['Sėklos', 'Trąšos'] });
});

test('R0.26 saved answers come back before anything is asked', async () => {
  await browse();
  expect(await start()).toEqual(everything);
});

test('R0.27 answers of 31 days ago, or of a build with other shapes, are dropped; those of 29 days and what the frame needs are not', async () => {
  const day = 24 * 60 * 60 * 1000;
  await browse('shapes-1');
  expect(await start('shapes-2')).toEqual(nothing);
  const then = Date.now();
  await browse('shapes-1');
  vi.setSystemTime(then + 29 * day);
  expect(await start('shapes-1')).toEqual(everything);
  for (const days of [31, 400]) {
    vi.setSystemTime(then);
    await browse('shapes-1');
    vi.setSystemTime(then + days * day);
    expect(await start('shapes-1')).toEqual({ ...nothing, menu: everything.menu });
  }
});

test('with a clock that was turned back by a year what is saved is shown, and the shop is asked about all of it', async () => {
  const then = Date.now();
  await browse();
  vi.setSystemTime(then - 366 * 24 * 60 * 60 * 1000);
  const saved = createSavedQueries();
  const client = clientOf(saved);
  await saved.restoreStart(client);
  const asked = vi.fn(() => Promise.resolve({ name: 'Morkos, naujos' }));
  const long = { staleTime: 60_000 };
  expect(await client.fetchQuery({ ...list, ...long, queryFn: asked })).toEqual({ name: 'Morkos' });
  await vi.waitFor(
    () => expect(client.getQueryData(list.queryKey)).toEqual({ name: 'Morkos, naujos' }),
    5_000,
  );
  expect(client.getQueryData(menus.queryKey)).toEqual(everything.menu);
  const askedForMenus = vi.fn(() => Promise.resolve({ items: ['Sėklos'] }));
  await client.fetchQuery({ ...menus, ...long, queryFn: askedForMenus });
  expect(askedForMenus).toHaveBeenCalledTimes(1);
  // A second look at the disk does not bring the old menus back over the new ones.
  await saved.keep(client);
  expect(client.getQueryData(menus.queryKey)).toEqual({ items: ['Sėklos'] });
});

test('what the frame needs is kept though it was asked for anew in vain', async () => {
  await browse();
  const saved = createSavedQueries();
  const client = clientOf(saved);
  await saved.restoreStart(client);
  await saved.keep(client);
  const written = async () => JSON.stringify(await entries(storeOf('arimas-start')));
  await expect(
    client.fetchQuery({ ...menus, queryFn: () => Promise.reject(new Error('offline')) }),
  ).rejects.toThrow('offline');
  // The set is written some moments later.
  const channel = { queryKey: ['frame', 'channel'], meta: { saved: true, start: true } };
  await client.fetchQuery({ ...channel, queryFn: () => ({ code: 'retail' }) });
  await vi.waitFor(async () => expect(await written()).toContain('retail'), 5_000);
  expect((await start()).menu).toEqual(everything.menu);
});

test('what belongs to the visitor lies apart and can be wiped alone', async () => {
  const saved = createSavedQueries();
  const client = clientOf(saved);
  await client.fetchQuery({
    queryKey: ['cart'],
    meta: { saved: true, own: true },
    queryFn: () => ({ total: 5 }),
  });
  await client.fetchQuery({ ...list, queryFn: () => ({ name: 'Morkos' }) });
  await vi.waitFor(async () => expect((await entries(storeOf('arimas-own'))).length).toBe(1), 5_000);
  await vi.waitFor(async () => expect((await entries(storeOf('arimas-shared'))).length).toBe(1), 5_000);
  await saved.forgetOwn();
  expect(await entries(storeOf('arimas-own'))).toEqual([]);
  expect((await entries(storeOf('arimas-shared'))).length).toBe(1);
});

test("what came with the page goes to its own store: the visitor's to theirs, the catalogue's to the shared one", async () => {
  const saved = createSavedQueries();
  const client = clientOf(saved);
  const query = (queryKey: string[], meta: Record<string, unknown>) =>
    client.getQueryCache().build(client, { queryKey, meta }).setData({ a: 1 });
  query(['cart'], { saved: true, own: true });
  query(['listing'], { saved: true });
  await saved.keep(client);
  const keysOf = async (name: string) => (await entries(storeOf(name))).map(([key]) => key);
  await vi.waitFor(async () => expect(await keysOf('arimas-own')).toEqual(['query-["cart"]']), 5_000);
  await vi.waitFor(async () => expect(await keysOf('arimas-shared')).toEqual(['query-["listing"]']), 5_000);
});

test('what a visitor marked in the first moments of a page, and the shop could not be asked about since, is kept', async () => {
  const saved = createSavedQueries();
  const client = clientOf(saved);
  const wished = { queryKey: ['visitor', 'wished'], meta: { saved: true, own: true } };
  client
    .getQueryCache()
    .build(client, wished)
    .setData([{ code: 'A' }]);
  await client
    .fetchQuery({ ...wished, queryFn: () => Promise.reject(new Error('offline')) })
    .catch(() => undefined);
  await saved.keep(client);
  await vi.waitFor(
    async () => expect(JSON.stringify(await entries(storeOf('arimas-own')))).toContain('"code":"A"'),
    5_000,
  );
});

test("an answer from the worker's copies is saved and shown with the copy's own time", async () => {
  const saved = createSavedQueries();
  const client = clientOf(saved);
  const given = Date.now() - 3 * 60 * 60 * 1000;
  await client.fetchQuery({
    ...list,
    queryFn: ({ signal }) => {
      copyTimes.set(signal, given);
      return { name: 'Morkos' };
    },
  });
  await vi.waitFor(() => expect(client.getQueryState(list.queryKey)?.dataUpdatedAt).toBe(given), 5_000);
  await vi.waitFor(async () => {
    const [record] = await entries<string, { state: { dataUpdatedAt: number } }>(storeOf('arimas-shared'));
    expect(record?.[1].state.dataUpdatedAt).toBe(given);
  }, 5_000);
});

test.each([
  ['was made on the device of the catalogue that it keeps', true, 2],
  ['is a copy of what the shop said a moment ago', false, 1],
])('an answer that %s: is it asked for as soon as the shop is there again? %s', async (_, isMade, times) => {
  const client = clientOf(createSavedQueries());
  const given = Date.now() - 5_000;
  const queryFn = vi.fn(({ signal }: { signal: AbortSignal }) => {
    if (queryFn.mock.calls.length > 1) return { name: 'Morkos', description: 'Saldžios' };
    copyTimes.set(signal, given);
    if (isMade) madeOnDevice.add(signal);
    return { name: 'Morkos' };
  });
  const observer = new QueryObserver(client, { ...list, queryFn, staleTime: 30_000 });
  const leave = observer.subscribe(() => {});
  await vi.waitFor(() => expect(client.getQueryState(list.queryKey)?.dataUpdatedAt).toBe(given), 5_000);
  await askAgain(client);
  expect(queryFn).toHaveBeenCalledTimes(times);
  expect(observer.getCurrentResult().data).toEqual(
    isMade ? { name: 'Morkos', description: 'Saldžios' } : { name: 'Morkos' },
  );
  leave();
});

test('a copy is shown and asked about; a failure of that is kept by the query and left to nobody else', async () => {
  const cart = { queryKey: ['cart', 'current', { token: 't' }], meta: { saved: true, own: true } };
  const before = clientOf(createSavedQueries());
  await before.fetchQuery({ ...cart, queryFn: () => ({ total: 5 }) });
  await vi.waitFor(async () => expect(await entries(storeOf('arimas-own'))).toHaveLength(1), 5_000);
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const client = clientOf(createSavedQueries());
  const asked = vi.fn(() => Promise.reject(new Error('500')));
  expect(await client.fetchQuery({ ...cart, queryFn: asked })).toEqual({ total: 5 });
  await vi.waitFor(() => expect(client.getQueryState(cart.queryKey)?.error).toEqual(new Error('500')), 5_000);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(client.getQueryData(cart.queryKey)).toEqual({ total: 5 });
  // Such a rejection is told after the work of the moment.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test('what a page is given while the disk is read is not put back to what lies there', async () => {
  const cart = { queryKey: ['cart'], meta: { saved: true, own: true } };
  await clientOf(createSavedQueries()).fetchQuery({ ...cart, queryFn: () => ({ lines: 0 }) });
  await vi.waitFor(async () => expect(await entries(storeOf('arimas-own'))).toHaveLength(1), 5_000);
  const client = clientOf(createSavedQueries());
  const asked = vi.fn(() => Promise.reject(new Error('offline')));
  const reading = client.fetchQuery({ ...cart, queryFn: asked });
  client.setQueryData(cart.queryKey, { lines: 2 });
  expect(await reading).toEqual({ lines: 2 });
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1), 5_000);
  expect(client.getQueryData(cart.queryKey)).toEqual({ lines: 2 });
});

test("a copy of the visitor's own is asked about by the next who shows it, when the first was gone before the answer", async () => {
  const cart = { queryKey: ['cart'], meta: { saved: true, own: true }, staleTime: 30_000 };
  const before = createSavedQueries();
  await clientOf(before).fetchQuery({ ...cart, queryFn: () => ({ total: 5 }) });
  await vi.waitFor(async () => expect((await entries(storeOf('arimas-own'))).length).toBe(1), 5_000);

  const client = clientOf(createSavedQueries());
  const asked = vi.fn(
    ({ signal }: { signal: AbortSignal }) =>
      new Promise<{ total: number }>((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('left'))),
      ),
  );
  const leave = new QueryObserver(client, { ...cart, queryFn: asked }).subscribe(() => undefined);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1), 5_000);
  expect(client.getQueryData(cart.queryKey)).toEqual({ total: 5 });
  leave();
  await vi.waitFor(() => expect(client.isFetching()).toBe(0), 5_000);

  const next = new QueryObserver(client, { ...cart, queryFn: () => ({ total: 6 }) });
  const leaveNext = next.subscribe(() => undefined);
  await vi.waitFor(() => expect(next.getCurrentResult().data).toEqual({ total: 6 }), 5_000);
  leaveNext();
});
