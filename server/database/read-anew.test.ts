import { expect, test, vi } from 'vitest';
import { ReadAnew } from './read-anew.ts';

test('a reading that fails is tried again until it succeeds, and says meanwhile how far it is behind', async () => {
  const read = vi.fn(async () => {});
  read.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'));
  const report = vi.fn();
  const reading = new ReadAnew({ read, report });
  expect(reading.behind).toBe(0);
  reading.changed();
  await expect.poll(() => report.mock.calls.length).toBe(1);
  expect(reading.behind).toBeGreaterThan(0);
  await reading.settled();
  expect(read).toHaveBeenCalledTimes(3);
  expect(report).toHaveBeenCalledTimes(2);
  expect(reading.behind).toBe(0);
});

test('a notice ends the pause before the next try: the database is back', async () => {
  vi.useFakeTimers();
  try {
    const read = vi.fn(() => Promise.reject<void>(new Error('away')));
    const reading = new ReadAnew({ read, report: () => {} });
    reading.changed();
    // Pauses have grown to seconds.
    await vi.advanceTimersByTimeAsync(20_000);
    const tries = read.mock.calls.length;
    read.mockResolvedValue();
    reading.changed();
    await vi.advanceTimersByTimeAsync(0);
    expect(read).toHaveBeenCalledTimes(tries + 1);
    expect(reading.behind).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('notices that come during a reading lead to one more', async () => {
  let go = () => {};
  const read = vi.fn(() => new Promise<void>((resolve) => (go = resolve)));
  const reading = new ReadAnew({ read, report: () => {} });
  reading.changed();
  for (let notice = 0; notice < 5; notice += 1) reading.changed();
  await expect.poll(() => read.mock.calls.length).toBe(1);
  for (let notice = 0; notice < 5; notice += 1) reading.changed();
  go();
  await expect.poll(() => read.mock.calls.length).toBe(2);
  go();
  await reading.settled();
  expect(read).toHaveBeenCalledTimes(2);
  // And one after that is not lost.
  reading.changed();
  await expect.poll(() => read.mock.calls.length).toBe(3);
  go();
  await reading.settled();
});

test('closed, it reads no more', async () => {
  const read = vi.fn(async () => {});
  const reading = new ReadAnew({ read, report: () => {} });
  reading.close();
  reading.changed();
  await reading.settled();
  expect(read).not.toHaveBeenCalled();
});
