import type { Clock } from '#lib/clock.ts';

/** Time that moves only when told. */
export function manualClock(start = 1_000_000) {
  let now = start;
  const timers = new Map<number, { at: number; run: () => void }>();
  let last = 0;
  const clock: Clock = {
    now: () => now,
    after: (ms, run) => {
      const id = (last += 1);
      timers.set(id, { at: now + ms, run });
      return () => timers.delete(id);
    },
  };
  return {
    clock,
    advance: (ms: number) => {
      now += ms;
      for (const [id, timer] of timers) {
        if (timer.at > now) continue;
        timers.delete(id);
        timer.run();
      }
    },
    set: (to: number) => {
      now = to;
    },
  };
}
