/**
 * The browser's offer to put the shop on the home screen (R0.09). It is kept until somebody presses our own button:
 * never shown unasked, never in the middle of a task, and asked with the browser's dialog exactly once.
 */
import { useSyncExternalStore } from 'react';

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

type Listener = () => void;
const listeners = new Set<Listener>();
let kept: InstallPrompt | undefined;

function keep(offer: InstallPrompt | undefined): void {
  kept = offer;
  for (const listener of listeners) listener();
}

if (typeof window !== 'undefined') {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (!matchMedia('(display-mode: standalone)').matches) keep(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => keep(undefined));
}

const subscribe = (listener: Listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

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
