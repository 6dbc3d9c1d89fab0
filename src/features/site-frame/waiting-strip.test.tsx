// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { routePattern } from '#contract/route-table.ts';
import { show } from '#tests/show.tsx';
import { WaitingStrip } from './waiting-strip.tsx';

const outbox = vi.hoisted(() => {
  const listeners = new Set<() => void>();
  let entries: readonly object[] = [];
  return {
    entries: () => entries,
    listeners,
    hold: (...given: object[]) => {
      entries = given;
      for (const listener of listeners) listener();
    },
    refuse: (isTold?: true) => {
      entries = [{ id: 'id-1', seq: 1, kind: 'applyCoupon', state: 'refused', tries: 1, isTold }];
      for (const listener of listeners) listener();
    },
    wait: (...seqs: number[]) => {
      entries = seqs.map((seq) => ({
        id: `id-${seq}`,
        seq,
        kind: 'changeQuantity',
        state: 'queued',
        tries: 0,
      }));
      for (const listener of listeners) listener();
    },
  };
});
vi.mock('#offline/outbox/use-outbox.ts', async () => {
  const { useSyncExternalStore } = await import('react');
  return {
    useOutbox: () => ({
      entries: useSyncExternalStore((listener) => {
        outbox.listeners.add(listener);
        return () => outbox.listeners.delete(listener);
      }, outbox.entries),
    }),
  };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what waits is told once it has waited for a moment, and goes on being told while others come and go', async () => {
  const { container } = await show(<WaitingStrip />);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  act(() => outbox.wait(1, 2));
  await pass(1_400);
  expect(container.textContent).toBe('');
  await pass(200);
  expect(container.textContent).toBe('2 changes wait to be sent');
  act(() => outbox.wait(1));
  expect(container.textContent).toBe('1 change waits to be sent');
  act(() => outbox.wait(1, 3));
  expect(container.textContent).toBe('2 changes wait to be sent');
  // Only what is new waits: it has its moment.
  act(() => outbox.wait(3));
  expect(container.textContent).toBe('');
  await pass(1_600);
  expect(container.textContent).toBe('1 change waits to be sent');
});

test('a refusal asks on every page, but not one that was told at its field', async () => {
  const { container } = await show(<WaitingStrip />);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  act(() => outbox.refuse());
  expect(container.textContent).toBe('A change of the cart needs your answer');
  act(() => outbox.refuse(true));
  expect(container.textContent).toBe('');
});

test('an order that was placed is told until a newer one waits; a placed one after it is the news again', async () => {
  const placed = (seq: number, number: string) => ({
    id: number,
    seq,
    kind: 'placeIntent',
    state: 'confirmed',
    tries: 1,
    shown: { placed: { number } },
  });
  const waiting = { id: 'new', seq: 2, kind: 'placeIntent', state: 'queued', tries: 0 };
  const { container } = await show(<WaitingStrip />);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  act(() => outbox.hold(placed(1, '10003'), waiting));
  expect(container.textContent).toContain('10003');
  await act(() => vi.advanceTimersByTimeAsync(1_600));
  expect(container.textContent).toBe('An order is saved on this device, not sent yet');
  act(() => outbox.hold(placed(1, '10003'), waiting, placed(3, '10004')));
  expect(container.textContent).toContain('10004');
});

test.each(['CHECKOUT', 'CHECKOUT_THANK_YOU'] as const)(
  'on the page %s an order that was placed before is no word, for it would be taken for that of the order there; on any other page it is told',
  async (route) => {
    const placed = {
      id: 'p',
      seq: 1,
      kind: 'placeIntent',
      state: 'confirmed',
      tries: 1,
      shown: { placed: { number: '10003' } },
    };
    const path = routePattern(route, 'en', '');
    const { container } = await show(<WaitingStrip />, { route, path });
    const elsewhere = await show(<WaitingStrip />, { route: 'CART', path: routePattern('CART', 'en', '') });
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    act(() => outbox.hold(placed));
    expect(container.textContent).toBe('');
    // What asks for an answer is told there as anywhere.
    act(() => outbox.hold(placed, { id: 'o', seq: 2, kind: 'placeIntent', state: 'needs-review', tries: 1 }));
    expect(container.textContent).toBe('An order needs your answer');
    act(() => outbox.hold(placed));
    expect(elsewhere.container.textContent).toContain('10003');
  },
);

test('CHK-21 of an order that is being stopped is not said that it is being sent', async () => {
  const { container } = await show(<WaitingStrip />);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  act(() =>
    outbox.hold({ id: 'o', seq: 1, kind: 'placeIntent', state: 'queued', tries: 2, isStopping: true }),
  );
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(container.textContent).toBe('An order is being stopped: the shop has not answered yet');
});
