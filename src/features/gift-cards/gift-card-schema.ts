/** The form that a gift card is bought with (contract 5.5). */
import { giftCardWords, isGiftCardAmount } from '#domain/cart/gift-card-sale.ts';
import { checkRule } from '#domain/fields/field-rules.ts';
import { ruledField, textField } from '#i18n/field-schema.ts';
import { z } from '#lib/zod.ts';

export interface GiftCardFields {
  /** Named as the call names them: what the shop refuses stands at its field. */
  giftCard: {
    amount: string;
    recipientName: string;
    recipientEmail: string;
    senderName: string;
    message: string;
  };
}

/** Cents of typed euros; NaN for what is none. */
export const centsOf = (typed: string): number =>
  /^\s*\d{1,6}\s*€?\s*$/.test(typed) ? Number.parseInt(typed.trim(), 10) * 100 : Number.NaN;

/** Says that the amount is out of its bounds; the form has the sentence. */
export const badAmount = 'amount-range';

export const giftCardSchema: z.ZodMiniType<GiftCardFields, GiftCardFields> = z.object({
  giftCard: z.object({
    amount: z.string().check(z.refine((typed) => isGiftCardAmount(centsOf(typed)), badAmount)),
    recipientName: textField((value) => checkRule(giftCardWords.recipientName, value, true)),
    recipientEmail: ruledField('email'),
    senderName: textField((value) => checkRule(giftCardWords.senderName, value, false)),
    message: textField((value) => checkRule(giftCardWords.message, value, false)),
  }),
});
