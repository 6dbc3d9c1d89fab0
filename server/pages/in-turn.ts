/**
 * Runs at most `places` pieces of work at once, the rest in the order in which they came. Pages that are made at the
 * same time on one thread finish no sooner, and all that each has made lies in memory until the last has ended.
 */
export function inTurn(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= places) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place goes on to the next one.
      if (next) next();
      else running -= 1;
    }
  };
}
