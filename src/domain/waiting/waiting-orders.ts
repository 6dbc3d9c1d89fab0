/** Carts that wait on the device to be ordered or emptied: nothing else may go into them (contract CART-01, CART-18, CHK-19). */
import {
  cartScope,
  isOrderEntry,
  isStopped,
  isUnsent,
  type NewCommand,
  type WaitingCommand,
  tokenOf,
} from './waiting-command.ts';

/** The order of this cart that the shop has not refused: on the device, on its way, or placed and not seen yet. One cart is one order (I3). */
export const orderOfCart = (entries: readonly WaitingCommand[], token: string): WaitingCommand | undefined =>
  entries.find((one) => one.scope === cartScope(token) && isOrderEntry(one) && !isStopped(one));

/** As many as the shop takes; the oldest wait longest and stand first. */
const most = 50;

/** Tokens of the carts that wait to be ordered or emptied. */
export const cartsToLeave = (entries: readonly WaitingCommand[]): string[] => [
  ...new Set(
    entries
      .filter((one) =>
        one.kind === 'clearCart'
          ? one.state === 'queued' || one.state === 'sending'
          : isOrderEntry(one) && one.state !== 'confirmed',
      )
      .map(({ scope }) => tokenOf(scope)),
  ),
];

/** For a call that puts goods into a cart of the customer: which of them it must not be. */
export function besideOrders(entries: readonly WaitingCommand[]): { exceptTokens?: string[] } {
  const exceptTokens = cartsToLeave(entries).slice(0, most);
  return exceptTokens.length === 0 ? {} : { exceptTokens };
}

/**
 * A cart that is begun says at its first try which it must not be, and an order which of them what it leaves of its cart must not go
 * into; later tries say the same (I9).
 */
export function besideWaitingOrders<T extends NewCommand & { tries: number }>(
  command: T,
  entries: readonly WaitingCommand[],
): T {
  const { kind, tries, scope } = command;
  if (tries > 0 || (kind !== 'pickUpCart' && kind !== 'placeIntent')) return command;
  // The shop knows of an order which cart is its own.
  const others = kind === 'placeIntent' ? entries.filter((one) => one.scope !== scope) : entries;
  return besideCarts(command, cartsToLeave(others));
}

const namedIn = ({ body }: Pick<NewCommand, 'body'>): string[] =>
  Array.isArray(body['exceptTokens']) ? (body['exceptTokens'] as string[]) : [];

function besideCarts<T extends NewCommand>(command: T, tokens: readonly string[]): T {
  const exceptTokens = [...new Set([...namedIn(command), ...tokens])].slice(0, most);
  return exceptTokens.length === 0 ? command : { ...command, body: { ...command.body, exceptTokens } };
}

/**
 * The beginning of a cart that is still to be sent, where it is not to become this other one either: no order waits for that one any
 * more, and it is open with goods of its own.
 */
export const begunBeside = (
  entries: readonly WaitingCommand[],
  cart: string,
  other: string,
): WaitingCommand[] =>
  entries
    .filter((one) => one.kind === 'pickUpCart' && one.scope === cartScope(cart) && isUnsent(one))
    .map((one) => besideCarts(one, [other]));

/** Of a key that its buyer took back before the shop had seen it: whatever comes under it later is refused with this (contract CHK-21). */
export const withdrawnIntent = 'order_intent.withdrawn';
