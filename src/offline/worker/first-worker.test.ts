// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { setConnectivity } from '#offline/connection/connectivity.ts';
import { untilInstalled } from './first-worker.ts';

afterEach(() => {
  setConnectivity('online');
});

/** A worker that is being installed, until it is said what becomes of it. */
function aWorker() {
  const worker = Object.assign(new EventTarget(), { state: 'installing' });
  const become = (state: string) => {
    worker.state = state;
    worker.dispatchEvent(new Event('statechange'));
  };
  const registration = { active: null, waiting: null, installing: worker };
  return { become, registration: registration as unknown as ServiceWorkerRegistration };
}

test('a first worker that the connection took along is asked for again once the shop can be reached', async () => {
  const [lost, whole] = [aWorker(), aWorker()];
  const register = vi.fn(() => Promise.resolve(lost.registration));
  let isDone = false;
  const done = untilInstalled(register(), register).then(() => (isDone = true));
  setConnectivity('offline');
  await expect.poll(() => register.mock.calls.length).toBe(1);
  lost.become('redundant');
  setConnectivity('unavailable');
  register.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  register.mockImplementation(() => Promise.resolve(whole.registration));
  await Promise.resolve();
  expect(register).toHaveBeenCalledTimes(1);
  // Its own script does not come either, and the link is gone once more.
  setConnectivity('online');
  await expect.poll(() => register.mock.calls.length).toBe(2);
  setConnectivity('offline');
  await Promise.resolve();
  setConnectivity('online');
  await expect.poll(() => register.mock.calls.length).toBe(3);
  expect(isDone).toBe(false);
  whole.become('installed');
  await done;
  expect(register).toHaveBeenCalledTimes(3);
});

test('a worker that is there is registered once, and a browser that takes none is not asked for ever', async () => {
  const there = vi.fn(() => Promise.resolve({ active: {} } as ServiceWorkerRegistration));
  await untilInstalled(there(), there);
  expect(there).toHaveBeenCalledTimes(1);
  vi.useFakeTimers();
  try {
    const refuses = vi.fn(() => Promise.reject(new DOMException('blocked', 'SecurityError')));
    const end = untilInstalled(refuses(), refuses);
    await vi.advanceTimersByTimeAsync(10 * 60 * 1000);
    await end;
    expect(refuses).toHaveBeenCalledTimes(5);
  } finally {
    vi.useRealTimers();
  }
});
