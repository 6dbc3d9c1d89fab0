import { sql, type Kysely } from 'kysely';
import { onKysely } from '#server/database/run-sql.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { setPrices, type NewPrice } from './set-prices.ts';

/** Prices put back in one transaction: a discount of the whole catalogue holds up nobody for long. */
const portion = 200;

/**
 * Puts back what was charged before a catalogue discount whose end has come: a page that says until when goods are
 * reduced keeps its word. Two processes take different prices.
 * @returns how many prices changed
 */
export async function endDueDiscounts(db: Kysely<Database>, at: Date): Promise<number> {
  let done = 0;
  for (;;) {
    const count = await inTransaction(db, async (trx) => {
      const { rows } = await sql<NewPrice>`
        select c.variant_id as "variantId", c.channel_id as "channelId", null as "originalPrice",
          coalesce(c.price_before, c.original_price) as price
        from catalogue_discount d join channel_price c on c.promotion = d.code
        where d.ends_at <= ${at} and c.original_price is not null
        order by c.variant_id, c.channel_id limit ${portion} for update of c skip locked`.execute(trx);
      await setPrices(onKysely(trx), rows, at.toISOString());
      return rows.length;
    });
    done += count;
    if (count < portion) return done;
  }
}
