/**
 * The lines of the cart that this page has shown: one that is removed stays in its place, and its way back knows it whole. A
 * reload or leaving the cart forgets them (R4.10).
 */
import { forgetWithVisitor } from '#api/same-visitor.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { Order } from '#contract/orders/orders.ts';
import { lineName } from '#domain/waiting/waiting-command.ts';

const shown = new Map<string, OrderItem>();

type Removed = Order['deletedItems'][number];
const namesOf = ({ id, variantCode }: Pick<Removed, 'id' | 'variantCode'>) => [`#${String(id)}`, variantCode];

export function noteLines(items: readonly OrderItem[]): void {
  for (const item of items) {
    shown.set(lineName(item), item);
    shown.set(`#${String(item.id)}`, item);
  }
}

/** The line as it stood before it was removed, under the id that brings it back. */
export function lineBefore(removed: Removed): OrderItem | undefined {
  const item = namesOf(removed)
    .map((name) => shown.get(name))
    .find(Boolean);
  return item && { ...item, id: removed.id };
}

/** Without what was removed before this page showed the cart. */
export function onlyShown<Cart extends Pick<Order, 'deletedItems'>>(cart: Cart): Cart {
  const deletedItems = cart.deletedItems.filter((one) => lineBefore(one) !== undefined);
  return deletedItems.length === cart.deletedItems.length ? cart : { ...cart, deletedItems };
}

export const forgetLines = (): void => shown.clear();
forgetWithVisitor(forgetLines);
