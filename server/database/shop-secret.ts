/** Keys of this shop: made once, kept in the database, shared by its processes. */
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** 256 random bits under `name`; whoever asks first makes them. */
export async function shopSecret(db: Kysely<Database>, name: string): Promise<Buffer> {
  const find = () => db.selectFrom('shop_secret').select('value').where('name', '=', name).executeTakeFirst();
  const found = await find();
  if (found) return found.value;
  await db
    .insertInto('shop_secret')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const made = await find();
  if (!made) throw new Error(`The secret ${name} could not be made.`);
  return made.value;
}
