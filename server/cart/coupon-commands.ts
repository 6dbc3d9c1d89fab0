/** Promo codes on a cart, and gift cards in their field (contract CART-08, CART-09, 5.2, 5.5). */
import { loadChannelRules, promotionOf, promotionsAt } from '#server/order-terms/channel-rules.ts';
import { typedValue } from '#domain/fields/field-rules.ts';
import { isEligible, missedMinimum } from '#domain/cart/promotions.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { ErrorCode } from '#server/errors/error-texts.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { changeCart, type OrderAnswer, type OrderServices } from '#server/orders/change-order.ts';
import { couponRefusal, findCoupon, unfitText } from '#server/order-terms/coupon-rules.ts';
import { loadGoods } from '#server/orders/order-shipments.ts';
import { cartLines } from '#server/orders/promotion-input.ts';
import { refusal } from '#server/forms/refusal.ts';
import { tryCode } from '#server/order-terms/code-tries.ts';
import { layCardOf } from '#server/order-terms/laid-gift-cards.ts';
import { membershipOf } from '#server/order-terms/points.ts';

/** The code does not fit the cart yet: the sentence says what it asks for. */
function notEnough(missed: NonNullable<ReturnType<typeof missedMinimum>>, locale: string): ApiFailure {
  const detail = unfitText(missed, locale);
  const violation = { propertyPath: 'couponCode', message: detail, code: 'coupon.not_eligible' };
  return new ApiFailure(422, 'coupon.not_eligible', { detail, violations: [violation] });
}

/** CART-08, CART-09. The order of the checks decides which refusal is told (contract 5.2). */
export const applyCoupon = (
  services: OrderServices,
  context: RequestContext,
  token: string,
  couponCode: string | null,
): Promise<OrderAnswer> =>
  changeCart(services, context, token, async (db, order) => {
    if (couponCode === null) {
      if (order.coupon_code === null) return { change: 'none', isSame: true };
      await db.updateTable('order').set({ coupon_code: null }).where('id', '=', order.id).execute();
      return { change: 'none' };
    }
    const refuse = (errorCode: ErrorCode) => refusal(errorCode, 'couponCode', context.locale);
    const code = typedValue('couponCode', couponCode);
    if (code === '') throw refuse('coupon.blank');
    const at = { path: 'couponCode', locale: context.locale, now: services.now() };
    const coupon = await tryCode(
      services.codeTries,
      context,
      order.token,
      async () => (await findCoupon(db, code)) ?? (await layCardOf(db, order, code, at)),
    );
    if (coupon === undefined) throw refuse('coupon.invalid');
    if (coupon === 'laid' || coupon === 'lying') return { change: 'none', isSame: coupon === 'lying' };
    if (order.coupon_code === coupon.code) return { change: 'none', isSame: true };
    const now = services.now();
    const running = promotionsAt(await loadChannelRules(db, order.channel_id), now);
    const refused = await couponRefusal(db, coupon, order, running, now);
    const promotion = running.find((one) => one.code === coupon.promotion_code);
    if (refused !== null || !promotion) throw refuse(refused ?? 'coupon.invalid');
    const lines = cartLines(await loadGoods(db, order));
    const facts = {
      firstPurchase: false,
      loyaltyMember: (await membershipOf(db, order)) !== null,
      country: order.shipping_address?.countryCode ?? null,
    };
    if (!isEligible(promotionOf(promotion), lines, facts)) {
      const missed = missedMinimum(promotion, lines, facts);
      if (missed === null) throw refuse('coupon.not_eligible');
      throw notEnough(missed, context.locale);
    }
    await db.updateTable('order').set({ coupon_code: coupon.code }).where('id', '=', order.id).execute();
    return { change: 'none' };
  });
