/** Which entry of the outbox goes next, and when. */
import { partsOf } from '#domain/waiting/many-lines.ts';
import { guest, isMessage, isStopped, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { dueTime } from './retry-pause.ts';

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
      // Each message stands for itself: what somebody has left behind does not hold that of the next.
      if (!isMessage(entry)) held.add(scope);
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
