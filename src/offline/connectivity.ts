/**
 * Whether the shop can be reached, decided from what requests really did; `navigator.onLine` alone only ever
 * says "surely not" (it is true on a dead Wi-Fi). Read by screens through `useConnectivity`.
 */
import { useSyncExternalStore } from 'react';

/** `offline`: the device has no network. `unreachable`: it has one, but the shop does not answer. */
export type Connectivity = 'online' | 'offline' | 'unreachable';

type Listener = () => void;

const listeners = new Set<Listener>();
const inBrowser = typeof window !== 'undefined';
let state: Connectivity = inBrowser && !navigator.onLine ? 'offline' : 'online';
let probeTimer: ReturnType<typeof setTimeout> | undefined;
let probeDelay = 0;

/** First pause and longest pause between questions to a shop that did not answer, in ms. */
const firstPause = 2_000;
const longestPause = 30_000;

function change(next: Connectivity): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

export function connectivity(): Connectivity {
  return state;
}

/** Called for every request that left the page: did the shop itself answer? */
export function reportOutcome(outcome: 'answered' | 'unreachable'): void {
  if (outcome === 'answered') {
    stopProbing();
    change('online');
    return;
  }
  change(navigator.onLine ? 'unreachable' : 'offline');
  probeSoon();
}

function stopProbing(): void {
  clearTimeout(probeTimer);
  probeTimer = undefined;
  probeDelay = 0;
}

function probeSoon(): void {
  if (probeTimer !== undefined) return;
  probeDelay = Math.min(longestPause, probeDelay === 0 ? firstPause : probeDelay * 2);
  probeTimer = setTimeout(() => {
    probeTimer = undefined;
    void probe();
  }, probeDelay);
}

/** Asks the shop itself, past every cache; also the "try again" of the offline page. */
export async function probe(): Promise<boolean> {
  if (!navigator.onLine) {
    change('offline');
    return false;
  }
  try {
    const answer = await fetch('/api/v2/health', { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
    const ours = answer.headers.has('X-Shop-Api');
    reportOutcome(ours ? 'answered' : 'unreachable');
    return ours;
  } catch {
    reportOutcome('unreachable');
    return false;
  }
}

if (inBrowser) {
  addEventListener('offline', () => change('offline'));
  addEventListener('online', () => {
    probeDelay = 0;
    void probe();
  });
}

export function onConnectivityChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server renders as online; the truth shows after mount. */
export function useConnectivity(): Connectivity {
  return useSyncExternalStore(onConnectivityChange, connectivity, () => 'online');
}
