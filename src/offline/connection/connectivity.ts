/**
 * Whether the shop can be reached, as screens read it (`useConnectivity`). Small, since every first page carries it:
 * the rules are in `link-state.ts`, what is asked and when in `link-watch.ts`, which is fetched when the page has time
 * or with the first word about a request.
 */
import { useSyncExternalStore } from 'react';
import { createListeners } from '#lib/listeners.ts';
import type { RequestOutcome } from '#lib/request-outcome.ts';

/**
 * - `slow`: the shop answers, later than a person waits gladly;
 * - `unavailable`: the device has a network, but the shop does not answer or says that it cannot;
 * - `sign-in`: the network answers in the shop's place and wants a sign-in;
 * - `offline`: the device itself says that it has no network, and nothing has proved it wrong.
 */
export type Connectivity = 'online' | 'slow' | 'unavailable' | 'sign-in' | 'offline';

type Watch = typeof import('./link-watch.ts');
const { subscribe, tell } = createListeners();
let state: Connectivity = typeof window !== 'undefined' && !navigator.onLine ? 'offline' : 'online';
let isAnswered = false;
let watch: Promise<Watch> | undefined;

export function connectivity(): Connectivity {
  return state;
}

/** Whether a question to the shop has hope of an answer now. */
export const isReachable = (of: Connectivity = state): boolean => of === 'online' || of === 'slow';

/** For the watch alone: it has learned something new. */
export function setConnectivity(next: Connectivity): void {
  if (next === state) return;
  state = next;
  tell();
}

/** Whether the shop has answered anything since the page was opened; copies on the device do not count. */
export const hasAnswered = (): boolean => isAnswered;
/** For the watch alone. */
export function noteAnswer(): void {
  isAnswered = true;
}

/** Fetches what watches the link. Without it (cut off before it came) the next call tries again. */
export function watchLink(): Promise<Watch | undefined> {
  watch ??= import('./link-watch.ts');
  return watch.catch(() => {
    // Without it the state stays as it was; the next call asks for it again.
    watch = undefined;
    return undefined;
  });
}

/**
 * Called for every request that left the page or the worker.
 * @param ms how long the whole answer took.
 */
export function reportOutcome(outcome: RequestOutcome, ms?: number): void {
  void pass(outcome, ms);
}

async function pass(outcome: RequestOutcome, ms?: number): Promise<void> {
  const link = await watchLink();
  if (link) link.report(outcome, ms);
  else if (outcome !== 'answered') setConnectivity(navigator.onLine ? 'unavailable' : 'offline');
}

/** Asks the shop now; the "try again" of pages. True when it answered. */
export async function probe(): Promise<boolean> {
  return (await (await watchLink())?.probe()) ?? false;
}

export const onConnectivityChange = subscribe;

/** The server renders as online; the truth shows after mount. */
export function useConnectivity(): Connectivity {
  return useSyncExternalStore(onConnectivityChange, connectivity, () => 'online');
}

// Known at once, also before the watch has come: what the device says is believed until a request proves it wrong.
if (typeof window !== 'undefined') {
  addEventListener('offline', () => setConnectivity('offline'));
  // A watch that the lost connection kept away hears of nothing: the first question after it fetches it.
  addEventListener('online', () => void probe());
}
