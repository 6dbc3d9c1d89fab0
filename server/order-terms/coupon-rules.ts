/** When a code may be used: its dates, and how often it was used by everybody and by one person (contract 5.2). */
import { sql, type RawBuilder } from 'kysely';
import { errorText } from '#server/errors/error-texts.ts';
import { moneyText } from '#server/text/money-text.ts';
import type { OrderRow, Db } from '#server/order-store/order-store.ts';

/** Of a promotion or a coupon: it may be used once more. */
export const hasRoom = sql<boolean>`(usage_limit is null or used < usage_limit)`;

export const findCoupon = (db: Db, code: string, lock = false) => {
  const query = db
    .selectFrom('coupon')
    .innerJoin('cart_promotion', 'cart_promotion.id', 'coupon.promotion_id')
    .select([
      'coupon.id',
      'coupon.code',
      'coupon.usage_limit',
      'coupon.per_customer_limit',
      'coupon.used',
      'cart_promotion.code as promotion_code',
      'cart_promotion.name as promotion_name',
      'cart_promotion.enabled as promotion_enabled',
      'cart_promotion.channels as promotion_channels',
    ])
    .select(
      // A code ends with what it gives, at the latest.
      sql<Date | null>`least(coupon.expires_at, cart_promotion.ends_at)`.as('expires_at'),
    )
    .select(
      // No more uses of the code itself, or of what it gives.
      sql<boolean>`(coalesce(coupon.used >= coupon.usage_limit, false)
        or coalesce(cart_promotion.used >= cart_promotion.usage_limit, false))`.as('used_up'),
    )
    .where(sql<boolean>`lower(coupon.code) = lower(${code})`);
  return (lock ? query.forUpdate('coupon') : query).executeTakeFirst();
};

export type Coupon = NonNullable<Awaited<ReturnType<typeof findCoupon>>>;

/** Whose orders are counted as one person's: those of the account and of its e-mail address, of a guest those of the address they gave. */
export interface Buyer {
  email: string | null;
  customerId: number | null;
}
export const buyerOf = (order: Pick<OrderRow, 'email' | 'customer_id'>): Buyer => ({
  email: order.email,
  customerId: order.customer_id,
});

/**
 * Placed orders of a person in a channel, cancelled ones apart; one of the account with its address comes twice. Of whoever is signed
 * in the account's address counts, since the order will have that one: a cart knows no address before the checkout, or what was typed
 * while it was a guest's.
 */
export function placedOrdersOf(
  { channelId, customerId, email }: Record<'channelId' | 'customerId' | 'email', RawBuilder<unknown>>,
  coupon?: string,
) {
  // Named in the statement: the index of e-mails has placed orders alone.
  const isPlaced = sql`p.channel_id = ${channelId} and p.state <> 'cart' and p.state <> 'cancelled'
    ${coupon === undefined ? sql`` : sql`and lower(p.coupon_code) = lower(${coupon})`}`;
  // One after another, each by its index: of both in one condition all orders would be read.
  return sql`select p.id from "order" p where ${isPlaced} and p.customer_id = ${customerId}
    union all select p.id from "order" p where ${isPlaced} and lower(p.email)
      = lower(coalesce((select c.email from customer c where c.id = ${customerId}), trim(${email})))`;
}

/** How many of them. What is decided by it for good is asked under `lockUses`. */
export async function countPlacedOrders(
  db: Db,
  where: { channelId: number; buyer: Buyer; coupon?: string },
): Promise<number> {
  const { buyer, coupon } = where;
  if (buyer.email === null && buyer.customerId === null) return 0;
  const person = {
    channelId: sql`${where.channelId}::int`,
    customerId: sql`${buyer.customerId}::int`,
    email: sql`${buyer.email}::text`,
  };
  const { rows } = await sql<{ count: number }>`select count(distinct placed.id)::int as count
    from (${placedOrdersOf(person, coupon)}) placed`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Why a code cannot be used now (R1.15, R8.45): it has ended, what it gives is not on in the channel, or it was used up, by everybody or
 * by this buyer. Null: it can; whether it fits the cart is another question.
 * @param running codes of the promotions that are on in the channel now
 */
export async function couponRefusal(
  db: Db,
  coupon: Coupon,
  order: Pick<OrderRow, 'channel_id' | 'email' | 'customer_id'>,
  running: readonly { code: string }[],
  now: Date,
): Promise<'coupon.expired' | 'coupon.invalid' | 'coupon.used_up' | null> {
  if (coupon.expires_at !== null && coupon.expires_at <= now) return 'coupon.expired';
  if (coupon.used_up) return 'coupon.used_up';
  if (!running.some(({ code }) => code === coupon.promotion_code)) return 'coupon.invalid';
  if (coupon.per_customer_limit === null) return null;
  const used = await countPlacedOrders(db, {
    channelId: order.channel_id,
    buyer: buyerOf(order),
    coupon: coupon.code,
  });
  return used >= coupon.per_customer_limit ? 'coupon.used_up' : null;
}

/** That a code does not fit the cart, in words: what it asks for, where that is all that is missing. */
export function unfitText(
  { amount, pieces }: { amount?: string | number; pieces?: string | number },
  locale: string,
): string {
  if (amount !== undefined)
    return errorText('coupon.below_amount', locale, { amount: moneyText(Number(amount), locale) });
  return pieces === undefined
    ? errorText('coupon.not_eligible', locale)
    : errorText('coupon.below_pieces', locale, { pieces });
}
