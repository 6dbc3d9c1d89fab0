/**
 * Gift cards on a stored order (contract 5.5): a means of payment, no discount. Their money is taken when the order is placed and
 * given back once when it is cancelled.
 */
import { sql } from 'kysely';
import type { Order } from '#contract/orders.ts';
import type { ComputedAdjustment } from '#domain/cart/cart-recalculation.ts';
import { typedValue } from '#domain/fields/field-rules.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { refusal } from '#server/forms/refusal.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import type { SharedLimit } from '#server/http/shared-limit.ts';
import { tryCode } from './code-tries.ts';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';

/** A card as it lies on an order. */
export interface CardOnOrder {
  id: number;
  code: string;
  /** cents */
  balance: number;
  channels: string[];
  currency_code: string;
  enabled: boolean;
  /** ISO time */
  expires_at: string | null;
  /** So much of it is used, cents. */
  amount: number;
  /** What it had after the order was placed; null: a cart. */
  balance_left: number | null;
}

/** As many as one order takes. */
const mostCards = 20;

/** Cards of the order `o`, in the order in which they were added: part of the statement that reads an order. */
export const cardsJson = sql<CardOnOrder[]>`coalesce((
  select jsonb_agg(to_jsonb(g) || jsonb_build_object('amount', x.amount, 'balance_left', x.balance_left) order by x.position)
  from order_gift_card x join gift_card g on g.id = x.card_id where x.order_id = o.id), '[]')`;

/** A code as it is compared: people copy it from paper, with spaces or hyphens or without. */
const codeKey = (code: string): string => code.toLowerCase().replace(/[\s\p{Pd}]/gu, '');

/** The card of this code, in capitals or not; spaces and hyphens may be left out or put in where that means one card only. */
export async function findCard(db: Db, code: string) {
  const cards = db.selectFrom('gift_card').selectAll();
  const same = await cards.where(sql<boolean>`lower(code) = lower(${code})`).executeTakeFirst();
  const key = codeKey(code);
  if (same !== undefined || key === '') return same;
  const alike = await cards
    .where(sql<boolean>`regexp_replace(lower(code), '[[:space:]-]', '', 'g') = ${key}`)
    .limit(2)
    .execute();
  return alike.length === 1 ? alike[0] : undefined;
}

type Judged = Pick<CardOnOrder, 'balance' | 'channels' | 'currency_code' | 'enabled'> & {
  expires_at: string | Date | null;
};

/** Why a card cannot pay for the order; null where it can. */
export function cardRefusal(
  card: Judged,
  order: Pick<OrderRow, 'channel_code' | 'currency_code'>,
  now: Date,
): 'gift_card.invalid' | 'gift_card.wrong_channel' | 'gift_card.expired' | 'gift_card.empty' | null {
  if (!card.enabled) return 'gift_card.invalid';
  if (!card.channels.includes(order.channel_code) || card.currency_code !== order.currency_code)
    return 'gift_card.wrong_channel';
  if (card.expires_at !== null && new Date(card.expires_at) <= now) return 'gift_card.expired';
  return card.balance === 0 ? 'gift_card.empty' : null;
}

/**
 * Lays the card of this code on an order that is being changed, after those that lie there; one that lies there already stays in its
 * place (`lying`).
 * @returns undefined for a code that names none
 * @throws ApiFailure 422 on `path`: why the card cannot pay here
 */
