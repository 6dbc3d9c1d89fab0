/** Gift cards on their own, without a cart (contract 4.5, 5.5). */
import { z } from '#lib/zod.ts';
import { dateTime, money, typed } from '#contract/values.ts';

/** CART-03, of a gift card: what it is worth, and whom it is for. Bounds are rules (5.5). */
export const soldGiftCard = z.strictObject({
  amount: money,
  recipientName: typed,
  /** The card is mailed here once it is paid. */
  recipientEmail: typed,
  senderName: z.optional(typed),
  message: z.optional(typed),
});
export type SoldGiftCard = z.infer<typeof soldGiftCard>;

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
