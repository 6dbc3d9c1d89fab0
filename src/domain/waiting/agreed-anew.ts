import type { Violation } from '#contract/errors.ts';
import type { OrderIntentBody } from '#contract/order-intents.ts';
import type { Order } from '#contract/orders.ts';

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
  const { maximumTotal: _sum, gift, couponCode, couponRequired, ...rest } = body;
  const isRefused = (path: string) => violations.some(({ propertyPath }) => propertyPath === path);
  return {
    ...rest,
    ...(gift === undefined || isRefused('gift') ? {} : { gift }),
    ...(couponCode === undefined || isRefused('couponCode')
      ? {}
      : { couponCode, ...(couponRequired === undefined ? {} : { couponRequired }) }),
    lines: order.items
      .filter((item) => item.marker === undefined)
      .map((item) => ({
        productVariantCode: item.variant.code,
        quantity: item.quantity,
        whenShort:
          body.lines.find((line) => line.productVariantCode === item.variant.code)?.whenShort ?? 'wait',
      })),
    expectedTotal: order.total,
    agreedAt,
  };
}
