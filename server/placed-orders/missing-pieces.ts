/** Pieces that orders need and that were not there when they were counted (`stock.missing`): as long as there are some, none is free to sell. */
import { sql } from 'kysely';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';

const variantsOf = ({ id }: Pick<OrderRow, 'id'>) =>
  sql`variant_id in (select variant_id from order_item where order_id = ${id})`;

/** Holds the stock of all goods of an order, in every place, in the order that every buyer takes. */
export const lockPieces = (db: Db, order: Pick<OrderRow, 'id'>): Promise<unknown> =>
  sql`select 1 from stock where ${variantsOf(order)} order by variant_id, warehouse_id for update`.execute(
    db,
  );

/** What an order that has ended set free goes first into what is missing of its goods. Call it on locked stock. */
export const fillMissing = (db: Db, order: Pick<OrderRow, 'id'>): Promise<unknown> =>
  sql`
    with there as (
      select variant_id, warehouse_id, on_hand - on_hold as free, sum(missing) over whole as missing,
        sum(on_hand - on_hold) over upto - (on_hand - on_hold) as before
      from stock where ${variantsOf(order)}
      window whole as (partition by variant_id),
        upto as (partition by variant_id order by warehouse_id rows unbounded preceding)),
    filled as (
      select variant_id, warehouse_id, greatest(least(free, missing - before), 0) as pieces,
        least(missing, sum(free) over (partition by variant_id)) as total
      from there where missing > 0)
    update stock s set on_hand = s.on_hand - filled.pieces, missing = greatest(s.missing - filled.total, 0)
    from filled
    where s.variant_id = filled.variant_id and s.warehouse_id = filled.warehouse_id
      and (filled.pieces > 0 or s.missing > 0)`.execute(db);
