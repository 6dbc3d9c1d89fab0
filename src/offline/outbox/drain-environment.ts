/** What the sender of the outbox is given: it runs in a page, in the service worker and in tests alike. */
import type { OutboxStore } from './outbox-store.ts';
import type { Clock } from '#lib/clock.ts';
import type { SignedSession } from './outbox-session.ts';

/** Runs the work while nobody else on this device sends; waits until that is so. */
export type SenderLock = <T>(work: () => Promise<T>) => Promise<T>;

export interface DrainEnvironment {
  store: OutboxStore;
  fetch: typeof globalThis.fetch;
  clock: Clock;
  lock: SenderLock;
  /** 0 to below 1. */
  random: () => number;
  /** Makes keys and tokens for a cart that has to be begun anew. */
  newId: () => string;
  newToken: () => string;
  /** Who is here now. What a guest began goes as a guest's whoever is here; entries of anybody else stay. */
  owner: () => string;
  /** How the commands of whoever is signed in are signed; nobody is where it is missing, as in the worker. */
  session?: SignedSession;
  /** True = the device itself says that it has no network: trying would only blur what was sent. */
  isOffline: () => boolean;
  baseUrl?: string;
  /** Told after each change of the queue. */
  onChange: () => void;
  /** Told what each try did: did the shop itself answer? `late`: nothing yet, it may still come. */
  onOutcome?: (outcome: 'answered' | 'late' | 'unreachable') => void;
}
