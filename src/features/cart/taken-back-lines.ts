import { forgetWithVisitor } from '#api/same-visitor.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { undoPeriod } from '#domain/cart/undo-period.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { lineName, type NewCommand } from '#domain/waiting/waiting-command.ts';

/** Lines that were taken out again before the shop had heard of them: they can be brought back until the page is left (R4.10). */
export const takenBack = new Map<string, { item: OrderItem; at: number; commands: NewCommand[] }>();
forgetWithVisitor(() => takenBack.clear());

export function withTakenBack(cart: ShownCart): ShownCart {
  const gone = [...takenBack].filter(([line]) => !cart.items.some((item) => lineName(item) === line));
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
