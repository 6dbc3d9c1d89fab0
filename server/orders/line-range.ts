/** How many lines a cart may come to have: each is read, counted and answered with every change of it. */
import { mostLines } from '#contract/orders/item-bounds.ts';
import { undoPeriod } from '#domain/cart/undo-period.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { isLive, type ItemRow } from '#server/order-store/order-store.ts';
import { isGiftLine } from '#server/order-terms/earned-gifts.ts';

/** Lines that count: what was taken out does not, nor what the shop gives. */
export const linesIn = (items: readonly ItemRow[]): number =>
  items.filter((item) => isLive(item) && !isGiftLine(item)).length;

/**
 * @param before lines that the cart has; one that has too many is still read, and can be made smaller
 * @throws ApiFailure 422 `cart.line_range` for a change that makes more of them than there may be
 */
export function checkLineRange(before: number, after: number): void {
  if (after > mostLines && after > before) throw new ApiFailure(422, 'cart.line_range');
}

/**
 * Without lines that cannot come back: taken out too long ago, or before many others. What went together goes together, so that no set
 * comes back in part.
 */
export function withinUndo(items: readonly ItemRow[], now: Date): ItemRow[] {
  const undoneBy = now.getTime() - undoPeriod;
  const taken = items.flatMap(({ deleted_at }) => (deleted_at === null ? [] : [deleted_at.getTime()]));
  const tooMany = taken.toSorted((one, other) => other - one)[mostLines] ?? -Infinity;
  return items.filter(({ deleted_at }) => {
    if (deleted_at === null) return true;
    const at = deleted_at.getTime();
    return at >= undoneBy && at > tooMany;
  });
}
