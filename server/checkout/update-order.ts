/** Contacts and addresses of an order (contract CHK-01, CHK-09). */
import type { AddressInput, OrderAddress } from '#contract/addresses.ts';
import type { Violation } from '#contract/errors.ts';
import type { UpdateOrderBody } from '#contract/orders/order-requests.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import {
  checkAddress,
  checkCompany,
  checkContact,
  checkEmail,
  invalidAddress,
} from '#server/forms/check-addresses.ts';
import type { Checked } from '#server/forms/checked-fields.ts';
import { fieldAfter, givenField, type GivenField } from '#server/forms/given-field.ts';
import { refusal } from '#server/forms/refusal.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { accountEmail, bookAddress } from '#server/order-terms/buyer-account.ts';
import { isStored } from '#server/order-store/is-stored.ts';
import { changeCart, type OrderAnswer, type OrderServices } from '#server/orders/change-order.ts';
import {
  loadChannel,
  loadItems,
  loadShipments,
  type Db,
  type OrderRow,
} from '#server/order-store/order-store.ts';
import { besideAddresses, type OrderColumns, type Part } from './beside-addresses.ts';
import { moveTo, requireTransition } from './checkout-state.ts';

/** Contacts of an order as the address of an invoice: people who collect need not give a street. */
export const addressFromContacts = (
  order: Pick<OrderRow, 'first_name' | 'last_name' | 'phone_number'>,
): OrderAddress => ({
  firstName: order.first_name ?? '',
  lastName: order.last_name ?? '',
  phoneNumber: order.phone_number ?? '',
  countryCode: '',
  city: '',
  street: '',
  houseNumber: '',
  postCode: '',
});

/** What an update is judged with. */
interface Update {
  db: Db;
  order: OrderRow;
  body: UpdateOrderBody;
  /** Of the channel; the first one is taken where the buyer names none. */
  countries: readonly string[];
  locale: string;
}

/** CHK-01 and CHK-09 share a path: contacts do not move the checkout, addresses do. */
export const updateOrder = (
  services: OrderServices,
  context: RequestContext,
  token: string,
  body: UpdateOrderBody,
): Promise<OrderAnswer> =>
  changeCart(services, context, token, async (db, order) => {
    const { countries } = await loadChannel(db, order.channel_code);
    const update = { db, order, body, countries, locale: context.locale };
    const contacts = await contactsOf(update);
    const addresses = await addressesOf(update, contacts.columns);
    const beside = besideAddresses(body, context.locale, services.now());
    const violations = [...contacts.violations, ...(addresses?.violations ?? []), ...beside.violations];
    if (violations.length > 0) throw invalidAddress(violations);
    const columns = {
      ...contacts.columns,
      ...newsOf(body),
      ...addresses?.columns,
      ...beside.columns,
    };
    const isSame = isStored(order, columns);
    if (!isSame) await db.updateTable('order').set(columns).where('id', '=', order.id).execute();
    if (addresses === null) return { change: 'none', isSame };
    return {
      change: 'address',
      // From any other step it is a step back or on.
      isSame: isSame && ['addressed', 'payment_skipped'].includes(order.checkout_state),
      after: (db, order) => moveTo(db, order, 'address'),
    };
  });

/** Who buys. An account's e-mail is the order's, whatever was typed. */
async function contactsOf({ db, order, body, countries, locale }: Update): Promise<Part> {
  const account = await accountEmail(db, order.customer_id);
  const columns: OrderColumns = account === null ? {} : { email: account };
  const violations: Violation[] = [];
  if (body.email === undefined && body.contact === undefined) return { columns, violations };
  const items = await loadItems(db, order.id);
  if (!items.some((item) => item.deleted_at === null)) throw new ApiFailure(422, 'cart.empty');
  if (account === null && (body.email !== undefined || order.email === null)) {
    const email = checkEmail(body.email, locale);
    violations.push(...email.violations);
    columns.email = email.value;
  }
  if (body.contact) {
    const contact = checkContact(body.contact, countries[0] ?? 'LT', locale);
    violations.push(...contact.violations);
    columns.first_name = contact.value.firstName;
    columns.last_name = contact.value.lastName;
    columns.phone_number = contact.value.phoneNumber;
  }
  return { columns, violations };
}

const newsOf = ({ subscribedToNewsletter }: UpdateOrderBody): OrderColumns =>
  subscribedToNewsletter === undefined ? {} : { subscribed_to_newsletter: subscribedToNewsletter };

/** What was typed is what the buyer saw; without it (null: nothing was typed) the address is the book's. */
async function shippingAddressOf({ db, order, body, locale }: Update): Promise<GivenField<AddressInput>> {
  const typed = givenField(body.shippingAddress);
  if (typed.is === 'given' || body.addressId === undefined) return typed;
  return givenField(await bookAddress(db, order.customer_id, body.addressId, locale));
}

/** Where it goes and whose the invoice is; null where the update says nothing of it. */
async function addressesOf(update: Update, contacts: OrderColumns): Promise<Part | null> {
  const { db, order, body, countries, locale } = update;
  const shipping = await shippingAddressOf(update);
  const billing = givenField(body.billingAddress);
  const invoice = givenField(body.invoice);
  if ([shipping, billing, invoice].every(({ is }) => is === 'absent')) return null;
  requireTransition(order, 'address');
  const isSent = (await loadShipments(db, order.id)).some(({ kind }) => kind === 'courier');

  const violations: Violation[] = [];
  const noted = <T>(checked: Checked<T>): T => {
    violations.push(...checked.violations);
    return checked.value;
  };
  // An address of a courier order means nothing to one that is collected.
  const shippingAddress = fieldAfter(shipping, isSent ? order.shipping_address : null, (address) =>
    noted(checkAddress('shippingAddress.', address, countries, locale)),
  );
  if (isSent && !shippingAddress) throw refusal('address.required', 'shippingAddress', locale);
  // A new delivery address takes the place of the billing address that stood beside the old one.
  const billedTo = fieldAfter(billing, shipping.is === 'absent' ? order.billing_address : null, (address) =>
    noted(checkAddress('billingAddress.', address, countries, locale)),
  );
  const company = fieldAfter(invoice, order.invoice, (given) =>
    noted(checkCompany('invoice.', given, countries, locale)),
  );
  // Missing: a copy of the shipping address, or made of the contacts where nothing is sent.
  const billingAddress = billedTo ?? (isSent ? shippingAddress : null) ?? addressOfBuyer(update, contacts);
  return {
    columns: {
      shipping_address: jsonOrNull(shippingAddress),
      billing_address: jsonOrNull(billingAddress),
      ...(invoice.is === 'absent' ? {} : { invoice: jsonOrNull(company) }),
    },
    violations,
  };
}

function addressOfBuyer({ order, countries, locale }: Update, contacts: OrderColumns): OrderAddress {
  const buyer = {
    first_name: contacts.first_name ?? order.first_name,
    last_name: contacts.last_name ?? order.last_name,
    phone_number: contacts.phone_number ?? order.phone_number,
  };
  if (buyer.first_name === null) throw refusal('address.required', 'contact', locale);
  return { ...addressFromContacts(buyer), countryCode: countries[0] ?? 'LT' };
}

const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
