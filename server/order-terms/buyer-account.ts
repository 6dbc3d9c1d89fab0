/** What an order takes from the account of its buyer, and what the account keeps of it (contract CHK-01, CHK-09, 3.1). */
import { sql, type Selectable } from 'kysely';
import type { OrderAddress } from '#contract/addresses.ts';
import type { CustomerAddressTable } from '#server/database/schema-customers.ts';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';
import { refusal } from '#server/forms/refusal.ts';
import { isValid } from './restricted-goods-checks.ts';

/** So many are one page of the list; nobody delivers to more places. */
export const mostAddresses = 100;

/** The e-mail of an account; null for a guest. */
export async function accountEmail(db: Db, customerId: number | null): Promise<string | null> {
  if (customerId === null) return null;
  const row = await db.selectFrom('customer').select('email').where('id', '=', customerId).executeTakeFirst();
  return row?.email ?? null;
}

/** A guest's cart is theirs who order it while signed in (contract 1.11). */
export async function ownedBy(db: Db, cart: OrderRow, customerId: number | null): Promise<OrderRow> {
  if (customerId === null || cart.customer_id !== null) return cart;
  await db.updateTable('order').set({ customer_id: customerId }).where('id', '=', cart.id).execute();
  return { ...cart, customer_id: customerId };
}

/** An order of an account has the account's e-mail, whatever was typed while its cart was a guest's. */
export async function withAccountEmail(db: Db, order: OrderRow): Promise<OrderRow> {
  const email = await accountEmail(db, order.customer_id);
  if (email === null || email === order.email) return order;
  await db.updateTable('order').set({ email }).where('id', '=', order.id).execute();
  return { ...order, email };
}

/**
 * An address of the buyer's book.
 * @throws ApiFailure 422 `address.not_found` on `addressId` for a guest and for what is not theirs
 */
export async function bookAddress(
  db: Db,
  customerId: number | null,
  id: number,
  locale: string,
): Promise<OrderAddress> {
  const row =
    customerId === null
      ? undefined
      : await db
          .selectFrom('customer_address')
          .selectAll()
          .where('customer_id', '=', customerId)
          .where('id', '=', id)
          .executeTakeFirst();
  if (!row) throw refusal('address.not_found', 'addressId', locale);
  return addressOf(row);
}

/** The address that a row of the book holds. */
export const addressOf = (row: Selectable<CustomerAddressTable>): OrderAddress => ({
  firstName: row.first_name,
  lastName: row.last_name,
  phoneNumber: row.phone_number,
  countryCode: row.country_code,
  city: row.city,
  street: row.street,
  houseNumber: row.house_number,
  ...(row.flat_number === null ? {} : { flatNumber: row.flat_number }),
  postCode: row.post_code,
});

/** Columns of the book for an address. */
export const addressColumns = (address: OrderAddress) => ({
  first_name: address.firstName,
  last_name: address.lastName,
  phone_number: address.phoneNumber,
  country_code: address.countryCode,
  city: address.city,
  street: address.street,
  house_number: address.houseNumber,
  flat_number: address.flatNumber ?? null,
  post_code: address.postCode,
});

/**
 * Holds the account of a buyer who has given a certificate with a cart, which `keepCertificate` will write there. Before the cart is
 * held: whoever claims one holds the account and waits for the cart.
 */
export async function lockCertificateKeeper(db: Db, customerId: number, token: string): Promise<void> {
  await sql`select 1 from customer where id = ${customerId} and exists (
      select 1 from "order" o where (o.token = ${token} or o.customer_id = ${customerId}) and o.state = 'cart' and o.certificate is not null)
    for no key update`.execute(db);
}

/**
 * The account keeps the certificate that its order was placed with, for the shop to look at. One that the shop has accepted and
 * that is valid stays. An account that is held by others is not waited for, with the goods of the order in hand: it is held already by
 * who places the order, unless the certificate has come at the last moment, and then that stands in the order alone.
 */
export async function keepCertificate(db: Db, order: OrderRow, now: Date): Promise<void> {
  if (order.customer_id === null || order.certificate === null) return;
  const account = await db
    .selectFrom('customer')
    .select('certificate')
    .where('id', '=', order.customer_id)
    .forNoKeyUpdate()
    .skipLocked()

    .executeTakeFirst();
  if (!account) return;
  const { certificate: kept } = account;
  if (kept?.state === 'accepted' && isValid(kept, now)) return;
  await db
    .updateTable('customer')
    .set({ certificate: JSON.stringify({ ...order.certificate, state: 'submitted' }) })
    .where('id', '=', order.customer_id)
    .execute();
}

/**
 * Puts the delivery address of a placed order into the buyer's book, where that was wanted. One that is there already, or
 * a full book, changes nothing: no order fails by it. The first address of a book is its default one.
 */
export async function saveToBook(db: Db, order: OrderRow): Promise<void> {
  if (!order.save_address || order.customer_id === null || order.shipping_address === null) return;
  const columns = addressColumns(order.shipping_address);
  const book = await db
    .selectFrom('customer_address')
    .selectAll()
    .where('customer_id', '=', order.customer_id)
    .execute();
  const isThere = book.some((row) =>
    (Object.keys(columns) as (keyof typeof columns)[]).every((name) => row[name] === columns[name]),
  );
  if (isThere || book.length >= mostAddresses) return;
  // The customer's row is only shared (by the foreign key): whoever claims a cart holds that row and waits for the order's,
  // which is held here. So two orders may write at once, and who has just made the first address of this book keeps it.
  await db
    .insertInto('customer_address')
    .values({
      customer_id: order.customer_id,
      ...columns,
      is_default: sql<boolean>`not exists (select 1 from customer_address where customer_id = ${order.customer_id})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
