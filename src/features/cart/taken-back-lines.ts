import { forgetWithVisitor } from '#api/same-visitor.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { undoPeriod } from '#domain/cart/undo-period.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { asNew, lineName, type NewCommand, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';

/** Lines that were taken out again before the shop had heard of them: they can be brought back until the page is left (R4.10). */
export const takenBack = new Map<string, { item: OrderItem; at: number; commands: NewCommand[] }>();
forgetWithVisitor(() => takenBack.clear());

export function withTakenBack(cart: ShownCart): ShownCart {
  const gone = [...takenBack].filter(
    ([line, { item }]) =>
      !cart.items.some((one) => lineName(one) === line) &&
      // Of one that the shop may have heard of the waiting removal says it.
      !cart.deletedItems.some(({ id }) => id === item.id),
  );
  if (gone.length === 0) return cart;
  const deletedItems = gone.map(([variantCode, { item, at }]) => ({
    id: item.id,
    productName: item.productName,
    variantCode,
    quantity: item.quantity,
    deletedAt: new Date(at).toISOString(),
    restorableUntil: new Date(at + undoPeriod).toISOString(),
  }));
  return { ...cart, deletedItems: [...cart.deletedItems, ...deletedItems] };
}

/**
 * Writes that a line is taken out. The way back is noted before: the list is drawn in the moment in which it is written, and
 * forgets the place of a line that nothing brings back.
 * @param waited what waits for this line: said anew it brings the line back
 * @returns the entry that carries it; null when it took back all of the line that waited
 */
export async function putRemoval(
  outbox: Outbox,
  command: NewCommand,
  waited: readonly (NewCommand | WaitingCommand)[],
): Promise<string | null> {
  const line = command.line ?? '';
  const item = command.shown as OrderItem | undefined;
  if (item !== undefined) takenBack.set(line, { item, at: Date.now(), commands: waited.map(asNew) });
  let isGone = false;
  try {
    const id = await outbox.put(command);
    // The command that brings many goods goes on without this one.
    isGone = id === null || outbox.state().entries.some((one) => one.id === id && one.kind === 'addItems');
    return id;
  } finally {
    if (!isGone) takenBack.delete(line);
  }
}
