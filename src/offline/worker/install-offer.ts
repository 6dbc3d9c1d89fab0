/**
 * The offer to put the shop on the home screen (R0.09). The browser's own prompt is kept until somebody presses our button
 * and is used once. Unasked it is offered only after the shop was of use (a second visit, something put into the cart),
 * never again for ninety days once it was turned down.
 */
import { standalone } from '#lib/display-mode.ts';
import { useSyncExternalStore } from 'react';
import { createListeners } from '#lib/listeners.ts';
import { readStored, writeStored } from '#lib/stored-value.ts';

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** What decides whether to ask; times in ms since 1970, device clock. */
export interface Usefulness {
  visits: number;
  lastVisitAt: number;
  /** Something was put into the cart or ordered. */
  wasUsed: boolean;
  refusedAt: number | null;
}

const cell = 'INSTALL_OFFER';
const none: Usefulness = { visits: 0, lastVisitAt: 0, wasUsed: false, refusedAt: null };
/** Less apart than this, two starts are one visit. */
const visitGap = 30 * 60 * 1000;
const silence = 90 * 24 * 60 * 60 * 1000;

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** What is stored, and nothing of what does not make sense (R3.88). */
export function readUsefulness(text: string | null): Usefulness {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<Usefulness> | null;
    if (typeof value !== 'object' || value === null) return none;
    return {
      visits: isCount(value.visits) ? value.visits : 0,
      lastVisitAt: isCount(value.lastVisitAt) ? value.lastVisitAt : 0,
      wasUsed: value.wasUsed === true,
      refusedAt: isCount(value.refusedAt) ? value.refusedAt : null,
    };
  } catch {
    // A broken record counts as a first visit.
    return none;
  }
}

export const afterVisit = (before: Usefulness, now: number): Usefulness =>
  Math.abs(now - before.lastVisitAt) < visitGap
    ? { ...before, lastVisitAt: now }
    : { ...before, visits: before.visits + 1, lastVisitAt: now };

export function mayOffer({ visits, wasUsed, refusedAt }: Usefulness, now: number): boolean {
  if (refusedAt !== null && Math.abs(now - refusedAt) < silence) return false;
  return wasUsed || visits >= 2;
}

let known: Usefulness | undefined;
const { subscribe, tell } = createListeners();
let kept: InstallPrompt | undefined;

/** Without storage what is noted counts for this page alone. */
const usefulness = (): Usefulness => (known ??= readUsefulness(readStored(cell)));

function note(next: Usefulness): void {
  known = next;
  writeStored(cell, JSON.stringify(next));
  tell();
}

/** The shop was of use: something lies in the cart. */
export function noteUse(): void {
  if (!usefulness().wasUsed) note({ ...usefulness(), wasUsed: true });
}

/** "Not now": remembered. */
export function refuseInstall(): void {
  note({ ...usefulness(), refusedAt: Date.now() });
}

function keep(offer: InstallPrompt | undefined): void {
  kept = offer;
  tell();
}

if (typeof window !== 'undefined') {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (!matchMedia(standalone).matches) keep(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => keep(undefined));
  note(afterVisit(usefulness(), Date.now()));
}

/** Undefined while there is nothing to install or it is installed already. */
export function useInstallOffer(): (() => void) | undefined {
  const offer = useSyncExternalStore(
    subscribe,
    () => kept,
    () => undefined,
  );
  if (!offer) return undefined;
  return () => {
    // An offer can be used once; the browser makes another when it sees fit.
    keep(undefined);
    void offer.prompt();
  };
}

/** Whether to speak of it unasked. */
export function useMayOffer(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => mayOffer(usefulness(), Date.now()),
    () => false,
  );
}
