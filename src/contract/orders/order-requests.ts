/** What the calls of a cart and its order are asked with (contract 4.4 to 4.6). */
import { mostItemsAtOnce } from './item-bounds.ts';
import { z } from '#lib/zod.ts';
import { addressInput, companyInput, contactInput } from '#contract/addresses.ts';
import { certificateInput } from '#contract/certificates.ts';
import { soldGiftCard } from './gift-cards.ts';
import { booleanParameter, code, money, token } from '#contract/values.ts';

/** Number in an address: 1 to 2^31-1. */
const idText = z.pipe(
  z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.transform(Number)),
  z.int().check(z.lte(2_147_483_647)),
);
export const orderParams = z.object({ token });
/** CART-02 [ours]: an open cart is counted at the prices of this moment; else they may be five minutes old. */
export const orderQuery = z.object({ recalculate: z.optional(booleanParameter) });
export type OrderQuery = z.infer<typeof orderQuery>;
/** Of a line, a shipment or a payment of the order. */
export const orderPartParams = z.object({ token, id: idText });
export const documentParams = z.object({ id: idText });
export const documentQuery = z.object({ orderToken: z.optional(token) });
export const paymentRequestParams = z.object({ hash: token });

/**
 * CART-01: a cart begun offline brings its own token (22 to 64 URL-safe characters, 128 random bits). `exceptTokens`: carts of the
 * caller that it must not be, since they wait on the device to be ordered (CHK-19) or
 * emptied (CART-18).
 */
export const pickUpCartBody = z.strictObject({
  localeCode: z.optional(z.string().check(z.maxLength(16))),
  tokenValue: z.optional(token),
  exceptTokens: z.optional(z.array(token).check(z.maxLength(50))),
});
export type PickUpCartBody = z.infer<typeof pickUpCartBody>;

/** CART-03. Quantities outside 1 to 9999 are a rule (422), fractions and texts are no quantities (400). */
export const addItemBody = z.strictObject({
  productVariantCode: code,
  quantity: z.int(),
  /** Of gift cards alone, and always. */
  giftCard: z.optional(soldGiftCard),
});
export type AddItemBody = z.infer<typeof addItemBody>;

/** CART-21: all of it or nothing. */
export const addItemsBody = z.strictObject({
  items: z
    .array(z.strictObject({ productVariantCode: code, quantity: z.int() }))
    .check(z.minLength(1), z.maxLength(mostItemsAtOnce)),
});
export type AddItemsBody = z.infer<typeof addItemsBody>;

/** CART-04; without `items` the default contents. */
export const addBundleBody = z.strictObject({
  productCode: code,
  quantity: z.int(),
  /** What its lines share, named by who sends it: a set that was put in without a connection is found by it. */
  groupId: z.optional(z.string().check(z.regex(/^[\w-]{8,32}$/))),
  items: z.optional(
    z
      .array(z.strictObject({ productVariantCode: code, quantity: z.int() }))
      .check(z.minLength(1), z.maxLength(50)),
  ),
});
export type AddBundleBody = z.infer<typeof addBundleBody>;

/** CART-05. */
export const changeQuantityBody = z.strictObject({ quantity: z.int() });

/** CART-17: a cart's token, or what a letter about it says in its place (cart-link.ts), which is longer than any token. */
export const recoverCartParams = z.object({ cartId: z.string().check(z.regex(/^[\w-]{22,160}$/)) });
/**
 * `orderToken`: the cart that the device has; if the link leads to it, it is gone on with and not copied. `exceptTokens`: carts of the
 * caller that the goods must not go into, as of CART-01. `own`: in place of `orderToken` from pages of builds before 30 November 2026, the
 * link is the token of their cart; to be taken out when these are no more.
 */
export const recoverCartBody = z.strictObject({
  orderToken: z.optional(token),
  own: z.optional(z.boolean()),
  exceptTokens: z.optional(z.array(token).check(z.maxLength(50))),
});
export type RecoverCartBody = z.infer<typeof recoverCartBody>;

/**
 * What the buyer says at the address step beside who they are, at the shop (CHK-09) or on the device (CHK-19): handed on whole, from the
 * form to the row.
 */
export const addressing = z.object({
  /** Wanted when something is sent by courier. */
  shippingAddress: z.optional(z.nullable(addressInput)),
  /** Of the signed-in buyer's book, where no `shippingAddress` is given. */
  addressId: z.optional(z.int().check(z.gte(1), z.lte(2_147_483_647))),
  /** The delivery address goes into the signed-in buyer's book when the order is placed; a guest has none. */
  saveAddress: z.optional(z.boolean()),
  /** Absent: a copy of the shipping address, or made of the contacts. */
  billingAddress: z.optional(z.nullable(addressInput)),
  invoice: z.optional(z.nullable(companyInput)),
  /** For goods of professional use (5.7). */
  certificate: z.optional(z.nullable(certificateInput)),
});
export type Addressing = z.infer<typeof addressing>;

/** CHK-01 (contacts) and CHK-09 (addresses): a property left out stays as it is, null clears. */
export const updateOrderBody = z.strictObject({
  email: z.optional(z.string()),
  contact: z.optional(contactInput),
  subscribedToNewsletter: z.optional(z.boolean()),
  ...addressing.shape,
});
export type UpdateOrderBody = z.infer<typeof updateOrderBody>;

/** What the buyer says when they order, at the shop (CHK-12) or on the device (CHK-19): handed on whole, from the form to the row. */
export const placing = z.object({
  termsAndConditionsAccepted: z.boolean(),
  privacyPolicyAccepted: z.boolean(),
  notes: z.optional(z.nullable(z.string())),
  subscribedToNewsletter: z.optional(z.boolean()),
});
export type Placing = z.infer<typeof placing>;

/** CHK-12. `expectedTotal` is what the buyer saw; a different total places nothing. */
export const completeOrderBody = z.strictObject({ ...placing.shape, expectedTotal: z.optional(money) });
export type CompleteOrderBody = z.infer<typeof completeOrderBody>;
