/** Sums of an order (contract 2.4), integer cents; what is taken off is below zero. Apart from the schemas: a new cart needs them at once. */
export const totalNames = [
  'loyaltyDiscountTotal',
  'giftCardTotal',
  // Before any discount.
  'itemsSubtotal',
  // After item, order and loyalty discounts.
  'itemsTotal',
  'orderPromotionTotal',
  'shippingPromotionTotal',
  // After the shipping discount.
  'shippingTotal',
  'giftWrapTotal',
  'taxTotal',
  'taxIncludedTotal',
  'taxExcludedTotal',
  'totalWithoutTax',
  // To pay.
  'total',
] as const;

export type TotalName = (typeof totalNames)[number];
export type OrderTotals = Record<TotalName, number>;

/** Of an order with nothing in it. */
export const noTotals = Object.fromEntries(totalNames.map((name) => [name, 0])) as OrderTotals;
