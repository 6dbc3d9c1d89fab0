import { sql, type Kysely } from 'kysely';
import { onKysely } from '#server/database/run-sql.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { setPrices, type NewPrice } from './set-prices.ts';

/**
 * Puts back what was charged before a catalogue discount whose end has come: a page that says until when goods are
 * reduced keeps its word.
 * @returns how many prices changed
 */
export function endDueDiscounts(db: Kysely<Database>, at: Date): Promise<number> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<NewPrice>`
      select c.variant_id as "variantId", c.channel_id as "channelId", null as "originalPrice",
        coalesce(c.price_before, c.original_price) as price
      from catalogue_discount d join channel_price c on c.promotion = d.code
      where d.ends_at <= ${at} and c.original_price is not null
      order by c.variant_id, c.channel_id for update of c skip locked`.execute(trx);
    await setPrices(onKysely(trx), rows, at.toISOString());
    return rows.length;
  });
}
