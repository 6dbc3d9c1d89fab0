/** The promo code of an order intent (contract CHK-19, 5.2). */
import type { OrderIntentBody } from '#contract/order-intents.ts';
import { typedValue } from '#domain/fields/field-rules.ts';
import type { ErrorCode } from '#server/errors/error-texts.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import type { OrderServices } from '#server/orders/change-order.ts';
import { loadChannelRules, promotionsAt } from '#server/order-terms/channel-rules.ts';
import { tryCode } from '#server/order-terms/code-tries.ts';
import { couponRefusal, findCoupon } from '#server/order-terms/coupon-rules.ts';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';

/** The promo code as it is kept; null where none was typed. */
export const codeOf = (body: OrderIntentBody): string | null =>
  typedValue('couponCode', body.couponCode ?? '') || null;

/**
 * The coupon, which `lockUses` holds. One that this buyer cannot use is left out and told: whether the order is placed without it
 * say the total and `couponRequired` (group 12). Guessing codes is limited as on carts (1.13).
 * @param order with its buyer
 */
export async function couponFor(
  services: OrderServices,
  trx: Db,
  context: RequestContext,
  order: Pick<OrderRow, 'token' | 'channel_id' | 'email' | 'customer_id'>,
  body: OrderIntentBody,
): Promise<{ code: string | null; refusal: ErrorCode | null }> {
  const code = codeOf(body);
  if (code === null) return { code: null, refusal: null };
  const coupon = await tryCode(services.codeTries, context, order.token, () => findCoupon(trx, code));
  if (!coupon) return { code: null, refusal: 'coupon.invalid' };
  const now = services.now();
  const running = promotionsAt(await loadChannelRules(trx, order.channel_id), now);
  const refused = await couponRefusal(trx, coupon, order, running, now);
  return refused === null ? { code: coupon.code, refusal: null } : { code: null, refusal: refused };
}
