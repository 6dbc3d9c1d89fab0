/**
 * A cart of this device that the shop has brought into another of its customer, or takes for that one's other name (CART-01,
 * contract 5.9): what waits goes on there.
 */
import {
  cartScope,
  isOfCartAlone,
  isOrderEntry,
  type WaitingCommand,
  tokenOf,
} from '#domain/waiting/waiting-command.ts';
import { broughtAlong } from './cart-record.ts';
import { inJoinedCart } from './moved-command.ts';
import type { CartRecord, Changes, Reading } from './outbox-records.ts';

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
