/** Codes of an order intent: gift cards and the promo code (contract CHK-19, 5.2, 5.5). */
import type { OrderIntentBody } from '#contract/order-intents.ts';
import { typedValue } from '#domain/fields/field-rules.ts';
import { layCardOf } from '#server/cart/gift-card-commands.ts';
import type { ErrorCode } from '#server/errors/error-texts.ts';
import { refusal } from '#server/forms/refusal.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import type { OrderServices } from '#server/order-store/change-order.ts';
import { loadChannelRules, promotionsAt } from '#server/order-store/channel-rules.ts';
import { couponRefusal, findCoupon } from '#server/order-store/coupon-rules.ts';
import { lockCards } from '#server/order-store/gift-cards.ts';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';

/** The cards that the total counts on; guessing codes is limited as on carts (1.13). Whoever places orders with one waits for the others. */
export async function layCards(
  services: OrderServices,
  trx: Db,
  context: RequestContext,
  order: OrderRow,
  { giftCards = [] }: OrderIntentBody,
): Promise<void> {
  await trx.deleteFrom('order_gift_card').where('order_id', '=', order.id).execute();
  const tries = [`address ${context.clientAddress}`, `cart ${order.token}`];
  for (const [index, typed] of giftCards.entries()) {
    const at = { path: `giftCards[${index}]`, locale: context.locale, now: services.now() };
    const code = typedValue('couponCode', typed);
    for (const name of tries) await services.codeTries.take(name);
    if (code === '' || !(await layCardOf(trx, order, code, at)))
      throw refusal('gift_card.invalid', at.path, at.locale);
    for (const name of tries) await services.codeTries.giveBack(name);
  }
  if (giftCards.length > 0) await lockCards(trx, order.id);
}

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
  const tries = [`address ${context.clientAddress}`, `cart ${order.token}`];
  for (const name of tries) await services.codeTries.take(name);
  const coupon = await findCoupon(trx, code);
  if (!coupon) return { code: null, refusal: 'coupon.invalid' };
  for (const name of tries) await services.codeTries.giveBack(name);
  const now = services.now();
  const running = promotionsAt(await loadChannelRules(trx, order.channel_id), now);
  const refused = await couponRefusal(trx, coupon, order, running, now);
  return refused === null ? { code: coupon.code, refusal: null } : { code: null, refusal: refused };
}
