/** A gift card to print: one page for each (contract 5.5). */
import { textsIn } from '#locales/server-texts.ts';
import { brand } from '#lib/brand.ts';
import { fillText } from '#server/text/fill-text.ts';
import { dayText, endedOnce, moneyText } from '#server/text/money-text.ts';
import { giftCardWords } from '#server/text/words-of-buyer.ts';
import { beginPdf, left, right } from './begin-pdf.ts';

export interface PrintedCard {
  code: string;
  /** cents */
  amount: number;
  endsAt: Date;
}

export interface GiftCardPaper {
  cards: readonly PrintedCard[];
  recipientName: string;
  senderName?: string | undefined;
  message?: string | undefined;
  /** Where what is left can be seen. */
  balanceUrl: string;
  /** Name of who gives the card out. */
  seller: string;
  locale: string;
}

const width = right - left;
const inset = 28;

/** The finished PDF. */
export function writeGiftCards(given: GiftCardPaper): Promise<Buffer> {
  const { cards, balanceUrl, seller, locale } = given;
  const { recipientName, senderName, message } = giftCardWords(given);
  const words = textsIn(locale).papers.giftCard;
  const { doc, finish } = beginPdf({ title: words.title, author: seller, locale });
  for (const [index, { code, amount, endsAt }] of cards.entries()) {
    if (index > 0) doc.addPage();
    const line = (text: string, size = 11, font: 'regular' | 'bold' = 'regular') =>
      doc
        .font(font)
        .fontSize(size)
        .text(text, left + inset, doc.y, { width: width - 2 * inset })
        .moveDown(0.4);
    doc.fillColor('#16211b');
    doc.y = 48 + inset;
    line(brand.name, 13, 'bold');
    line(`${words.title}: ${moneyText(amount, locale)}`, 24, 'bold');
    line(`${words.to}: ${recipientName}`);
    if (senderName !== undefined) line(`${words.from}: ${senderName}`);
    if (message !== undefined) line(message, 12);
    doc.moveDown(0.6);
    line(words.code);
    line(code, 22, 'bold');
    line(endedOnce(fillText(words.until, { day: dayText(endsAt, locale) })));
    line(words.use);
    line(`${words.balance}: ${balanceUrl}`);
    line(seller, 9);
    doc
      .roundedRect(left, 48, width, doc.y - 48 + inset / 2, 10)
      .lineWidth(1.5)
      .strokeColor('#1f7a46')
      .stroke();
  }
  return finish();
}
