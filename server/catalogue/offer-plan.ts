/** What a feed plans for a variant, and what of it is in force at a moment. */
import { sql, type Kysely } from 'kysely';
import { onKysely, type RunSql } from '#server/database/run-sql.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { setPrices, type NewPrice } from './set-prices.ts';
import { setStock } from './set-stock.ts';

/** Prices in cents with tax, moments as ISO text in UTC. */
export type OfferPlan = {
  price: number | null;
  salePrice: number | null;
  saleFrom: string | null;
  saleUntil: string | null;
  availableFrom: string | null;
  /** Pieces from `availableFrom` on; null: not counted. */
  quantity: number | null;
  expiresAt: string | null;
};

export const nothingPlanned: OfferPlan = {
  price: null,
  salePrice: null,
  saleFrom: null,
  saleUntil: null,
  availableFrom: null,
  quantity: null,
  expiresAt: null,
};

/** ISO texts in UTC of one form, so their order is that of time. */
const isOver = (moment: string | null, now: string): boolean => moment !== null && moment <= now;

/** The planned price in force; null: the plan says nothing of prices. */
export function priceAt(
  plan: OfferPlan,
  now: string,
): { price: number; originalPrice: number | null } | null {
  const { price, salePrice } = plan;
  if (price === null || salePrice === null) return null;
  const isReduced = (plan.saleFrom === null || isOver(plan.saleFrom, now)) && !isOver(plan.saleUntil, now);
  return isReduced ? { price: salePrice, originalPrice: price } : { price, originalPrice: null };
}

export const isExpired = (plan: OfferPlan, now: string): boolean => isOver(plan.expiresAt, now);

/** The next moment at which something changes, or null. */
export function nextChange(plan: OfferPlan, now: string): string | null {
  const sale = plan.salePrice === null ? [] : [plan.saleFrom, plan.saleUntil];
  const coming = [...sale, plan.availableFrom, plan.expiresAt].filter(
    (moment): moment is string => moment !== null && moment > now,
  );
  return coming.sort()[0] ?? null;
}

/** Without what is past and done, but for the end of the offer: it says why the variant is not offered. */
export function withoutPast(plan: OfferPlan, now: string): OfferPlan {
  const isSaleOver = plan.salePrice === null || isOver(plan.saleUntil, now);
  const isThere = isOver(plan.availableFrom, now);
  return {
    ...plan,
    ...(isSaleOver ? { price: null, salePrice: null, saleFrom: null, saleUntil: null } : {}),
    ...(isThere || plan.availableFrom === null ? { availableFrom: null, quantity: null } : {}),
  };
}

const fields = Object.keys(nothingPlanned) as (keyof OfferPlan)[];
const isEmpty = (plan: OfferPlan): boolean => fields.every((field) => plan[field] === null);
export const isSamePlan = (one: OfferPlan, other: OfferPlan): boolean =>
  fields.every((field) => one[field] === other[field]);

/**
 * Variants whose reduction runs now and ends at another moment by the new plans than by those that are written, or that come
 * on another day: pages and devices show when.
 */
async function withNewDays(
  run: RunSql,
  plans: readonly { variantId: number; plan: OfferPlan }[],
  now: string,
): Promise<number[]> {
  const ends = plans.map(({ variantId, plan }) => ({
    variant_id: variantId,
    sale_price: plan.salePrice,
    sale_until: plan.saleUntil,
    available_from: plan.availableFrom,
  }));
  const rows = await run<{ id: number }>(
    `select r.variant_id as id
       from jsonb_to_recordset($1::jsonb) as r(variant_id int, sale_price int, sale_until timestamptz, available_from timestamptz)
       left join offer_plan o on o.variant_id = r.variant_id
      where (r.available_from is distinct from o.available_from and greatest(r.available_from, o.available_from) > $2)
        or exists (select 1 from channel_price c where c.variant_id = r.variant_id and c.original_price is not null
        and (case when r.sale_price = c.price then r.sale_until end)
          is distinct from (case when o.sale_price = c.price then o.sale_until end))
      order by r.variant_id`,
    [JSON.stringify(ends), now],
  );
  return rows.map(({ id }) => id);
}

