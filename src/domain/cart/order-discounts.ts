/** What is taken off an order, each by its own name: promotions, cards, points. */
import { kindOf } from '#contract/orders/adjustments.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { SummaryLineKind } from './summary-lines.ts';

export interface Discount {
  code: string;
  name: string;
  /** Cents, below zero. */
  amount: number;
  /** As the buyer wrote it: of the promotion that the applied coupon brought. All others are default promotions (R3.46). */
  couponCode?: string;
}

/** What each promotion, card or points take off, by its own name (R3.49). Empty for lines that are no discount. */
export function discountsOf(
  { adjustments, promotionCoupon }: Pick<Order, 'adjustments' | 'promotionCoupon'>,
  line: SummaryLineKind,
): Discount[] {
  const found = new Map<string, Discount>();
  for (const { type, label, originCode, amount } of adjustments) {
    if (kindOf(type).line !== line) continue;
    const code = originCode ?? label;
    const ofCoupon = promotionCoupon?.promotion.code === code ? { couponCode: promotionCoupon.code } : {};
    found.set(code, { code, name: label, amount: (found.get(code)?.amount ?? 0) + amount, ...ofCoupon });
  }
  return [...found.values()].filter(({ amount }) => amount !== 0);
}
