/** What becomes of an entry, and of its cart, after a try. */
import type { CompletedOrder } from '#contract/orders/orders.ts';
import { orderShown } from '#domain/cart/lines-shown.ts';
import { partedByRefusal } from '#domain/waiting/many-lines.ts';
import { claimedCart, deadCart, emptiedCart } from '#domain/waiting/gone-cart.ts';
import {
  asNew,
  cartScope,
  guest,
  isMessage,
  isOrderEntry,
  isStopped,
  notStopping,
  type CommandAnswer,
  type NewCommand,
  type WaitingCommand,
  tokenOf,
} from '#domain/waiting/waiting-command.ts';
import { askedAgain } from './asked-again.ts';
import { becomeOrder, placedShown, shownOf } from './become-order.ts';
import { asChanges, doneTo, recreateCart } from './recreate-cart.ts';
import { keptCart, wayBack } from './cart-record.ts';
import { joinedWith } from './joined-cart.ts';
import type { CartRecord, Changes, Reading } from './outbox-records.ts';
import type { Outcome } from './outbox-request.ts';
import type { DrainEnvironment } from './drain-environment.ts';
import { longestAsked, pauseAfter } from './retry-pause.ts';
import { withLineIds } from './line-ids.ts';

/** The pause of a command without a token to send it with is that of the sixth try, half a minute: it counts none. */
const triesWithoutToken = 6;

/** A shop that cannot be asked has not failed: the change stands as made, and waits (decision 31). */
export function withoutTrouble(entry: WaitingCommand): WaitingCommand {
  const rest = { ...entry };
  delete rest.trouble;
  return rest;
}

