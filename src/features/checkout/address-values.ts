/** What the address step begins with, and which address of the account is the one in its fields. */
import type { AddressInput, CustomerAddress } from '#contract/addresses.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Addressing, UpdateOrderBody } from '#contract/orders/order-requests.ts';
import { typedCertificate } from '#domain/fields/certificate.ts';
import { typedValue } from '#domain/fields/field-rules.ts';
import { addressBody, type AddressForm } from './address-step-schema.ts';
import { readDraft, readKnownAddress } from './device-cells.ts';
import type { Buyer } from './use-buyer.ts';

export const noPlace = { city: '', street: '', houseNumber: '', flatNumber: '', postCode: '' };

const noCertificate = { number: '', holder: '', validUntil: '' };

/** The fields of a place, as they are typed. */
export const placeOf = ({
  city,
  street,
  houseNumber,
  flatNumber,
  postCode,
}: Pick<AddressInput, 'city' | 'street' | 'houseNumber' | 'flatNumber' | 'postCode'>) => ({
  city,
  street,
  houseNumber,
  flatNumber: flatNumber ?? '',
  postCode,
});

/** The address that was picked from the book, as long as its place stands in the fields unchanged. */
export function pickedAddress(
  addresses: readonly CustomerAddress[],
  form: Pick<AddressForm, 'savedAddress' | 'address'>,
): CustomerAddress | undefined {
  const picked = addresses.find(({ id }) => id === form.savedAddress);
  if (picked === undefined) return undefined;
  const place = placeOf(picked);
  const isSame = (Object.keys(place) as (keyof typeof place)[]).every(
    (name) =>
      typedValue(name, form.address[name], picked.countryCode) ===
      typedValue(name, place[name], picked.countryCode),
  );
  return isSame ? picked : undefined;
}

/** The request of the step: to whom an address of the account is sent, and whether a typed one is kept in it. */
export function submittedBody(
  form: AddressForm,
  { isGuest, addresses }: Buyer,
  options: { withAddress: boolean; withCertificate: boolean; countryCode: string },
): UpdateOrderBody {
  const picked = pickedAddress(addresses, form);
  const recipient = picked && {
    firstName: picked.firstName,
    lastName: picked.lastName,
    phoneNumber: picked.phoneNumber,
  };
  const saveAddress = isGuest ? undefined : picked === undefined && form.saveAddress === true;
  return addressBody({ ...form, saveAddress }, { ...options, recipient });
}

type Contacts = Pick<AddressForm, 'email' | 'firstName' | 'lastName' | 'phoneNumber'>;

/** What an order or its message says already, as the form has it; of what it does not say the fields are empty. */
export const fieldsOf = ({
  shippingAddress,
  invoice,
  certificate,
}: Addressing): Omit<AddressForm, keyof Contacts | 'savedAddress' | 'saveAddress'> => ({
  address: shippingAddress ? placeOf(shippingAddress) : noPlace,
  wantsInvoice: Boolean(invoice),
  invoice: {
    companyName: invoice?.companyName ?? '',
    companyCode: invoice?.companyCode ?? '',
    vatNumber: invoice?.vatNumber ?? '',
    ...(invoice ? placeOf(invoice) : noPlace),
  },
  certificate: certificate ? typedCertificate(certificate) : noCertificate,
});

/**
 * The fields as they stood: the draft of this device first, then what the order already holds, then the account. For a guest
 * what was typed for an earlier order.
 */
export function startValues(order: Order, { isGuest, customer: account, addresses }: Buyer): AddressForm {
  const draft =
    readDraft(order.tokenValue).address ??
    (isGuest && order.customer === undefined ? (readKnownAddress() ?? undefined) : undefined);
  const { shippingAddress, customer } = order;
  const invoice = order.invoice ?? (account?.isCompany === true ? account.company : undefined);
  // What was chosen or typed before stands; else the account's default address is the likely one.
  const saved =
    draft === undefined && shippingAddress === undefined
      ? (addresses.find(({ isDefault }) => isDefault) ?? addresses[0])
      : undefined;
  const begun = saved ?? shippingAddress;
  const certificate = order.certificate ?? account?.certificate;
  const fields = fieldsOf({ ...order, shippingAddress: begun, invoice, certificate });
  return {
    ...fields,
    firstName: customer?.firstName ?? shippingAddress?.firstName ?? account?.firstName ?? '',
    lastName: customer?.lastName ?? shippingAddress?.lastName ?? account?.lastName ?? '',
    phoneNumber: customer?.phoneNumber ?? shippingAddress?.phoneNumber ?? account?.phoneNumber ?? '',
    savedAddress: saved?.id,
    saveAddress: false,
    ...draft,
    email: account?.email ?? draft?.email ?? customer?.email ?? '',
    address: { ...fields.address, ...draft?.address },
    invoice: { ...fields.invoice, ...draft?.invoice },
    certificate: { ...fields.certificate, ...draft?.certificate },
  };
}
