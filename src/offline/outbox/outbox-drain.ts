/**
 * The one sender of the outbox. It runs in a page, in the service worker and in tests alike: clock, fetch, storage, locks and
 * chance are given to it, and it knows no window. Strictly in order per cart; the same key at every try; an entry leaves
 * the queue only on our own answer that echoes its key (I2, I3, I5, contract 1.8).
 */
import type { CompletedOrder } from '#contract/orders.ts';
import { discountsShown, linesShown } from '#domain/cart/lines-shown.ts';
import { claimedCart, deadCart } from '#domain/waiting/rebuild-cart.ts';
import {
  cartScope,
  isFailing,
  isMessage,
  isOrderEntry,
  isStopped,
  lineName,
  type NewCommand,
  type WaitingCommand,
} from '#domain/waiting/waiting-command.ts';
import { asChanges, recreateCart } from './recreate-cart.ts';
import { keptCart } from './cart-record.ts';
import type { CartRecord, Changes, OutboxStore, Reading } from './outbox-store.ts';
import type { Clock, Outcome } from './outbox-request.ts';
import { guest, sendAsOwner, type SignedSession } from './outbox-session.ts';

/** First and longest pause between tries in ms; each pause is twice the one before, shortened by chance to spread a crowd. */
export const pauses = { first: 1_000, longest: 300_000 };

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
  /** Told what each try did: did the shop itself answer? */
  onOutcome?: (outcome: 'answered' | 'unreachable') => void;
}

export interface DrainReport {
  /** Entries that still want to be sent. */
  waiting: number;
  /** When the next of them is due, ms since 1970; null = none, or nobody can say. */
  nextAt: number | null;
}

export interface NextEntry {
  entry: WaitingCommand | null;
  waiting: number;
  nextAt: number | null;
}

/**
 * What is to be sent now: of each cart the oldest command that may go, lines that the shop refused left out.
 * @param isForced the shopper or the returning link asks: our own pauses count no more, the shop's do.
 */
export function nextToSend(
  entries: readonly WaitingCommand[],
  now: number,
  owner: string,
  isForced: (entry: WaitingCommand) => boolean = () => false,
): NextEntry {
  const found: NextEntry = { entry: null, waiting: 0, nextAt: null };
  const held = new Set<string>();
  const stoppedLines = new Set<string>();
  const inOrder = entries.toSorted((one, other) => one.seq - other.seq);
  for (const entry of inOrder) {
    const { scope, line, state } = entry;
    if (state === 'confirmed') continue;
    if (isStopped(entry)) {
      // A cart that could not be begun stops all of it; what else was refused as a whole stops nothing.
      if (entry.kind === 'pickUpCart') held.add(scope);
      else if (line !== null) stoppedLines.add(`${scope} ${line}`);
      continue;
    }
    if (entry.owner !== owner && entry.owner !== guest) {
      held.add(scope);
      continue;
    }
    if (line !== null && stoppedLines.has(`${scope} ${line}`)) continue;
    found.waiting += 1;
    if (held.has(scope)) continue;
    held.add(scope);
    const dueAt = dueTime(entry, now, isForced(entry));
    if (dueAt <= now) found.entry ??= entry;
    else found.nextAt = Math.min(found.nextAt ?? dueAt, dueAt);
  }
  return found;
}

/** Longest pause that the shop may ask for, ms. */
const longestAsked = 3_600_000;

/** A time further away than any pause was written by a clock that has been set back since: it is over. */
function dueTime(entry: WaitingCommand, now: number, isForced: boolean): number {
  const own = isForced || entry.nextTryAt > now + pauses.longest ? 0 : entry.nextTryAt;
  return Math.max(own, entry.notBefore > now + longestAsked ? 0 : entry.notBefore);
}

/** Sends all that is due. Never throws for what the network does; storage that cannot be written ends the pass. */
export function drainOutbox(
  env: DrainEnvironment,
  { force = false }: { force?: boolean } = {},
): Promise<DrainReport> {
  return env.lock(async () => {
    const forced = new Set<string>();
    for (;;) {
      const claim = await claimNext(env, (entry) => force && !forced.has(entry.id));
      if (claim.hasEnded) env.onChange();
      if (claim.entry === null) return { waiting: claim.waiting, nextAt: claim.nextAt };
      // The wish of the shopper gives each entry one try of its own, not a storm of them.
      forced.add(claim.entry.id);
      env.onChange();
      if (claim.isNothing) await settle(env, claim.entry, { kind: 'done', order: null });
      else {
        const outcome = await sendAsOwner(claim.entry, env);
        env.onOutcome?.(outcome.kind === 'unknown' && !outcome.answered ? 'unreachable' : 'answered');
        await settle(env, claim.entry, outcome);
      }
      env.onChange();
    }
  });
}

/**
 * Marks the next entry as being sent, on the disk, before anything leaves the device. `hasEnded`: a failure of the shop was
 * taken off an entry, since nobody can be asked now.
 */
