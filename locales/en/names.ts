/** Names that the server writes into what it stores. English is the source: the other languages have the same. */
export const names = {
  /** Language and place as Open Graph names them. */
  openGraph: 'en_GB',
  /** Kinds of adjustments (`src/contract/orders/adjustments.ts`) that no setting of the shop names. */
  adjustments: {
    tax: 'VAT {percent}',
    gift_wrap: 'Gift wrapping',
    'gift-selected': 'Gift',
    loyalty_points_spent: 'Loyalty points',
    gift_card: 'Gift card',
    order_item_promotion: 'Set price: {name}',
  },
  /** What buyers read of a promotion that nobody has named: never its code. */
  promotions: {
    freeDelivery: 'Free delivery',
    discount: 'Discount',
  },
  /** The words at the boxes of consents, kept with what was agreed to: those of `messages.po`, which tests/locales.test.ts compares. */
  consents: {
    privacy: 'I have read the privacy policy',
    terms: 'I have read and accept the terms of purchase',
  },
  /** Of a shop that has none yet. */
  firstWarehouse: 'Warehouse',
  brand: 'Brand',
  /** What variants of a feed differ in. */
  options: {
    color: 'Colour',
    size: 'Size',
    packSize: 'Pack size',
    material: 'Material',
    pattern: 'Pattern',
    ageGroup: 'Age group',
    gender: 'Gender',
  },
  /** Google's own words for age and gender, which feeds in any language write in English. */
  googleWords: {
    newborn: 'Newborn',
    infant: 'Infant',
    toddler: 'Toddler',
    kids: 'Kids',
    adult: 'Adult',
    male: 'Men',
    female: 'Women',
    unisex: 'Unisex',
  },
};
export type NameTexts = typeof names;
