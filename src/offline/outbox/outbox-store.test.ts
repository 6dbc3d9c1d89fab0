import fc from 'fast-check';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { payingKinds } from '#contract/orders/adjustments.ts';
import { contentShown } from '#domain/cart/lines-shown.ts';
import { paidBy, unpaid } from '#domain/cart/paid-by.ts';
import { anOrder } from '#tests/builders.ts';
import { add, begin } from '#tests/cart-commands.ts';
import { aDevice, aSmallShop } from '#tests/outbox-bench.ts';
import { openOutboxStore, outboxName } from './outbox-store.ts';
import type { Reading } from './outbox-records.ts';

const entry = { ...begin(), id: 'k'.repeat(36), owner: 'guest', at: 5 };

/** Puts a raw value among the entries, or into another store, as a fault or another version of the shop would. */
async function putRaw(factory: IDBFactory, value: unknown, store = 'entries'): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = factory.open(outboxName);
    request.onsuccess = () => resolve(request.result);
  });
  await new Promise<void>((resolve) => {
    const transaction = db.transaction(store, 'readwrite');
    transaction.objectStore(store).add(value);
    transaction.oncomplete = () => resolve();
  });
  db.close();
}

test('"saved" is said after the transaction is complete, and strict durability is asked for', async () => {
  const store = openOutboxStore(new IDBFactory());
  await store.read();
  const { IDBDatabase } = await import('fake-indexeddb');
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await store.change(() => ({ changes: { append: [entry] }, result: undefined }));
  expect(spy.mock.calls.map((call) => call.slice(1))).toEqual([['readwrite', { durability: 'strict' }]]);
  const transaction = spy.mock.results[0]?.value as IDBTransaction;
  // Only a finished transaction refuses to hand out its stores.
  expect(() => transaction.objectStore('entries')).toThrow(/finished|not active|InvalidState/i);
  spy.mockRestore();
});

test('who writes is told what stands there now, after it is complete and before it is said, without another reading', async () => {
  const store = openOutboxStore(new IDBFactory());
  await store.read();
  const { IDBDatabase } = await import('fake-indexeddb');
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const told: string[] = [];
  await store.change(
    () => ({ changes: { append: [entry], cart: 'c' }, result: undefined }),
    ({ entries, cart }) => {
      const transaction = spy.mock.results[0]?.value as IDBTransaction;
      expect(() => transaction.objectStore('entries')).toThrow(/finished|not active|InvalidState/i);
      told.push(...entries.map((one) => one.id), String(cart));
    },
  );
  expect(told).toEqual([entry.id, 'c']);
  expect(spy).toHaveBeenCalledTimes(1);
  spy.mockRestore();
});

