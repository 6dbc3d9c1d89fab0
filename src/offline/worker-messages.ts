/** Everything that page and service worker say to one another. */
export type ToWorker = { type: 'SKIP_WAITING' };
export type ToPage =
  /** A shared answer was fetched again and differs from the copy the page may have shown. */
  { type: 'FRESH_ANSWER'; address: string };
