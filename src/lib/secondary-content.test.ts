// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { secondaryContent } from './secondary-content.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('what stands beside the subject is waited for while it is quick, and holds nothing when it is late or fails', async () => {
  let done = 0;
  const count = async (work: Promise<unknown>) => {
    await secondaryContent(work);
    done += 1;
  };
  void count(Promise.resolve());
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toBe(1);
  void count(Promise.reject(new Error('500')));
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toBe(2);
  void count(new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(149);
  expect(done).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toBe(3);
});
