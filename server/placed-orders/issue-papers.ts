/** Papers that an order gets as it is sold or cancelled (contract 2.5 Invoice): invoices and credit notes, numbered without gaps. */
import { sql } from 'kysely';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';
import type { DocumentRow } from '#server/orders/order-to-present.ts';

/** Next number of a series without gaps: the row stays locked until the end of the transaction. */
async function nextInSeries(db: Db, name: string): Promise<number> {
  const result = await sql<{ value: number }>`insert into counter (name, value) values (${name}, 1)
    on conflict (name) do update set value = counter.value + 1 returning value`.execute(db);
  return result.rows[0]?.value ?? 0;
}

/** Column of a paper: who sells in the order's channel as it is issued. */
export const sellerNow = ({ channel_id: channel }: OrderRow) =>
  sql<string | null>`(select seller from channel where id = ${channel})`;

/** The invoice of goods that are sold now, whatever they were paid with: its number has no gaps. */
export async function issueInvoice(db: Db, order: OrderRow, now: Date): Promise<DocumentRow> {
  return db
    .insertInto('document')
    .values({
      order_id: order.id,
      kind: 'invoice',
      number: `AR-${String(await nextInSeries(db, 'invoice')).padStart(6, '0')}`,
      total: order.total,
      issued_at: now,
      seller: sellerNow(order),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The invoice is taken back by a paper of its own (Directive 2006/112/EC, Article 219); an order that has none needs none. */
export async function issueCreditNote(db: Db, order: OrderRow, now: Date): Promise<void> {
  const invoice = await db
    .selectFrom('document')
    .select(['total', 'seller'])
    .where('order_id', '=', order.id)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();
  if (!invoice) return;
  await db
    .insertInto('document')
    .values({
      order_id: order.id,
      kind: 'credit_note',
      number: `KR-${String(await nextInSeries(db, 'credit_note')).padStart(6, '0')}`,
      total: -invoice.total,
      issued_at: now,
      // Whoever sold takes it back.
      seller: invoice.seller === null ? sellerNow(order) : JSON.stringify(invoice.seller),
    })
    .execute();
}
