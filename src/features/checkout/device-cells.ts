/** What the checkout keeps on this device: the draft of its fields and the order placed last. */
import type { OfflineDelivery } from '#domain/waiting/offline-order.ts';
import { readCartToken } from '#features/cart/cart-token.ts';
import { isSignedIn } from '#api/session-tokens.ts';
import { readStoredJson, writeStored, type StorageKey } from '#lib/stored-value.ts';
import type { AddressForm } from './address-step-schema.ts';
import type { PaymentDraft } from './payment-schema.ts';

export interface CheckoutDraft {
  /** Of which cart. */
  token: string;
  address?: AddressForm | undefined;
  pickupPoints?: Record<string, string>;
  /** As an order without a connection names it. */
  delivery?: OfflineDelivery;
  /** It was chosen without the shop, which has not been told of it. */
  isDeliveryUntold?: boolean;
  /** Of the payment step; consents are given with the press and not kept. */
  payment?: PaymentDraft;
}

/** Nothing is kept where nothing may be stored; the forms still work. */
const write = (key: StorageKey, value: unknown) =>
  void writeStored(key, value === null ? null : JSON.stringify(value));

/** The draft of this cart's checkout; it outlives a reload and a crash. */
export function readDraft(token: string): CheckoutDraft {
  const draft = readStoredJson('CHECKOUT_DRAFT') as CheckoutDraft | null;
  return draft !== null && typeof draft === 'object' && draft.token === token ? draft : { token };
}
/**
 * Nothing is kept without a cart in front: it was ordered, or its customer has signed out, and a form that still stands must
 * not bring back what was forgotten (R0.28).
 */
export function writeDraft(draft: CheckoutDraft) {
  if (readCartToken() !== null) write('CHECKOUT_DRAFT', draft);
}
/** What was chosen without the shop and not told to it yet; null without such a choice. */
export function untoldDelivery(token: string): OfflineDelivery | null {
  const { delivery, isDeliveryUntold = false } = readDraft(token);
  const isChosen = delivery !== undefined && (delivery.method !== null || delivery.place !== null);
  return isChosen && isDeliveryUntold ? delivery : null;
}
/**
 * The draft became an order, at the shop or on this device. What a guest typed for it spares the typing of the next one; what
 * belongs to an account does not stay on the device after it.
 */
export function closeDraft() {
  const form = asForm((readStoredJson('CHECKOUT_DRAFT') as CheckoutDraft | null)?.address);
  if (form !== null && !isSignedIn()) writeKnownAddress(form);
  write('CHECKOUT_DRAFT', null);
}

const asForm = (stored: AddressForm | null | undefined): AddressForm | null =>
  typeof stored === 'object' && typeof stored?.email === 'string' && typeof stored.address === 'object'
    ? stored
    : null;

/** Who ordered from this device last, to spare the typing; null when nobody did, or when it was forgotten on request. */
export const readKnownAddress = (): AddressForm | null =>
  asForm(readStoredJson('KNOWN_ADDRESS') as AddressForm | null);
export function writeKnownAddress(form: AddressForm | null) {
  write('KNOWN_ADDRESS', form);
}

/** Token of the order placed last on this device: what the thank-you page shows. */
export function readPlacedOrder(): string | null {
  const token = readStoredJson('PLACED_ORDER');
  return typeof token === 'string' && /^[A-Za-z0-9_-]{22,64}$/.test(token) ? token : null;
}
export function writePlacedOrder(token: string) {
  write('PLACED_ORDER', token);
}

/** An order that was sent and not yet answered: its cart, and the key of the intention (contract 1.8). */
export interface OrderOnItsWay {
  token: string;
  key: string;
}

/** Outlives a reload and a crash: whoever comes back asks with the same key, and buys once. */
export function readOrderOnItsWay(): OrderOnItsWay | null {
  const onItsWay = readStoredJson('PLACING_ORDER') as OrderOnItsWay | null;
  const isOne =
    typeof onItsWay === 'object' &&
    onItsWay !== null &&
    /^[A-Za-z0-9_-]{22,64}$/.test(onItsWay.token) &&
    /^[A-Za-z0-9-]{36}$/.test(onItsWay.key);
  return isOne ? onItsWay : null;
}
export function writeOrderOnItsWay(onItsWay: OrderOnItsWay | null) {
  write('PLACING_ORDER', onItsWay);
}
