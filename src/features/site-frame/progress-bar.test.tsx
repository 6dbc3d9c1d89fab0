// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { barDuration, barHideDelay, barThrottle, ProgressBar } from './progress-bar-part.tsx';

let root: Root;
const container = document.createElement('div');
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  root = createRoot(container);
});
afterEach(() => {
  act(() => {
    root.unmount();
  });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const busy = (isBusy: boolean) => {
  act(() => {
    root.render(<ProgressBar isBusy={isBusy} />);
  });
};
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};
const bar = () => container.querySelector<HTMLElement>('[role="progressbar"]');

test('R9.30 a navigation of 150 ms shows no bar, one of 250 ms does', () => {
  expect(barThrottle).toBe(200);
  busy(true);
  pass(150);
  busy(false);
  pass(1000);
  expect(bar()).toBeNull();
  busy(true);
  pass(199);
  expect(bar()).toBeNull();
  pass(1);
  expect(bar()).not.toBeNull();
});
test('R9.31 while a navigation lasts the bar fills over 5000 ms', () => {
  expect(barDuration).toBe(5000);
  busy(true);
  pass(250);
  expect(bar()?.style.animationDuration).toBe('5000ms');
  expect(bar()?.dataset['stage']).toBe('filling');
});
test('R9.32 the full bar stands for 500 ms after the end', () => {
  expect(barHideDelay).toBe(500);
  busy(true);
  pass(300);
  busy(false);
  pass(499);
  expect(bar()?.dataset['stage']).toBe('full');
  pass(1);
  expect(bar()).toBeNull();
});
test('a navigation that begins while the full bar stands begins anew', () => {
  busy(true);
  pass(300);
  busy(false);
  pass(100);
  busy(true);
  pass(200);
  expect(bar()?.dataset['stage']).toBe('filling');
  pass(2000);
  expect(bar()).not.toBeNull();
});
