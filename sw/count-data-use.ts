/// <reference lib="webworker" />
/** Counts the bytes that the worker fetched itself; the page adds them to its own (`offline/connection/data-use.ts`). */
import {
  addUp,
  asStored,
  countEntries,
  useOf,
  workerCount,
  type DataUse,
} from '#offline/connection/data-use.ts';

export function countOwnData(): void {
  if (typeof PerformanceObserver === 'undefined') return;
  let writing = Promise.resolve();
  const observer = new PerformanceObserver((list) => {
    const use = countEntries(list.getEntries() as PerformanceResourceTiming[]);
    // One after another: each adds to what the one before has written.
    writing = writing.then(() => add(use)).catch(() => {});
  });
  observer.observe({ type: 'resource', buffered: true });
}

async function add(use: DataUse): Promise<void> {
  const cache = await caches.open(workerCount.cache);
  const before: unknown = await (await cache.match(workerCount.address))?.json();
  const now = Date.now();
  await cache.put(
    workerCount.address,
    new Response(asStored(addUp(useOf(before, now), use), now), {
      headers: { 'Content-Type': 'application/json' },
    }),
  );
}
