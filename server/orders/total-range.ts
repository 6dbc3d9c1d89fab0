/** How dear an order may become. */
import type { RecalculatedCart } from '#domain/cart/cart-recalculation.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { OrderRow } from '#server/order-store/order-store.ts';

/**
 * Dearest goods of one order, cents: what two carts of it come to when they are merged still fits into the columns
 * (32 bits).
 */
const dearestCart = 1_000_000_000;
const dearestColumn = 2 ** 31 - 1;

const goodsIn = (totals: OrderRow['totals']): number =>
  'itemsSubtotal' in totals ? totals.itemsSubtotal : 0;

/**
 * Whether these together could be too dear at prices that rose since: a hundred times would not be enough for others. So could be
 * one whose goods were not counted yet, and they may have come from the dearest cart.
 */
export const areNearTotalRange = (...orders: Pick<OrderRow, 'totals'>[]): boolean =>
  orders.some(({ totals }) => !('itemsSubtotal' in totals)) ||
  orders.reduce((sum, { totals }) => sum + goodsIn(totals), 0) > dearestCart / 100;

/** @throws ApiFailure 422 `cart.total_range` for a change that makes goods dearer than an order may be */
export function checkTotalRange(before: OrderRow['totals'], after: RecalculatedCart['totals']): void {
  const goods = after.itemsSubtotal;
  const grows = goods > goodsIn(before);
  // One that is dearer because its prices rose is still read, and can be made smaller.
  if ((goods > dearestCart && grows) || goods > dearestColumn || after.total > dearestColumn)
    throw new ApiFailure(422, 'cart.total_range');
}
