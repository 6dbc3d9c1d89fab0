/**
 * The page's side of the service worker: registers it, offers a new version and reloads only after a yes, once the new
 * worker has taken over (R0.23, F14). The offer waits while something holds it: a checkout, a form with unsaved words,
 * changes on their way; in this tab or in another one, since all tabs of a browser have one worker.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { firstWorker } from '#lib/page-worker.ts';
import { createListeners } from '#lib/listeners.ts';
import { isReachable } from '#offline/connection/connectivity.ts';
import { whenNetworkIdle } from '#offline/connection/network-idle.ts';
import { untilInstalled } from './first-worker.ts';
import { createConsent } from './update-takeover.ts';

const { subscribe, tell } = createListeners();
/** A new version is there: installed and waiting, or already in charge because another tab said yes. */
let ready: 'no' | 'waiting' | 'in charge' = 'no';
let postponed = false;
let holds = 0;
let isHeldElsewhere = false;
let accept: (() => Promise<void>) | undefined;

const isOffered = () => ready !== 'no' && !postponed && holds === 0;

export interface UpdateOffer {
  offered: boolean;
  /** Another tab has something that a new version would lose: it was asked and said no. */
  heldElsewhere: boolean;
  accept: () => void;
  later: () => void;
}

/** Whether to show "a new version is ready". */
export function useUpdateOffer(): UpdateOffer {
  const offered = useSyncExternalStore(subscribe, isOffered, () => false);
  const heldElsewhere = useSyncExternalStore(
    subscribe,
    () => isHeldElsewhere,
    () => false,
  );
  return {
    offered,
    heldElsewhere,
    accept: () => void accept?.(),
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
    holdUpdates(true);
    return () => holdUpdates(false);
  }, [held]);
}

/** The same for what is no part of a screen: an intent that is being sent. @param held once true, once false. */
export function holdUpdates(held: boolean): void {
  holds += held ? 1 : -1;
  tell();
}

/** Whether a reload would lose something now. */
export const areUpdatesHeld = (): boolean => holds > 0;

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

/** The shop's switch for a worker that does harm (docs/security.md); not reached is not off. */
async function isWorkerOff(): Promise<boolean> {
  if (!isReachable()) return false;
  try {
    const answer = await fetch('/sw-policy.json', { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
    return ((await answer.json()) as { worker?: unknown }).worker === 'off';
  } catch {
    // Not reached, or no JSON: not off.
    return false;
  }
}

/** Lets every worker and what it cached go. The databases, with what waits to be sent, stay. */
async function letWorkerGo(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

/** ms that another tab has to say that it holds something. */
const askTime = 300;
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('arimas-update');
channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.data === 'may we?' && holds > 0) channel.postMessage('not yet');
});

/** Whether no other tab would lose something. A tab that does not answer has nothing to say. */
function mayAllMove(): Promise<boolean> {
  return new Promise((resolve) => {
    if (!channel) return resolve(true);
    const answer = (event: MessageEvent<unknown>) => {
      if (event.data === 'not yet') end(false);
    };
    const timer = setTimeout(() => end(true), askTime);
    const end = (may: boolean) => {
      clearTimeout(timer);
      channel.removeEventListener('message', answer);
      resolve(may);
    };
    channel.addEventListener('message', answer);
    channel.postMessage('may we?');
  });
}

/**
 * Says when a new worker waits. Not left to Workbox's own event, which listens to the first two finds at most: a version that
 * cannot be installed is found at every look, and the good one after it would not be offered to pages that are open.
 */
function watchForNew(registration: ServiceWorkerRegistration, onWaiting: () => void): void {
  // The first worker of a device waits for nobody.
  const watch = (worker = registration.installing) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && registration.active) onWaiting();
    });
  registration.addEventListener('updatefound', () => watch());
  watch();
  if (registration.waiting && registration.active) onWaiting();
}

/** ms between two looks for a new version while the shop stays open. */
const lookEvery = 60 * 60 * 1000;

export async function connectWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  if (await isWorkerOff()) {
    await letWorkerGo();
    return;
  }
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox(workerAddress(), { updateViaCache: 'none' });
  const consent = createConsent({
    reload: () => location.reload(),
    mayReload: () => holds === 0,
    now: () => Date.now(),
    after: (ms, work) => setTimeout(work, ms),
    whenNetworkIdle,
    storage: () => sessionStorage,
  });
  let hadWorker = navigator.serviceWorker.controller !== null;
  const takeOver = () => workbox.messageSkipWaiting();
  const offerNew = () => {
    consent.found(takeOver);
    ready = 'waiting';
    postponed = false;
    accept = async () => {
      isHeldElsewhere = !(await mayAllMove());
      tell();
      if (isHeldElsewhere || holds > 0) return;
      consent.give(takeOver);
    };
    tell();
  };
  const takenOver = () => {
    if (consent.takenOver()) return;
    // A tab that nobody sees and that holds nothing moves with the one that was asked.
    if (document.hidden && holds === 0) {
      location.reload();
      return;
    }
    ready = 'in charge';
    accept = () => {
      location.reload();
      return Promise.resolve();
    };
    tell();
  };
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker of a device takes over a page that needs nothing new.
    if (hadWorker) takenOver();
    hadWorker = true;
  });
  // It happened while the page was still beginning.
  if (firstWorker && navigator.serviceWorker.controller !== firstWorker) takenOver();
  const register = async () => {
    const registration = await workbox.register({ immediate: true });
    if (registration) watchForNew(registration, offerNew);
    // After a yes nothing waits any more: the new worker came between the first bytes of this page and its first script.
    if (registration && !registration.waiting && !registration.installing) consent.takenOver();
    return registration;
  };
  const registering = register();
  void untilInstalled(registering, register);
  // It is asked for again.
  await registering.catch(() => undefined);
  let lookedAt = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !isReachable() || performance.now() - lookedAt < lookEvery) return;
    lookedAt = performance.now();
    // An update that cannot be fetched is looked for again.
    void workbox.update().catch(() => {});
  });
}
