/**
 * Uses of promotions and promo codes (contract 5.2): counted for what took something off a placed order, given back when
 * it is cancelled. Whatever is counted is locked before it is judged, in one order everywhere: customer, e-mail, coupon,
 * promotions with a limit by id, the others by id. The order and its stock are locked before (contract 5.10).
 */
import { sql } from 'kysely';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { countPlacedOrders, findCoupon, hasRoom, type Buyer } from '#server/order-terms/coupon-rules.ts';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';

/** Whoever counts the orders of a person waits for their other completions: each then sees the ones before it. */
async function lockBuyer(db: Db, { email, customerId }: Buyer): Promise<void> {
  const names = [
    ...(customerId === null ? [] : [`customer ${customerId}`]),
    ...(email === null ? [] : [`email ${email.trim().toLowerCase()}`]),
  ];
  for (const name of names)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`buyer ${name}`}, 0))`.execute(db);
}

/** Call it before the recalculation that decides what the order costs. */
export async function lockUses(
  db: Db,
  order: Pick<OrderRow, 'channel_code' | 'channel_id'>,
  buyer: Buyer,
  couponCode: string | null,
): Promise<void> {
  // Whoever has bought before can have no first purchase: without a code nothing of theirs is counted, and nobody waits.
  const isCounted =
    couponCode !== null || (await countPlacedOrders(db, { channelId: order.channel_id, buyer })) === 0;
  if (isCounted) await lockBuyer(db, buyer);
  const coupon = couponCode === null ? undefined : await findCoupon(db, couponCode, true);
  // Those without a limit are locked only while they are counted: everybody uses them. Those of other codes are not used.
  await db
    .selectFrom('cart_promotion')
    .select('id')
    .where('enabled', '=', true)
    .where('usage_limit', 'is not', null)
    .where(sql<boolean>`${order.channel_code} = any(channels)`)
    .where((eb) =>
      eb.or([eb('coupon_based', '=', false), ...(coupon ? [eb('code', '=', coupon.promotion_code)] : [])]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Rows of promotions, in the one order: two orders that change the same do not wait in a circle. */
const lockPromotions = (db: Db, codes: readonly string[]) =>
  db
    .selectFrom('cart_promotion')
    .select('id')
    .where('code', 'in', [...codes])
    .orderBy(sql`usage_limit is null`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Codes of promotions, those with a limit apart: their rows are locked already by who counts (`lockUses`). */
async function byLimit(
  db: Db,
  given: readonly string[],
): Promise<{ limited: readonly string[]; others: readonly string[] }> {
  const codes = [...new Set(given)];
  if (codes.length === 0) return { limited: [], others: [] };
  const rows = await db
    .selectFrom('cart_promotion')
    .select('code')
    .where('code', 'in', codes)
    .where('usage_limit', 'is not', null)
    .execute();
  const limited = new Set<string>(rows.map(({ code }) => code));
  return { limited: [...limited], others: codes.filter((code) => !limited.has(code)) };
}

const changed = () => new ApiFailure(409, 'order.promotion_changed');

/** +1 for each. @throws ApiFailure 409 `order.promotion_changed` where one is gone, or its limit was reached that nobody held */
async function count(db: Db, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return;
  await lockPromotions(db, codes);
  const counted = await db
    .updateTable('cart_promotion')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('code', 'in', [...codes])
    .where(hasRoom)
    .executeTakeFirst();
  if (Number(counted.numUpdatedRows) < codes.length) throw changed();
}

export interface CountedUses {
  /** The code that was used; null where there is none, or it gave nothing: then it stays unused. */
  code: string | null;
  /**
   * Counts the promotions without a limit: everybody has them, and a row that is locked until the commit would let one order be
   * placed at a time. The last thing before it.
   */
  countRest: () => Promise<void>;
}

/**
 * Usage of what the recalculated order had, +1.
 * @throws ApiFailure 409 `order.promotion_changed`, if a limit was reached that nobody held
 */
export async function countUses(db: Db, order: OrderRow): Promise<CountedUses> {
  const codes = order.promotions.map((one) => one.code);
  const { limited, others } = await byLimit(db, codes);
  await count(db, limited);
  const countRest = () => count(db, others);
  const coupon = order.coupon_code === null ? undefined : await findCoupon(db, order.coupon_code);
  if (!coupon || !codes.includes(coupon.promotion_code)) return { code: null, countRest };
  const counted = await db
    .updateTable('coupon')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('id', '=', coupon.id)
    .where(hasRoom)
    .executeTakeFirst();
  if (Number(counted.numUpdatedRows) === 0) throw changed();
  return { code: coupon.code, countRest };
}

/**
 * What a placed order had counted, −1.
 * @returns gives back the promotions without a limit: behind the cards, in the order in which they are counted
 */
export async function giveBackUses(db: Db, order: OrderRow): Promise<() => Promise<void>> {
  const { limited, others } = await byLimit(
    db,
    order.promotions.map((one) => one.code),
  );
  if (order.coupon_code !== null) {
    await findCoupon(db, order.coupon_code, true);
    await db
      .updateTable('coupon')
      .set((eb) => ({ used: eb('used', '-', 1) }))
      .where('code', '=', order.coupon_code)
      .where('used', '>', 0)
      .execute();
  }
  const giveBack = async (codes: readonly string[]) => {
    if (codes.length === 0) return;
    await lockPromotions(db, codes);
    await db
      .updateTable('cart_promotion')
      .set((eb) => ({ used: eb('used', '-', 1) }))
      .where('code', 'in', [...codes])
      .where('used', '>', 0)
      .execute();
  };
  await giveBack(limited);
  return () => giveBack(others);
}
