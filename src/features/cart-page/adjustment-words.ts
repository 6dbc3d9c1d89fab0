/** The words for what is added to a cart, pays for it, or is chosen for it: a kind that has none does not compile. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PaymentLine } from '#contract/orders/adjustments.ts';
import type { SummaryLineKind } from '#domain/cart/summary-lines.ts';
import {
  choiceIn,
  type TypedName,
  type WaitingChoices,
  type WaitingName,
} from '#domain/waiting/cart-choices.ts';
import type { NewCommand } from '#domain/waiting/waiting-command.ts';

/** Lines of the summary. */
export const lineNames: Record<SummaryLineKind, MessageDescriptor> = {
  subtotal: msg`Subtotal`,
  delivery: msg`Delivery`,
  discount: msg`Discount`,
  giftWrap: msg`Gift wrap`,
  tax: msg`VAT`,
  amountWithoutTax: msg`Amount without VAT`,
  total: msg`Total`,
  toPay: msg`To pay`,
  shippingDiscount: msg`Delivery discount`,
  giftCoupon: msg`Gift coupon`,
  loyaltyDiscount: msg`Loyalty discount`,
};

/** One of what pays, before its label; and all of them. */
export const payerNames: Record<PaymentLine, { one: MessageDescriptor; all: MessageDescriptor }> = {
  giftCoupon: { one: msg`Gift card`, all: msg`Gift cards` },
};

/** A code that somebody types, before it. */
export const codeNames: Record<TypedName, MessageDescriptor> = {
  couponCode: msg`Promo code`,
};

const sentences: {
  [N in WaitingName]: (value: Exclude<WaitingChoices[N], undefined>) => MessageDescriptor;
} = {
  giftWrap: (isWrapped) => (isWrapped ? msg`Wrap as a gift` : msg`Do not wrap as a gift`),
  couponCode: (code) => (code === null ? msg`Take the promo code off` : msg`Use the promo code ${code}`),
  gift: (code) => (code === null ? msg`Take the gift out` : msg`Choose a gift`),
};

/** What a waiting command chooses, as a sentence; undefined for one of another kind. */
export function choiceSentence(command: Pick<NewCommand, 'kind' | 'body'>): MessageDescriptor | undefined {
  const [chosen] = Object.entries(choiceIn(command)) as [WaitingName, never][];
  return chosen && sentences[chosen[0]](chosen[1]);
}
