/**
 * A cart that the shop no longer knows goes on under another token. Several find that out: the sender in a page or in the
 * worker, a page that asks for the cart, a press that was made before its page was told. Whoever is first moves the cart, in
 * one transaction; the others follow, or its lines would go into two carts of which only one is in front (I1).
 */
import type { Order } from '#contract/orders/orders.ts';
import { rebuildCart } from '#domain/waiting/rebuild-cart.ts';
import {
  asNew,
  cartScope,
  isAdd,
  isOfCartAlone,
  isOrderEntry,
  isStopped,
  type NewCommand,
  type WaitingCommand,
} from '#domain/waiting/waiting-command.ts';
import { wayBack } from './cart-record.ts';
import { inNewCart } from './moved-command.ts';
import type { CartRecord, Changes, Reading } from './outbox-records.ts';

type Carts = ReadonlyMap<string, CartRecord>;

/** The tokens under which the lines of a cart have gone on, its own first. */
function wayOf(carts: Carts, token: string): string[] {
  const way = [token];
  for (let next = carts.get(token)?.movedTo; next !== undefined && next !== '' && !way.includes(next);) {
    way.push(next);
    next = carts.get(next)?.movedTo;
  }
  return way;
}

/** Where the lines of a cart are now: its own token while it has not moved. */
export const tokenNow = (carts: Carts, token: string): string => wayOf(carts, token).at(-1) ?? token;

/** Whether the lines of a cart lie beside others now, in another cart of its customer. */
const isJoined = (carts: Carts, token: string): boolean =>
  wayOf(carts, token).some((one) => carts.get(one)?.brought !== undefined);

/**
 * A change that was made of a cart that has moved meanwhile goes along.
 * @throws where it was meant for that cart alone (`isOfCartAlone`), whose lines lie in another by now
 */
export function follow<T extends NewCommand>(command: T, carts: Carts): T {
  const { token } = command.params;
  if (typeof token !== 'string' || command.scope !== cartScope(token)) return command;
  const now = tokenNow(carts, token);
  if (isOfCartAlone(command) && isJoined(carts, token)) throw new Error('The cart has gone into another');
  return now === token ? command : inNewCart(command, now);
}

/** What is to be written that the cart goes on: the removed commands, those in their place, where it has moved. */
export interface RecreatedCart {
  remove: readonly WaitingCommand[];
  commands: NewCommand[];
  carts: readonly CartRecord[];
  cart?: string;
}

export interface NewCart {
  newToken: string;
  now: number;
  /** Locale and channel where no waiting command says them. */
  speaker?: { locale: string; channel: string };
  /** The shop's sentence on a cart that was emptied elsewhere: its lines do not come back. */
  emptied?: string | undefined;
  /** The shop's sentence on a cart that was ordered: told where it was open here, so that it was done elsewhere. */
  ordered?: string | undefined;
}

/**
 * @param order the shop's last answer about its lines; null when they are not to come back
 */
export function recreateCart(
  reading: Reading,
  token: string,
  order: Order | null,
  { newToken, now, speaker, emptied: sentence, ordered }: NewCart,
): RecreatedCart {
  const old = reading.entries.filter((one) => one.scope === cartScope(token) && !isOrderEntry(one));
  const moved = tokenNow(reading.carts, token);
  if (moved !== token) {
    const isLeft = isJoined(reading.carts, token) ? isOfCartAlone : () => false;
    const left = old.filter(
      (one) => one.kind !== 'pickUpCart' && (!isStopped(one) || isAdd(one)) && !isLeft(one),
    );
    return { remove: old, commands: left.map((one) => inNewCart(asNew(one), moved)), carts: [] };
  }
  const record = reading.carts.get(token);
  // Whoever takes an order back wants its goods, whatever was done elsewhere while it waited.
  const lines = sentence === undefined || record?.isTakenBack === true ? order : null;
  const commands = rebuildCart(lines, old, newToken, speaker, [...doneTo(reading.carts, token)]);
  const goesOn = commands.length > 0;
  // Emptied here, and the shop's answer was lost: it is no news, and what was in it can be brought back. Ordered elsewhere it cannot.
  const isOurs = old.some((one) => one.kind === 'clearCart' && !isStopped(one));
  const isNews = sentence !== undefined && lines === null && !isOurs && !isEmpty(order);
  const told = isNews ? sentence : isOpen(record?.order) ? ordered : undefined;
  return {
    remove: old,
    commands,
    carts: [
      {
        token,
        order: null,
        movedTo: goesOn ? newToken : '',
        at: now,
        ...(told === undefined ? {} : { emptied: told }),
        ...(isOurs && (order !== null || sentence !== undefined) ? wayBack(record) : {}),
      },
    ],
    ...(goesOn && reading.cart === token ? { cart: newToken } : {}),
  };
}

/** Keys of the changes that the shop's last answer has in the cart, though their own answers were lost. */
export const doneTo = (carts: Carts, token: string): ReadonlySet<string> =>
  new Set(carts.get(token)?.order?.appliedCommandIds);

const isEmpty = (order: Order | null): boolean => order === null || order.items.length === 0;
const isOpen = (order: Order | null = null): boolean => order?.state === 'cart' && !isEmpty(order);

/** As the transaction takes it. */
export const asChanges = (
  { remove, commands, carts, cart }: RecreatedCart,
  identify: (command: NewCommand) => NonNullable<Changes['append']>[number],
): Changes => ({ remove, append: commands.map(identify), carts, ...(cart === undefined ? {} : { cart }) });
