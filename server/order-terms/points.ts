/**
 * Loyalty points of a stored order (contract 5.3). What a member has is the sum of what happened, never a number that is
 * overwritten: an order spends, gives back and earns once each.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Order } from '#contract/orders.ts';
import { mostPoints } from '#domain/cart/loyalty-points.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { expiredPoints } from '#domain/orders/expired-points.ts';
import type { CartTotals } from '#domain/cart/cart-recalculation.ts';
import { giftBaseOf } from './earned-gifts.ts';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';

export interface Membership {
  id: number;
  /** Points that the member has now. */
  balance: number;
  /** So many points for each full `earn_per_cents` of goods, cents. */
  earn_points: number;
  earn_per_cents: number;
}

/** The membership as JSON, or null, of a customer in the programme of a channel: part of a larger statement. */
export const membershipJson = (
  customer: RawBuilder<unknown>,
  channel: RawBuilder<unknown>,
) => sql<Membership | null>`(
  select jsonb_build_object('id', m.id, 'earn_points', r.earn_points, 'earn_per_cents', r.earn_per_cents,
    'balance', coalesce((select sum(e.points) from loyalty_entry e where e.membership_id = m.id), 0))
  from loyalty_membership m join loyalty_rule r on r.id = m.rule_id
  where m.customer_id = ${customer} and ${channel} = any(r.channels) order by m.id limit 1)`;

/**
 * The membership of the order's buyer; null for guests and for who has not joined.
 * @param options `lock`: whoever spends or gives back waits for the others that do, and sees what they did
 */
export async function membershipOf(
  db: Db,
  { customer_id: customer, channel_code: channel }: Pick<OrderRow, 'customer_id' | 'channel_code'>,
  options: { lock?: boolean } = {},
): Promise<Membership | null> {
  if (customer === null) return null;
  if (options.lock === true)
    await sql`select 1 from loyalty_membership where customer_id = ${customer} order by id for update`.execute(
      db,
    );
  const { rows } = await sql<{ membership: Membership | null }>`
    select ${membershipJson(sql`${customer}::int`, sql`${channel}::text`)} as membership`.execute(db);
  return rows[0]?.membership ?? null;
}

type Goods = Partial<Pick<CartTotals, 'itemsTotal' | 'vouchersTotal'>>;

/** What the order earns once it is paid and handed over, after all discounts; gift cards earn with what they pay for. */
const pointsEarned = (
  { itemsTotal = 0, vouchersTotal = 0 }: Goods,
  rule: Pick<Membership, 'earn_points' | 'earn_per_cents'>,
): number => Math.max(0, Math.floor((itemsTotal - vouchersTotal) / rule.earn_per_cents)) * rule.earn_points;

/** What a member can do with points; of a placed order, whose address others may have, only what it spent and earns. */
export function presentLoyalty(
  order: OrderRow,
  membership: Membership | null,
  isPlaced: boolean,
  totals: CartTotals,
): Order['loyalty'] {
  const available = membership !== null && !isPlaced;
  const balance = available ? membership.balance : 0;
  return {
    available,
    balance,
    pointsSpent: order.points,
    maxPoints: mostPoints(giftBaseOf(totals), balance),
    pointsToEarn: membership === null ? 0 : pointsEarned(totals, membership),
  };
}

const note = async (db: Db, order: OrderRow, reason: 'spent' | 'given_back' | 'earned', points: number) => {
  const membership = points === 0 ? null : await membershipOf(db, order, { lock: true });
  // Who has left the programme has no points any more.
  if (membership === null) return;
  await db
    .insertInto('loyalty_entry')
    .values({ membership_id: membership.id, points, reason, order_id: order.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Of an order that is being placed, whose membership was locked before it was recalculated. */
export const spendPoints = (db: Db, order: OrderRow): Promise<void> =>
  note(db, order, 'spent', -order.points);

/** Of an order that is cancelled. Who left the programme and joined it again has lost what the order had spent before (R4.31). */
export async function giveBackPoints(db: Db, order: OrderRow): Promise<void> {
  const spent = await db
    .selectFrom('loyalty_entry')
    .select('id')
    .where('order_id', '=', order.id)
    .where('reason', '=', 'spent')
    .executeTakeFirst();
  if (spent) await note(db, order, 'given_back', order.points);
}

/** Of an order that is paid and handed over. */
export async function earnPoints(db: Db, order: OrderRow): Promise<void> {
  const membership = await membershipOf(db, order);
  if (membership) await note(db, order, 'earned', pointsEarned(order.totals, membership));
}

/**
 * Writes off the points whose months are over (contract 5.3), the oldest first; a rule without a number of months lets them stand.
 * @returns members whose points became fewer
 */
export async function expirePoints(db: Db, now: Date): Promise<number> {
  const { rows: due } = await sql<{ id: number; cutoff: Date }>`
    select m.id, ${now}::timestamptz - make_interval(months => r.expires_after_months) as cutoff
    from loyalty_membership m join loyalty_rule r on r.id = m.rule_id
    where exists (select 1 from loyalty_entry e where e.membership_id = m.id and e.points > 0
      and e.created_at <= ${now}::timestamptz - make_interval(months => r.expires_after_months))
    order by m.id`.execute(db);
  let written = 0;
  for (const { id, cutoff } of due)
    written += await inScope(db, async (trx) => {
      await sql`select 1 from loyalty_membership where id = ${id} for update`.execute(trx);
      const entries = await trx
        .selectFrom('loyalty_entry')
        .select(['points', 'reason', 'created_at as at'])
        .where('membership_id', '=', id)
        .execute();
      const points = expiredPoints(entries, cutoff);
      if (points === 0) return 0;
      await trx
        .insertInto('loyalty_entry')
        .values({ membership_id: id, points: -points, reason: 'expired', order_id: null, created_at: now })
        .execute();
      return 1;
    });
  return written;
}
