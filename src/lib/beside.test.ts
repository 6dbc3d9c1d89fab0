// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beside } from './beside.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('what stands beside the subject is waited for while it is quick, and holds nothing when it is late or fails', async () => {
  const done = vi.fn();
  void beside(Promise.resolve()).then(done);
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toHaveBeenCalledTimes(1);
  void beside(Promise.reject(new Error('500'))).then(done);
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toHaveBeenCalledTimes(2);
  void beside(new Promise(() => {})).then(done);
  await vi.advanceTimersByTimeAsync(149);
  expect(done).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledTimes(3);
});
