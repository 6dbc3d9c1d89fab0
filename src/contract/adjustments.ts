/** What is added to an order and taken off it (contract 2.4): a row for each kind says into which sum it goes and how it is told. */

interface AdjustmentKind {
  /** Sum of the order that adds up such adjustments; null: a part of the sums of its line or parcel. */
  readonly total:
    | 'orderPromotionTotal'
    | 'shippingPromotionTotal'
    | 'giftWrapTotal'
    | 'loyaltyDiscountTotal'
    | 'giftCardTotal'
    | null;
  /** Line of the summary under which each is named (R3.49); null: it is not told one by one. */
  readonly line: 'discount' | 'shippingDiscount' | 'giftCoupon' | 'loyaltyDiscount' | null;
  /** Its code is worth money: of a placed order, whose address others may have, only the end of it is told. */
  readonly hasSecretCode?: true;
}

export const adjustmentKinds = {
  order_promotion: { total: 'orderPromotionTotal', line: 'discount' },
  order_item_promotion: { total: 'orderPromotionTotal', line: 'discount' },
  order_unit_promotion: { total: 'orderPromotionTotal', line: 'discount' },
  order_shipping_promotion: { total: 'shippingPromotionTotal', line: 'shippingDiscount' },
  shipping: { total: null, line: null },
  tax: { total: null, line: null },
  gift_card: { total: 'giftCardTotal', line: 'giftCoupon', hasSecretCode: true },
  loyalty_points_spent: { total: 'loyaltyDiscountTotal', line: 'loyaltyDiscount' },
  'gift-selected': { total: null, line: null },
  gift_wrap: { total: 'giftWrapTotal', line: null },
} as const satisfies Record<string, AdjustmentKind>;

export type AdjustmentType = keyof typeof adjustmentKinds;
export const adjustmentTypes = Object.keys(adjustmentKinds) as [AdjustmentType, ...AdjustmentType[]];
/** A kind as it came from outside. */
export const kindOf = (type: AdjustmentType): AdjustmentKind => adjustmentKinds[type];