/** Writes plans down; those that say nothing are removed. */
export async function writePlans(
  run: RunSql,
  plans: readonly { variantId: number; plan: OfferPlan }[],
  now: string,
): Promise<void> {
  const kept = plans.map(({ variantId, plan }) => ({ variantId, plan: withoutPast(plan, now) }));
  const moved = kept.length === 0 ? [] : await withNewDays(run, kept, now);
  if (moved.length > 0)
    await run('update product_variant set updated_at = now() where id = any($1)', [moved]);
  const empty = kept.filter(({ plan }) => isEmpty(plan)).map(({ variantId }) => variantId);
  if (empty.length > 0) await run('delete from offer_plan where variant_id = any($1)', [empty]);
  const rows = kept.flatMap(({ variantId, plan }) =>
    isEmpty(plan)
      ? []
      : [
          {
            variant_id: variantId,
            price: plan.price,
            sale_price: plan.salePrice,
            sale_from: plan.saleFrom,
            sale_until: plan.saleUntil,
            available_from: plan.availableFrom,
            quantity: plan.quantity,
            expires_at: plan.expiresAt,
            next_at: nextChange(plan, now),
          },
        ],
  );
  if (rows.length === 0) return;
  await run(
    `insert into offer_plan select * from jsonb_populate_recordset(null::offer_plan, $1::jsonb)
     on conflict (variant_id) do update set (price, sale_price, sale_from, sale_until, available_from, quantity, expires_at, next_at) =
       (excluded.price, excluded.sale_price, excluded.sale_from, excluded.sale_until, excluded.available_from,
        excluded.quantity, excluded.expires_at, excluded.next_at)`,
    [JSON.stringify(rows)],
  );
}

/**
 * Channels whose price of a variant the feed speaks for: the default one, and those of its currency that have none of
 * their own. A price of a channel that differs was set there on purpose.
 */
export function channelsOfFeed(
  prices: readonly { channelId: number; price: number; originalPrice: number | null }[],
  channels: readonly { id: number }[],
): number[] {
  const priceIn = (id: number) => prices.find(({ channelId }) => channelId === id);
  const main = channels[0] && priceIn(channels[0].id);
  return channels
    .map(({ id }) => id)
    .filter((id, at) => {
      const own = priceIn(id);
      return at === 0 || !own || (own.price === main?.price && own.originalPrice === main.originalPrice);
    });
}

/** Channels that one feed speaks for, the default one first, and where the pieces that it counts lie. */
export async function readFeedPlaces(
  run: RunSql,
): Promise<{ channels: { id: number; currency: string }[]; warehouseId: number }> {
  const all = await run<{ id: number; currency: string }>(
    'select id, currency_code as currency from channel where enabled order by is_default desc, id',
    [],
  );
  const warehouses = await run<{ id: number }>(
    'select id from warehouse order by main desc, priority limit 1',
    [],
  );
  const [first] = all;
  const [main] = warehouses;
  if (!first || !main) throw new Error('The shop has no channel or no warehouse to import into.');
  return { channels: all.filter(({ currency }) => currency === first.currency), warehouseId: main.id };
}

/** Cents with tax, moments as ISO text in UTC. */
export type PlannedSale = { price: number; salePrice: number; from: string; until: string };

/** Reductions of these products that run until a moment or begin at one, by the variant's code. */
export async function loadPlannedSales(
  db: Kysely<Database>,
  productIds: readonly number[],
): Promise<Map<string, PlannedSale>> {
  const { rows } = await sql<PlannedSale & { code: string }>`
    select v.code, o.price, o.sale_price as "salePrice", ${isoOf('o.sale_from')} as from, ${isoOf('o.sale_until')} as until
    from offer_plan o join product_variant v on v.id = o.variant_id
    where v.product_id = any(${productIds}) and o.price is not null and o.sale_price is not null
      and o.sale_from is not null and o.sale_until is not null`.execute(db);
  return new Map(rows.map(({ code, ...sale }) => [code, sale]));
}

