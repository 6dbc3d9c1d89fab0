/**
 * What is chosen for an order as a whole, beside its lines: a promo code, a gift, the wrap, and what pays for it, gift cards and
 * points. Each in three forms: as an order shows it (2.4), as an order intent asks for it (CHK-19), as its own call does (4.5).
 * What screen, device and intent make of them is written once, in `#domain/waiting/cart-choices.ts`.
 */
import { z } from '#lib/zod.ts';
import { code, count, dateTime, money, token, typed } from '#contract/values.ts';

/** What pays for an order by its code: what it pays, and what is left of it. */
const laidOn = z.object({
  code: z.string(),
  label: z.string(),
  amountUsed: money,
  amountLeft: money,
  expiresAt: z.optional(dateTime),
});

export const shownChoices = {
  promotionCoupon: z.optional(
    z.object({ code: z.string(), promotion: z.object({ code, name: z.string() }) }),
  ),
  giftCards: z.array(laidOn),
  gift: z.object({
    eligible: z.boolean(),
    threshold: z.optional(money),
    missing: z.optional(money),
    selectedVariantCode: z.optional(z.string()),
  }),
  giftWrap: z.object({
    available: z.boolean(),
    selected: z.boolean(),
    price: money,
    /** Of the card that goes with the gift. */
    message: z.optional(z.string()),
  }),
  loyalty: z.object({
    available: z.boolean(),
    balance: count,
    pointsSpent: count,
    maxPoints: count,
    pointsToEarn: count,
  }),
};

const points = z.int().check(z.gte(0), z.lte(1_000_000_000));

export const chosen = z.object({
  couponCode: z.optional(z.nullable(typed)),
  giftCards: z.optional(z.array(typed).check(z.maxLength(20))),
  points: z.optional(points),
  /** Wrap all of it as a gift (CART-14). */
  giftWrap: z.optional(z.boolean()),
  /** Variant of the gift that was chosen (CART-13): with it or not at all. */
  gift: z.optional(code),
});
export type Chosen = z.infer<typeof chosen>;

/** CART-08, CART-09: null takes the coupon off. */
export const applyCouponBody = z.strictObject({ couponCode: z.nullable(typed) });

/** CART-10: what is laid on a cart by its code. */
export const codeBody = z.strictObject({ code: typed });
/** CART-11: what is taken off by it. */
export const codeParams = z.object({ token, code: z.string().check(z.maxLength(64)) });

/** CART-15: 0 takes the points off. */
export const usePointsBody = z.strictObject({ points });
export type UsePointsBody = z.infer<typeof usePointsBody>;

/** CART-13: null takes the gift out. */
export const chooseGiftBody = z.strictObject({ productVariantCode: z.nullable(code) });
export type ChooseGiftBody = z.infer<typeof chooseGiftBody>;

/** CART-14. */
export const giftWrapBody = z.strictObject({
  selected: z.boolean(),
  message: z.optional(typed),
});
export type GiftWrapBody = z.infer<typeof giftWrapBody>;
