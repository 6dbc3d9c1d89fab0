/** The letter that brings gift cards to whom they are for (contract 5.5). Text and HTML say the same. */
import { textsIn } from '#locales/server-texts.ts';
import type { Seller } from '#server/database/schema-channels.ts';
import type { PrintedCard } from '#server/documents/gift-card-paper.ts';
import { fillText } from '#server/text/fill-text.ts';
import { dayText, endedOnce, moneyText } from '#server/text/money-text.ts';
import { greeting } from './greeting.ts';
import { letter } from './letter.ts';
import { giftCardWords, wordsOfBuyer } from '#server/text/words-of-buyer.ts';

/** What the buyer typed goes to an address that they typed: it comes without links (words-of-buyer.ts). */
export function composeGiftCardMail(given: {
  cards: readonly PrintedCard[];
  recipientName: string;
  senderName?: string | undefined;
  message?: string | undefined;
  balanceUrl: string;
  seller: Seller;
  locale: string;
}) {
  const { cards, seller, locale } = given;
  const { recipientName: name, senderName, message } = giftCardWords(given);
  const words = textsIn(locale).mails.giftCard;
  const sum = cards.reduce((all, { amount }) => all + amount, 0);
  const amount = moneyText(sum, locale);
  return letter(locale, seller, fillText(words.subject, { amount }), words.bye, [
    greeting(words.hello, name),
    senderName === undefined
      ? fillText(words.lead, { amount })
      : fillText(words.leadFrom, { amount, sender: senderName }),
    ...(message === undefined ? [] : [fillText(words.wish, { message: wordsOfBuyer(message) })]),
    ...cards.map((card) =>
      endedOnce(
        fillText(words.card, {
          amount: moneyText(card.amount, locale),
          code: card.code,
          day: dayText(card.endsAt, locale),
        }),
      ),
    ),
    words.use,
    words.balance,
    new URL(given.balanceUrl),
    words.keep,
    words.attached,
  ]);
}
