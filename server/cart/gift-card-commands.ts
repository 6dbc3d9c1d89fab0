/** Gift cards on a cart (contract CART-10, CART-11, 5.5). */
import { typedValue } from '#domain/fields/field-rules.ts';
import { refusal } from '#server/forms/refusal.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { changeCart, type OrderAnswer, type OrderServices } from '#server/order-store/change-order.ts';
import { cardRefusal, findCard, layCard, mostCards } from '#server/order-store/gift-cards.ts';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';

/**
 * Lays the card of this code on a cart that is being changed.
 * @returns false for a code that names none
 * @throws ApiFailure 422 on `path`: why the card cannot pay here
 */
export async function layCardOf(
  db: Db,
  order: OrderRow,
  code: string,
  { path, locale, now }: { path: string; locale: string; now: Date },
): Promise<boolean> {
  const card = await findCard(db, code);
  if (!card) return false;
  const refused = cardRefusal(card, order, now);
  if (refused !== null) throw refusal(refused, path, locale);
  const others = await db
    .selectFrom('order_gift_card')
    .select('card_id')
    .where('order_id', '=', order.id)
    .where('card_id', '!=', card.id)
    .execute();
  if (others.length >= mostCards) throw refusal('gift_card.too_many', path, locale, { max: mostCards });
  await layCard(db, order.id, card.id);
  return true;
}

/** CART-10. Codes are guessable: tries are counted as those of promo codes (1.13). */
export const addGiftCard = (
  services: OrderServices,
  context: RequestContext,
  token: string,
  typed: string,
): Promise<OrderAnswer> =>
  changeCart(services, context, token, async (db, order) => {
    const code = typedValue('couponCode', typed);
    const at = { path: 'code', locale: context.locale, now: services.now() };
    const tries = [`address ${context.clientAddress}`, `cart ${order.id}`];
    for (const name of tries) await services.codeTries.take(name);
    if (code === '' || !(await layCardOf(db, order, code, at)))
      throw refusal('gift_card.invalid', at.path, at.locale);
    for (const name of tries) await services.codeTries.giveBack(name);
    return { change: 'none' };
  });

/** CART-11; a card that does not lie there changes nothing. */
export const removeGiftCard = (
  services: OrderServices,
  context: RequestContext,
  token: string,
  code: string,
): Promise<OrderAnswer> =>
  changeCart(services, context, token, async (db, order) => {
    const card = await findCard(db, code);
    if (card)
      await db
        .deleteFrom('order_gift_card')
        .where('order_id', '=', order.id)
        .where('card_id', '=', card.id)
        .execute();
    return { change: 'none' };
  });
