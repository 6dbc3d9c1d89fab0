import type { Order } from '#contract/orders/orders.ts';
import { emailPattern } from '#domain/fields/field-rules.ts';

/**
 * Words of the buyer in a letter of the shop: one line, and no address that a mail program would make a link of. What a
 * stranger typed is sent to whomever they named. Addresses are broken by spaces that are seen: what has no width is dropped
 * again by whoever reads an address (IDNA). A sign between digits stays, as in times and sums.
 */
export const wordsOfBuyer = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    // All signs that are read as the dot of a name.
    .replace(/(?<!\d)[.。．｡:]+(?=[^\s.。．｡:])|[.。．｡:]+(?=[^\s\d.。．｡:])/gu, '$& ')
    .replace(/\s*[@＠]\s*/gu, ' $& ')
    .replace(/ {2,}/g, ' ');

/**
 * The address that a buyer has given, for whom it is told to so that they answer it: whole where it is nothing but one. What
 * stands before its @ may have the look of another address.
 */
export const emailOfBuyer = (email: string): string =>
  emailPattern.test(email) && /^(?!www\.)[\w.+-]+@/i.test(email) ? email : wordsOfBuyer(email);

/** The same for whatever somebody typed in fields: an address, a company. */
function inWordsOfBuyer<T>(typed: T): T {
  if (typeof typed === 'string') return wordsOfBuyer(typed) as T;
  if (typeof typed !== 'object' || typed === null) return typed;
  return Object.fromEntries(Object.entries(typed).map(([name, one]) => [name, inWordsOfBuyer(one)])) as T;
}

/** Parts of an order that are more than numbers and flags. */
type WordedPart = {
  [K in keyof Order]-?: NonNullable<Order[K]> extends number | boolean ? never : K;
}[keyof Order];

/**
 * Who wrote the words of each part. A part that an order is given does not compile before it is told here, so that none comes
 * into letters and papers with the links of a stranger (docs/security.md, T37).
 */
const writers: Readonly<Record<WordedPart, 'buyer' | 'shop'>> = {
  customer: 'buyer',
  billingAddress: 'buyer',
  shippingAddress: 'buyer',
  invoice: 'buyer',
  certificate: 'buyer',
  giftWrap: 'buyer',
  notes: 'buyer',
  // Names of goods; what is typed for gift cards goes with `giftCardWords`.
  items: 'shop',
  deletedItems: 'shop',
  tokenValue: 'shop',
  number: 'shop',
  state: 'shop',
  checkoutState: 'shop',
  paymentState: 'shop',
  shippingState: 'shop',
  currencyCode: 'shop',
  localeCode: 'shop',
  channelCode: 'shop',
  createdAt: 'shop',
  updatedAt: 'shop',
  checkoutCompletedAt: 'shop',
  expiresAt: 'shop',
  shippingPlan: 'shop',
  shipments: 'shop',
  payments: 'shop',
  promotions: 'shop',
  freeDelivery: 'shop',
  promotionCoupon: 'shop',
  giftCards: 'shop',
  gift: 'shop',
  loyalty: 'shop',
  adjustments: 'shop',
  consents: 'shop',
  parentTokenValue: 'shop',
  childOrders: 'shop',
  appliedCommandIds: 'shop',
  warnings: 'shop',
  documents: 'shop',
  returns: 'shop',
  canReview: 'shop',
};

/**
 * An order as letters and papers tell it: no word of its buyer is a link. Their address of mail stays as it is: a letter goes to
 * it, and to nobody else.
 */
export function orderInWords(order: Order): Order {
  const told = Object.fromEntries(
    Object.entries(order).map(([part, value]) => [
      part,
      writers[part as WordedPart] === 'buyer' ? inWordsOfBuyer(value) : value,
    ]),
  ) as Order;
  const email = order.customer?.email;
  return told.customer && email !== undefined ? { ...told, customer: { ...told.customer, email } } : told;
}

interface GiftCardWords {
  recipientName: string;
  senderName?: string | undefined;
  message?: string | undefined;
}
/** What was typed for gift cards, for who they are for: the wish keeps its lines. */
export const giftCardWords = ({ recipientName, senderName, message }: GiftCardWords): GiftCardWords => ({
  recipientName: wordsOfBuyer(recipientName),
  senderName: senderName === undefined ? undefined : wordsOfBuyer(senderName),
  message: message
    ?.split(/\r\n?|\n/)
    .map(wordsOfBuyer)
    .join('\n'),
});
