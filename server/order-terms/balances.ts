/**
 * What an order is paid with beside money: points of its buyer, gift cards. Each keeps its rules in a file of its own; here is what
 * reading, counting, merging, placing and cancelling an order do with all of them, in one order of locks.
 */
import { sql } from 'kysely';
import { adjustmentTypes, kindOf, type PayingType } from '#contract/orders/adjustments.ts';
import type { Chosen } from '#contract/orders/order-choices.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { CartInput, CartTotals, RecalculatedCart } from '#domain/cart/cart-recalculation.ts';
import type { StoredWarning } from '#server/database/schema-orders.ts';
import {
  cardRefusal,
  cardsJson,
  giveBackCards,
  layCards,
  lockCards,
  maskedCode,
  moveCards,
  presentCards,
  spendCards,
  writeCards,
  type CardOnOrder,
  type Laying,
} from './laid-gift-cards.ts';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';
import {
  giveBackPoints,
  membershipJson,
  membershipOf,
  presentLoyalty,
  spendPoints,
  type Membership,
} from './points.ts';

export interface Balances {
  /** Of its buyer in the loyalty programme of its channel. */
  membership: Membership | null;
  cards: CardOnOrder[];
}

/** Part of the statement that reads an order `o` of a channel `c`. */
export const balancesJson = sql<Balances>`jsonb_build_object(
  'membership', ${membershipJson(sql`o.customer_id`, sql`c.code`)}, 'cards', ${cardsJson})`;

/** Those that can pay for the order now; `warnings` say why others cannot any more. */
export function usableBalances(
  balances: Balances,
  order: OrderRow,
  now: Date,
): { usable: Balances; warnings: StoredWarning[] } {
  const warnings: StoredWarning[] = [];
  const cards = balances.cards.filter((card) => {
    const refused = cardRefusal(card, order, now);
    if (refused !== null) warnings.push({ errorCode: refused, values: { card: maskedCode(card.code) } });
    return refused === null;
  });
  return { usable: { ...balances, cards }, warnings };
}

/** In the order in which they pay. */
const payingTypes = adjustmentTypes.filter((type): type is PayingType => kindOf(type).listedIn !== undefined);
/** What lies on an order of each kind that pays. */
const laidOf: Record<PayingType, (balances: Balances) => readonly { code: string; balance: number }[]> = {
  gift_card: ({ cards }) => cards,
};

/** As the rules of the cart take them. */
export const balanceInput = (
  { points }: OrderRow,
  balances: Balances,
): Pick<CartInput, 'loyalty' | 'balances'> => ({
  loyalty: { points, balance: balances.membership?.balance ?? 0 },
  balances: payingTypes.flatMap((type) =>
    laidOf[type](balances).map(({ code, balance }) => ({ type, code, balance })),
  ),
});

/** What a recalculation found: those that cannot pay any more go, the others pay so much. */
export const writeBalances = async (
  db: Db,
  orderId: number,
  before: Balances,
  usable: Balances,
  { adjustments }: RecalculatedCart,
): Promise<Balances> => ({
  ...usable,
  cards: await writeCards(db, orderId, before.cards, usable.cards, adjustments),
});

export const presentBalances = (
  { order, balances, placed }: { order: OrderRow; balances: Balances; placed: object | null },
  totals: CartTotals,
): Pick<Order, 'giftCards' | 'loyalty'> => ({
  giftCards: presentCards(balances.cards, placed !== null),
  loyalty: presentLoyalty(order, balances.membership, placed !== null, totals),
});

/** Of a cart that goes into another; its points are of nobody, or stay with their member. */
export const moveBalances = (db: Db, fromId: number, toId: number): Promise<unknown> =>
  moveCards(db, fromId, toId);

/** What the total of an order intent counts on (CHK-19), in place of what lay on its cart; points stand in the row of the order. */
export const layBalances = (db: Db, order: OrderRow, chosen: Chosen, laying: Laying): Promise<void> =>
  layCards(db, order, chosen.giftCards ?? [], laying);

/** Whoever places an order with them waits for the others, and sees what they took. Call it before the recalculation. */
export async function lockBalances(db: Db, order: OrderRow): Promise<void> {
  if (order.points > 0) await membershipOf(db, order, { lock: true });
  await lockCards(db, order.id);
}

/**
 * Of an order that is being placed.
 * @returns what of them it is paid with
 * @throws ApiFailure 409 `order.total_changed`, if somebody took the money whom nobody waited for
 */
export async function spendBalances(db: Db, order: OrderRow, balances: Balances): Promise<Balances> {
  await spendPoints(db, order);
  if (balances.cards.length > 0) await spendCards(db, order.id);
  return { ...balances, cards: balances.cards.filter((card) => card.amount > 0) };
}

/** Of an order that is cancelled: once, however often it is tried. */
export async function giveBackBalances(db: Db, order: OrderRow): Promise<void> {
  await giveBackPoints(db, order);
  await giveBackCards(db, order.id);
}
