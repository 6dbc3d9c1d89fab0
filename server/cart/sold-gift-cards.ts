/** Gift cards that are put into a cart (contract CART-03, 5.5): for whom, of how much, with which words. */
import { isDeepStrictEqual } from 'node:util';
import type { SoldGiftCard } from '#contract/gift-cards.ts';
import { soldCardMarker } from '#contract/gift-marker.ts';
import type { AddItemBody } from '#contract/order-requests.ts';
import {
  giftCardAmounts,
  giftCardWords,
  isGiftCardAmount,
  mostCardsOfLine,
} from '#domain/cart/gift-card-sale.ts';
import { checkField, checkRule, typedValue } from '#domain/fields/field-rules.ts';
import { typedText } from '#domain/fields/typed-text.ts';
import { Form } from '#server/forms/checked-fields.ts';
import { invalidFields, refusal, violationOf } from '#server/forms/refusal.ts';
import type { OpenCart } from '#server/orders/change-order.ts';
import { isLive, type ItemRow } from '#server/order-store/order-store.ts';
import { checkQuantity } from './line-checks.ts';
import { insertLine, requireSellable } from './new-cart-lines.ts';

export const isSoldCard = (item: Pick<ItemRow, 'marker'>): boolean => item.marker === soldCardMarker;

/** @throws ApiFailure 422 with a violation for each field, `gift_card.amount_range` for the amount */
function checkedCard(given: SoldGiftCard, locale: string): SoldGiftCard {
  const form = new Form('giftCard.', locale);
  if (!isGiftCardAmount(given.amount))
    form.violations.push(
      violationOf('giftCard.amount', 'gift_card.amount_range', locale, {
        min: giftCardAmounts.min / 100,
        max: giftCardAmounts.max / 100,
      }),
    );
  form.note('recipientName', checkRule(giftCardWords.recipientName, given.recipientName, true));
  form.note('recipientEmail', checkField('email', given.recipientEmail, { required: true }));
  form.note('senderName', checkRule(giftCardWords.senderName, given.senderName, false));
  form.note('message', checkRule(giftCardWords.message, given.message, false));
  if (form.violations.length > 0) throw invalidFields(form.violations, 'form.invalid');
  const senderName = typedText(given.senderName ?? '');
  const message = typedText(given.message ?? '');
  return {
    amount: given.amount,
    recipientName: typedText(given.recipientName),
    recipientEmail: typedValue('email', given.recipientEmail),
    ...(senderName === '' ? {} : { senderName }),
    ...(message === '' ? {} : { message }),
  };
}

/** Cards of one amount for one recipient; a live line that says the same takes them. */
export async function putGiftCards(
  cart: OpenCart,
  { productVariantCode, quantity }: Pick<AddItemBody, 'productVariantCode' | 'quantity'>,
  given: SoldGiftCard,
): Promise<void> {
  const { locale } = cart;
  checkQuantity(quantity, locale, mostCardsOfLine);
  const fact = await requireSellable(cart, productVariantCode, 'productVariantCode');
  if (fact.product_type !== 'gift_card') throw refusal('gift_card.not_a_card', 'giftCard', locale);
  const giftCard = checkedCard(given, locale);
  const line = cart.loaded.parts.items.find(
    (item) => isLive(item) && isSoldCard(item) && isDeepStrictEqual(item.gift_card, giftCard),
  );
  const wanted = (line?.quantity ?? 0) + quantity;
  checkQuantity(wanted, locale, mostCardsOfLine);
  if (line) line.quantity = wanted;
  else await insertLine(cart, { fact, quantity, marker: soldCardMarker, giftCard });
}
