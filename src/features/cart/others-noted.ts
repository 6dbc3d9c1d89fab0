/** What another device changed in this cart since it was last seen here; kept until it is put away (contract 1.9). */
import { changedElsewhere, type LineDifference } from '#domain/changed-elsewhere.ts';
import type { Order } from '#contract/orders.ts';

let differences: readonly LineDifference[] = [];
const listeners = new Set<() => void>();

/** Compares two words of the shop; `own` are the keys of this device that may not have been answered yet. */
export function noteOthers(before: Order | null, now: Order, own: ReadonlySet<string>): void {
  if (before === null) return;
  const found = changedElsewhere(before, now, own);
  if (found.length > 0) tellOthers(found);
}
function tellOthers(found: readonly LineDifference[]): void {
  differences = found;
  for (const listener of listeners) listener();
}

/** What another device changed in this cart since it was last seen here; shown until put away. */
export const othersChanges = {
  current: (): readonly LineDifference[] => differences,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  putAway: () => tellOthers([]),
};
