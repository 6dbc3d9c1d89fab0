import type { RunSql } from '#server/database/run-sql.ts';

/** Cents with tax. `originalPrice` is the usual price that the retailer names for a reduced one; null when it is not reduced. */
export type NewPrice = {
  variantId: number;
  channelId: number;
  price: number;
  originalPrice: number | null;
  /** Code of the catalogue discount that it is reduced by, from `originalPrice`, which is charged again when that ends. */
  promotion?: string;
};

/**
 * Puts prices in force, and into the history, which the lowest price of 30 days is read from. The only writer of prices
 * after the seed: the import and what a plan has for its minute come here. Prices that are in force already are left alone.
 *
 * A reduction is announced from the lowest price of the 30 days before it, with a percentage counted from that
 * (Directive 98/6/EC, Article 6a; judgment C-330/23). A usual price above it is kept as `list_price` and shown nowhere; a
 * price that is not below it by a percent, as a badge says it, is no reduction: a discount leaves such goods alone.
 * @param at moment from which they are charged, ISO text in UTC
 * @returns variants that their discount leaves alone
 */
export async function setPrices(run: RunSql, prices: readonly NewPrice[], at: string): Promise<number[]> {
  if (prices.length === 0) return [];
  const rows = prices.map(({ variantId, channelId, price, originalPrice, promotion = null }) => ({
    variant_id: variantId,
    channel_id: channelId,
    price,
    usual: originalPrice,
    promotion,
  }));
  const values = [JSON.stringify(rows), at];
  const given = `jsonb_to_recordset($1::jsonb) as r(variant_id int, channel_id int, price int, usual int, promotion text)`;
  // The lowest price before the reduction is read before this one is written down. A reduction that goes on keeps its
  // beginning, and what was charged when the 30 days began counts.
  const written = await run<{ variant_id: number; channel_id: number; promotion: string | null }>(
    `with said as (
       select r.*, case when r.usual is not null then coalesce((
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
                and w.valid_from <= reduction.begin - interval '30 days'), '-infinity')), r.usual) end as lowest
       from ${given}
       left join channel_price c on c.variant_id = r.variant_id and c.channel_id = r.channel_id
       where c.price is null or (c.price, coalesce(c.list_price, c.original_price)) is distinct from (r.price, r.usual)),
     -- Whole percent, halves up (contract, appendix on prices; percentOff of the domain). Less than half of one is none.
     measured as (
       select *, round(100 - 100.0 * price / least(usual, lowest))::int as percent from said),
     counted as (
       select *, case when percent >= 1 then least(usual, lowest) end as original,
         case when percent >= 1 then promotion end as kept from measured)
     insert into channel_price (variant_id, channel_id, price, original_price, percent, lowest_30d, list_price,
       price_before, promotion)
     select variant_id, channel_id, case when promotion is not null and kept is null then usual else price end, original,
       case when original is not null then percent end,
       case when original is not null then lowest end,
       case when promotion is null or kept is not null then nullif(usual, original) end,
       case when kept is not null then usual end, kept
     from counted
     on conflict (variant_id, channel_id) do update set
       price = excluded.price, original_price = excluded.original_price, percent = excluded.percent,
       lowest_30d = excluded.lowest_30d, list_price = excluded.list_price,
       price_before = coalesce(excluded.price_before, channel_price.price), promotion = excluded.promotion
     returning variant_id, channel_id, promotion`,
    values,
  );
  await run(
    `insert into price_history (variant_id, channel_id, valid_from, price, reduced, percent)
     select variant_id, channel_id, $2::timestamptz, c.price, c.percent is not null, c.percent
     from channel_price c join ${given} using (variant_id, channel_id)
     left join lateral (select h.price, h.reduced from price_history h
       where h.variant_id = c.variant_id and h.channel_id = c.channel_id order by h.valid_from desc limit 1) last on true
     where (last.price, last.reduced) is distinct from (c.price, c.percent is not null)
     on conflict do nothing`,
    values,
  );
  return written.flatMap((row) =>
    row.promotion === null &&
    prices.some(
      (one) =>
        one.promotion !== undefined && one.variantId === row.variant_id && one.channelId === row.channel_id,
    )
      ? [row.variant_id]
      : [],
  );
}
