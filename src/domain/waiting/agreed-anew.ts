import type { Violation } from '#contract/errors.ts';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';
import { paidAsSeen } from '#domain/cart/paid-by.ts';
import { withoutRefused } from './cart-choices.ts';
import { cartDifferenceKept } from './taken-out.ts';

/**
 * The order that is agreed to once the shop has said what it would be now (contract CHK-19): what was bought with something or not
 * at all leaves out what the shop does not give, or it would be refused for the same reason again. It goes under a key of its own.
 * @param order as the shop would place it
 * @param violations of its refusal
 * @param agreedAt ISO time of the press, device clock
 */
export function agreedAnew(
  body: OrderIntentBody,
  order: Order,
  violations: readonly Violation[],
  agreedAt: string,
): OrderIntentBody {
  const paths = new Set(violations.map(({ propertyPath }) => propertyPath));
  const {
    maximumTotal: _sum,
    expectedPaid: _paid,
    couponRequired,
    takenOut: _out,
    addedHere: _added,
    exceptTokens: _except,
    ...rest
  } = withoutRefused(body, (path) => paths.has(path));
  const lines = order.items
    .filter((item) => item.marker === undefined)
    .map((item) => ({
      productVariantCode: item.variant.code,
      quantity: item.quantity,
      whenShort:
        body.lines.find((line) => line.productVariantCode === item.variant.code)?.whenShort ?? 'wait',
    }));
  return {
    ...rest,
    ...(couponRequired === undefined || rest.couponCode === undefined ? {} : { couponRequired }),
    lines,
    // What is left out now was known too.
    ...cartDifferenceKept(body, lines),
    expectedTotal: order.total,
    ...paidAsSeen(rest, order),
    agreedAt,
  };
}
