/**
 * A phone: the shop's own outbox on IndexedDB, with tabs that open, send and die, a clock that moves when told and
 * jumps, and one sender across tabs. What is stored outlives every page.
 */
import { IDBFactory } from 'fake-indexeddb';
import type { DrainEnvironment } from '#offline/outbox/drain-environment.ts';
import { createOutbox, type Outbox } from '#offline/outbox/outbox.ts';
import { browserEnvironment } from '#offline/outbox/outbox-environment.ts';
import { openOutboxStore, type OutboxStore } from '#offline/outbox/outbox-store.ts';
import { manualClock } from '#tests/manual-clock.ts';
import type { Chance } from './random.ts';

/**
 * What lies in the database is copied at each reading and writing. Plain values, as the outbox has them, are copied by hand:
 * the general way takes a good part of a schedule's time.
 */
function copyPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyPlain);
  if (Object.getPrototypeOf(value) !== Object.prototype) return copyAny(value);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = copyPlain((value as Record<string, unknown>)[key]);
  return copy;
}
const copyAny = globalThis.structuredClone;
globalThis.structuredClone = copyPlain as typeof structuredClone;

export interface Page {
  outbox: Outbox;
  env: DrainEnvironment;
  store: OutboxStore;
  /** Resolves when the page is gone. */
  gone: Promise<void>;
  isAlive: () => boolean;
  die(): void;
  /** Waits until nothing is being sent, or the page is gone. */
  idle(work?: Promise<unknown>): Promise<void>;
}

export interface Phone {
  factory: IDBFactory;
  time: ReturnType<typeof manualClock>;
  pages: Page[];
  /** The page in front; opens one if all are gone. */
  front(): Page;
  /** @param store in place of the device's own */
  open(store?: OutboxStore): Page;
  /** Whoever is signed in. */
  owner: string;
  isOffline: boolean;
  /** Requests on the way, of all pages. */
  onWay: Set<object>;
}

/** A lock as the browser gives it: first come, first served, and freed when its page is gone. */
function deviceLock() {
  interface Holder {
    page: object;
    start: () => void;
  }
  const queue: Holder[] = [];
  let held: Holder | null = null;
  const next = () => {
    held = queue.shift() ?? null;
    held?.start();
  };
  return {
    take: (page: object) =>
      new Promise<() => void>((resolve) => {
        const holder: Holder = {
          page,
          start: () =>
            resolve(() => {
              if (held === holder) next();
            }),
        };
        queue.push(holder);
        if (held === null) next();
      }),
    free(page: object) {
      for (let at = queue.length - 1; at >= 0; at -= 1) if (queue[at]?.page === page) queue.splice(at, 1);
      if (held?.page === page) next();
    },
  };
}

export interface PhoneOptions {
  chance: Chance;
  /** The network as one page sees it; `die` ends that page. */
  network: (die: () => void) => typeof globalThis.fetch;
  /** The store as one page sees it; C1 counts its effects. */
  store?: (factory: IDBFactory, page: { isAlive: () => boolean; die: () => void }) => OutboxStore;
  /** False: pages do not wait for each other (a browser without locks, a sender too many). */
  hasLocks?: boolean;
}

export function aPhone(options: PhoneOptions): Phone {
  const { chance } = options;
  const factory = new IDBFactory();
  const time = manualClock(Date.UTC(2026, 10, 21, 6));
  const lock = deviceLock();

  function open(given?: OutboxStore): Page {
    let isAlive = true;
    let end = () => {};
    const gone = new Promise<void>((resolve) => {
      end = resolve;
    });
    const identity = {};
    const die = () => {
      if (!isAlive) return;
      isAlive = false;
      // What it had on the way is nobody's any more.
      phone.onWay.clear();
      lock.free(identity);
      phone.pages = phone.pages.filter((one) => one !== page);
      end();
    };
    const store =
      given ?? options.store?.(factory, { isAlive: () => isAlive, die }) ?? openOutboxStore(factory);
    const fetch = options.network(die);
    const never = () => new Promise<never>(() => {});
    const environment: Partial<DrainEnvironment> = {
      // A page that is gone sends nothing more and hears no answer, whatever of its code still stands somewhere.
      fetch: async (input, init) => {
        if (!isAlive) return never();
        const response = await fetch(input, init);
        return isAlive ? response : never();
      },
      clock: {
        now: () => time.clock.now(),
        // Timers end with their page.
        after: (ms, run) =>
          time.clock.after(ms, () => {
            if (isAlive) run();
          }),
      },
      lock: async (work) => {
        if (options.hasLocks === false) return work();
        const free = await lock.take(identity);
        try {
          return await work();
        } finally {
          free();
        }
      },
      random: () => chance.next(),
      newId: () => chance.uuid(),
      newToken: () => chance.token(),
      owner: () => phone.owner,
      // The network writes down who a request says it is of.
      session: {
        bearer: async (owner) => (phone.owner === owner ? owner : null),
        renew: async () => 'unknown',
      },
      isOffline: () => phone.isOffline,
    };
    const outbox = createOutbox({ store, channel: null, environment });
    const page: Page = {
      outbox,
      store,
      env: browserEnvironment(store, { onChange: () => {}, ...environment }),
      gone,
      isAlive: () => isAlive,
      die,
      idle: async (work) => {
        const settled = async () => {
          await work;
          await outbox.wake();
        };
        await Promise.race([gone, settled()]);
      },
    };
    phone.pages.push(page);
    return page;
  }

  const phone: Phone = {
    factory,
    time,
    pages: [],
    front: () => phone.pages.at(-1) ?? open(),
    open,
    owner: 'guest',
    isOffline: false,
    onWay: new Set(),
  };
  return phone;
}
