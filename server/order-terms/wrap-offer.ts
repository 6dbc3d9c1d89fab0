/** What gift wrap costs and whether a cart can have it. */
import { isWrappable } from '#domain/cart/wrappable.ts';
import type { ChannelRules } from './channel-rules.ts';
import type { VariantFacts } from './variant-facts.ts';

export interface WrapOffer {
  available: boolean;
  /** Cents, with tax. */
  price: number;
}

/** What wrapping these lines would cost, and whether they can be wrapped. */
export const wrapOffer = (
  { giftWrap }: Pick<ChannelRules, 'giftWrap'>,
  facts: Iterable<Pick<VariantFacts, 'is_chemical' | 'product_type'>>,
): WrapOffer => ({
  available:
    giftWrap.enabled &&
    [...facts].some(({ is_chemical: isChemical, product_type: type }) =>
      isWrappable({ isChemical, isGiftCard: type === 'gift_card' }),
    ),
  price: giftWrap.price,
});
