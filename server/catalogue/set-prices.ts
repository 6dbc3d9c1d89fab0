import type { RunSql } from '#server/database/run-sql.ts';

/** Cents with tax. `originalPrice` is what a reduced price is reduced from; null when nothing is reduced. */
export type NewPrice = { variantId: number; channelId: number; price: number; originalPrice: number | null };

/** Whole percent of a reduction (contract, appendix on prices). */
const percentOf = (price: number, original: number): number =>
  Math.min(Math.max(Math.round(100 - (100 * price) / original), 1), 100);

/**
 * Puts prices in force, and into the history, which the lowest price of 30 days is read from (Directive 98/6/EC,
 * Article 6a). The only writer of prices after the seed: the import and what a plan has for its minute come here.
 * Prices that are in force already are left alone.
 * @param at moment from which they are charged, ISO text in UTC
 */
export async function setPrices(run: RunSql, prices: readonly NewPrice[], at: string): Promise<void> {
  if (prices.length === 0) return;
  const rows = prices.map(({ variantId, channelId, price, originalPrice }) => ({
    variant_id: variantId,
    channel_id: channelId,
    price,
    original_price: originalPrice,
    percent: originalPrice === null ? null : percentOf(price, originalPrice),
  }));
  const values = [JSON.stringify(rows), at];
  const given = `jsonb_to_recordset($1::jsonb) as r(variant_id int, channel_id int, price int, original_price int, percent int)`;
  // The lowest price before the reduction is read before this one is written down. A reduction that goes on keeps its
  // beginning, and what was charged when the 30 days began counts.
  await run(
    `insert into channel_price (variant_id, channel_id, price, original_price, percent, lowest_30d)
     select r.variant_id, r.channel_id, r.price, r.original_price, r.percent,
       case when r.percent is not null then coalesce((
         select min(h.price) from price_history h, lateral (
           select coalesce(case when c.percent is not null then (
             select min(s.valid_from) from price_history s
              where s.variant_id = r.variant_id and s.channel_id = r.channel_id and s.reduced
                and s.valid_from > coalesce((select max(u.valid_from) from price_history u
                  where u.variant_id = r.variant_id and u.channel_id = r.channel_id and not u.reduced), '-infinity')) end,
             $2::timestamptz) as begin) reduction
          where h.variant_id = r.variant_id and h.channel_id = r.channel_id and h.valid_from < reduction.begin
            and h.valid_from >= coalesce((select max(w.valid_from) from price_history w
              where w.variant_id = r.variant_id and w.channel_id = r.channel_id
                and w.valid_from <= reduction.begin - interval '30 days'), '-infinity')), r.original_price) end
     from ${given}
     left join channel_price c on c.variant_id = r.variant_id and c.channel_id = r.channel_id
     where c.price is null or (c.price, c.original_price) is distinct from (r.price, r.original_price)
     on conflict (variant_id, channel_id) do update set
       price = excluded.price, original_price = excluded.original_price, percent = excluded.percent,
       lowest_30d = excluded.lowest_30d, price_before = channel_price.price, promotion = null`,
    values,
  );
  await run(
    `insert into price_history (variant_id, channel_id, valid_from, price, reduced, percent)
     select r.variant_id, r.channel_id, $2::timestamptz, r.price, r.percent is not null, r.percent
     from ${given}
     left join lateral (select h.price, h.reduced from price_history h
       where h.variant_id = r.variant_id and h.channel_id = r.channel_id order by h.valid_from desc limit 1) last on true
     where (last.price, last.reduced) is distinct from (r.price, r.percent is not null)
     on conflict do nothing`,
    values,
  );
}
