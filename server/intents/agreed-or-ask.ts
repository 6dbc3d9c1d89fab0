/** Whether an order that comes in one message is what its buyer agreed to, or is asked about first (contract CHK-19). */
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';
import { highestTotal } from '#domain/waiting/intent-lines.ts';
import { paidOf } from '#server/checkout/completion-checks.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { errorText, type ErrorCode } from '#server/errors/error-texts.ts';
import { violationOf } from '#server/forms/refusal.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { presentOrder } from '#server/orders/order-presenter.ts';
import type { GiftLoss } from '#server/order-terms/earned-gifts.ts';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';
import { loadOrderView } from '#server/orders/order-to-present.ts';

/** What the order does not have of what was asked for with it, by the name of the field. */
export interface Lost {
  gift?: GiftLoss;
  couponCode?: ErrorCode;
}

/**
 * Whether gift cards or other means pay for an order that has become dearer by more than the buyer allowed, so that what is left to pay does not tell. Paying
 * more of what costs no more, with what the device did not know of, asks nobody. An order of before does not say what it saw them pay.
 */
const isPaidOtherwise = (recalculated: OrderRow, body: OrderIntentBody): boolean =>
  body.expectedPaid !== undefined &&
  recalculated.total + paidOf(recalculated) > highestTotal(body) + body.expectedPaid;

/** Whether the order would be dearer than was agreed to, or without what was asked for with it: then the shop asks first. */
export const isOtherThanAgreed = (recalculated: OrderRow, body: OrderIntentBody, lost: Lost): boolean =>
  recalculated.total > highestTotal(body) ||
  isPaidOtherwise(recalculated, body) ||
  lost.gift !== undefined ||
  (lost.couponCode !== undefined && body.couponRequired === true);

/** The code cannot be used by this buyer, or is valid and gives nothing to this order. */
export function lostCode({ warnings }: OrderRow, couponRefusal: ErrorCode | null): Pick<Lost, 'couponCode'> {
  if (couponRefusal !== null) return { couponCode: couponRefusal };
  const isIdle = warnings.some((one) => one.errorCode === 'coupon.not_eligible');
  return isIdle ? { couponCode: 'coupon.not_eligible' } : {};
}

/** Groups 12 to 14: the order as it would be now, read before everything is undone. */
export async function notAsAgreed(
  trx: Db,
  order: OrderRow,
  body: OrderIntentBody,
  { locale }: RequestContext,
  lost: Lost,
  now: Date,
): Promise<ApiFailure> {
  const view = await loadOrderView(trx, order);
  // By the name that it came with: one that it would have beside an emptied cart (take-cart.ts) is told to its buyer alone.
  const current: Order = { ...presentOrder(view, locale, now), tokenValue: body.tokenValue };
  const violations = Object.entries(lost).map(([path, code]) => violationOf(path, code, locale));
  const [first] = violations;
  if (first === undefined)
    return new ApiFailure(409, 'order.total_changed', {
      ...(order.total <= highestTotal(body) ? { detail: errorText('order.paid_otherwise', locale) } : {}),
      context: { order: current },
    });
  return new ApiFailure(409, 'order.promotion_changed', {
    // Which it is, in place of a discount that is over.
    detail: first.message,
    violations,
    context: { order: current },
  });
}