test('what is told after a change is what a reading finds, whatever was appended, updated, removed or moved, a broken entry among them', async () => {
  type Step = {
    append: number;
    update: number[];
    remove: number[];
    cart: string | null | undefined;
    carts: string[];
  };
  const token = fc.constantFrom('c1', 'c2', 'c3');
  const step: fc.Arbitrary<Step> = fc.record({
    append: fc.nat(2),
    update: fc.array(fc.nat(9), { maxLength: 2 }),
    remove: fc.array(fc.nat(9), { maxLength: 2 }),
    cart: fc.option(fc.option(token), { nil: undefined }),
    carts: fc.uniqueArray(token, { maxLength: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const factory = new IDBFactory();
      const store = openOutboxStore(factory);
      await store.read();
      await putRaw(factory, { half: 'written' });
      let made = 0;
      for (const { append, update, remove, cart, carts } of steps) {
        let told: Reading | undefined;
        await store.change(
          ({ entries, broken }) => {
            const all = [...entries, ...broken];
            const gone = all.filter((_, at) => remove.includes(at));
            return {
              changes: {
                append: Array.from({ length: append }, () => ({
                  ...entry,
                  id: String((made += 1)).padStart(36, 'k'),
                })),
                update: entries
                  .filter((one, at) => update.includes(at) && !gone.includes(one))
                  .map((one) => ({ ...one, tries: one.tries + 1 })),
                remove: gone,
                carts: carts.map((name) => ({ token: name, order: null, at: made })),
                ...(cart === undefined ? {} : { cart }),
              },
              result: undefined,
            };
          },
          (now) => {
            told = now;
          },
        );
        expect(told).toEqual(await store.read());
      }
    }),
    { numRuns: 60 },
  );
});

test('of two new entries neither is kept when one has a key that is there already, and nothing fails unheard', async () => {
  const store = openOutboxStore(new IDBFactory());
  await store.change(() => ({ changes: { append: [entry] }, result: undefined }));
  const unheard = vi.fn();
  process.on('unhandledRejection', unheard);
  const twice = store.change(() => ({
    changes: { append: [{ ...entry, id: 'n'.repeat(36) }, entry, { ...entry, id: 'o'.repeat(36) }] },
    result: undefined,
  }));
  await expect(twice).rejects.toThrow('The outbox cannot be written');
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', unheard);
  expect(unheard).not.toHaveBeenCalled();
  expect((await store.read()).entries.map(({ id }) => id)).toEqual([entry.id]);
});

test('a broken entry is put aside and hurts no other', async () => {
  const factory = new IDBFactory();
  const store = openOutboxStore(factory);
  await store.change(() => ({ changes: { append: [entry] }, result: undefined }));
  for (const broken of [
    { half: 'written' },
    {
      ...entry,
      id: 'x'.repeat(36),
      schemaVersion: 1,
      kind: 'unheard of',
      state: 'queued',
      tries: 0,
      nextTryAt: 0,
      notBefore: 0,
    },
  ])
    await putRaw(factory, broken);
  await store.change(() => ({ changes: { append: [{ ...entry, id: 'm'.repeat(36) }] }, result: undefined }));
  const { entries, broken } = await store.read();
  expect(entries.map((one) => one.id)).toEqual(['k'.repeat(36), 'm'.repeat(36)]);
  expect(broken.map((one) => one.reason)).toEqual(['id', 'kind']);
  expect(broken[0]?.content).toMatchObject({ half: 'written' });
});

test('an entry of an older form is carried over with its key; one of a newer form is kept, shown and not sent', async () => {
  const shop = aSmallShop();
  const { factory, outbox, heal } = aDevice(shop);
  await outbox.list();
  const { owner: _owner, ...old } = entry;
  await putRaw(factory, { ...old, state: 'queued', tries: 0, nextTryAt: 0 });
  await putRaw(factory, {
    ...entry,
    id: 'n'.repeat(36),
    schemaVersion: 99,
    state: 'queued',
    tries: 0,
    nextTryAt: 0,
    notBefore: 0,
    scope: 'cart:other',
  });
  await heal();
  expect(shop.sent.map((one) => one.key)).toEqual([entry.id]);
  const { entries } = await outbox.list();
  expect(entries).toMatchObject([{ id: 'n'.repeat(36), state: 'parked', reason: 'newer' }]);
});

test('a database that a newer version of the shop has made is used as it is', async () => {
  const factory = new IDBFactory();
  const first = openOutboxStore(factory);
  await first.change(() => ({ changes: { append: [entry] }, result: undefined }));
  first.close();
  await new Promise<void>((resolve) => {
    const request = factory.open(outboxName, 7);
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
  });
  const store = openOutboxStore(factory);
  expect((await store.read()).entries.map((one) => one.id)).toEqual([entry.id]);
});

test('a newer page may change the form of the database while this one is open, which then writes nothing into it (F12)', async () => {
  const factory = new IDBFactory();
  const store = openOutboxStore(factory);
  await store.read();
  await new Promise<void>((resolve) => {
    const request = factory.open(outboxName, 2);
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
  });
  await expect(
    store.change(() => ({ changes: { append: [entry] }, result: undefined })),
  ).rejects.toMatchObject({ cause: 'newer' });
  expect(await store.read()).toMatchObject({ isReadOnly: true, entries: [] });
});

test('a connection that the browser lost is opened anew and the change is made', async () => {
  const store = openOutboxStore(new IDBFactory());
  await store.read();
  const { IDBDatabase } = await import('fake-indexeddb');
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('lost', 'InvalidStateError');
  });
  await store.change(() => ({ changes: { append: [entry] }, result: undefined }));
  expect((await store.read()).entries).toHaveLength(1);
});

test('without IndexedDB and with a full disk nothing is called saved', async () => {
  await expect(openOutboxStore(undefined).change(() => ({ changes: {}, result: 1 }))).rejects.toMatchObject({
    cause: 'closed',
  });
  const { outbox } = aDevice(aSmallShop());
  await outbox.list();
  const { IDBObjectStore } = await import('fake-indexeddb');
  const spy = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(outbox.put(add('A'))).rejects.toMatchObject({ cause: 'full' });
  spy.mockRestore();
  expect((await outbox.list()).entries).toEqual([]);
});

test('a cart that an older version kept has nothing of the means of payment that came since, and can be counted', async () => {
  const factory = new IDBFactory();
  const store = openOutboxStore(factory);
  await store.read();
  const whole = anOrder({ tokenValue: 'older', giftWrapTotal: 299 });
  const older = Object.fromEntries(
    Object.entries(whole).filter(
      ([name]) => !payingKinds.some(({ listedIn, total }) => name === listedIn || name === total),
    ),
  );
  await putRaw(factory, { token: 'older', order: older, at: 1 }, 'carts');
  await putRaw(factory, { token: 'moved', order: null, movedTo: 'older', at: 1 }, 'carts');
  const { carts } = await store.read();
  expect(carts.get('moved')?.order).toBeNull();
  const read = carts.get('older')?.order;
  if (!read) throw new Error('The cart was not read.');
  expect(read.giftWrapTotal).toBe(299);
  expect(paidBy(read, unpaid(read), read.items).total).toBe(whole.total);
  expect(contentShown(read).cards).toEqual([]);
});
