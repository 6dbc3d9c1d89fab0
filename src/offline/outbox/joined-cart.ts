/**
 * A cart of this device that the shop has brought into another of its customer, or takes for that one's other name (CART-01,
 * contract 5.9): what waits goes on there.
 */
import {
  cartScope,
  isOfCartAlone,
  isOrderEntry,
  type NewCommand,
  type WaitingCommand,
  tokenOf,
} from '#domain/waiting/waiting-command.ts';
import { broughtAlong } from './cart-record.ts';
import type { CartRecord, Changes, Reading } from './outbox-records.ts';

/**
 * The same change in the other cart, under its own key: the shop knows one cart under both tokens (contract 1.8). What was never sent
 * finds its line by its name: of goods that were in both the other cart's line is left. A line that was taken out has only its id.
 */
export function inJoinedCart<T extends NewCommand & { tries?: number }>(command: T, token: string): T {
  const { kind, line, scope, params, dropped } = command;
  const isFoundByName =
    (command.tries ?? 0) === 0 && kind !== 'restoreItem' && line !== null && !line.startsWith('#');
  return {
    ...command,
    scope: cartScope(token),
    params: {
      ...params,
      ...('token' in params ? { token } : {}),
      ...(isFoundByName && 'id' in params && scope !== cartScope(token) ? { id: null } : {}),
    },
    // They come back if this change is taken back.
    ...(dropped === undefined ? {} : { dropped: dropped.map((one) => inJoinedCart(one, token)) }),
  };
}

/** What the device keeps of the one that came into the other. */
export const joinedRecord = (
  carts: Reading['carts'],
  before: string,
  token: string,
  at: number,
): CartRecord => ({
  token: before,
  order: null,
  movedTo: token,
  brought: broughtAlong(carts.get(before)?.order ?? null),
  at,
});

/**
 * The customer has another open cart, and the shop answers with that one. A cart whose order waits keeps the name under which that was
 * made. An emptying that waits goes: it was meant for what this device showed, and would empty the other cart.
 * @param answered token of the cart in the shop's answer to the entry
 */
export function joinedWith(
  { entries, carts, cart }: Reading,
  { seq, scope }: WaitingCommand,
  answered: string,
  now: number,
): Changes {
  const before = tokenOf(scope);
  const waiting = entries.filter(
    (one) => one.scope === scope && one.seq !== seq && one.state !== 'confirmed',
  );
  if (scope !== cartScope(before) || answered === before || waiting.some(isOrderEntry)) return {};
  const left = waiting.filter(isOfCartAlone);
  return {
    remove: left,
    update: waiting.filter((one) => !left.includes(one)).map((one) => inJoinedCart(one, answered)),
    carts: [joinedRecord(carts, before, answered, now)],
    ...(cart === before ? { cart: answered } : {}),
  };
}
