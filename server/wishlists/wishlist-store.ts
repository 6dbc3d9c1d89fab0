/** Wishlists in the database. */
import { sql, type Kysely } from 'kysely';
import { lockCustomer } from '#server/accounts/lock-customer.ts';
import { newToken } from '#server/text/secret-token.ts';
import type { Database } from '#server/database/schema.ts';

export interface StoredWishlist {
  id: number;
  token: string;
}
/** A product that the channel sells, with the ids of its variants by code. */
export interface SoldProduct {
  id: number;
  variants: ReadonlyMap<string, number>;
}

/** In the order they were made. */
export const listsOf = (db: Kysely<Database>, customerId: number): Promise<StoredWishlist[]> =>
  db
    .selectFrom('wishlist')
    .select(['id', 'token'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();

/** The customer's own list of that token. */
export const listByToken = (
  db: Kysely<Database>,
  customerId: number,
  token: string,
): Promise<StoredWishlist | undefined> =>
  db
    .selectFrom('wishlist')
    .select(['id', 'token'])
    .where('customer_id', '=', customerId)
    .where('token', '=', token)
    .executeTakeFirst();

/**
 * The list in use, made where there is none. The customer's row is the lock: of two calls at once only one makes a list,
 * and long ones never wait for each other's entries. Null: there is no such customer any more.
 */
export async function lockListInUse(
  trx: Kysely<Database>,
  customerId: number,
): Promise<StoredWishlist | null> {
  if (!(await lockCustomer(trx, customerId))) return null;
  const last = (await listsOf(trx, customerId)).at(-1);
  if (last) return last;
  return trx
    .insertInto('wishlist')
    .values({ customer_id: customerId, token: newToken() })
    .returning(['id', 'token'])
    .executeTakeFirstOrThrow();
}

/** Those of the products that the channel sells, by code. */
export async function soldProducts(
  db: Kysely<Database>,
  channelCode: string,
  codes: readonly string[],
): Promise<Map<string, SoldProduct>> {
  const { rows } = await sql<{ id: number; code: string; variants: Record<string, number> }>`
    select p.id, p.code, jsonb_object_agg(v.code, v.id) as variants
    from product p join product_variant v on v.product_id = p.id and v.enabled
    join channel_price price on price.variant_id = v.id
    join channel c on c.id = price.channel_id and c.code = ${channelCode}
    where p.code = any(${codes}) and p.enabled and not p.is_gift
    group by p.id, p.code`.execute(db);
  return new Map(
    rows.map(({ id, code, variants }) => [code, { id, variants: new Map(Object.entries(variants)) }]),
  );
}

/** Puts goods into a list, the first of them in front; what is in it already stays where and as it is. */
export async function addEntries(
  db: Kysely<Database>,
  wishlistId: number,
  goods: readonly { productId: number; variantId: number | null }[],
): Promise<void> {
  if (goods.length === 0) return;
  await db
    .insertInto('wishlist_product')
    .values(
      goods.toReversed().map(({ productId, variantId }) => ({
        wishlist_id: wishlistId,
        product_id: productId,
        variant_id: variantId,
      })),
    )
    .onConflict((conflict) => conflict.columns(['wishlist_id', 'product_id']).doNothing())
    .execute();
}

export async function deleteEntry(
  db: Kysely<Database>,
  wishlistId: number,
  productCode: string,
): Promise<void> {
  await db
    .deleteFrom('wishlist_product')
    .using('product')
    .whereRef('product.id', '=', 'wishlist_product.product_id')
    .where('product.code', '=', productCode)
    .where('wishlist_product.wishlist_id', '=', wishlistId)
    .execute();
}

/** Entries of some lists, newest first. */
export const entriesOf = (db: Kysely<Database>, wishlistIds: readonly number[]) =>
  db
    .selectFrom('wishlist_product as w')
    .innerJoin('product as p', 'p.id', 'w.product_id')
    .leftJoin('product_variant as v', 'v.id', 'w.variant_id')
    .select(['w.id', 'w.wishlist_id', 'w.product_id', 'p.code', 'v.code as variant_code'])
    .where('w.wishlist_id', 'in', wishlistIds)
    .orderBy('w.id', 'desc')
    .execute();
