/** What is left on a gift card, for whoever has its code (contract CART-20). */
import type { GiftCardBalance } from '#contract/gift-cards.ts';
import { typedValue } from '#domain/fields/field-rules.ts';
import { refusal } from '#server/forms/refusal.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import type { OrderServices } from '#server/orders/change-order.ts';
import { tryCode } from '#server/order-terms/code-tries.ts';
import { findCard, maskedCode } from '#server/order-terms/laid-gift-cards.ts';

/**
 * Tries are counted as those of carts are, with them (1.13).
 * @throws ApiFailure 422 `gift_card.invalid` on `code`: the same of no card, of one that is switched off and of one of another
 * shop, so that nobody learns by it that there is such a code; 429 `rate.limited`
 */
export async function giftCardBalance(
  { db, now, codeTries }: OrderServices,
  context: RequestContext,
  typed: string,
): Promise<GiftCardBalance> {
  const card = await tryCode(codeTries, context, null, async () => {
    // Of a blank too: what is refused has asked the same.
    const found = await findCard(db, typedValue('couponCode', typed));
    return found?.enabled && found.channels.includes(context.channel.code) ? found : undefined;
  });
  if (!card) throw refusal('gift_card.invalid', 'code', context.locale);
  const { code, balance, currency_code: currencyCode, expires_at: until } = card;
  return {
    label: maskedCode(code),
    balance,
    currencyCode,
    ...(until === null ? {} : { expiresAt: until.toISOString() }),
    expired: until !== null && until <= now(),
  };
}
