/**
 * What an order is paid with beside money: points of its buyer, gift cards. Each keeps its rules in a file of its own; here is what
 * reading, placing and cancelling an order do with all of them, in one order of locks.
 */
import { sql } from 'kysely';
import { cardsJson, giveBackCards, lockCards, spendCards, type CardOnOrder } from './gift-cards.ts';
import type { Db, OrderRow } from './order-store.ts';
import { giveBackPoints, membershipJson, membershipOf, spendPoints, type Membership } from './points.ts';

export interface Balances {
  /** Of its buyer in the loyalty programme of its channel. */
  membership: Membership | null;
  cards: CardOnOrder[];
}

/** Part of the statement that reads an order `o` of a channel `c`. */
export const balancesJson = sql<Balances>`jsonb_build_object(
  'membership', ${membershipJson(sql`o.customer_id`, sql`c.code`)}, 'cards', ${cardsJson})`;

/** Whoever places an order with them waits for the others, and sees what they took. Call it before the recalculation. */
export async function lockBalances(db: Db, order: OrderRow): Promise<void> {
  if (order.points > 0) await membershipOf(db, order, { lock: true });
  await lockCards(db, order.id);
}

/**
 * Of an order that is being placed.
 * @throws ApiFailure 409 `order.total_changed`, if somebody took the money whom nobody waited for
 */
export async function spendBalances(db: Db, order: OrderRow, { cards }: Balances): Promise<void> {
  await spendPoints(db, order);
  if (cards.length > 0) await spendCards(db, order.id);
}

/** Of an order that is cancelled: once, however often it is tried. */
export async function giveBackBalances(db: Db, order: OrderRow): Promise<void> {
  await giveBackPoints(db, order);
  await giveBackCards(db, order.id);
}
