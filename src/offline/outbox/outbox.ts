/**
 * The page's side of the outbox: puts changes in, says what waits, wakes the sender. `put` resolves once the change is on
 * the disk, and not before (I1). Loaded after the page is usable; the header lives without it.
 */
import { createListeners } from '#lib/listeners.ts';
import type { Order } from '#contract/orders.ts';
import {
  cartScope,
  isOrderEntry,
  isUnsent,
  type Merge,
  type NewCommand,
} from '#domain/waiting/waiting-command.ts';
import { mergeCommand } from '#domain/waiting/merge-command.ts';
import { createSender } from './outbox-sender.ts';
import { resolveLine } from './line-ids.ts';
import type { DrainEnvironment } from './drain-environment.ts';
import { asChanges, recreateCart, follow, tokenNow } from './recreate-cart.ts';
import { keptCart } from './cart-record.ts';
import { browserEnvironment, outboxTask } from './outbox-environment.ts';
import { retryingAfterFreeing } from './retry-after-freeing-space.ts';
import { setStorageState } from '#offline/storage/storage-state.ts';
import { askedAgain } from './asked-again.ts';
import { openOutboxStore, type OutboxStore } from './outbox-store.ts';
import type { CartRecord, Changes, Reading } from './outbox-records.ts';
import { emptyState, fateOf, type Fate, type OutboxState } from './outbox-state.ts';
import { requestBackgroundSend } from './background-send.ts';

export interface Outbox {
  /** Saves a change, laid over those that wait. The id of the entry that carries it; null when it took another back. */
  put(command: NewCommand, more?: { carts?: readonly CartRecord[] }): Promise<string | null>;
  /** Saves several changes in one transaction; the ids of those that were put at the end. */
  putAll(
    commands: readonly NewCommand[],
    more?: Pick<Changes, 'remove' | 'carts' | 'cart'>,
  ): Promise<string[]>;
  /**
   * The shop does not know this cart. One that it knew once is begun anew from the lines of this device, without a word, unless
   * another has done so. False when there is nothing to bring back.
   * @param speaker locale and channel where no waiting command says them
   */
  recreateCart(token: string, speaker: { locale: string; channel: string }): Promise<boolean>;
  /** Notes the shop's newest word on a cart; `isOurs`: the answer to a step of this page that did not go through here. */
  keepCart(order: Order, isOurs?: boolean): Promise<void>;
  /** What others have changed in this cart was seen. */
  forgetOthers(token: string): Promise<void>;
  list(): Promise<OutboxState>;
  /** What was read last. */
  state(): OutboxState;
  subscribe(listener: () => void): () => void;
  /**
   * Takes a change back. False when it may have reached the shop already: then it stays. `always` is for what the shop has
   * answered: refused, parked, confirmed.
   */
  withdraw(id: string): Promise<boolean>;
  /**
   * A refused change is asked again with a key of its own.
   * @param shown what the screens show of it, where that changes with the body
   */
  askAgain(id: string, body?: Readonly<Record<string, unknown>>, shown?: unknown): Promise<string | null>;
  /** Reads, decides and writes in one transaction; for what the verbs above do not say. */
  change<T>(decide: (now: Reading) => { changes: Changes; result: T }): Promise<T>;
  /** Sends what is due; `now` = also what only waits out our own pause. */
  wake(now?: boolean): Promise<void>;
  /** Resolves when the change is done or refused, or as soon as it is clear that it has to wait. */
  fate(id: string, patience: number): Promise<Fate>;
  close(): void;
}

interface Options {
  store?: OutboxStore;
  environment?: Partial<DrainEnvironment>;
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'> | null;
}

