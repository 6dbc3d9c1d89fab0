/**
 * Gift wrap of a cart (contract CART-14, 5.5): one charge per cart, none where all lines are plant
 * protection or gift cards.
 */
import type { GiftWrapBody } from '#contract/order-choices.ts';
import { checkField } from '#domain/fields/field-rules.ts';
import { typedText } from '#domain/fields/typed-text.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { changeCart, type OrderAnswer, type OrderServices } from '#server/orders/change-order.ts';
import { isStored } from '#server/order-store/is-stored.ts';
import { loadGoods } from '#server/orders/order-shipments.ts';
import { fieldViolation, refusal } from '#server/forms/refusal.ts';
import { wrapOffer } from '#server/order-terms/wrap-offer.ts';

/** CART-14. */
export const chooseGiftWrap = (
  services: OrderServices,
  context: RequestContext,
  token: string,
  { selected, message }: GiftWrapBody,
): Promise<OrderAnswer> =>
  changeCart(services, context, token, async (db, order) => {
    const wrong = checkField('giftWrapMessage', message, { required: false });
    if (wrong)
      throw new ApiFailure(422, 'form.invalid', {
        violations: [fieldViolation('message', wrong, context.locale)],
      });
    if (selected) {
      const goods = await loadGoods(db, order);
      const { available } = wrapOffer(goods, goods.facts.values());
      if (!available) throw refusal('gift_wrap.unavailable', 'selected', context.locale);
    }
    const words = typedText(message ?? '');
    const columns = { gift_wrap: selected, gift_wrap_message: selected && words !== '' ? words : null };
    if (isStored(order, columns)) return { change: 'none', isSame: true };
    await db.updateTable('order').set(columns).where('id', '=', order.id).execute();
    return { change: 'none' };
  });
