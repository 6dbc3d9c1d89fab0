/** The page's own sender: drains the outbox when somebody wants it, and again when something is due. */
import type { DrainEnvironment } from './drain-environment.ts';
import { drainOutbox } from './outbox-drain.ts';

/** ms until the queue is looked at again when nobody could say when something is due. */
const lookAgain = 15_000;

export function createSender(env: DrainEnvironment): {
  /** Sends what is due; `now` = also what only waits out our own pause. Resolves when nothing more can be sent for now. */
  wake: (now?: boolean) => Promise<void>;
  /** Looks at the queue no more by itself, nor once what is being sent has been answered. */
  stop: () => void;
} {
  let timer: (() => void) | undefined;
  let run = Promise.resolve();
  let isRunning = false;
  let wanted: 'no' | 'due' | 'now' = 'no';
  let isOver = false;

  async function drainWhileWanted(): Promise<void> {
    timer?.();
    let nextAt: number | null = null;
    try {
      while (wanted !== 'no') {
        const force = wanted === 'now';
        wanted = 'no';
        const report = await drainOutbox(env, { force });
        // A word of the browser that the link is back may never come, or come before this page listens.
        nextAt = report.nextAt ?? (report.waiting > 0 ? env.clock.now() + lookAgain : null);
      }
    } catch {
      // The disk failed: what is on it stays, and is looked at again.
      wanted = 'no';
      nextAt = env.clock.now() + lookAgain;
    }
    // At once, not when the promise is done: who wishes to send in between would be told of a run that looks no more.
    isRunning = false;
    if (nextAt !== null && !isOver)
      timer = env.clock.after(Math.max(nextAt - env.clock.now(), 250), () => void wake());
  }
  function wake(now = false): Promise<void> {
    if (wanted !== 'now') wanted = now ? 'now' : 'due';
    if (!isRunning) {
      isRunning = true;
      run = drainWhileWanted();
    }
    return run;
  }
  const stop = () => {
    isOver = true;
    timer?.();
  };
  return { wake, stop };
}
