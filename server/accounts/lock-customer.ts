/**
 * The row of a customer as a lock. It comes first: before their carts, and before what an order that is being placed holds, since
 * whoever holds it may wait for a cart. Reads that lock an account by its e-mail or a link are as weak as `lockCustomer`
 * (`for no key update`).
 */
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';

const rowOf = (trx: Kysely<Database>, customerId: number) =>
  trx.selectFrom('customer').select('id').where('id', '=', customerId);

/**
 * Holds the row of a customer until the end of the transaction: what two of their devices do at once comes one after the other. Rows
 * that name the customer may be written meanwhile, those of an order that is being placed among them.
 * @returns whether there is such a customer
 */
export async function lockCustomer(trx: Kysely<Database>, customerId: number): Promise<boolean> {
  return (await rowOf(trx, customerId).forNoKeyUpdate().executeTakeFirst()) !== undefined;
}

/**
 * As `lockCustomer`, for the end of the account: no row that names the customer is written until then, and what others have written
 * is waited for and seen. Their carts are held before, or an order that is being placed and this would wait for each other.
 */
export async function lockCustomerForEnd(trx: Kysely<Database>, customerId: number): Promise<void> {
  await rowOf(trx, customerId).forUpdate().execute();
}
