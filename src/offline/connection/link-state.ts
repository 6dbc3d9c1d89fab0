/**
 * Rules of what requests tell about the link. Plain functions of what was known and what happened; the browser's own
 * `onLine` only names the cause once a request has failed, and never decides alone that all is well.
 */
import type { RequestOutcome } from '#lib/request-outcome.ts';
import type { Connectivity } from './connectivity.ts';

export interface Link {
  state: Connectivity;
  /** Quick answers in a row while the link counts as slow. */
  quick: number;
}

/** A whole answer that took longer (ms) makes the link slow; two below `quickAnswer` in a row make it well again. */
const slowAnswer = 2_500;
const quickAnswer = 1_200;

export const isAway = (state: Connectivity) => state !== 'online' && state !== 'slow';

function afterAnswer({ state, quick }: Link, ms: number): Link {
  if (ms > slowAnswer) return { state: 'slow', quick: 0 };
  if (state !== 'slow') return { state: 'online', quick: 0 };
  if (ms > quickAnswer) return { state, quick: 0 };
  return quick === 0 ? { state, quick: 1 } : { state: 'online', quick: 0 };
}

/**
 * @param hint what the browser says of the device: false is "no network".
 * @returns the link, and whether the shop itself has to be asked before anything is said: one failure is no proof.
 */
export function afterRequest(
  link: Link,
  outcome: RequestOutcome,
  ms: number,
  hint: boolean,
): { link: Link; doubt: boolean } {
  if (outcome === 'answered') {
    // An answer from before the network went is often told after it: taken for proof, nothing would ask again.
    if (link.state === 'offline' && !hint) return { link, doubt: true };
    return { link: afterAnswer(link, ms), doubt: false };
  }
  if (outcome === 'late') {
    if (isAway(link.state)) return { link, doubt: false };
    return { link: { state: 'slow', quick: 0 }, doubt: true };
  }
  if (!hint) return { link: { state: 'offline', quick: 0 }, doubt: false };
  return { link, doubt: true };
}

/** What the shop itself answered to "are you there". A single such answer decides. */
export function afterProbe(link: Link, outcome: RequestOutcome, ms: number, hint: boolean): Link {
  switch (outcome) {
    case 'answered':
      return afterAnswer(link, ms);
    case 'foreign':
      return { state: 'sign-in', quick: 0 };
    case 'busy':
      return { state: 'unavailable', quick: 0 };
    default:
      return { state: hint ? 'unavailable' : 'offline', quick: 0 };
  }
}

/**
 * Pause before the next question (ms), or null when none is due. While away it is short, so that the end of it shows
 * within five seconds; it grows when nobody has come near for ten minutes. A slow link is burdened rarely.
 */
export function nextPause(state: Connectivity, asked: number, awayFor: number): number | null {
  if (state === 'online') return null;
  if (state === 'slow') return 15_000;
  if (awayFor > 600_000) return 20_000;
  return Math.min(4_000, 1_000 * 2 ** asked);
}
