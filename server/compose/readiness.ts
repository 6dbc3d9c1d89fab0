/** Whether this process shall get requests (`/readyz`): the database answers it, and memory is not far behind it. */
import { setTimeout as wait } from 'node:timers/promises';

/** ms: for one answer of the database, and that memory may lag behind it before another process should be asked. */
const readyLimits = { answer: 1_500, behind: 35_000, believed: 250 };

export interface Readiness {
  /** @throws Error that says why requests should go to another process */
  check: () => Promise<void>;
  /** From now on they should. */
  drain: () => void;
}

/**
 * @param ping asks the database
 * @param behind ms that what is kept in memory lags behind it
 */
export function createReadiness(ping: () => Promise<unknown>, behind: () => number): Readiness {
  let isDraining = false;
  const check = async () => {
    if (isDraining) throw new Error('this process is about to stop');
    await Promise.race([
      ping(),
      wait(readyLimits.answer, undefined, { ref: false }).then(() => {
        throw new Error('database does not answer');
      }),
    ]);
    if (behind() > readyLimits.behind)
      throw new Error(`the catalogue is ${Math.round(behind() / 1000)} s behind the database`);
  };
  let last: { at: number; check: Promise<void> } | undefined;
  return {
    // One check for all who ask at once: they would stand in the way of the calls.
    check() {
      if (!last || performance.now() - last.at > readyLimits.believed)
        last = { at: performance.now(), check: check() };
      return last.check;
    },
    drain() {
      isDraining = true;
    },
  };
}
