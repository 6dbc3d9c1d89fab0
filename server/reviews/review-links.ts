/** The links by which buyers write reviews: made when an order is with its buyer, mailed once (contract REV-03). */
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { MailedReviewLink } from '#server/mail/mail-kinds.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import type { OrderRow } from '#server/order-store/order-store.ts';
import { hashOf, newSecretToken } from '#server/text/secret-token.ts';

/** ms in which a link works (contract, review link life: 60 days). */
export const reviewLinkLifetime = 60 * 24 * 60 * 60 * 1000;

/** A link for each product of the order, and one letter with all of them; an order is asked about once. */
export async function inviteReviews(db: Kysely<Database>, order: OrderRow, now: Date): Promise<void> {
  if (!order.email) return;
  const goods = await db
    .selectFrom('order_item')
    .innerJoin('product_variant', 'product_variant.id', 'order_item.variant_id')
    .innerJoin('product', 'product.id', 'product_variant.product_id')
    .select('product.id')
    .distinct()
    .where('order_item.order_id', '=', order.id)
    .where('product.is_gift', '=', false)
    .orderBy('product.id')
    .execute();
  const links: MailedReviewLink[] = [];
  for (const { id } of goods) {
    const token = newSecretToken();
    const made = await db
      .insertInto('review_link')
      .values({
        hash: hashOf(token),
        product_id: id,
        order_id: order.id,
        expires_at: new Date(now.getTime() + reviewLinkLifetime),
        used_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('product_id')
      .executeTakeFirst();
    if (made) links.push({ productId: id, token });
  }
  if (links.length === 0) return;
  await queueMail(db, {
    kind: 'review_request',
    order_id: order.id,
    recipient: order.email,
    locale: order.locale,
    occasion: `review_request ${order.id}`,
    // The links stand here until the letter is on its way, and no longer.
    payload: { links },
  });
}
