/**
 * The cart when somebody signs in or leaves (contract 5.9): what a guest put into it waits for the customer from then on, and
 * nothing of a customer stays in front for whoever comes next.
 */
import type { ShopAndCache } from '#api/services.ts';
import { ApiError } from '#api/api-error.ts';
import { forgetPersonalCells } from '#api/personal-cells.ts';
import { sameVisitor } from '#api/same-visitor.ts';
import { cartScope, guest, isOfCartAlone, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { besideOrders, cartsToLeave } from '#domain/waiting/waiting-orders.ts';
import { joinedRecord } from '#offline/outbox/joined-cart.ts';
import { inJoinedCart } from '#offline/outbox/moved-command.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import { withLineIds } from '#offline/outbox/line-ids.ts';
import { tokenNow } from '#offline/outbox/recreate-cart.ts';
import { openCart } from './cart-outbox.ts';
import { letCartGo, readCartToken, writeCartToken } from './cart-token.ts';

/** ms that the shop has to take what waits before somebody signs in. */
const patience = 5_000;

// Without a store the page’s own cart goes on.
const opened = (here: ShopAndCache): Promise<Outbox | null> => openCart(here).catch(() => null);

/**
 * Before the sign-in: the shop can only bring together what it has heard of.
 * @returns what waits all the same. Never throws.
 */
export async function sendBeforeSignIn(here: ShopAndCache): Promise<readonly WaitingCommand[]> {
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

/** Whose the goods of the cart in front are, where the shop names another cart for the customer, or none. */
type Goods =
  /** They lie in this open cart of the customer, perhaps the one in front. */
  | { kind: 'theirs'; token: string }
  /** There are none, the shop has none of them for the customer, or it is not to be asked. */
  | { kind: 'none' }
  | { kind: 'unknown' };

const isNo = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'refused' && error.status < 500 && error.status !== 429;

/**
 * A guest's cart may have come to the shop only after the sign-in with which it should have gone along, from this page or another
 * tab: then it is nobody's, and let go it would be lost. Asked as the customer the shop claims it, or brings it into theirs, once
 * however often it is asked (CART-01).
 * @param token of the customer's open cart, as the shop names it
 */
async function askForGoods(
  { shop }: ShopAndCache,
  outbox: Outbox,
  known: string | null,
  token: string | null,
): Promise<Goods> {
  if (known === null) return { kind: 'none' };
  // Another tab may have put them in a moment ago.
  const { entries, carts } = await outbox.list().catch(() => outbox.state());
  const before = tokenNow(carts, known);
  if (before === token) return { kind: 'none' };
  const hasGoods =
    (carts.get(before)?.order?.items ?? []).length > 0 ||
    entries.some((one) => one.scope === cartScope(before) && one.state !== 'confirmed');
  // What waits to be ordered or emptied is meant for that cart alone, as its buyer saw it.
  if (!hasGoods || cartsToLeave(entries).includes(before)) return { kind: 'none' };
  try {
    const { tokenValue } = await shop.call('pickUpCart', {
      body: { localeCode: shop.locale, tokenValue: before, ...besideOrders(entries) },
      idempotencyKey: crypto.randomUUID(),
    });
    return { kind: 'theirs', token: tokenValue };
  } catch (error) {
    return isNo(error) ? { kind: 'none' } : { kind: 'unknown' };
  }
}

/** Carts that the shop is asked for, one after another: two tabs that bring theirs in front in turns would never come to an end. */
const mostAsked = 5;

/**
 * Asks for the cart in front, and anew where another has come in its place meanwhile.
 * @returns that cart, `unknown` where it was not asked for any more: it is when the page is next looked at
 */
async function askForFront(
  here: ShopAndCache,
  outbox: Outbox,
  token: string | null,
  isHere: () => boolean,
): Promise<{ known: string | null; goods: Goods }> {
  for (let asked = 0; asked < mostAsked; asked += 1) {
    const known = readCartToken();
    const goods = await askForGoods(here, outbox, known, token);
    if (!isHere() || readCartToken() === known) return { known, goods };
  }
  return { known: readCartToken(), goods: { kind: 'unknown' } };
}

/**
 * @param before the cart in front until now
 * @param named the customer's cart that the shop names, if it may be taken
 * @param waits whether something of the cart in front is to go on
 */
function nextFront(
  goods: Goods,
  { before, named, waits }: { before: string | null; named: string | null; waits: boolean },
): string | null {
  // The first change claims it; where the shop names another it is asked again when the page is next looked at.
  if (goods.kind === 'unknown') return before;
  if (goods.kind === 'none') return named ?? (waits ? before : null);
  // Beside the one that is named it is the customer's all the same.
  return goods.token === before ? (waits ? before : (named ?? before)) : goods.token;
}

/** What a guest put in, and what the customer did while the sign-in was still loading. */
const isToGoOn = (one: WaitingCommand, customer: string): boolean =>
  one.owner === guest
    ? one.state !== 'confirmed' && goesAlong(one, true)
    : one.owner === customer && (one.state === 'queued' || one.state === 'sending') && !isOfCartAlone(one);

/**
 * After the sign-in: what waits for the cart in front goes on in that of the customer, what waited for the customer is sent.
 * An order that a guest has made whole stays a guest's, and so does one of a checkout at the shop when its cart is not the one that is
 * taken. A cart of the customer's that waits to be ordered or emptied is not taken: what came into it would go with it. Once they
 * have left, nothing is taken any more (R0.28).
 * @param token of the customer's open cart, null = none. Never throws.
 */
export async function takeCustomerCart(
  here: ShopAndCache,
  customer: string,
  token: string | null,
): Promise<void> {
  const isHere = sameVisitor(customer);
  const outbox = await opened(here);
  if (!isHere()) return;
  if (outbox === null) {
    writeCartToken(token);
    return;
  }
  const { known, goods } = await askForFront(here, outbox, token, isHere);
  const taken = await outbox
    .change<string | null>(({ entries, carts, cart }) => {
      if (!isHere()) return { changes: {}, result: null };
      const before = known === null ? null : tokenNow(carts, known);
      const back = entries.filter((one) => one.owner === customer && isWithoutOwner(one)).map(sentAgain);
      // A cart that goods begin at this moment is on the disk before the page names it.
      const held = before ?? cart;
      const waiting = entries.filter(
        (one) => held !== null && one.scope === cartScope(held) && isToGoOn(one, customer),
      );
      const isLeft = token !== null && cartsToLeave(entries).includes(token);
      const waits =
        waiting.length > 0 || (isLeft && held !== null && (carts.get(held)?.order?.items ?? []).length > 0);
      const front = nextFront(goods, { before: held, named: isLeft ? null : token, waits });
      // Both open side by side, the one has not gone into the other.
      const isBeside = goods.kind === 'theirs' && goods.token === held;
      const moved =
        held !== null && front !== null && tokenNow(carts, held) !== front && !isBeside
          ? [joinedRecord(carts, held, front, carts.get(held)?.at ?? 0)]
          : [];
      const left = waiting.filter((one) => goesAlong(one, front === held));
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
export async function leaveCustomerCart(here: ShopAndCache, customer: string | null): Promise<void> {
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
