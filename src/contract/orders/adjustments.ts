/**
 * What is added to an order and taken off it (contract 2.4): a row for each kind says into which sum it goes and how it is told. The
 * sums of the order, the lines of its summary and what of them its letters and papers say follow.
 */

interface AdjustmentKind {
  /** Sum of the order that adds up such adjustments; null: a part of the sums of its line or parcel. */
  readonly total: string | null;
  /** Line of the summary under which each is named (R3.49); null: it is not told one by one. */
  readonly line: string | null;
  /**
   * A means of payment, no discount: what is sold costs as much with it, and is taxed as much. The field of the order that lists
   * what of it lies on the order, each with what it pays and what is left of it; they pay in the order of the kinds here.
   */
  readonly listedIn?: string;
  /** Its code is worth money: of a placed order, whose address others may have, only the end of it is told. */
  readonly hasSecretCode?: true;
}

const adjustmentKinds = {
  order_promotion: { total: 'orderPromotionTotal', line: 'discount' },
  order_item_promotion: { total: 'orderPromotionTotal', line: 'discount' },
  order_unit_promotion: { total: 'orderPromotionTotal', line: 'discount' },
  order_shipping_promotion: { total: 'shippingPromotionTotal', line: 'shippingDiscount' },
  shipping: { total: null, line: null },
  tax: { total: null, line: null },
  gift_card: { total: 'giftCardTotal', line: 'giftCoupon', listedIn: 'giftCards', hasSecretCode: true },
  loyalty_points_spent: { total: 'loyaltyDiscountTotal', line: 'loyaltyDiscount' },
  'gift-selected': { total: null, line: null },
  gift_wrap: { total: 'giftWrapTotal', line: null },
} as const satisfies Record<string, AdjustmentKind>;

type Kinds = typeof adjustmentKinds;
export type AdjustmentType = keyof Kinds;
export type AdjustmentTotal = NonNullable<Kinds[AdjustmentType]['total']>;
export type AdjustmentLine = NonNullable<Kinds[AdjustmentType]['line']>;
/** A kind that is told in a line of the summary of its own, with a sum of its own. */
type OwnKind = Exclude<Kinds[AdjustmentType], { line: 'discount' | 'shippingDiscount' | null }>;

export const adjustmentTypes = Object.keys(adjustmentKinds) as [AdjustmentType, ...AdjustmentType[]];
/** A kind as it came from outside. */
export const kindOf = (
  type: AdjustmentType,
): AdjustmentKind & { total: AdjustmentTotal | null; line: AdjustmentLine | null } => adjustmentKinds[type];

const kinds: readonly (Kinds[AdjustmentType] & AdjustmentKind)[] = Object.values(adjustmentKinds);
export const adjustmentTotals = [...new Set(kinds.flatMap(({ total }) => total ?? []))];

const isOwn = (kind: Kinds[AdjustmentType]): kind is OwnKind =>
  kind.line !== null && kind.line !== 'discount' && kind.line !== 'shippingDiscount';
export const ownLines: readonly (OwnKind & AdjustmentKind)[] = kinds.filter(isOwn);

/** A kind that is a means of payment. */
export type PayingKind = Extract<OwnKind, { listedIn: string }>;
/** A kind that pays for an order. */
export type PayingType = {
  [T in AdjustmentType]: Kinds[T] extends PayingKind ? T : never;
}[AdjustmentType];
/** Line of the summary that says what a means of payment pays. */
export type PaymentLine = PayingKind['line'];
/** Sum of an order that a means of payment pays. */
export type PaidTotal = PayingKind['total'];
const isPaying = (kind: OwnKind & AdjustmentKind): kind is PayingKind & AdjustmentKind =>
  kind.listedIn !== undefined;
export const payingKinds: readonly PayingKind[] = ownLines.filter(isPaying);
