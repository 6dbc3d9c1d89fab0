/**
 * The page's side of the outbox: puts changes in, says what waits, wakes the sender. `put` resolves once the change is on
 * the disk, and not before (I1). Loaded after the page is usable; the header lives without it.
 */
import type { Order } from '#contract/orders/orders.ts';
import {
  canBeStopped,
  cartScope,
  isOrderEntry,
  isUnknownUntilSignIn,
  isUnsent,
  stopping,
  type NewCommand,
  type WaitingCommand,
} from '#domain/waiting/waiting-command.ts';
import { mergeCommand } from '#domain/waiting/merge-command.ts';
import { createSender } from './page-sender.ts';
import { resolveLine } from './line-ids.ts';
import type { DrainEnvironment } from './drain-environment.ts';
import { asChanges, recreateCart, follow, tokenNow, type NewCart } from './recreate-cart.ts';
import { keptCart } from './cart-record.ts';
import { frontCart } from './front-cart.ts';
import { browserEnvironment } from './outbox-environment.ts';
import { retryingAfterFreeing } from './retry-after-freeing-space.ts';
import { askedAgain } from './asked-again.ts';
import { openOutboxStore, type OutboxStore } from './outbox-store.ts';
import type { CartRecord, Changes, Reading } from './outbox-records.ts';
import { fateOf, type Fate, type OutboxState } from './outbox-state.ts';
import { createOutboxView, type OutboxChannel, type OutboxView } from './outbox-view.ts';
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
   * Begins a cart with what goes into it, unless there is one in front by now: another press or tab was first, and nothing is written.
   * @returns the cart in front; the ids where it was begun by these
   */
  beginCart(token: string, commands: readonly NewCommand[]): Promise<{ token: string; ids: string[] | null }>;
  /**
   * The shop does not know this cart. One that it knew once is begun anew from the lines of this device, without a word, unless
   * another has done so; of one that was emptied elsewhere only what waits goes on. False when there is nothing to bring back.
   * @param speaker locale and channel where no waiting command says them
   * @param emptied the shop's sentence where it says that
   */
  recreateCart(
    token: string,
    speaker: { locale: string; channel: string },
    emptied?: string,
  ): Promise<boolean>;
  /** Notes the shop's newest word on a cart; `isOurs`: the answer to a step of this page that did not go through here. */
  keepCart(order: Order, isOurs?: boolean): Promise<void>;
  /** What others have changed in this cart was seen. */
  forgetOthers(token: string): Promise<void>;
  list(): Promise<OutboxState>;
  /** What was read last. */
  state(): OutboxState;
  subscribe(listener: () => void): () => void;
  /**
   * Takes a change back. False when it may have reached the shop already, or is a newer version's: then it stays.
   */
  withdraw(id: string): Promise<boolean>;
  /**
   * An order that the shop may have is taken back: the shop is told not to take it, and says whether it has (contract CHK-21).
   * @returns false where it is too late, or too early, for that
   */
  stopOrder(id: string): Promise<boolean>;
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
  channel?: OutboxChannel | null;
}

export function createOutbox(options: Options = {}): Outbox {
  const store = retryingAfterFreeing(options.store ?? openOutboxStore());
  const view = createOutboxView(store, options.channel);
  const env: DrainEnvironment = {
    ...browserEnvironment(store, { onChange: () => void view.changed() }),
    ...options.environment,
  };
  const { wake, stop } = createSender(env);
  /** What was written is to be sent. */
  const sendSoon = () => {
    requestBackgroundSend();
    void wake();
  };
  const identify: Identify = (command) => ({
    ...command,
    id: env.newId(),
    owner: env.owner(),
    at: env.clock.now(),
  });

  return {
    put: async (command, more) => {
      const id = await view.write((now) => putting(now, command, identify, env.owner(), more?.carts));
      sendSoon();
      return id;
    },
    putAll: async (commands, more) => {
      const append = commands.map(identify);
      await view.write(({ carts }) => ({
        changes: { append: append.map((one) => follow(one, carts)), ...more },
        result: undefined,
      }));
      sendSoon();
      return append.map((one) => one.id);
    },
    beginCart: async (token, commands) => {
      const append = commands.map(identify);
      const front = await view.write((now) => beginningCart(now, token, append));
      sendSoon();
      return front === null ? { token, ids: append.map((one) => one.id) } : { token: front, ids: null };
    },
    recreateCart: async (token, speaker, emptied) => {
      const isThere = await view.write((now) =>
        bringingBack(now, token, identify, () => ({
          newToken: env.newToken(),
          now: env.clock.now(),
          speaker,
          emptied,
        })),
      );
      sendSoon();
      return isThere;
    },
    keepCart: async (order, isOurs) => {
      await store.change((reading) => ({
        changes: { carts: keptCart(reading, order, env.clock.now(), isOurs) },
        result: undefined,
      }));
      await view.changed();
    },
    forgetOthers: (token) =>
      view.write(({ carts }) => {
        const { others, ...record } = carts.get(token) ?? {};
        return { changes: others ? { carts: [record as CartRecord] } : {}, result: undefined };
      }),
    list: view.refresh,
    state: view.state,
    subscribe: view.subscribe,
    withdraw: async (id) => {
      const isTaken = await view.write((now) => withdrawing(now, id));
      // What waited behind it may go now.
      void wake();
      return isTaken;
    },
    stopOrder: async (id) => {
      const isTold = await view.write((now) => stoppingOrder(now, id));
      void wake(true);
      return isTold;
    },
    askAgain: async (id, body, shown) => {
      const newId = await view.write(({ entries }) => {
        const entry = entries.find((one) => one.id === id);
        if (entry === undefined || !isToBeAnswered(entry)) return { changes: {}, result: null };
        const fresh = askedAgain(entry, env.newId(), env.owner(), body, shown);
        return { changes: { update: [fresh] }, result: fresh.id };
      });
      void wake(true);
      return newId;
    },
    change: async (decide) => {
      const result = await view.write(decide);
      requestBackgroundSend();
      return result;
    },
    wake,
    fate: (id, patience) => awaitFate(view, id, (give) => env.clock.after(patience, give)),
    close: () => {
      stop();
      view.close();
      store.close();
    },
  };
}

