import type { RunSql } from '#server/database/run-sql.ts';
import { paidPieces } from './paid-pieces.ts';

/** Pieces that the shop has of a variant; null: they are not counted, there is always one. */
export type NewStock = { variantId: number; pieces: number | null };

/** Of goods of which fewer were counted than orders need: pieces of unpaid orders, and those that are paid for and have not left. */
export type ShortStock = { variantId: number; held: number; paid: number };

/**
 * Says how many pieces lie in the shop, those that are paid for and have not left among them. They lie in the main
 * warehouse but for those of others; no warehouse is left with less than orders hold there. How many pieces orders
 * need that are not there is noted with the main one.
 * @returns goods of which fewer were counted than orders need
 */
export async function setStock(
  run: RunSql,
  stocks: readonly NewStock[],
  warehouseId: number,
): Promise<ShortStock[]> {
  if (stocks.length === 0) return [];
  const given = 'jsonb_to_recordset($1::jsonb) as r(variant_id int, pieces int)';
  const json = JSON.stringify(stocks.map(({ variantId, pieces }) => ({ variant_id: variantId, pieces })));
  // In the order that every buyer takes, so that nobody waits in a circle.
  await run(
    `select 1 from stock where variant_id = any($1)
      order by variant_id, warehouse_id for update`,
    [stocks.map(({ variantId }) => variantId)],
  );
  // An update of no row would still say that the catalogue changed, and every server would read it anew.
  const turned = await run<{ id: number }>(
    `select v.id from ${given} join product_variant v on v.id = r.variant_id
      where v.tracked <> (r.pieces is not null) order by v.id`,
    [json],
  );
  if (turned.length > 0)
    await run(
      `update product_variant v set tracked = (r.pieces is not null) from ${given}
        where v.id = r.variant_id and v.id = any($2)`,
      [json, turned.map(({ id }) => id)],
    );
  // Others give only what is more than all there is beside what the main one needs for its orders.
  await run(
    `with paid as materialized (${paidPieces})
     update stock s set on_hand = s.on_hold from ${given}
      where s.variant_id = r.variant_id and s.warehouse_id <> $2 and s.on_hand > s.on_hold and r.pieces < (
        select sum(case when o.warehouse_id = $2 then o.on_hold else o.on_hand end + coalesce(paid.pieces, 0))
        from stock o left join paid using (variant_id, warehouse_id) where o.variant_id = r.variant_id)`,
    [json, warehouseId],
  );
  await run(
    `with paid as materialized (${paidPieces})
     insert into stock (variant_id, warehouse_id, on_hand)
     select r.variant_id, $2, greatest(r.pieces
       - coalesce((select sum(o.on_hand) from stock o where o.variant_id = r.variant_id and o.warehouse_id <> $2), 0)
       - coalesce((select sum(paid.pieces) from paid where paid.variant_id = r.variant_id), 0), 0)
     from ${given} where r.pieces is not null
     order by r.variant_id
     on conflict (variant_id, warehouse_id) do update set on_hand = greatest(excluded.on_hand, stock.on_hold)`,
    [json, warehouseId],
  );
  // What orders need beyond the count is missing, wherever it was to be sent from: it does not come back with one that is cancelled.
  await run(
    `with paid as materialized (${paidPieces}), short as (
       select r.variant_id, case when r.pieces is null then 0 else greatest(0,
         coalesce((select sum(o.on_hold) from stock o where o.variant_id = r.variant_id), 0)
         + coalesce((select sum(paid.pieces) from paid where paid.variant_id = r.variant_id), 0) - r.pieces) end as pieces
       from ${given})
     update stock s set missing = short.pieces from short
      where s.variant_id = short.variant_id and s.warehouse_id = $2 and s.missing <> short.pieces`,
    [json, warehouseId],
  );
  return run<ShortStock>(
    `with paid as materialized (${paidPieces}), needed as (
       select r.variant_id, r.pieces,
         coalesce((select sum(s.on_hold) from stock s where s.variant_id = r.variant_id), 0)::int as held,
         coalesce((select sum(paid.pieces) from paid where paid.variant_id = r.variant_id), 0)::int as paid
       from ${given})
     select variant_id as "variantId", held, paid from needed where pieces < held + paid`,
    [json],
  );
}