/** Writes down what came of a try, if the entry is still the one that was sent. */
export async function settle(env: DrainEnvironment, sent: WaitingCommand, outcome: Outcome): Promise<void> {
  const { clock } = env;
  await env.store.change((reading) => {
    const now = clock.now();
    const entry = reading.entries.find((one) => one.id === sent.id);
    if (entry === undefined) return { changes: {}, result: undefined };
    const changes =
      (entry.scope === sent.scope ? null : changesAfterMove(entry, outcome)) ??
      changesFor(env, reading, entry, outcome, now);
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
 * kept, of its token only what more of theirs waits for, and an order that is placed now stands in their account (decision 21).
 */
function withoutCarts(
  { carts = [], update = [], remove = [], ...changes }: Changes,
  { entries }: Reading,
): Changes {
  const placed = update.filter((one) => one.state === 'confirmed');
  return {
    ...changes,
    remove: [...remove, ...placed],
    update: [
      ...withLineIds(
        entries.filter(({ seq }) => ![...remove, ...update].some((one) => one.seq === seq)),
        new Map(carts.map((one) => [one.token, one])),
      ),
      ...update.filter((one) => !placed.includes(one)),
    ],
    carts: carts.map(({ token, movedTo, at }) => ({
      token,
      order: null,
      at,
      ...(movedTo === undefined ? {} : { movedTo }),
    })),
    forgetCarts: true,
  };
}

/**
 * Its cart went into another while it was on its way (a sign-in, another tab): what the shop says of the one that it was sent to is no
 * word on that other. There it is asked for once more, with the same key: what was done is not done again (contract 1.8).
 * @returns null where the answer means the same in either cart
 */
function changesAfterMove(entry: WaitingCommand, outcome: Outcome): Changes | null {
  if (outcome.kind === 'done' && !isOrderEntry(entry)) return { remove: [entry] };
  if (outcome.kind === 'refused' && speaksOfCart(outcome.answer))
    return { update: [{ ...entry, state: 'queued' }] };
  return null;
}

const speaksOfCart = (answer: CommandAnswer): boolean => answer.errorCode === claimedCart || deadCart(answer);

function changesFor(
  env: DrainEnvironment,
  reading: Reading,
  entry: WaitingCommand,
  outcome: Outcome,
  now: number,
): Changes {
  const isOrder = isOrderEntry(entry);
  switch (outcome.kind) {
    case 'done': {
      const { order } = outcome;
      const carts = order === null ? [] : keptCart(reading, order, now);
      if (entry.kind === 'clearCart') return { remove: [entry], carts: [clearedCart(reading, entry, now)] };
      if (!isOrder || order === null) {
        const joined = order === null ? {} : joinedWith(reading, entry, order.tokenValue, now);
        return {
          ...joined,
          remove: [entry, ...(joined.remove ?? [])],
          carts: [...carts, ...(joined.carts ?? [])],
        };
      }
      // Where the buyer goes on to pay, if that is how the order is paid.
      const { nextAction } = order as CompletedOrder;
      const paymentId = nextAction?.type === 'redirect' ? nextAction.paymentId : undefined;
      const placed = { ...placedShown(order, now), ...(paymentId === undefined ? {} : { paymentId }) };
      return { carts, ...becomeOrder(entry, placed, reading) };
    }
    case 'ordered before': {
      const { placed, order } = outcome;
      // What this entry asked for was not ordered: of its own figures none stands beside the number.
      const known = order === null ? entry : { ...entry, shown: { ...shownOf(entry), ...orderShown(order) } };
      const figures = order === null ? { ...placed, at: now } : placedShown(order, now);
      return becomeOrder(known, { ...figures, isEarlier: true }, reading);
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
    case 'not sent':
      return {
        update: [
          {
            ...entry,
            state: 'queued',
            tries: entry.tries - 1,
            nextTryAt: now + pauseAfter(triesWithoutToken, env.random()),
          },
        ],
      };
    case 'signed out':
      return { update: [{ ...entry, state: 'parked', reason: 'owner' }] };
    case 'not stopped':
      return { update: [{ ...notStopping(entry), state: 'queued', isUnstoppable: true }] };
    case 'unfit':
      return {
        update: [
          {
            ...notStopping(entry),
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
        // What was to be emptied is the account's, with all that is in it: there is nothing of the guest's to empty any more.
        return entry.kind === 'clearCart'
          ? { remove: [entry] }
          : { update: [{ ...entry, state: 'parked', reason: 'owner' }] };
      // For its buyer to decide (I6, I7).
      if (isOrder)
        return { update: [{ ...notStopping(withoutTrouble(entry)), state: 'needs-review', answer }] };
      // What is to go is gone.
      if (entry.kind === 'deleteItem' && answer.errorCode === 'cart.item_not_found')
        return { remove: [entry] };
      if (!isMessage(entry) && deadCart(answer)) return goOn(env, reading, entry, answer, now);
      if (entry.kind === 'addItems') return partRefused(env, reading, entry, answer);
      return { update: [{ ...withoutTrouble(entry), state: 'refused', answer }] };
    }
    default:
      return outcome satisfies never;
  }
}

/**
 * Of many goods the shop took none, and named those that it refuses: each of them stands refused on its line, the others go again
 * under a key of their own.
 */
function partRefused(
  env: DrainEnvironment,
  { entries, carts }: Reading,
  entry: WaitingCommand,
  answer: NonNullable<WaitingCommand['answer']>,
): Changes {
  const order = orderBehind(entries, entry);
  // Put at the end, its parts would stand behind that order, and begin its cart anew once it is placed.
  if (order) return saidBy(order, [entry], carts);
  const { refused, single, rest } = partedByRefusal(entry, answer);
  const { owner, at } = entry;
  const fresh = (command: NewCommand) => ({ ...asNew(command), id: env.newId(), owner, at });
  const lines = new Set([...refused.map(({ part }) => part.line), ...single.map(({ line }) => line)]);
  // What was changed of these lines since stays behind their adds.
  const later = entries.filter(
    (one) => one.scope === entry.scope && one.seq > entry.seq && one.line !== null && lines.has(one.line),
  );
  return {
    remove: rest === null ? [entry, ...later] : later,
    update: rest === null ? [] : [askedAgain(rest, env.newId(), owner, undefined, undefined)],
    append: [
      ...single.map(fresh),
      ...refused.map(({ part, answer: own }) => ({ ...fresh(part), state: 'refused' as const, answer: own })),
      ...later.map(({ id, ...one }) => ({ ...asNew(one), id, owner: one.owner, at: one.at })),
    ],
  };
}

/** An emptied cart is none any more; what was put in since begins another when it is sent. */
function clearedCart(reading: Reading, entry: WaitingCommand, now: number): CartRecord {
  const goesOn = reading.entries.some(
    (one) => one.scope === entry.scope && one.seq > entry.seq && !isOrderEntry(one),
  );
  return {
    token: tokenOf(entry.scope),
    order: null,
    ...(goesOn ? {} : { movedTo: '' }),
    ...wayBack(reading.carts.get(tokenOf(entry.scope))),
    at: now,
  };
}

/** The order of its cart that the buyer has made since: it says all that is to be bought. */
const orderBehind = (entries: readonly WaitingCommand[], { scope, seq }: WaitingCommand) =>
  entries.find(
    (one) => one.kind === 'placeIntent' && one.scope === scope && one.seq > seq && one.state !== 'confirmed',
  );

/** What need not be done any more, since the order says it; what was not done yet comes back if that is taken back. */
function saidBy(order: WaitingCommand, gone: readonly WaitingCommand[], carts: Reading['carts']): Changes {
  const done = doneTo(carts, tokenOf(order.scope));
  const undone = gone.filter((one) => !isStopped(one) && !done.has(one.id)).map(asNew);
  return { remove: gone, update: [{ ...order, dropped: [...undone, ...(order.dropped ?? [])] }] };
}

/**
 * The shop knows this cart no more: it goes on with the lines that the device shows; of one that became an order, or was emptied
 * elsewhere, only what still waited does.
 */
function goOn(
  env: DrainEnvironment,
  reading: Reading,
  entry: WaitingCommand,
  answer: CommandAnswer,
  now: number,
): Changes {
  const order = orderBehind(reading.entries, entry);
  // The cart is not made anew beside it.
  if (order)
    return saidBy(
      order,
      reading.entries.filter((one) => one.scope === entry.scope && one.seq < order.seq && !isOrderEntry(one)),
      reading.carts,
    );
  const token = tokenOf(entry.scope);
  const ordered = answer.context['tokenValue'] === undefined ? undefined : answer.message;
  const emptied = answer.errorCode === emptiedCart ? answer.message : undefined;
  const known = ordered === undefined ? (reading.carts.get(token)?.order ?? null) : null;
  const { owner } = entry;
  const begun = recreateCart(reading, token, known, { newToken: env.newToken(), now, emptied, ordered });
  return asChanges(begun, (command) => ({
    ...command,
    id: env.newId(),
    owner,
    at: now,
  }));
}
