import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NewCommand } from '#domain/waiting/waiting-command.ts';
import { onStorageFull, retryingAfterFreeing } from './retry-after-freeing-space.ts';
import { openOutboxStore, outboxName } from './outbox-store.ts';
import { OutboxUnavailable } from './outbox-faults.ts';
import { freeReserve, keepReserve, reserveSize } from '#offline/storage/space-reserve.ts';
import { setStorageState, storageState } from '#offline/storage/storage-state.ts';

const command: NewCommand = {
  kind: 'addItem',
  scope: 'cart:x',
  line: 'V1',
  params: { token: 'x' },
  body: { productVariantCode: 'V1', quantity: 1 },
  locale: 'lt',
  channel: 'retail',
};
const entry = { ...command, id: '0000000000000000-1', owner: 'guest', at: 0 };
const put = (store: ReturnType<typeof openOutboxStore>) =>
  store.change(() => ({ changes: { append: [entry] }, result: 'saved' }));

/** Bytes that fit on the disk. */
let room = 0;
beforeEach(() => {
  room = 0;
  setStorageState('ok');
  const add = Reflect.get(IDBObjectStore.prototype, 'add') as (value: unknown) => IDBRequest<IDBValidKey>;
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (
    this: IDBObjectStore,
    value: unknown,
  ) {
    if (room < 1_000) throw new DOMException('full', 'QuotaExceededError');
    return add.call(this, value);
  });
});
afterEach(() => {
  onStorageFull();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a change that does not fit is saved once room was made: pictures and lists first, the reserve last (F11)', async () => {
  const freed: string[] = [];
  onStorageFull(
    () => Promise.resolve(void freed.push('pictures and lists')),
    () => {
      freed.push('reserve');
      room = reserveSize;
      return Promise.resolve();
    },
  );
  const store = retryingAfterFreeing(openOutboxStore(new IDBFactory()));
  await expect(put(store)).resolves.toBe('saved');
  expect(freed).toEqual(['pictures and lists', 'reserve']);
  expect((await store.read()).entries).toHaveLength(1);
  expect(storageState()).toBe('ok');
});

test('the reserve stays while the first step makes room', async () => {
  const reserve = vi.fn(() => Promise.resolve());
  onStorageFull(() => Promise.resolve(void (room = 5_000)), reserve);
  await put(retryingAfterFreeing(openOutboxStore(new IDBFactory())));
  expect(reserve).not.toHaveBeenCalled();
});

test('where nothing helps the change is not said to be saved, what waits already stays, and the device is told to be full', async () => {
  const factory = new IDBFactory();
  room = 5_000;
  const store = retryingAfterFreeing(openOutboxStore(factory));
  await put(store);
  room = 0;
  onStorageFull(() => Promise.resolve());
  await expect(
    store.change(() => ({ changes: { append: [{ ...entry, id: '0000000000000000-2' }] }, result: 'saved' })),
  ).rejects.toMatchObject({ cause: 'full' });
  expect((await store.read()).entries.map((one) => one.id)).toEqual([entry.id]);
  expect(storageState()).toBe('full');
});

test('an outbox that a newer version of the shop has made is read and never written into (F12)', async () => {
  const factory = new IDBFactory();
  room = 5_000;
  const own = openOutboxStore(factory);
  await put(own);
  own.close();
  const request = factory.open(outboxName, 2);
  await new Promise((resolve) => request.addEventListener('success', resolve));
  request.result.close();
  const store = retryingAfterFreeing(openOutboxStore(factory));
  const reading = await store.read();
  expect(reading).toMatchObject({ isReadOnly: true, entries: [{ id: entry.id }] });
  await expect(store.change(() => ({ changes: { remove: reading.entries }, result: null }))).rejects.toEqual(
    new OutboxUnavailable('newer'),
  );
  await expect(store.takeLease('me', 0, 1)).rejects.toMatchObject({ cause: 'newer' });
  expect((await store.read()).entries).toHaveLength(1);
});

test('the reserve is 256 kB that cannot be packed, taken once, where there is room for it', async () => {
  const held = new Map<string, Response>();
  const putInto = vi.fn((key: string, response: Response) => Promise.resolve(void held.set(key, response)));
  let quota = 10;
  vi.stubGlobal('caches', {
    match: (key: string) => Promise.resolve(held.get(key)),
    open: () => Promise.resolve({ put: putInto }),
    delete: () => Promise.resolve(held.size > 0 && (held.clear(), true)),
  });
  vi.stubGlobal('navigator', { storage: { estimate: () => Promise.resolve({ usage: 0, quota }) } });
  await keepReserve();
  expect(putInto).not.toHaveBeenCalled();
  quota = 1e9;
  await keepReserve();
  await keepReserve();
  expect(putInto).toHaveBeenCalledTimes(1);
  const bytes = new Uint8Array((await held.get('/reserve')?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect(bytes.length).toBe(reserveSize);
  expect(new Set(bytes.subarray(-1_000)).size).toBeGreaterThan(50);
  await freeReserve();
  expect(held.size).toBe(0);
});
