/**
 * Gift cards as something that is bought (contract 5.5): what one may be worth, how long it is valid, what its buyer says. A
 * multi-purpose voucher: taxed with what it pays for and not when it is sold (Directive 2006/112/EC, Article 30b).
 */
/** Cents; whole euros, so that a card is no way to move odd sums. */
export const giftCardAmounts = { min: 500, max: 50_000, step: 100 } as const;

export const isGiftCardAmount = (cents: number): boolean =>
  Number.isInteger(cents) &&
  cents >= giftCardAmounts.min &&
  cents <= giftCardAmounts.max &&
  cents % giftCardAmounts.step === 0;

/** Cards of one line: all of them go to one recipient, in one letter. */
export const mostCardsOfLine = 20;

/** Rules of the words that go with a card (`FieldRule`), besides the address that it is mailed to. */
export const giftCardWords = {
  recipientName: { max: 60 },
  senderName: { max: 60 },
  message: { max: 250, holds: 'lines' },
} as const;

const cardMonths = 12;

/** The moment at which a card that is issued now ends: the same day of the year after; of 29 February 1 March. */
export function cardEnds(issued: Date): Date {
  const end = new Date(issued);
  end.setUTCMonth(end.getUTCMonth() + cardMonths);
  return end;
}
