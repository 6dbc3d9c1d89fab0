/** Gifts of a cart (contract CART-12, 5.8). */
import { z } from '#lib/zod.ts';
import { orderedVariant, orderItem } from './order-lines.ts';
import { type Order } from './orders.ts';
import { code, money } from '#contract/values.ts';

/** What may be chosen as the gift of a cart (CART-12). */
export const giftOption = z.object({
  productVariantCode: code,
  variant: orderedVariant,
  /** False: sold out. */
  available: z.boolean(),
  /** What the goods have to come to. */
  threshold: money,
  /** The only places where it can be had beside what lies in the cart, best first; absent where it can be sent. */
  collectAt: orderItem.shape.collectAt,
});
export type GiftOption = z.infer<typeof giftOption>;
export const giftsMeta = {
  eligible: z.boolean(),
  /** To the nearest threshold that is not reached. */
  missing: z.optional(money),
  selectedVariantCode: z.optional(code),
};

export type GiftsMeta = Pick<Order['gift'], 'eligible' | 'missing' | 'selectedVariantCode'>;
