import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import type { NewCommand } from '#domain/waiting/waiting-command.ts';
import { createOutbox } from './outbox.ts';
import { openOutboxStore } from './outbox-store.ts';

const clear = (token: string): NewCommand => ({
  kind: 'clearCart',
  scope: `cart:${token}`,
  line: null,
  params: { token },
  body: {},
  locale: 'lt',
  channel: 'retail',
});

/** A tab whose ear for the others can be spoken into. */
function aTab(factory: IDBFactory, onWritten: () => Promise<void> = async () => {}) {
  const store = openOutboxStore(factory);
  let hear = () => {};
  let isClosed = false;
  const outbox = createOutbox({
    store: {
      ...store,
      change: async (decide, seen) => {
        const answer = await store.change(decide, seen);
        await onWritten();
        return answer;
      },
    },
    environment: { isOffline: () => true },
    channel: {
      postMessage: () => {
        if (isClosed) throw new DOMException('BroadcastChannel is closed.', 'InvalidStateError');
      },
      addEventListener: (_type: string, listener: unknown) =>
        (hear = () => (listener as (event: object) => void)({})),
      close: () => {
        isClosed = true;
      },
    } as never,
  });
  return { outbox, hear: () => hear() };
}

test('a tab that hears of another before its own write is told shows what both have written', async () => {
  const factory = new IDBFactory();
  const other = aTab(factory).outbox;
  let isFirst = true;
  const tab = aTab(factory, async () => {
    if (!isFirst) return;
    isFirst = false;
    // Written after ours, and heard before ours is known here.
    await other.put(clear('b'));
    tab.hear();
    await tab.outbox.list();
  });
  await tab.outbox.put(clear('a'));
  expect(tab.outbox.state().entries.map(({ scope }) => scope)).toEqual(['cart:a', 'cart:b']);
});

test('a change that ends after the page was left is written, and fails at nobody who could be told', async () => {
  const factory = new IDBFactory();
  const tab = aTab(factory, async () => tab.outbox.close());
  await tab.outbox.put(clear('a'));
  const next = aTab(factory).outbox;
  expect((await next.list()).entries.map(({ scope }) => scope)).toEqual(['cart:a']);
});
