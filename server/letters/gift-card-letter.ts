/** The letter that brings gift cards, with the cards to print (contract 5.5). */
import { routePattern } from '#contract/route-table.ts';
import { sellerOf } from '#server/channels/seller.ts';
import { writeGiftCards } from '#server/documents/gift-card-paper.ts';
import { composeGiftCardMail } from '#server/mail/gift-card-mail.ts';
import type { Letter } from '#server/mail/mail-outbox.ts';
import { originOf, type LetterServices, type ToWrite } from './letter-places.ts';

/** Cards of one line, with their codes as text and to print. */
export async function composeGiftCards(
  services: LetterServices,
  { order_id, locale, payload: { item } }: ToWrite<'gift_card'>,
): Promise<Letter | null> {
  const { db } = services;
  const line = await db
    .selectFrom('order_item')
    .innerJoin('order', 'order.id', 'order_item.order_id')
    .select(['order_item.gift_card', 'order.channel_id'])
    .where('order_item.id', '=', item)
    .executeTakeFirst();
  const cards = await db
    .selectFrom('gift_card')
    .select(['code', 'initial_amount as amount', 'expires_at'])
    .where('sold_item', '=', item)
    .where('enabled', '=', true)
    .orderBy('sold_piece')
    .execute();
  // Cancelled before the letter went: there is nothing to bring.
  if (!line?.gift_card || cards.length === 0) return null;
  const { recipientName, senderName, message } = line.gift_card;
  const seller = await sellerOf(db, line.channel_id);
  const told = {
    cards: cards.map(({ expires_at: endsAt, ...card }) => ({ ...card, endsAt: endsAt ?? services.now() })),
    recipientName,
    senderName,
    message,
    balanceUrl: (await originOf(services, order_id)) + routePattern('GIFT_CARD', locale),
    locale,
  };
  return {
    ...composeGiftCardMail({ ...told, seller }),
    attachments: [
      {
        filename: 'gift-card.pdf',
        content: await writeGiftCards({ ...told, seller: seller.name }),
        contentType: 'application/pdf',
      },
    ],
  };
}
