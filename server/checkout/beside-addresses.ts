/**
 * What the address step asks beside contacts and addresses, as columns of the order: of a cart (contract CHK-01) and of an order in one
 * message (CHK-19).
 */
import type { Updateable } from 'kysely';
import type { Violation } from '#contract/errors.ts';
import type { Addressing } from '#contract/orders/order-requests.ts';
import type { OrderTable } from '#server/database/schema-orders.ts';
import { checkGivenCertificate } from '#server/forms/check-certificate.ts';

export type OrderColumns = Updateable<OrderTable>;

/** What one part of an update sets, and the rules that it breaks. */
export interface Part {
  columns: OrderColumns;
  violations: Violation[];
}

type BesideAddresses = Omit<Addressing, 'shippingAddress' | 'addressId' | 'billingAddress' | 'invoice'>;
/** As an order has it of which nothing is said. */
const nothingSaid: Required<BesideAddresses> = { certificate: null, saveAddress: false };

/** What is left out stays as it is, null clears; it moves no step of the checkout. */
export function besideAddresses(
  { certificate, saveAddress }: BesideAddresses,
  locale: string,
  now: Date,
): Part {
  const checked = certificate ? checkGivenCertificate(certificate, locale, now) : undefined;
  return {
    columns: {
      ...(saveAddress === undefined ? {} : { save_address: saveAddress }),
      ...(certificate === undefined ? {} : { certificate: checked ? JSON.stringify(checked.value) : null }),
    },
    violations: checked?.violations ?? [],
  };
}

/** The same of a whole order: what its cart had is forgotten. */
export const allBesideAddresses = (said: BesideAddresses, locale: string, now: Date): Part =>
  besideAddresses({ ...nothingSaid, ...said }, locale, now);
