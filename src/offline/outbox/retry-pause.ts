/** How long a change that could not be sent waits until it is tried again. */
import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';

/** First and longest pause between tries in ms; each pause is twice the one before, shortened by chance to spread a crowd. */
const pauses = { first: 1_000, longest: 300_000 };

/** Longest pause that the shop may ask for, ms. */
export const longestAsked = 3_600_000;

/**
 * When a change may be sent, ms since 1970. A time further away than any pause was written by a clock that has been set back
 * since: it is over.
 * @param isForced our own pause counts no more, the shop's does
 */
export function dueTime(entry: WaitingCommand, now: number, isForced: boolean): number {
  const own = isForced || entry.nextTryAt > now + pauses.longest ? 0 : entry.nextTryAt;
  return Math.max(own, entry.notBefore > now + longestAsked ? 0 : entry.notBefore);
}

/** ms until the next try. @param random 0 to 1 */
export function pauseAfter(tries: number, random: number): number {
  const longest = Math.min(pauses.longest, pauses.first * 2 ** Math.min(tries - 1, 20));
  return Math.round(longest * (0.5 + random / 2));
}