/** When variants of these products that are not here yet will be, ISO text in UTC by the variant's code. */
export async function loadArrivals(
  db: Kysely<Database>,
  productIds: readonly number[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; at: string }>`
    select v.code, ${isoOf('o.available_from')} as at
    from offer_plan o join product_variant v on v.id = o.variant_id
    where v.product_id = any(${productIds}) and o.available_from > now()`.execute(db);
  return new Map(rows.map(({ code, at }) => [code, at]));
}

/** Variants looked at in one transaction. */
const portion = 200;

type ChannelPrice = { channelId: number; price: number; originalPrice: number | null };
/** `regular`: what a catalogue discount is taken from; a plan without a reduction leaves the discount. */
type ChargedPrice = ChannelPrice & { regular: number | null };
type DuePlan = OfferPlan & { variantId: number; enabled: boolean; prices: ChargedPrice[] };

const isCharged = (prices: readonly ChargedPrice[], next: ChannelPrice): boolean =>
  prices.some(
    ({ channelId, price, originalPrice, regular }) =>
      channelId === next.channelId &&
      ((price === next.price && originalPrice === next.originalPrice) ||
        (regular === next.price && next.originalPrice === null)),
  );

/**
 * Puts in force whatever has its moment: reductions begin and end, goods come in, offers end. Two processes take
 * different variants.
 * @returns how many variants changed
 */
export async function applyDuePlans(db: Kysely<Database>, at: Date): Promise<number> {
  const now = at.toISOString();
  let done = 0;
  for (;;) {
    const count = await inTransaction(db, async (trx) => {
      const due = await sql<DuePlan>`
        select o.variant_id as "variantId", v.enabled, o.price, o.sale_price as "salePrice", o.quantity,
          ${isoOf('o.sale_from')} as "saleFrom", ${isoOf('o.sale_until')} as "saleUntil",
          ${isoOf('o.available_from')} as "availableFrom", ${isoOf('o.expires_at')} as "expiresAt",
          coalesce((select jsonb_agg(jsonb_build_object('channelId', c.channel_id, 'price', c.price, 'originalPrice', coalesce(c.list_price, c.original_price),
            'regular', case when c.promotion is not null then coalesce(c.price_before, c.original_price) end))
            from channel_price c where c.variant_id = o.variant_id), '[]') as prices
        from offer_plan o join product_variant v on v.id = o.variant_id
        where o.next_at <= ${at} order by o.variant_id limit ${portion} for update of o skip locked`.execute(
        trx,
      );
      if (due.rows.length === 0) return 0;
      const run = onKysely(trx);
      const { channels, warehouseId } = await readFeedPlaces(run);
      const prices = due.rows.flatMap((plan): NewPrice[] => {
        const planned = priceAt(plan, now);
        return planned === null
          ? []
          : channelsOfFeed(plan.prices, channels)
              .filter((channelId) => !isCharged(plan.prices, { channelId, ...planned }))
              .map((channelId) => ({ variantId: plan.variantId, channelId, ...planned }));
      });
      await setPrices(run, prices, now);
      const arrived = due.rows.filter(({ availableFrom }) => isOver(availableFrom, now));
      await setStock(
        run,
        arrived.map(({ variantId, quantity }) => ({ variantId, pieces: quantity })),
        warehouseId,
      );
      // What changes nothing is not written: each writing makes every server read the catalogue anew.
      const over = due.rows.flatMap((plan) => (plan.enabled && isExpired(plan, now) ? [plan.variantId] : []));
      if (over.length > 0) await run('update product_variant set enabled = false where id = any($1)', [over]);
      await writePlans(
        run,
        due.rows.map((plan) => ({ variantId: plan.variantId, plan })),
        now,
      );
      return due.rows.length;
    });
    done += count;
    if (count < portion) return done;
  }
}

/** A moment of the database as the ISO text that `Date.toISOString` gives. */
function isoOf(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
