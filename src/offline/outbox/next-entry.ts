/** Which entry of the outbox goes next, and when. */
import { partsOf } from '#domain/waiting/many-lines.ts';
import { isStopped, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { guest } from './outbox-session.ts';

/** First and longest pause between tries in ms; each pause is twice the one before, shortened by chance to spread a crowd. */
const pauses = { first: 1_000, longest: 300_000 };

export interface NextEntry {
  entry: WaitingCommand | null;
  waiting: number;
  nextAt: number | null;
}

/**
 * What is to be sent now: of each cart the oldest command that may go, lines that the shop refused left out.
 * @param isForced the shopper or the returning link asks: our own pauses count no more, the shop's do.
 */
export function nextToSend(
  entries: readonly WaitingCommand[],
  now: number,
  owner: string,
  isForced: (entry: WaitingCommand) => boolean = () => false,
): NextEntry {
  const found: NextEntry = { entry: null, waiting: 0, nextAt: null };
  const held = new Set<string>();
  const stoppedLines = new Set<string>();
  const inOrder = entries.toSorted((one, other) => one.seq - other.seq);
  for (const entry of inOrder) {
    const { scope, line, state } = entry;
    if (state === 'confirmed') continue;
    if (isStopped(entry)) {
      // A cart that could not be begun stops all of it; what else was refused as a whole stops nothing.
      if (entry.kind === 'pickUpCart') held.add(scope);
      else
        for (const part of partsOf(entry)) if (part.line !== null) stoppedLines.add(`${scope} ${part.line}`);
      continue;
    }
    if (entry.owner !== owner && entry.owner !== guest) {
      held.add(scope);
      continue;
    }
    if (line !== null && stoppedLines.has(`${scope} ${line}`)) continue;
    found.waiting += 1;
    if (held.has(scope)) continue;
    held.add(scope);
    const dueAt = dueTime(entry, now, isForced(entry));
    if (dueAt <= now) found.entry ??= entry;
    else found.nextAt = Math.min(found.nextAt ?? dueAt, dueAt);
  }
  return found;
}

/** Longest pause that the shop may ask for, ms. */
export const longestAsked = 3_600_000;

/** A time further away than any pause was written by a clock that has been set back since: it is over. */
function dueTime(entry: WaitingCommand, now: number, isForced: boolean): number {
  const own = isForced || entry.nextTryAt > now + pauses.longest ? 0 : entry.nextTryAt;
  return Math.max(own, entry.notBefore > now + longestAsked ? 0 : entry.notBefore);
}

export function pauseAfter(tries: number, random: number): number {
  const longest = Math.min(pauses.longest, pauses.first * 2 ** Math.min(tries - 1, 20));
  return Math.round(longest * (0.5 + random / 2));
}