type Identify = (command: NewCommand) => NewCommand & { id: string; owner: string; at: number };
interface Decision<T> {
  changes: Changes;
  result: T;
}

/** A change laid over those that wait; the id of the entry that carries it. */
function putting(
  { entries, carts }: Reading,
  command: NewCommand,
  identify: Identify,
  owner: string,
  more: readonly CartRecord[] = [],
): Decision<string | null> {
  // What the screen still takes for unsent another sender may have brought to the shop: the disk knows.
  const next = resolveLine(follow(command, carts), carts);
  const { remove, update, append } = mergeCommand(entries, next, owner);
  const identified = append.map(identify);
  return {
    changes: { remove, update, append: identified, carts: more },
    result: identified.at(-1)?.id ?? update.at(-1)?.id ?? null,
  };
}

/** A cart begun with what is appended, unless there is one in front: its token. */
function beginningCart(
  now: Reading,
  token: string,
  append: NonNullable<Changes['append']>,
): Decision<string | null> {
  const there = frontCart(now);
  return { changes: there === null ? { append, cart: token } : {}, result: there };
}

/** The lines of a cart that the shop has lost, put into a new one. False: there is nothing to bring back. */
function bringingBack(
  now: Reading,
  token: string,
  identify: Identify,
  means: () => NewCart,
): Decision<boolean> {
  const waiting = now.entries.filter((one) => one.scope === cartScope(token) && one.state !== 'confirmed');
  // Begun here and not sent yet, or used up by an order on its way: that is as it should be.
  if (waiting.some((one) => one.kind === 'pickUpCart' || isOrderEntry(one)))
    return { changes: {}, result: true };
  const given = means();
  const begun = recreateCart(now, token, now.carts.get(token)?.order ?? null, given);
  const isMoved = begun.commands.length > 0 || tokenNow(now.carts, token) !== token;
  const isWritten = isMoved || given.emptied !== undefined;
  return { changes: isWritten ? asChanges(begun, identify) : {}, result: isMoved };
}

/** Takes an entry out, unless the shop may have it. */
function withdrawing({ entries }: Reading, id: string): Decision<boolean> {
  const entry = entries.find((one) => one.id === id);
  if (entry === undefined) return { changes: {}, result: true };
  const isOnItsWay =
    ['queued', 'sending'].includes(entry.state) || (isOrderEntry(entry) && isUnknownUntilSignIn(entry));
  const isFree = entry.reason !== 'newer' && (isUnsent(entry) || !isOnItsWay);
  return { changes: isFree ? { remove: [entry] } : {}, result: isFree };
}

/** The wish of its buyer that the shop does not take an order. */
function stoppingOrder({ entries }: Reading, id: string): Decision<boolean> {
  const order = entries.find((one) => one.id === id);
  return order !== undefined && canBeStopped(order)
    ? { changes: { update: [stopping(order)] }, result: true }
    : { changes: {}, result: false };
}

/** The shopper decides what becomes of it; what a newer version has made is left to that. */
const isToBeAnswered = ({ state, reason }: WaitingCommand): boolean =>
  ['refused', 'needs-review', 'parked'].includes(state) && reason !== 'newer';

/** @param giveUp calls after the patience; its answer cancels. */
function awaitFate(
  { state, subscribe }: Pick<OutboxView, 'state' | 'subscribe'>,
  id: string,
  giveUp: (give: () => void) => () => void,
): Promise<Fate> {
  return new Promise((resolve) => {
    const end = (fate: Fate) => {
      cancel();
      unsubscribe();
      resolve(fate);
    };
    const cancel = giveUp(() => end('waiting'));
    const check = () => {
      const fate = fateOf(state(), id);
      if (fate !== null) end(fate);
    };
    const unsubscribe = subscribe(check);
    check();
  });
}
