/** What gift wrap costs and whether a cart can have it (contract 5.5): not where all lines are plant protection or gift cards. */
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
    giftWrap.enabled && [...facts].some((fact) => !fact.is_chemical && fact.product_type !== 'gift_card'),
  price: giftWrap.price,
});
