/** Time as whoever waits for something needs it; tests give one that they move themselves. */
export interface Clock {
  /** ms since 1970. */
  now(): number;
  /** Calls after so many ms; the answer cancels. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
