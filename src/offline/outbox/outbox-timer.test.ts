// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import type { NewCommand } from '#domain/waiting/waiting-command.ts';
import type { DrainEnvironment } from './drain-environment.ts';
import { createOutbox } from './outbox.ts';
import { openOutboxStore } from './outbox-store.ts';

const change: NewCommand = {
  kind: 'clearCart',
  scope: 'cart:x',
  line: null,
  params: { token: 'x' },
  body: {},
  locale: 'lt',
  channel: 'retail',
};
let planned: { ms: number; run: () => void }[];
let isOffline: boolean;
let fetched: number;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  planned = [];
  isOffline = false;
  fetched = 0;
});

const environment: Partial<DrainEnvironment> = {
  clock: {
    now: () => 1_000_000,
    after: (ms, run) => {
      const mine = { ms, run };
      planned.push(mine);
      return () => {
        planned = planned.filter((one) => one !== mine);
      };
    },
  },
  lock: (work) => work(),
  isOffline: () => isOffline,
  fetch: () => {
    fetched += 1;
    return Promise.reject(new TypeError('Failed to fetch'));
  },
};
/** Lets the clock reach what is planned last. */
async function next(outbox: ReturnType<typeof createOutbox>): Promise<void> {
  planned.pop()?.run();
  await outbox.wake();
}

test('what waits on a device without a network is looked at again though nobody says that the network is back (I5)', async () => {
  isOffline = true;
  const outbox = createOutbox({ environment, channel: null });
  await outbox.put(change);
  await outbox.wake();
  expect(fetched).toBe(0);
  expect(planned.map(({ ms }) => ms <= 15_000)).toEqual([true]);
  isOffline = false;
  await next(outbox);
  expect(fetched).toBe(1);
  outbox.close();
});

test('a closed outbox plans nothing once what it was sending has failed', async () => {
  let fail: (error: Error) => void = () => undefined;
  const fetch = vi.fn(() => new Promise<Response>((_, reject) => (fail = reject)));
  const outbox = createOutbox({ environment: { ...environment, fetch }, channel: null });
  await outbox.put(change);
  await expect.poll(() => fetch.mock.calls.length).toBe(1);
  const sent = outbox.wake();
  planned = [];
  outbox.close();
  fail(new TypeError('Failed to fetch'));
  await sent;
  expect(planned).toEqual([]);
});

test('a disk that failed once is asked again by the clock (I5)', async () => {
  const store = openOutboxStore();
  const outbox = createOutbox({ store, environment, channel: null });
  await outbox.put(change);
  await outbox.wake();
  planned = [];
  const failing = vi
    .spyOn(store, 'change')
    .mockRejectedValueOnce(new DOMException('The disk failed', 'UnknownError'));
  await outbox.wake(true);
  expect(failing).toHaveBeenCalled();
  const before = fetched;
  expect(planned).toHaveLength(1);
  planned.pop()?.run();
  await outbox.wake(true);
  expect(fetched).toBe(before + 1);
  outbox.close();
});

test('an empty queue plans nothing', async () => {
  const outbox = createOutbox({ environment, channel: null });
  await outbox.wake(true);
  expect(planned).toEqual([]);
  outbox.close();
});
