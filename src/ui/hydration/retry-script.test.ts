// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onWantedMissing, retryScript, wantParts } from './retry-script.ts';

const words = () => document.getElementById('not-yet')?.hidden === false;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<p id="not-yet" hidden></p>';
});
afterEach(() => {
  wantParts(false);
  onWantedMissing(() => {});
  vi.useRealTimers();
});

/** A script that does not come the first so many times. */
const failing = (times: number) => {
  let asked = 0;
  return {
    load: () => ((asked += 1) > times ? Promise.resolve('there') : Promise.reject(new TypeError('gone'))),
    asked: () => asked,
  };
};

test('a script that does not come is asked for after growing pauses, and nothing is said of it', async () => {
  const { load, asked } = failing(3);
  const coming = retryScript(load);
  await vi.advanceTimersByTimeAsync(999);
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toBe(2);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked()).toBe(3);
  expect(words()).toBe(false);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await coming).toBe('there');
});

test('it is asked for at once when the device has a network again', async () => {
  const { load } = failing(1);
  const coming = retryScript(load);
  await vi.advanceTimersByTimeAsync(0);
  dispatchEvent(new Event('online'));
  expect(await coming).toBe('there');
});

test('who presses in a part that did not come is told so, it is asked for at once, and the words go when it is there', async () => {
  const reasons: unknown[] = [];
  onWantedMissing((error) => reasons.push(error));
  const { load, asked } = failing(2);
  const coming = retryScript(load);
  await vi.advanceTimersByTimeAsync(0);
  expect(reasons).toEqual([]);
  wantParts(true);
  expect(words()).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toBe(2);
  expect(reasons).toEqual([new TypeError('gone')]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await coming).toBe('there');
  expect(words()).toBe(false);
});

test('what is fetched because somebody pressed says at once that it does not come', async () => {
  const { load } = failing(1);
  const coming = retryScript(load, true);
  await vi.advanceTimersByTimeAsync(0);
  expect(words()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  await coming;
  expect(words()).toBe(false);
});
