import type { OrderState } from '#contract/orders/orders.ts';
import { okShape } from '#ui/icons/icon-shapes.ts';
import { clockShape } from '#ui/icons/icon-shapes-later.ts';
import { errorShape, truckShape } from '#ui/icons/icon-shapes-orders.ts';

/** The sign of an order's state: only what is done looks done. */
export const orderStateShapes: Record<OrderState, string> = {
  cart: clockShape,
  new: clockShape,
  processing: truckShape,
  fulfilled: okShape,
  cancelled: errorShape,
};
