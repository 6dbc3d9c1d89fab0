/** Contacts and addresses of an order (contract CHK-01, CHK-09). */
import type { OrderAddress } from '#contract/addresses.ts';
import type { Violation } from '#contract/errors.ts';
import type { UpdateOrderBody } from '#contract/orders.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import {
  checkAddress,
  checkCompany,
  checkContact,
  checkEmail,
  invalidAddress,
} from '#server/forms/check-addresses.ts';
import { refusal } from '#server/forms/refusal.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { accountEmail, bookAddress } from '#server/order-store/buyer-account.ts';
import { changeCart, type OrderAnswer, type OrderServices } from '#server/order-store/change-order.ts';
import { loadChannel, loadItems, loadShipments, type OrderRow } from '#server/order-store/order-store.ts';
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

/** CHK-01 and CHK-09 share a path: contacts do not move the checkout, addresses do. */
export const updateOrder = (
  services: OrderServices,
  context: RequestContext,
  token: string,
  body: UpdateOrderBody,
): Promise<OrderAnswer> =>
  changeCart(services, context, token, async (db, order) => {
    const { locale } = context;
    const channel = await loadChannel(db, order.channel_code);
    const violations: Violation[] = [];
    const changes: Partial<OrderRow> & Record<string, unknown> = {};

    const account = await accountEmail(db, order.customer_id);
    if (account !== null) changes.email = account;
    const givesContacts = body.email !== undefined || body.contact !== undefined;
    if (givesContacts) {
      const items = await loadItems(db, order.id);
      if (!items.some((item) => item.deleted_at === null)) throw new ApiFailure(422, 'cart.empty');
      if (account === null && (body.email !== undefined || order.email === null)) {
        const email = checkEmail(body.email, locale);
        violations.push(...email.violations);
        changes.email = email.value;
      }
      if (body.contact) {
        const contact = checkContact(body.contact, channel.countries[0] ?? 'LT', locale);
        violations.push(...contact.violations);
        changes.first_name = contact.value.firstName;
        changes.last_name = contact.value.lastName;
        changes.phone_number = contact.value.phoneNumber;
      }
    }
    if (body.subscribedToNewsletter !== undefined)
      changes.subscribed_to_newsletter = body.subscribedToNewsletter;

    if (body.saveAddress !== undefined) changes.save_address = body.saveAddress;

    // What was typed is what the buyer saw; without it (null: nothing was typed) the address is the book's.
    const given =
      body.shippingAddress == null && body.addressId !== undefined
        ? await bookAddress(db, order.customer_id, body.addressId, locale)
        : body.shippingAddress;
    const givesAddress =
      given !== undefined || body.billingAddress !== undefined || body.invoice !== undefined;
    let shippingAddress = order.shipping_address;
    let billingAddress = order.billing_address;
    if (givesAddress) {
      requireTransition(order, 'address');
      const kinds = (await loadShipments(db, order.id)).map((shipment) => shipment.kind);
      const needsShipping = kinds.includes('courier');
      if (given === null) shippingAddress = null;
      else if (given) {
        const checked = checkAddress('shippingAddress.', given, channel.countries, locale);
        violations.push(...checked.violations);
        shippingAddress = checked.value;
      }
      if (needsShipping && !shippingAddress) throw refusal('address.required', 'shippingAddress', locale);
      if (body.billingAddress) {
        const checked = checkAddress('billingAddress.', body.billingAddress, channel.countries, locale);
        violations.push(...checked.violations);
        billingAddress = checked.value;
      } else if (body.billingAddress === null || given !== undefined) {
        // Missing: a copy of the shipping address, or made of the contacts where nothing is sent.
        billingAddress = null;
      }
      if (body.invoice === null) changes['invoice'] = null;
      else if (body.invoice) {
        const checked = checkCompany('invoice.', body.invoice, channel.countries, locale);
        violations.push(...checked.violations);
        changes['invoice'] = JSON.stringify(checked.value) as never;
      }
      const contacts = {
        ...order,
        first_name: changes.first_name ?? order.first_name,
        last_name: changes.last_name ?? order.last_name,
        phone_number: changes.phone_number ?? order.phone_number,
      };
      if (!billingAddress && needsShipping) billingAddress = shippingAddress;
      if (!billingAddress) {
        if (contacts.first_name === null) throw refusal('address.required', 'contact', locale);
        billingAddress = {
          ...addressFromContacts(contacts),
          countryCode: channel.countries[0] ?? 'LT',
        };
      }
      // An address of a courier order means nothing to one that is collected.
      if (!needsShipping && given === undefined) shippingAddress = null;
      changes['shipping_address'] = (shippingAddress ? JSON.stringify(shippingAddress) : null) as never;
      changes['billing_address'] = JSON.stringify(billingAddress) as never;
    }
    if (violations.length > 0) throw invalidAddress(violations);
    if (Object.keys(changes).length > 0) {
      await db
        .updateTable('order')
        .set(changes as never)
        .where('id', '=', order.id)
        .execute();
    }
    return {
      change: givesAddress ? 'address' : 'none',
      ...(givesAddress ? { after: (db, order) => moveTo(db, order, 'address') } : {}),
    };
  });
