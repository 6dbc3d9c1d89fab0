/**
 * A script of a screen that does not come (a new build took the place of the old one, a cache lost it): the page is
 * loaded again, since the shop's page names scripts that exist. At most once in 60 seconds, whatever fails how often
 * (R4.97, R4.98, R8.52; F21), never without a way to the shop, and not while something on the page would be lost.
 */
import { isReachable } from '#offline/connection/connectivity.ts';
import { isScriptFailure } from '#lib/script-failure.ts';
import { readStoredJson, writeStored } from '#lib/stored-value.ts';
import { areUpdatesHeld } from './update-offer.ts';

const cell = 'SCRIPT_RELOADS';
/** ms between two reloads, and how many may follow one another before the page is left as it is for an hour. */
const apart = 60_000;
const most = 5;
const hour = 3_600_000;

export interface Reloads {
  /** Device clock, ms since 1970. */
  at: number;
  count: number;
}

/**
 * By elapsed time and by count: a clock that was turned back neither locks the page for years nor lets it turn in
 * circles.
 */
export function afterFailure(before: Reloads | null, now: number): { reload: boolean; reloads: Reloads } {
  if (!before) return { reload: true, reloads: { at: now, count: 1 } };
  const elapsed = now - before.at;
  if (elapsed < 0) return { reload: false, reloads: { at: now, count: before.count } };
  if (elapsed > hour) return { reload: true, reloads: { at: now, count: 1 } };
  if (elapsed < apart || before.count >= most) return { reload: false, reloads: before };
  return { reload: true, reloads: { at: now, count: before.count + 1 } };
}

function read(): Reloads | null {
  const value = readStoredJson(cell) as Partial<Reloads> | null;
  return Number.isFinite(value?.at) && Number.isFinite(value?.count) ? (value as Reloads) : null;
}

/** Loads the page again if this failure and the times before it allow. @returns whether it does. */
export function reloadAfter(error: unknown, reload = () => location.reload()): boolean {
  if (!isScriptFailure(error) || !isReachable() || !navigator.onLine || areUpdatesHeld()) return false;
  const { reload: isDue, reloads } = afterFailure(read(), Date.now());
  if (!writeStored(cell, JSON.stringify(reloads))) {
    // Nothing can be remembered: a page that is a reload already is not loaded a second time.
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (entry?.type === 'reload') return false;
    reload();
    return true;
  }
  if (isDue) reload();
  return isDue;
}
