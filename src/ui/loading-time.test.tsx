// @vitest-environment jsdom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchMinimumDelay, useLoadingTime, useLongWork } from './loading-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Area({ isLoading }: { isLoading: boolean }) {
  return <div aria-busy={useLoadingTime(isLoading)} />;
}

function Press({ isLoading }: { isLoading: boolean }) {
  return <div aria-busy={useLongWork(isLoading)} />;
}

/** A content area whose answer is given when the test says so. */
function anArea(isLoading = true, Shown = Area) {
  const container = document.createElement('div');
  const root = createRoot(container);
  const draw = (isLoading: boolean) => {
    flushSync(() => root.render(<Shown isLoading={isLoading} />));
  };
  /** Goes on by `ms`, and draws what came of it. */
  const wait = (ms: number) => {
    flushSync(() => vi.advanceTimersByTime(ms));
  };
  draw(isLoading);
  return {
    isBusy: () => container.querySelector('[aria-busy="true"]') !== null,
    answer: () => draw(false),
    ask: () => draw(true),
    wait,
  };
}

test('R9.33 an answer after 20 ms ends the loading state at 200 ms', () => {
  expect(fetchMinimumDelay).toBe(200);
  const area = anArea();
  area.wait(20);
  area.answer();
  area.wait(179);
  expect(area.isBusy()).toBe(true);
  area.wait(1);
  expect(area.isBusy()).toBe(false);
});

test('R9.33 an answer after 400 ms ends it at 400 ms', () => {
  const area = anArea();
  area.wait(399);
  expect(area.isBusy()).toBe(true);
  area.wait(1);
  area.answer();
  expect(area.isBusy()).toBe(false);
});

test('what is there from the start is shown at once, and a later loading counts anew', () => {
  const area = anArea(false);
  expect(area.isBusy()).toBe(false);
  area.wait(1000);
  area.ask();
  area.wait(10);
  area.answer();
  area.wait(189);
  expect(area.isBusy()).toBe(true);
  area.wait(1);
  expect(area.isBusy()).toBe(false);
});

test('a press that is done within 150 ms shows no state between; a longer one says so until it is done, and the next counts anew', () => {
  const press = anArea(false, Press);
  press.ask();
  press.wait(149);
  expect(press.isBusy()).toBe(false);
  press.answer();
  press.wait(1000);
  expect(press.isBusy()).toBe(false);
  press.ask();
  press.wait(150);
  expect(press.isBusy()).toBe(true);
  press.answer();
  expect(press.isBusy()).toBe(false);
  press.ask();
  expect(press.isBusy()).toBe(false);
});
