/**
 * The page's side of the service worker: registers it, offers a new version and reloads only after a yes (R0.23).
 * The offer waits while something holds it: a checkout, a form with unsaved words, changes on their way.
 */
import { useEffect, useSyncExternalStore } from 'react';
import type { ToPage } from './worker-messages.ts';

type Listener = () => void;
const listeners = new Set<Listener>();
let waiting = false;
let postponed = false;
let holds = 0;
let accept: (() => void) | undefined;

function tell(): void {
  for (const listener of listeners) listener();
}

const subscribe = (listener: Listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const isOffered = () => waiting && !postponed && holds === 0;

/** Whether to show "a new version is ready". */
export function useUpdateOffer(): { offered: boolean; accept: () => void; later: () => void } {
  const offered = useSyncExternalStore(subscribe, isOffered, () => false);
  return {
    offered,
    accept: () => accept?.(),
    later: () => {
      postponed = true;
      tell();
    },
  };
}

/** While `held` is true no new version is offered: put it into checkouts and dirty forms. */
export function useHoldUpdates(held: boolean): void {
  useEffect(() => {
    if (!held) return undefined;
    holds += 1;
    tell();
    return () => {
      holds -= 1;
      tell();
    };
  }, [held]);
}

/** Trusted Types: the only script address that may become a worker. Made once per page, or the policy is refused. */
function workerAddress(): string {
  const address = '/sw.js';
  const policy = window.trustedTypes?.createPolicy('sw', {
    createScriptURL: (given) => {
      if (given !== address) throw new TypeError(given);
      return given;
    },
  });
  return policy?.createScriptURL(address) ?? address;
}

export async function connectWorker(onFresh: (address: string) => void): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox(workerAddress(), { updateViaCache: 'none' });
  workbox.addEventListener('waiting', () => {
    waiting = true;
    accept = () => {
      workbox.addEventListener('controlling', () => location.reload());
      workbox.messageSkipWaiting();
    };
    tell();
  });
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<ToPage>) => {
    if (event.data?.type === 'FRESH_ANSWER') onFresh(event.data.address);
  });
  await workbox.register({ immediate: true });
}
