/**
 * Addresses that a customer keeps (contract ACC-12, ACC-16 to ACC-20). Somebody else's do not exist for the caller. Changes of one
 * customer's come one after the other: one of them is the default at most.
 */
import { sql, type Kysely, type Selectable } from 'kysely';
import type { CustomerAddress, CustomerAddressBody, OrderAddress } from '#contract/addresses.ts';
import { addressIdOf } from '#domain/fields/address-reference.ts';
import { lockCustomer } from '#server/accounts/lock-customer.ts';
import type { CustomerAddressTable } from '#server/database/schema-customers.ts';
import type { Database } from '#server/database/schema.ts';
import { executor, inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { callerOf, type RequestContext } from '#server/http/request-context.ts';
import { addressColumns, addressOf, mostAddresses } from '#server/order-terms/buyer-account.ts';
import { checkAddress, invalidAddress } from '#server/forms/check-addresses.ts';
import { etagOf } from '#server/orders/order-presenter.ts';
import { loadChannel } from '#server/order-store/order-store.ts';
import { refusal } from '#server/forms/refusal.ts';

type Db = Kysely<Database>;
type AddressRow = Selectable<CustomerAddressTable>;

export interface AddressAnswer {
  body: CustomerAddress;
  headers: { ETag: string };
}

const present = (row: AddressRow): AddressAnswer => ({
  body: {
    id: row.id,
    ...addressOf(row),
    isDefault: row.is_default,
    version: row.version,
  },
  headers: { ETag: etagOf(row.version) },
});

const notFound = () => new ApiFailure(404, 'address.not_found');

const addressesOf = (db: Db, customerId: number) =>
  db.selectFrom('customer_address').selectAll().where('customer_id', '=', customerId);

async function requireAddress(db: Db, customerId: number, id: number): Promise<AddressRow> {
  const row = await addressesOf(db, customerId).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Refuses a change made on a version that is no longer the current one (contract 1.9). */
function refuseStale({ ifMatch }: RequestContext, row: AddressRow): void {
  if (ifMatch === null || ifMatch === '*' || ifMatch === etagOf(row.version)) return;
  throw new ApiFailure(412, 'address.version_mismatch', { context: { address: present(row).body } });
}

/** What was typed, as it is kept. @throws ApiFailure 422 with violations */
async function checked(trx: Db, context: RequestContext, body: CustomerAddressBody): Promise<OrderAddress> {
  const { countries } = await loadChannel(trx, context.channel.code);
  const { value, violations } = checkAddress('', body, countries, context.locale);
  if (violations.length > 0) throw invalidAddress(violations);
  return value;
}

/** No address but `keep` is the default any more. */
const clearDefault = (trx: Db, customerId: number, keep: number | null) =>
  trx
    .updateTable('customer_address')
    .set({ is_default: false, version: sql<number>`version + 1` })
    .where('customer_id', '=', customerId)
    .where('is_default', '=', true)
    .where('id', '<>', keep ?? 0)
    .execute();

const makeDefault = async (trx: Db, address: { id: number } | undefined): Promise<void> => {
  if (address === undefined) return;
  await trx
    .updateTable('customer_address')
    .set({ is_default: true, version: sql<number>`version + 1` })
    .where('id', '=', address.id)
    .execute();
};

const newestOf = (trx: Db, customerId: number) =>
  addressesOf(trx, customerId).orderBy('id', 'desc').limit(1).executeTakeFirst();

/** ACC-16. The default one first, then the newest. */
export async function listAddresses(db: Db, context: RequestContext): Promise<CustomerAddress[]> {
  const rows = await addressesOf(executor(db), callerOf(context).customerId)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => present(row).body);
}

/** ACC-18. @throws ApiFailure 404 `address.not_found` */
export async function readAddress(db: Db, context: RequestContext, id: number): Promise<AddressAnswer> {
  return present(await requireAddress(executor(db), callerOf(context).customerId, id));
}

/** ACC-17. @throws ApiFailure 422 with violations, `address.too_many` */
export function addAddress(
  db: Db,
  context: RequestContext,
  body: CustomerAddressBody,
): Promise<AddressAnswer> {
  const { customerId } = callerOf(context);
  return inScope(db, async (trx) => {
    const address = await checked(trx, context, body);
    await lockCustomer(trx, customerId);
    const before = await addressesOf(trx, customerId).execute();
    if (before.length >= mostAddresses)
      throw new ApiFailure(422, 'address.too_many', { values: { max: mostAddresses } });
    const isWanted = body.isDefault === true;
    // An order that is being placed writes the first address of a book without this lock, and that is the default one then.
    const row =
      (await insertAddress(trx, customerId, address, before.length === 0 || isWanted)) ??
      (await insertAddress(trx, customerId, address, isWanted));
    if (!row) throw new Error('The book has got a default address twice.');
    return present(row);
  });
}

/** @returns undefined where an order has made the default address of the book just now */
async function insertAddress(trx: Db, customerId: number, address: OrderAddress, isDefault: boolean) {
  if (isDefault) await clearDefault(trx, customerId, null);
  return trx
    .insertInto('customer_address')
    .values({ customer_id: customerId, ...addressColumns(address), is_default: isDefault })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * ACC-19. Without `If-Match` the last writer wins (contract 1.9).
 * @throws ApiFailure 404 `address.not_found`, 412 `address.version_mismatch` with the address, 422 with violations
 */
export function changeAddress(
  db: Db,
  context: RequestContext,
  id: number,
  body: CustomerAddressBody,
): Promise<AddressAnswer> {
  const { customerId } = callerOf(context);
  return inScope(db, async (trx) => {
    await lockCustomer(trx, customerId);
    const before = await requireAddress(trx, customerId, id);
    refuseStale(context, before);
    const address = await checked(trx, context, body);
    const isDefault = body.isDefault ?? before.is_default;
    if (isDefault) await clearDefault(trx, customerId, id);
    const row = await trx
      .updateTable('customer_address')
      .set({ ...addressColumns(address), is_default: isDefault, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return present(row);
  });
}

/**
 * ACC-20. What is deleted already stays so; after the default one the newest of the others is the default.
 * @throws ApiFailure 404 `address.not_found` for somebody else's, 412 `address.version_mismatch`
 */
export async function deleteAddress(db: Db, context: RequestContext, id: number): Promise<void> {
  const { customerId } = callerOf(context);
  await inScope(db, async (trx) => {
    await lockCustomer(trx, customerId);
    const row = await trx.selectFrom('customer_address').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return;
    if (row.customer_id !== customerId) throw notFound();
    refuseStale(context, row);
    await trx.deleteFrom('customer_address').where('id', '=', id).execute();
    if (row.is_default) await makeDefault(trx, await newestOf(trx, customerId));
  });
}

/** ACC-12. @throws ApiFailure 422 `address.not_found` on `defaultAddress` for what is no address of the customer */
export async function chooseDefault(
  trx: Db,
  customerId: number,
  reference: string | null,
  locale: string,
): Promise<void> {
  await lockCustomer(trx, customerId);
  const id = reference === null ? null : addressIdOf(reference);
  const found =
    id === null ? undefined : await addressesOf(trx, customerId).where('id', '=', id).executeTakeFirst();
  if (reference !== null && !found) throw refusal('address.not_found', 'defaultAddress', locale);
  await clearDefault(trx, customerId, id);
  if (found && !found.is_default) await makeDefault(trx, found);
}