function claimNext(
  env: DrainEnvironment,
  isForced: (entry: WaitingCommand) => boolean,
): Promise<NextEntry & { isNothing: boolean; hasEnded?: boolean }> {
  return env.store.change<NextEntry & { isNothing: boolean; hasEnded?: boolean }>((reading) => {
    const now = env.clock.now();
    const pick = nextToSend(reading.entries, now, env.owner(), isForced);
    const nothing = { ...pick, entry: null, isNothing: false };
    if (env.isOffline()) {
      const failed = reading.entries.filter(isFailing);
      return {
        changes: { update: failed.map(withoutTrouble) },
        result: { ...nothing, hasEnded: failed.length > 0 },
      };
    }
    if (pick.entry === null) return { changes: {}, result: nothing };
    const resolved = resolveLine(pick.entry, reading.carts);
    const entry: WaitingCommand = { ...resolved, state: 'sending', tries: resolved.tries + 1 };
    return { changes: { update: [entry] }, result: { ...pick, entry, isNothing: hasNoAim(entry) } };
  });
}

/** A change of a line that was put into the cart without a connection learns the line's id from the shop's cart. */
export function resolveLine<T extends NewCommand>(command: T, carts: Reading['carts']): T {
  if (command.params['id'] !== null || command.line === null) return command;
  const order = carts.get(String(command.params['token']))?.order;
  const item = order?.items.find((one) => lineName(one) === command.line);
  return item === undefined ? command : { ...command, params: { ...command.params, id: item.id } };
}

/**
 * What waits for lines whose ids these carts tell: before the carts are taken off the device, or a line that was removed would
 * count as one that never came in, and stay in the cart.
 */
export const withLineIds = (
  entries: readonly WaitingCommand[],
  carts: Reading['carts'],
): readonly WaitingCommand[] =>
  entries.flatMap((entry) => {
    const resolved = resolveLine(entry, carts);
    return resolved === entry ? [] : [resolved];
  });

/** Taking out what never came in: there is nothing to ask. */
const hasNoAim = (entry: WaitingCommand): boolean =>
  entry.kind === 'deleteItem' && entry.params['id'] === null;

function pauseAfter(tries: number, random: number): number {
  const longest = Math.min(pauses.longest, pauses.first * 2 ** Math.min(tries - 1, 20));
  return Math.round(longest * (0.5 + random / 2));
}

/** A shop that cannot be asked has not failed: the change stands as made, and waits (decision 31). */
function withoutTrouble(entry: WaitingCommand): WaitingCommand {
  const rest = { ...entry };
  delete rest.trouble;
  return rest;
}

/** Writes down what came of a try, if the entry is still the one that was sent. */
async function settle(env: DrainEnvironment, sent: WaitingCommand, outcome: Outcome): Promise<void> {
  const { clock } = env;
  await env.store.change((reading) => {
    const now = clock.now();
    const entry = reading.entries.find((one) => one.id === sent.id);
    if (entry === undefined) return { changes: {}, result: undefined };
    const changes = changesFor(env, reading, entry, outcome, now);
    return {
      changes: hasLeft(sent, entry, reading, env) ? withoutCarts(changes, reading) : changes,
      result: undefined,
    };
  });
}

/**
 * Whether the customer whose change it is has gone. What went as a guest's may have become a customer's on its way, and the
 * worker never knows who is here: then the cart in front tells, which goes with whoever leaves.
 */
function hasLeft(
  sent: WaitingCommand,
  { owner, scope }: WaitingCommand,
  { cart }: Reading,
  env: DrainEnvironment,
): boolean {
  if (owner === guest || owner === env.owner()) return false;
  return sent.owner !== guest || cart === null || cartScope(cart) !== scope;
}

/**
 * Whoever made the change has left while it was on its way (cart/customer-cart.ts): of what the shop says of their cart nothing is
 * kept, and of its token only what more of theirs waits for.
 */
const withoutCarts = (
  { carts = [], update = [], remove = [], ...changes }: Changes,
  { entries }: Reading,
): Changes => ({
  ...changes,
  remove,
  update: [
    ...withLineIds(
      entries.filter(({ seq }) => ![...remove, ...update].some((one) => one.seq === seq)),
      new Map(carts.map((one) => [one.token, one])),
    ),
    ...update,
  ],
  carts: carts.map(({ token, movedTo, at }) => ({
    token,
    order: null,
    at,
    ...(movedTo === undefined ? {} : { movedTo }),
  })),
  forgetCarts: true,
});

