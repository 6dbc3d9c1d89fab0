/** What is stored of an order, and what catalogue and channel say of it today, read in one statement: every change reads all of it. */
import { sql } from 'kysely';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { channelRules, type ChannelRules } from '#server/order-terms/channel-rules.ts';
import { variantFactsQuery, type VariantFacts } from '#server/order-terms/variant-facts.ts';
import { placedOrdersOf } from '#server/order-terms/coupon-rules.ts';
import { balancesJson, type Balances } from '#server/order-terms/balances.ts';
import { soldSetsJson, type SoldSetRow } from '#server/order-terms/sold-sets.ts';
import type {
  AdjustmentRow,
  Db,
  ItemRow,
  OrderRow,
  PaymentRow,
  ShipmentRow,
} from '#server/order-store/order-store.ts';

/** The order and its rows; items with those that are deleted and can be restored. */
export interface OrderParts {
  order: OrderRow;
  items: ItemRow[];
  shipments: ShipmentRow[];
  payments: PaymentRow[];
  adjustments: AdjustmentRow[];
}

export interface LoadedOrder {
  parts: OrderParts;
  rules: ChannelRules;
  /** Of every line, deleted ones too, and of the variants that were asked for beside them; by variant id. */
  known: Map<number, VariantFacts>;
  /** Sets that its lines are parts of, as they are sold today. */
  sets: SoldSetRow[];
  /** Ids that nobody else has, for lines that are about to be made. */
  newItemIds: number[];
  balances: Balances;
  /** Of a cart: whether its buyer has placed an order in its channel; null where nobody knows who buys. */
  hasBought: boolean | null;
}

/** It was there a moment ago, when nobody held its row: cleared, merged or expired since (`readOrderOf` looks once more). */
export class OrderGone extends ApiFailure {
  constructor() {
    super(404, 'order.not_found');
  }
}

/** JSON has no dates: the columns that are some, by table. */
const dateColumns = {
  items: ['deleted_at', 'created_at'],
  shipments: ['shipped_at', 'created_at'],
  payments: ['created_at', 'completed_at'],
  adjustments: [],
} as const satisfies Record<Exclude<keyof OrderParts, 'order'>, readonly string[]>;
const orderDates = [
  'recalculated_at',
  'expires_at',
  'checkout_completed_at',
  'created_at',
  'updated_at',
  'recovered_at',
] as const;

const newItemId = sql<number>`nextval(pg_get_serial_sequence('order_item', 'id'))::int`;

const buyerColumns = {
  channelId: sql.ref('o.channel_id'),
  customerId: sql.ref('o.customer_id'),
  email: sql.ref('o.email'),
};

/** An id that nobody else has, for a line that is about to be made. */
export async function nextItemId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select ${newItemId} as id`.execute(db);
  return (rows[0] as { id: number }).id;
}

type Json = Record<string, unknown>;

const withDates = (row: Json, columns: readonly string[]): Json => ({
  ...row,
  ...Object.fromEntries(
    columns.map((column) => [column, row[column] === null ? null : new Date(row[column] as string)]),
  ),
});

/**
 * Rows as they would come from their tables, by id; shipments in their order. Lock the order first where it will be changed:
 * a statement that waits for a lock reads its other tables as they were before it waited.
 * @throws OrderGone for one that nobody has locked and that went since it was found
 * @param also codes of variants that may come into the order, and how many lines may
 */
export async function loadOrder(
  db: Db,
  { id, channel_id: channelId }: Pick<OrderRow, 'id' | 'channel_id'>,
  also: { codes?: readonly string[]; lines?: number } = {},
): Promise<LoadedOrder> {
  const { codes = [], lines = 0 } = also;
  const wanted = sql`v.id in (select variant_id from order_item where order_id = ${id}
      union select id from product_variant where code = any(${[...codes]}::text[]))`;
  const { rows } = await sql<
    ChannelRules & {
      order: Json;
      channel_code: string;
      facts: VariantFacts[];
      sets: SoldSetRow[];
      newItemIds: number[];
      balances: Balances;
      hasBought: boolean | null;
    } & Record<keyof typeof dateColumns, Json[]>
  >`
    select to_jsonb(o) as order, c.code::text as channel_code,
      coalesce((select json_agg(i order by i.id) from order_item i where i.order_id = o.id), '[]') as items,
      coalesce((select json_agg(s order by s.position, s.id) from shipment s where s.order_id = o.id), '[]') as shipments,
      coalesce((select json_agg(p order by p.id) from payment p where p.order_id = o.id), '[]') as payments,
      coalesce((select json_agg(a order by a.id) from adjustment a where a.order_id = o.id), '[]') as adjustments,
      coalesce((select json_agg(f order by f.variant_id)
        from (${variantFactsQuery(channelId, wanted)}) f), '[]') as facts,
      ${soldSetsJson(channelId, sql`bp.code in (select bundle_code from order_item where order_id = ${id})`)} as sets,
      ${balancesJson} as balances,
      case when o.state = 'cart' and coalesce(o.customer_id::text, o.email) is not null
        then exists (${placedOrdersOf(buyerColumns)}) end as "hasBought",
      array(select ${newItemId} from generate_series(1, ${lines}::int)) as "newItemIds",
      ${channelRules(channelId)}
    from "order" o join channel c on c.id = o.channel_id where o.id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) throw new OrderGone();
  const {
    order,
    channel_code,
    facts,
    sets,
    newItemIds,
    balances,
    hasBought,
    items,
    shipments,
    payments,
    adjustments,
    ...rules
  } = found;
  const rowsOf = (part: keyof typeof dateColumns, rowsOfPart: Json[]) =>
    rowsOfPart.map((row) => withDates(row, dateColumns[part]));
  return {
    parts: {
      order: { ...withDates(order, orderDates), channel_code },
      items: rowsOf('items', items),
      shipments: rowsOf('shipments', shipments),
      payments: rowsOf('payments', payments),
      adjustments: rowsOf('adjustments', adjustments),
    } as unknown as OrderParts,
    rules,
    known: new Map(facts.map((fact) => [fact.variant_id, fact])),
    sets,
    newItemIds,
    balances,
    hasBought,
  };
}
