/** Gift cards on their own, without a cart (contract 4.5, 5.5). */
import { z } from '#lib/zod.ts';
import { dateTime, money, typed } from './values.ts';

/** CART-20. The code as somebody typed it. */
export const giftCardBalanceBody = z.strictObject({ code: typed });

export const giftCardBalance = z.object({
  /** The last signs of the code alone: the answer may lie about on a screen. */
  label: z.string(),
  balance: money,
  currencyCode: z.string(),
  /** Absent: it does not end. */
  expiresAt: z.optional(dateTime),
  /** Its day has come: what is left on it pays for nothing. */
  expired: z.boolean(),
});
export type GiftCardBalance = z.infer<typeof giftCardBalance>;
