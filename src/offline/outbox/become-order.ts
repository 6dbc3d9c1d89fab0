/** What becomes of an order of this device, and of its cart, once the shop has placed it. */
import type { Order } from '#contract/orders/orders.ts';
import { contentShown } from '#domain/cart/lines-shown.ts';
import {
  cartScope,
  isOrderEntry,
  notStopping,
  type WaitingCommand,
} from '#domain/waiting/waiting-command.ts';
import type { Changes, Reading } from './outbox-records.ts';

/** What became of a line by the buyer's own rules is seen beside what was asked for. */
const toldByLines: ReadonlySet<string> = new Set(['cart.quantity_capped', 'order.line_dropped']);

/** A placed order as its card shows it. */
export const placedShown = (order: Order, at: number) => ({
  tokenValue: order.tokenValue,
  number: order.number,
  total: order.total,
  ...contentShown(order),
  deliveryPrice: order.shippingTotal,
  warnings: order.warnings.flatMap((one) => (toldByLines.has(one.errorCode) ? [] : [one.detail])),
  at,
});

export const shownOf = (entry: WaitingCommand): object =>
  typeof entry.shown === 'object' && entry.shown !== null ? entry.shown : {};

/** A cart that became an order is not in front any more: with the shop's answer, since the page may end before it leaves it. */
const letGo = (entry: WaitingCommand, { cart }: Reading): Changes =>
  cart !== null && cartScope(cart) === entry.scope ? { cart: null } : {};

/** The cart is an order at the shop: what waited for it before has nothing to change any more. */
export function becomeOrder(
  entry: WaitingCommand,
  placed: Readonly<Record<string, unknown>>,
  reading: Reading,
): Changes {
  const moot = reading.entries.filter(
    (one) => one.scope === entry.scope && one.seq < entry.seq && !isOrderEntry(one),
  );
  // The one that there was before is not the one that was stopped.
  const isStoppedLate = entry.isStopping === true && placed['isEarlier'] !== true;
  const isUnstopped = entry.isUnstoppable === true && !isStoppedLate && placed['isEarlier'] !== true;
  return {
    remove: moot,
    update: [
      {
        ...notStopping(entry),
        state: 'confirmed',
        shown: {
          ...shownOf(entry),
          placed: {
            ...placed,
            ...(isStoppedLate ? { isStoppedLate } : {}),
            ...(isUnstopped ? { isUnstopped } : {}),
          },
        },
      },
    ],
    ...letGo(entry, reading),
  };
}
