/** Everything that page and service worker say to one another. */
import type { RequestOutcome } from '#lib/request-outcome.ts';

export type ToWorker = { type: 'SKIP_WAITING' };
export type ToPage =
  /** A shared answer was fetched again and differs from the copy the page may have shown. */
  | { type: 'FRESH_ANSWER'; address: string }
  /** What became of a request that the worker made behind a copy; `ms` until its answer began. */
  | { type: 'LINK'; outcome: RequestOutcome; ms: number };
