/** What a recalculation writes of lines and adjustments: only where it differs from what is stored. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { defaultLocale } from '#contract/locale.ts';
import type { ComputedAdjustment } from '#domain/cart/cart-recalculation.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { AdjustmentRow, Db, ItemRow, ShipmentRow } from './order-store.ts';
import { labelOfKind } from './adjustment-labels.ts';

/** By name, so that a column which a later version adds keeps its default in the lines of this one. */
const itemColumns = Object.keys({
  id: true,
  order_id: true,
  variant_id: true,
  variant_code: true,
  product_name: true,
  variant_name: true,
  quantity: true,
  unit_price: true,
  original_unit_price: true,
  discounted_unit_price: true,
  subtotal: true,
  total: true,
  tax_total: true,
  tax_rate: true,
  collect_only: true,
  marker: true,
  bundle_code: true,
  bundle_name: true,
  bundle_group: true,
  bundle_quantity: true,
  bundle_required: true,
  gift_card: true,
  deleted_at: true,
  created_at: true,
} satisfies Record<keyof ItemRow, true>);

/**
 * Writes the lines that differ, new ones too, in one statement, after those that are gone.
 * @returns whether there were any
 */
export async function writeItems(
  db: Db,
  before: readonly ItemRow[],
  after: readonly ItemRow[],
): Promise<boolean> {
  const ids = new Set(after.map(({ id }) => id));
  const gone = before.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  // First: of one variant there is one line at a time.
  if (gone.length > 0) await db.deleteFrom('order_item').where('id', 'in', gone).execute();
  const changed = after.filter(
    (item) =>
      !isDeepStrictEqual(
        item,
        before.find(({ id }) => id === item.id),
      ),
  );
  if (changed.length === 0) return gone.length > 0;
  const columns = sql.join(itemColumns.map((column) => sql.ref(column)));
  await sql`
    insert into order_item (${columns})
    select ${columns} from jsonb_populate_recordset(null::order_item, ${JSON.stringify(changed)}::jsonb)
    on conflict (id) do update set ${sql.join(
      itemColumns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`),
    )}`.execute(db);
  return true;
}

const adjustmentColumns = [
  'id',
  'order_id',
  'item_id',
  'shipment_id',
  'type',
  'amount',
  'neutral',
  'origin_code',
  'label',
] as const;

const newAdjustmentId = sql`nextval(pg_get_serial_sequence('adjustment', 'id'))`;

/**
 * Writes the adjustments in place of those that are stored: each where the one of its place in the order stood, if it differs. Of a cart of
 * many lines there are hundreds, nearly all as they were, and a row that is made asks the tables that it names.
 * @param before by id
 */
export async function writeAdjustments(
  db: Db,
  orderId: number,
  before: AdjustmentRow[],
  adjustments: readonly ComputedAdjustment[],
  names: {
    items: readonly ItemRow[];
    shipments: readonly ShipmentRow[];
    promotionNames: ReadonlyMap<string, Texts>;
    methodNames: ReadonlyMap<string, Texts>;
  },
): Promise<AdjustmentRow[]> {
  const labelOf = (one: ComputedAdjustment): Texts => {
    const code = one.originCode ?? '';
    const label = labelOfKind(one.type, code, names.items[one.line ?? -1]?.bundle_name ?? {});
    if (label !== undefined) return label;
    return names.promotionNames.get(code) ?? names.methodNames.get(code) ?? { [defaultLocale]: code };
  };
  const wanted = adjustments.map((one) => ({
    order_id: orderId,
    item_id: one.line === null ? null : (names.items[one.line]?.id ?? null),
    shipment_id: one.shipment === null ? null : (names.shipments[one.shipment]?.id ?? null),
    type: one.type,
    amount: one.amount,
    neutral: one.neutral,
    origin_code: one.originCode,
    label: labelOf(one),
  }));
  const changed = wanted.flatMap((one, place) => {
    const row = before[place];
    const id = row?.id ?? null;
    return row !== undefined && isDeepStrictEqual(row, { id, ...one }) ? [] : [{ id, ...one }];
  });
  const surplus = before.slice(wanted.length).map(({ id }) => id);
  if (changed.length + surplus.length === 0) return before;
  const columns = sql.join(adjustmentColumns.map((column) => sql.ref(column)));
  const given = sql.join(adjustmentColumns.map((column) => sql.ref(`given.${column}`)).slice(1));
  // One text for any number of them, which is prepared once. A row may be gone with its shipment, and is there again under its id.
  const { rows: written } = await sql<AdjustmentRow>`
    with surplus as (delete from adjustment where id = any(${surplus}::int[]))
    insert into adjustment (${columns})
    select coalesce(given.id, ${newAdjustmentId}), ${given}
    from jsonb_populate_recordset(null::adjustment, ${JSON.stringify(changed)}::jsonb) given
    on conflict (id) do update set ${sql.join(
      adjustmentColumns.slice(1).map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`),
    )}
    returning ${columns}`.execute(db);
  const rows = new Map([...before.slice(0, wanted.length), ...written].map((row) => [row.id, row]));
  return [...rows.values()].toSorted((one, other) => one.id - other.id);
}
