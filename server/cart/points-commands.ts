/** Loyalty points that a member uses on a cart (contract CART-15, 5.3). */
import type { UsePointsBody } from '#contract/order-choices.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { ownedBy } from '#server/order-terms/buyer-account.ts';
import { changeCart, type OrderAnswer, type OrderServices } from '#server/orders/change-order.ts';
import { mostPoints } from '#domain/cart/loyalty-points.ts';
import { giftBaseOf } from '#server/order-terms/earned-gifts.ts';
import { membershipOf } from '#server/order-terms/points.ts';
import { refusal } from '#server/forms/refusal.ts';

/**
 * CART-15; 0 takes them off.
 * @throws ApiFailure 422 on `points`: `loyalty.not_member`, `loyalty.insufficient_points`, `loyalty.over_limit`
 */
export const usePoints = (
  services: OrderServices,
  context: RequestContext,
  token: string,
  { points }: UsePointsBody,
): Promise<OrderAnswer> =>
  changeCart(services, context, token, async (db, found) => {
    const order = await ownedBy(db, found, context.caller?.customerId ?? null);
    if (points > 0) {
      const { locale } = context;
      const membership = await membershipOf(db, order);
      if (membership === null) throw refusal('loyalty.not_member', 'points', locale);
      const { balance } = membership;
      if (points > balance) throw refusal('loyalty.insufficient_points', 'points', locale, { balance });
      const max = mostPoints(giftBaseOf(order.totals), balance);
      if (points > max) throw refusal('loyalty.over_limit', 'points', locale, { max });
    }
    if (order === found && order.points === points) return { change: 'none', isSame: true };
    await db.updateTable('order').set({ points }).where('id', '=', order.id).execute();
    return { change: 'none' };
  });