function changesFor(
  env: DrainEnvironment,
  reading: Reading,
  entry: WaitingCommand,
  outcome: Outcome,
  now: number,
): Changes {
  const isOrderPlaced = isOrderEntry(entry);
  switch (outcome.kind) {
    case 'done': {
      const { order } = outcome;
      const carts = order === null ? [] : keptCart(reading, order, now);
      if (entry.kind === 'clearCart') return { remove: [entry], carts: [clearedCart(reading, entry, now)] };
      if (!isOrderPlaced || order === null) return { remove: [entry], carts };
      const { tokenValue, number, total, shippingTotal } = order;
      // Where the buyer goes on to pay, if that is how the order is paid.
      const { nextAction } = order as CompletedOrder;
      const paymentId = nextAction?.type === 'redirect' ? nextAction.paymentId : undefined;
      const placed = {
        tokenValue,
        number,
        total,
        lines: linesShown(order),
        discounts: discountsShown(order),
        deliveryPrice: shippingTotal,
        at: now,
        ...(paymentId === undefined ? {} : { paymentId }),
      };
      return { carts, ...becomeOrder(entry, placed, reading) };
    }
    case 'unknown':
      return {
        update: [
          {
            ...withoutTrouble(entry),
            state: 'queued',
            ...(outcome.trouble === undefined ? {} : { trouble: outcome.trouble }),
            nextTryAt: outcome.pause > 0 ? 0 : now + pauseAfter(entry.tries, env.random()),
            notBefore: outcome.pause > 0 ? now + Math.min(outcome.pause, longestAsked) : 0,
          },
        ],
      };
    case 'signed out':
      return { update: [{ ...entry, state: 'parked', reason: 'owner' }] };
    case 'unfit':
      return {
        update: [
          {
            ...entry,
            state: 'parked',
            reason: 'not accepted',
            ...(outcome.answer ? { answer: outcome.answer } : {}),
          },
        ],
      };
    case 'refused': {
      const { answer } = outcome;
      // It is in an account now: its changes and its order wait for the sign-in, which brings them there.
      if (answer.errorCode === claimedCart)
        return { update: [{ ...entry, state: 'parked', reason: 'owner' }] };
      if (isOrderPlaced) return refuseOrder(entry, answer, reading, now);
      // What is to go is gone.
      if (entry.kind === 'deleteItem' && answer.errorCode === 'cart.item_not_found')
        return { remove: [entry] };
      if (!isMessage(entry) && deadCart(answer))
        return goOn(env, reading, entry, answer.context['tokenValue'] !== undefined, now);
      return { update: [{ ...entry, state: 'refused', answer }] };
    }
    default:
      return outcome satisfies never;
  }
}

const shownOf = (entry: WaitingCommand): object =>
  typeof entry.shown === 'object' && entry.shown !== null ? entry.shown : {};

/** A cart that became an order is not in front any more: with the shop's word, since the page may die before it leaves it. */
const letGo = (entry: WaitingCommand, { cart }: Reading): Changes =>
  cart !== null && cartScope(cart) === entry.scope ? { cart: null } : {};

/** An emptied cart is none any more; what was put in since begins another when it is sent. */
function clearedCart(reading: Reading, entry: WaitingCommand, now: number): CartRecord {
  const goesOn = reading.entries.some(
    (one) => one.scope === entry.scope && one.seq > entry.seq && !isOrderEntry(one),
  );
  return {
    token: entry.scope.slice('cart:'.length),
    order: null,
    ...(goesOn ? {} : { movedTo: '' }),
    at: now,
  };
}

/** The cart is an order at the shop: what waited for it before has nothing to change any more. */
function becomeOrder(
  entry: WaitingCommand,
  placed: Readonly<Record<string, unknown>>,
  reading: Reading,
): Changes {
  const moot = reading.entries.filter(
    (one) => one.scope === entry.scope && one.seq < entry.seq && !isOrderEntry(one),
  );
  return {
    remove: moot,
    update: [{ ...entry, state: 'confirmed', shown: { ...shownOf(entry), placed } }],
    ...letGo(entry, reading),
  };
}

/** An order that an earlier try has placed is no refusal; everything else is for its buyer to decide (I6, I7). */
function refuseOrder(
  entry: WaitingCommand,
  answer: NonNullable<WaitingCommand['answer']>,
  reading: Reading,
  now: number,
): Changes {
  const { number, tokenValue } = answer.context;
  // One cart is one order: it was placed by an earlier press, or from another device.
  if (answer.errorCode === 'cart.already_completed' && typeof tokenValue === 'string')
    return becomeOrder(entry, { tokenValue, number, at: now }, reading);
  return { update: [{ ...entry, state: 'needs-review', answer }] };
}

/**
 * The shop knows this cart no more (expired, emptied, ordered elsewhere): it goes on with the lines that the device shows; of
 * one that became an order only what still waited does.
 */
function goOn(
  env: DrainEnvironment,
  reading: Reading,
  entry: WaitingCommand,
  wasOrdered: boolean,
  now: number,
): Changes {
  const token = entry.scope.slice('cart:'.length);
  const order = wasOrdered ? null : (reading.carts.get(token)?.order ?? null);
  const { owner } = entry;
  return asChanges(recreateCart(reading, token, order, { newToken: env.newToken(), now }), (command) => ({
    ...command,
    id: env.newId(),
    owner,
    at: now,
  }));
}
