/**
 * Clients that have signed in to an account lately. Their tries are counted apart from those of strangers, who know no more than the
 * e-mail and could keep its owner out by wrong passwords (T10).
 */
import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';

type Db = Kysely<Database>;

/** ms for which a client is known after its sign-in. */
const knownFor = 90 * 24 * 60 * 60 * 1000;

/** Addresses are few: a hash without a key could be tried out. */
export const clientHash = (clientAddress: string, secret: Buffer): Buffer =>
  createHmac('sha256', secret).update(`client ${clientAddress}`).digest();

interface AccountClient {
  customerId: number;
  client: Buffer;
  now: Date;
}

export async function noteClient(db: Db, { customerId, client, now }: AccountClient): Promise<void> {
  await db
    .insertInto('known_client')
    .values({ customer_id: customerId, client, signed_in_at: now })
    .onConflict((conflict) => conflict.columns(['customer_id', 'client']).doUpdateSet({ signed_in_at: now }))
    .execute();
}

/** Whether the account of an e-mail was signed in to from there; none for an e-mail without an account, as quickly. */
export async function isKnownClient(
  db: Db,
  { key, client, now }: { key: string; client: Buffer; now: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('known_client')
    .innerJoin('customer', 'customer.id', 'known_client.customer_id')
    .select('known_client.customer_id')
    .where('customer.email_key', '=', key)
    .where('known_client.client', '=', client)
    .where('known_client.signed_in_at', '>', new Date(now.getTime() - knownFor))
    .executeTakeFirst();
  return found !== undefined;
}

/** The one that has proven by a mailed link whose account it is; any before it may have been somebody else's. */
export async function knowOnly(db: Db, given: AccountClient): Promise<void> {
  await db.deleteFrom('known_client').where('customer_id', '=', given.customerId).execute();
  await noteClient(db, given);
}

export async function forgetOldClients(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('known_client')
    .where('signed_in_at', '<', new Date(now.getTime() - knownFor))
    .execute();
}