export async function layCardOf(
  db: Db,
  order: OrderRow,
  code: string,
  { path, locale, now }: { path: string; locale: string; now: Date },
): Promise<'laid' | 'lying' | undefined> {
  const card = code === '' ? undefined : await findCard(db, code);
  if (!card) return undefined;
  const refused = cardRefusal(card, order, now);
  if (refused !== null) throw refusal(refused, path, locale);
  const there = await db
    .selectFrom('order_gift_card')
    .select('card_id')
    .where('order_id', '=', order.id)
    .execute();
  if (there.some(({ card_id: id }) => id === card.id)) return 'lying';
  if (there.length >= mostCards) throw refusal('gift_card.too_many', path, locale, { max: mostCards });
  await db
    .insertInto('order_gift_card')
    .values({
      order_id: order.id,
      card_id: card.id,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from order_gift_card where order_id = ${order.id})`,
      balance_left: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return 'laid';
}

/** Who lays something on an order by its code, and when. */
export interface Laying {
  codeTries: SharedLimit;
  now: () => Date;
  context: RequestContext;
}

/**
 * The same of a code as it was typed.
 * @throws ApiFailure 422 on `path`, 429 `rate.limited`
 */
export async function layCard(
  db: Db,
  order: OrderRow,
  typed: string,
  path: string,
  { codeTries, now, context }: Laying,
): Promise<'laid' | 'lying'> {
  const at = { path, locale: context.locale, now: now() };
  const code = typedValue('couponCode', typed);
  const laid = await tryCode(codeTries, context, order.token, () => layCardOf(db, order, code, at));
  if (laid === undefined) throw refusal('gift_card.invalid', path, context.locale);
  return laid;
}

/** The cards of an order intent, in place of those of its cart. Whoever places orders with one of them waits for the others. */
export async function layCards(
  db: Db,
  order: OrderRow,
  codes: readonly string[],
  laying: Laying,
): Promise<void> {
  await db.deleteFrom('order_gift_card').where('order_id', '=', order.id).execute();
  for (const [index, typed] of codes.entries())
    await layCard(db, order, typed, `giftCards[${index}]`, laying);
  if (codes.length > 0) await lockCards(db, order.id);
}

/**
 * A card that does not lie there changes nothing.
 * @returns whether one lay there
 */
export async function takeCardOff(db: Db, order: OrderRow, code: string): Promise<boolean> {
  const card = await findCard(db, code);
  if (!card) return false;
  const { numDeletedRows } = await db
    .deleteFrom('order_gift_card')
    .where('order_id', '=', order.id)
    .where('card_id', '=', card.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Cards of a cart that goes into another come after those of that one, as many as it may have. */
export const moveCards = (db: Db, fromId: number, toId: number): Promise<unknown> =>
  sql`
    with there as (select card_id, position from order_gift_card where order_id = ${toId})
    insert into order_gift_card (order_id, card_id, position)
    select ${toId}::int, card_id, position + (select coalesce(max(position), 0) from there)
    from order_gift_card where order_id = ${fromId} and card_id not in (select card_id from there)
    order by position limit (select greatest(0, ${mostCards} - count(*)) from there)`.execute(db);

/** What a recalculation found: the cards that cannot pay any more go, the others pay so much. */
export async function writeCards(
  db: Db,
  orderId: number,
  before: readonly CardOnOrder[],
  kept: readonly CardOnOrder[],
  adjustments: readonly Pick<ComputedAdjustment, 'type' | 'originCode' | 'amount'>[],
): Promise<CardOnOrder[]> {
  const used = new Map(
    adjustments.flatMap(({ type, originCode, amount }) =>
      type === 'gift_card' ? [[originCode ?? '', -amount]] : [],
    ),
  );
  const gone = before.filter((card) => !kept.includes(card)).map(({ id }) => id);
  if (gone.length > 0)
    await db
      .deleteFrom('order_gift_card')
      .where('order_id', '=', orderId)
      .where('card_id', 'in', gone)
      .execute();
  const written: CardOnOrder[] = [];
  for (const card of kept) {
    const amount = used.get(card.code) ?? 0;
    if (amount !== card.amount)
      await db
        .updateTable('order_gift_card')
        .set({ amount })
        .where('order_id', '=', orderId)
        .where('card_id', '=', card.id)
        .execute();
    written.push({ ...card, amount });
  }
  return written;
}

/**
 * Whoever places an order with these cards waits for the others, and sees what they took. Call it before the recalculation. No
 * stronger a lock: a row that was laid on an order holds its card already, and two who had both laid it would wait in a circle.
 */
export const lockCards = (db: Db, orderId: number): Promise<unknown> =>
  sql`select 1 from gift_card where id in (select card_id from order_gift_card where order_id = ${orderId})
    order by id for no key update`.execute(db);

/**
 * Of an order that is being placed.
 * @throws ApiFailure 409 `order.total_changed`, if somebody took the money whom nobody waited for
 */
export async function spendCards(db: Db, orderId: number): Promise<void> {
  await db.deleteFrom('order_gift_card').where('order_id', '=', orderId).where('amount', '=', 0).execute();
  const { rows } = await sql<{ taken: number; wanted: number }>`
    with mine as (select card_id, amount from order_gift_card where order_id = ${orderId}),
    paid as (
      update gift_card g set balance = g.balance - mine.amount from mine
      where g.id = mine.card_id and g.balance >= mine.amount returning g.id, g.balance),
    noted as (
      update order_gift_card x set balance_left = paid.balance from paid
      where x.order_id = ${orderId} and x.card_id = paid.id returning 1)
    select (select count(*)::int from noted) as taken, (select count(*)::int from mine) as wanted`.execute(
    db,
  );
  if (rows[0]?.taken !== rows[0]?.wanted) throw new ApiFailure(409, 'order.total_changed');
}

/** Of an order that is cancelled: once, however often and by whom it is tried. */
export const giveBackCards = (db: Db, orderId: number): Promise<unknown> =>
  sql`with mine as (
      update order_gift_card set returned = true where order_id = ${orderId} and not returned returning card_id, amount)
    update gift_card g set balance = g.balance + mine.amount from mine where g.id = mine.card_id`.execute(db);

/** Of a placed order, whose address others may have: only the end of it. */
export const maskedCode = (code: string): string => `••••${code.slice(-4)}`;

export const presentCards = (cards: readonly CardOnOrder[], isPlaced: boolean): Order['giftCards'] =>
  cards.map((card) => ({
    code: isPlaced ? maskedCode(card.code) : card.code,
    label: maskedCode(card.code),
    amountUsed: card.amount,
    // Another order may have taken it since the cart was counted.
    amountLeft: card.balance_left ?? Math.max(0, card.balance - card.amount),
    ...(card.expires_at === null ? {} : { expiresAt: new Date(card.expires_at).toISOString() }),
  }));
