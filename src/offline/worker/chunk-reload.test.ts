// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { isScriptFailure } from '#lib/script-failure.ts';
import { afterFailure, reloadAfter } from './chunk-reload.ts';
import { setConnectivity } from '#offline/connection/connectivity.ts';

const failure = new TypeError(
  'Failed to fetch dynamically imported module: https://shop.example/assets/checkout-abc.js',
);
const reload = vi.fn();
afterEach(() => {
  localStorage.clear();
  reload.mockClear();
  setConnectivity('online');
});

test('R4.98 R9.35 a script that never comes reloads the page once in 60 seconds', () => {
  const first = afterFailure(null, 1_000);
  expect(first.reload).toBe(true);
  expect(afterFailure(first.reloads, 1_000 + 59_999).reload).toBe(false);
  expect(afterFailure(first.reloads, 1_000 + 60_000).reload).toBe(true);
});

test('a clock that is turned back neither locks the page nor lets it turn in circles', () => {
  const first = afterFailure(null, 1_000_000).reloads;
  const back = afterFailure(first, 5_000);
  expect(back.reload).toBe(false);
  expect(afterFailure(back.reloads, 65_000).reload).toBe(true);
  let { reloads } = afterFailure(null, 0);
  let count = 1;
  for (let now = 60_000; now < 3_000_000; now += 60_000) {
    const next = afterFailure(reloads, now);
    if (next.reload) count += 1;
    ({ reloads } = next);
  }
  expect(count).toBe(5);
  expect(afterFailure(reloads, reloads.at + 3_600_001).reload).toBe(true);
});

test('only what says that a script did not come is taken for that', () => {
  for (const words of [
    'error loading dynamically imported module',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ])
    expect(isScriptFailure(new Error(words))).toBe(true);
  expect(isScriptFailure(new Error('Cannot read properties of undefined'))).toBe(false);
  expect(isScriptFailure('dynamically imported module')).toBe(false);
});

test('without a way to the shop nothing is reloaded; what is stored and broken counts as nothing', () => {
  setConnectivity('unavailable');
  expect(reloadAfter(failure, reload)).toBe(false);
  setConnectivity('online');
  localStorage.setItem('SCRIPT_RELOADS', '{oops');
  expect(reloadAfter(failure, reload)).toBe(true);
  expect(reloadAfter(failure, reload)).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
});

test('a browser that remembers nothing is not sent round in circles', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type: 'reload' }] });
  expect(reloadAfter(failure, reload)).toBe(false);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
