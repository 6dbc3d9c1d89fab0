/** Gift cards that an order has bought (contract 5.5): issued when it is paid, blocked when it is cancelled. */
import { cardEnds } from '#domain/cart/gift-card-sale.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { newGiftCardCode } from '#server/order-terms/gift-card-code.ts';
import {
  loadItems,
  loadShipments,
  type Db,
  type ItemRow,
  type OrderRow,
} from '#server/order-store/order-store.ts';

const soldCards = async (db: Db, order: Pick<OrderRow, 'id'>) =>
  (await loadItems(db, order.id)).filter(
    (item): item is ItemRow & { gift_card: NonNullable<ItemRow['gift_card']> } =>
      item.gift_card !== null && item.deleted_at === null,
  );

/** Whether nothing of the order goes in a parcel: it is sent with the letters that its payment writes. */
export const isMailed = async (db: Db, order: Pick<OrderRow, 'id'>): Promise<boolean> =>
  (await loadShipments(db, order.id)).length === 0;

/** Occasion of the letter with the cards of a line. */
const letterOf = (itemId: number): string => `gift_card ${String(itemId)}`;

/**
 * A card for each piece, and a letter for each line, in the transaction of the payment: a crash leaves neither or both, and a
 * second time finds the pieces issued.
 */
export async function issueCards(db: Db, order: OrderRow, now: Date): Promise<void> {
  for (const item of await soldCards(db, order)) {
    const { amount, recipientEmail } = item.gift_card;
    await db
      .insertInto('gift_card')
      .values(
        Array.from({ length: item.quantity }, (_, at) => ({
          code: newGiftCardCode(),
          currency_code: order.currency_code,
          channels: [order.channel_code],
          initial_amount: amount,
          balance: amount,
          expires_at: cardEnds(now),
          enabled: true,
          sold_item: item.id,
          sold_piece: at + 1,
        })),
      )
      .onConflict((conflict) => conflict.columns(['sold_item', 'sold_piece']).doNothing())
      .execute();
    await queueMail(db, {
      kind: 'gift_card',
      order_id: order.id,
      recipient: recipientEmail,
      locale: order.locale,
      occasion: letterOf(item.id),
      payload: { item: item.id },
    });
  }
}

/**
 * Of an order that is cancelled: its cards pay for nothing more.
 * @returns false where one of them has paid for something already; then nothing is blocked
 */
export async function blockCards(db: Db, order: OrderRow): Promise<boolean> {
  const items = await soldCards(db, order);
  if (items.length === 0) return true;
  const cards = await db
    .selectFrom('gift_card')
    .select(['id', 'balance', 'initial_amount'])
    .where(
      'sold_item',
      'in',
      items.map(({ id }) => id),
    )
    .orderBy('id')
    // Whoever is paying with one of them is waited for, and what they took is seen.
    .forNoKeyUpdate()
    .execute();
  if (cards.some(({ balance, initial_amount: initial }) => balance < initial)) return false;
  if (cards.length > 0)
    await db
      .updateTable('gift_card')
      .set({ enabled: false })
      .where(
        'id',
        'in',
        cards.map(({ id }) => id),
      )
      .execute();
  return true;
}
