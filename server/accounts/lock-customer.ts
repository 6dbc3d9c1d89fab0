import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/**
 * Holds the row of a customer until the end of the transaction: what two of their devices do at once comes one after the other. Rows
 * that name the customer may be written meanwhile.
 * @returns whether there is such a customer
 */
export async function lockCustomer(trx: Kysely<Database>, customerId: number): Promise<boolean> {
  const customer = await trx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return customer !== undefined;
}
