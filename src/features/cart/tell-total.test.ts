// @vitest-environment jsdom
/** The total that is spoken: never a guess as if the shop had said it. */
import 'fake-indexeddb/auto';
import { setupI18n } from '@lingui/core';
import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Shop } from '#api/shop.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { apiMarker, header } from '#contract/calls/endpoints.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { announce, LiveRegion } from '#ui/live-region.tsx';
import { changeCart, openCart } from './cart-outbox.ts';
import { cartKey } from './cart-queries.ts';
import { writeCartToken } from './cart-token.ts';
import { tellTotal, type Told } from './tell-total.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const shop = {
  locale: 'en',
  channel: 'retail',
  scope: { locale: 'en', channel: 'retail' },
} as unknown as Shop;
const here = { shop, queryClient: new QueryClient() };
/** Gives the answer that a request waits for. */
let answer: (order: object | null) => void;
const root = createRoot(document.body.appendChild(document.createElement('div')));
flushSync(() => root.render(createElement(LiveRegion)));
const said = () => document.querySelector('[role="status"]')?.textContent;

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_address, init) =>
      new Promise((resolve, reject) => {
        const key = new Headers(init?.headers).get(header.idempotencyKey) ?? '';
        answer = (order) =>
          order === null
            ? reject(new TypeError('Failed to fetch'))
            : resolve(
                Response.json(order, {
                  headers: { [header.marker]: apiMarker, [header.idempotencyKey]: key },
                }),
              );
      }),
  );
});
afterEach(async () => {
  await theOutbox().change(({ entries }) => ({
    changes: { remove: [...entries], cart: null },
    result: undefined,
  }));
  writeCartToken(null);
  announce('');
  vi.restoreAllMocks();
});

/** Two pieces in place of one, in a cart of 10.00: the device guesses 20.00. */
async function changed(told: Told = 'changed') {
  const token = newCartToken();
  writeCartToken(token);
  await openCart(here);
  const order = anOrder({ tokenValue: token, items: [anItem()], total: 1000 });
  await theOutbox().keepCart(order, true);
  here.queryClient.setQueryData(cartKey(shop, token), order);
  const saved = await changeCart(here, { kind: 'change', itemId: 1, quantity: 2 });
  if (saved === null) throw new Error('Nothing was saved.');
  expect(saved.cart.total).toBe(2000);
  await expect.poll(() => vi.mocked(fetch).mock.calls.length).toBeGreaterThan(0);
  return { order, telling: tellTotal(saved.cart, i18n, told) };
}

test('a total is said once the shop has answered, and it is the shop’s', async () => {
  const { order, telling } = await changed('brought back');
  expect(said()).toBe('');
  answer({ ...order, version: order.version + 1, total: 1698 });
  await telling;
  await expect.poll(said).toBe('Brought back. Total: €16.98');
});

test('where the shop cannot be reached the total of the device is said to be an estimate', async () => {
  const { telling } = await changed('removed');
  answer(null);
  await telling;
  await expect.poll(said).toBe('Removed. Total about €20.00; the shop has not confirmed it yet.');
});

test('of two changes the last one tells', async () => {
  const { order, telling } = await changed();
  const last = tellTotal({ ...order, total: 700 }, i18n, 'removed');
  answer({ ...order, version: order.version + 1, total: 1698 });
  await Promise.all([telling, last]);
  expect(said()).toBe('Removed. Total: €7.00');
});

test('what was spoken does not stay in the page', () => {
  vi.useFakeTimers();
  try {
    flushSync(() => announce('Total: €16.98'));
    expect(said()).toBe('Total: €16.98');
    vi.advanceTimersByTime(5_000);
    flushSync(() => announce('Removed.'));
    vi.advanceTimersByTime(5_000);
    flushSync(() => {});
    expect(said()).toBe('Removed.');
    flushSync(() => vi.advanceTimersByTime(5_000));
    expect(said()).toBe('');
  } finally {
    vi.useRealTimers();
  }
});
