/**
 * The cart when somebody signs in or leaves (contract 5.9): what a guest put into it waits for the customer from then on, and
 * nothing of a customer stays in front for whoever comes next.
 */
import type { QueryClient } from '@tanstack/react-query';
import { forgetPersonalCells } from '#api/personal-cells.ts';
import { sameVisitor } from '#api/same-visitor.ts';
import type { Shop } from '#api/shop.ts';
import { cartScope, guest, isOfCartAlone, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { cartsToLeave } from '#domain/waiting/waiting-orders.ts';
import { joinedRecord } from '#offline/outbox/joined-cart.ts';
import { inJoinedCart } from '#offline/outbox/moved-command.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import { withLineIds } from '#offline/outbox/line-ids.ts';
import { tokenNow } from '#offline/outbox/recreate-cart.ts';
import { openCart } from './cart-outbox.ts';
import { letCartGo, readCartToken, writeCartToken } from './cart-token.ts';

interface Here {
  shop: Shop;
  queryClient: QueryClient;
}

/** ms that the shop has to take what waits before somebody signs in. */
const patience = 5_000;

// Without a store the page’s own cart goes on.
const opened = (here: Here): Promise<Outbox | null> => openCart(here).catch(() => null);

/**
 * Before the sign-in: the shop can only bring together what it has heard of.
 * @returns what waits all the same. Never throws.
 */
export async function sendBeforeSignIn(here: Here): Promise<readonly WaitingCommand[]> {
  const outbox = await opened(here);
  if (outbox === null || outbox.state().entries.length === 0) return [];
  await Promise.race([
    // What could not be sent waits in the customer’s cart.
    outbox.wake(true).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, patience)),
  ]);
  return outbox.state().entries;
}

const isWithoutOwner = ({ state, reason }: WaitingCommand): boolean =>
  state === 'parked' && reason === 'owner';
const sentAgain = ({ reason: _over, ...one }: WaitingCommand): WaitingCommand => ({
  ...one,
  state: 'queued',
  nextTryAt: 0,
});

/** A change of the guest's cart as the customer's. */
const handOver = (entry: WaitingCommand, customer: string, token: string): WaitingCommand => ({
  ...inJoinedCart(isWithoutOwner(entry) ? sentAgain(entry) : entry, token),
  owner: customer,
});

/** The last step of a checkout at the shop is the customer's as long as its cart is the one that they take. */
const goesAlong = (entry: WaitingCommand, isSameCart: boolean): boolean =>
  !isOfCartAlone(entry) || (isSameCart && entry.kind === 'completeOrder');

/**
 * After the sign-in: what waits for the guest's cart goes on in that of the customer, what waited for the customer is sent.
 * An order that a guest has made whole stays a guest's, and so does one of a checkout at the shop when its cart is not the one that is
 * taken. A cart of the customer's that waits to be ordered or emptied is not taken: what came into it would go with it. Once they
 * have left, nothing is taken any more (R0.28).
 * @param token of the customer's open cart, null = none. Never throws.
 */
export async function takeCustomerCart(here: Here, customer: string, token: string | null): Promise<void> {
  const isHere = sameVisitor(customer);
  const known = readCartToken();
  const outbox = await opened(here);
  if (outbox === null) {
    if (isHere()) writeCartToken(token);
    return;
  }
  const taken = await outbox
    .change<string | null>(({ entries, carts }) => {
      if (!isHere()) return { changes: {}, result: null };
      const before = known === null ? null : tokenNow(carts, known);
      const back = entries.filter((one) => one.owner === customer && isWithoutOwner(one)).map(sentAgain);
      const waiting = entries.filter(
        (one) =>
          before !== null &&
          one.scope === cartScope(before) &&
          one.owner === guest &&
          one.state !== 'confirmed' &&
          goesAlong(one, true),
      );
      const isLeft = token !== null && cartsToLeave(entries).includes(token);
      const isFilled =
        waiting.length > 0 ||
        (isLeft && before !== null && (carts.get(before)?.order?.items ?? []).length > 0);
      const front = token !== null && !isLeft ? token : isFilled ? before : null;
      const moved =
        before !== null && front !== null && front !== before
          ? [joinedRecord(carts, before, front, carts.get(before)?.at ?? 0)]
          : [];
      const left = waiting.filter((one) => goesAlong(one, front === before));
      const update = [...back, ...left.map((one) => handOver(one, customer, front ?? ''))];
      return { changes: { update, carts: moved, cart: front }, result: front };
    })
    .then(
      (front) => ({ front }),
      // The disk could not be written. The guest's cart stays in front with what waits for it, all under the guest's name:
      // with the customer's in its place nobody would see or send it. It is taken when the page is next looked at
      // (session/follow-cart.ts).
      () => null,
    );
  if (taken !== null && isHere()) writeCartToken(taken.front);
  void outbox.wake(true);
}

/**
 * After somebody has left: their carts, what the shop has confirmed and what the checkout knew of them go from the device. What was never sent stays, unseen,
 * until the same person is back: nothing is lost in silence. Never throws.
 * @param customer id; null = their sign-in ended before the page knew them, and nobody's is to stay but a guest's
 */
export async function leaveCustomerCart(here: Here, customer: string | null): Promise<void> {
  writeCartToken(null);
  // After the cart: without one no form that still stands keeps anything anew.
  forgetPersonalCells();
  const outbox = await opened(here);
  // Opened only now it has brought the token back that it knew (kept-token.ts).
  const brought = outbox?.state().cart ?? null;
  if (brought !== null) letCartGo(brought);
  await outbox
    ?.change(({ entries, carts }) => {
      const told = entries.filter(
        ({ owner, state }) =>
          (customer === null ? owner !== guest : owner === customer) &&
          ['confirmed', 'refused'].includes(state),
      );
      const named = withLineIds(
        entries.filter((one) => !told.includes(one)),
        carts,
      );
      const blank = [...carts.values()].map(({ token, at }) => ({ token, at, order: null }));
      return {
        changes: { remove: told, update: named, carts: blank, cart: null, forgetCarts: true },
        result: undefined,
      };
    })
    // A disk that fails here is said where it is written next; the token is gone already.
    .catch(() => undefined);
}