export function createOutbox(options: Options = {}): Outbox {
  const store = retryingAfterFreeing(options.store ?? openOutboxStore());
  const channel = options.channel === undefined ? openChannel() : options.channel;
  const { subscribe, tell } = createListeners();
  let state = emptyState;
  let reading: Promise<OutboxState> | undefined;
  /** Counts what other tabs and the worker have said. */
  let news = 0;

  const take = (now: Reading): OutboxState => {
    state = { ...now, isReady: true };
    if (state.isReadOnly) setStorageState('newer');
    tell();
    return state;
  };
  /** One at a time, in their order: what is newer on the disk is shown later. */
  const next = (look: () => Promise<OutboxState>): Promise<OutboxState> =>
    (reading = (reading ?? Promise.resolve(state)).then(look));
  const refresh = (): Promise<OutboxState> =>
    next(async () => {
      // A disk that cannot be read is told to all who listen, below.
      const now = await store.read().catch(() => null);
      if (now !== null) return take(now);
      state = { ...state, isReady: false };
      tell();
      return state;
    });
  const changed = () => {
    channel?.postMessage('changed');
    return refresh();
  };
  channel?.addEventListener('message', () => {
    news += 1;
    void refresh();
  });

  const env: DrainEnvironment = {
    ...browserEnvironment(store, { onChange: () => void changed() }),
    ...options.environment,
  };
  const identify = (command: NewCommand) => ({
    ...command,
    id: env.newId(),
    owner: env.owner(),
    at: env.clock.now(),
  });

  const sender = createSender(env);
  const { wake } = sender;

  const toChanges = (
    merge: Merge,
    carts: readonly CartRecord[] = [],
  ): { changes: Changes; id: string | null } => {
    const append = merge.append.map(identify);
    return {
      changes: { remove: merge.remove, update: merge.update, append, carts },
      id: append.at(-1)?.id ?? merge.update.at(-1)?.id ?? null,
    };
  };
  /** A change laid over those that wait; the id of the entry that carries it. */
  async function putMerged(command: NewCommand, more?: readonly CartRecord[]): Promise<string | null> {
    const id = await write(({ entries, carts }) => {
      // What the screen still takes for unsent another sender may have brought to the shop: the disk knows.
      const merge = mergeCommand(entries, resolveLine(follow(command, carts), carts));
      const { changes, id: carrying } = toChanges(merge, more);
      return { changes, result: carrying };
    });
    requestBackgroundSend();
    void wake();
    return id;
  }
  async function write<T>(decide: (now: Reading) => { changes: Changes; result: T }): Promise<T> {
    const before = news;
    let after: Reading | undefined;
    const result = await store.change(decide, (now) => {
      after = now;
    });
    const written = after;
    // Another tab may have written after this one did, and its message have been read before: then it is read once more.
    if (written === undefined || news !== before) await changed();
    else {
      channel?.postMessage('changed');
      await next(() => Promise.resolve(take(written)));
    }
    return result;
  }

  const outbox: Outbox = {
    put: (command, more) => putMerged(command, more?.carts),
    putAll: async (commands, more) => {
      const append = commands.map(identify);
      await write(({ carts }) => ({
        changes: { append: append.map((one) => follow(one, carts)), ...more },
        result: undefined,
      }));
      requestBackgroundSend();
      void wake();
      return append.map((one) => one.id);
    },
    recreateCart: async (token, speaker) => {
      const isThere = await write((now) => {
        const waiting = now.entries.filter(
          (one) => one.scope === cartScope(token) && one.state !== 'confirmed',
        );
        // Begun here and not sent yet, or used up by an order on its way: that is as it should be.
        if (waiting.some((one) => one.kind === 'pickUpCart' || isOrderEntry(one)))
          return { changes: {}, result: true };
        const order = now.carts.get(token)?.order ?? null;
        const begun = recreateCart(now, token, order, {
          newToken: env.newToken(),
          now: env.clock.now(),
          speaker,
        });
        const isMoved = begun.commands.length > 0 || tokenNow(now.carts, token) !== token;
        return { changes: isMoved ? asChanges(begun, identify) : {}, result: isMoved };
      });
      requestBackgroundSend();
      void wake();
      return isThere;
    },
    keepCart: async (order, isOurs) => {
      await store.change((reading) => ({
        changes: { carts: keptCart(reading, order, env.clock.now(), isOurs) },
        result: undefined,
      }));
      await changed();
    },
    forgetOthers: (token) =>
      write(({ carts }) => {
        const { others, ...record } = carts.get(token) ?? {};
        return { changes: others ? { carts: [record as CartRecord] } : {}, result: undefined };
      }),
    list: () => refresh(),
    state: () => state,
    subscribe,
    withdraw: (id) =>
      write(({ entries }) => {
        const entry = entries.find((one) => one.id === id);
        if (entry === undefined) return { changes: {}, result: true };
        const isFree = isUnsent(entry) || !['queued', 'sending'].includes(entry.state);
        return { changes: isFree ? { remove: [entry] } : {}, result: isFree };
      }).then((isTaken) => {
        // What waited behind it may go now.
        void wake();
        return isTaken;
      }),
    askAgain: async (id, body, shown) => {
      const newId = await write(({ entries }) => {
        const entry = entries.find((one) => one.id === id);
        if (
          entry === undefined ||
          !['refused', 'needs-review', 'parked'].includes(entry.state) ||
          entry.reason === 'newer'
        )
          return { changes: {}, result: null };
        const fresh = askedAgain(entry, env.newId(), env.owner(), body, shown);
        return { changes: { update: [fresh] }, result: fresh.id };
      });
      void wake(true);
      return newId;
    },
    change: async (decide) => {
      const result = await write(decide);
      requestBackgroundSend();
      return result;
    },
    wake,
    fate: (id, patience) =>
      new Promise((resolve) => {
        const end = (fate: Fate) => {
          cancel();
          unsubscribe();
          resolve(fate);
        };
        const cancel = env.clock.after(patience, () => end('waiting'));
        const check = () => {
          const fate = fateOf(state, id);
          if (fate !== null) end(fate);
        };
        const unsubscribe = outbox.subscribe(check);
        check();
      }),
    close: () => {
      sender.stop();
      channel?.close();
      store.close();
    },
  };
  return outbox;
}

function openChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(outboxTask);
}
