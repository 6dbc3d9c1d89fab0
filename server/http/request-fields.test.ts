import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { shapes, type Shape } from '#contract/shapes.ts';

/**
 * Who reads the fields of each request. Bodies are strict, so a client learns that a field is known; one that nothing
 * reads would be taken and passed over in silence.
 */
const place = 'server/orders/checkout-addresses.ts';
const readers: Partial<Record<EndpointName, readonly string[]>> = {
  channels: ['server/channels/channel-routes.ts'],
  redirects: ['server/channels/channel-routes.ts'],
  taxonsTree: ['server/catalogue/catalogue-routes.ts'],
  taxons: ['server/catalogue/catalogue-routes.ts'],
  products: [
    'server/catalogue/catalogue-routes.ts',
    'server/catalogue/lists.ts',
    'src/domain/listing.ts',
    'src/domain/listing-index.ts',
  ],
  variants: ['server/catalogue/catalogue-routes.ts'],
  attributeValues: ['server/catalogue/catalogue-routes.ts'],
  catalogueSnapshot: ['server/catalogue/snapshot-routes.ts'],
  suggestions: ['server/catalogue/catalogue-routes.ts'],
  blocks: ['server/content/content-routes.ts'],
  pages: ['server/content/content-routes.ts', 'server/catalogue/lists.ts'],
  articles: ['server/content/content-routes.ts', 'server/catalogue/lists.ts'],
  faq: ['server/content/content-routes.ts'],
  banners: ['server/channels/channel-routes.ts', 'server/catalogue/lists.ts'],
  loyaltyBenefits: ['server/loyalty/loyalty-routes.ts'],
  recommendations: ['server/catalogue/catalogue-routes.ts'],
  pickUpCart: ['server/orders/order-commands.ts'],
  addItem: ['server/orders/cart-lines.ts'],
  addBundle: ['server/orders/cart-lines.ts'],
  changeQuantity: ['server/orders/order-routes.ts'],
  applyCoupon: ['server/orders/order-routes.ts'],
  chooseGiftWrap: ['server/orders/wrap-commands.ts'],
  orderAgain: ['server/orders/order-again.ts'],
  adjustments: ['server/orders/order-routes.ts'],
  updateOrder: ['server/orders/checkout-commands.ts', place],
  chooseShippingPlan: ['server/orders/checkout-commands.ts'],
  chooseShippingMethod: ['server/orders/checkout-commands.ts'],
  pickupPoints: ['server/orders/checkout-reads.ts'],
  choosePaymentMethod: ['server/orders/order-routes.ts'],
  completeOrder: [
    'server/orders/complete-order.ts',
    'server/orders/completion-checks.ts',
    'server/orders/place-order.ts',
  ],
  requestPayment: ['server/payment/payment-commands.ts'],
  confirmPayment: ['server/payment/payment-commands.ts'],
  changePaymentMethod: ['server/payment/payment-routes.ts'],
  placeIntent: [
    'server/orders/intent-commands.ts',
    'server/orders/intent-parts.ts',
    'server/orders/intent-delivery.ts',
    'server/orders/completion-checks.ts',
    'src/domain/intent-lines.ts',
    place,
  ],
  orderHistory: ['server/orders/order-history.ts'],
  downloadInvoice: ['server/documents/document-routes.ts'],
  signIn: ['server/session/session-commands.ts', 'server/session/open-session.ts'],
  refreshSession: ['server/session/open-session.ts'],
  logOut: ['server/session/open-session.ts'],
  signUp: [
    'server/customers/sign-up.ts',
    'server/customers/account-form.ts',
    'server/customers/customer-routes.ts',
    place,
  ],
  requestVerification: ['server/session/open-session.ts'],
  verifyAccount: ['server/session/open-session.ts'],
  requestPasswordReset: ['server/session/password-reset.ts', 'server/session/open-session.ts'],
  resetPassword: ['server/session/password-reset.ts', 'server/customers/account-form.ts'],
  updateCustomer: ['server/customers/profile.ts', 'server/customers/account-form.ts', place],
  chooseDefaultAddress: ['server/customers/customer-routes.ts', 'server/customers/addresses.ts'],
  changePassword: ['server/session/change-password.ts', 'server/customers/account-form.ts'],
  cancelDeletion: ['server/customers/customer-routes.ts'],
  addresses: ['server/catalogue/lists.ts'],
  addAddress: ['server/customers/addresses.ts', place],
  changeAddress: ['server/customers/addresses.ts', place],
  addWished: ['server/wishlists/open-wishlists.ts', 'server/wishlists/wishlist-commands.ts'],
  mergeWished: ['server/wishlists/open-wishlists.ts', 'server/wishlists/wishlist-commands.ts'],
  subscribeNewsletter: ['server/newsletter/open-newsletter.ts'],
  unsubscribeNewsletter: ['server/newsletter/open-newsletter.ts'],
  reviews: ['server/reviews/review-commands.ts'],
  writeReview: ['server/reviews/review-commands.ts'],
  requestStock: ['server/stock-requests/stock-request-commands.ts'],
};
/** Fields that have one value only: nothing depends on them. */
const constant = new Set(['requestPayment action']);

interface Schema {
  _zod?: {
    def: { shape?: Record<string, Schema>; innerType?: Schema; element?: Schema; options?: Schema[] };
  };
}
function fieldsOf(schema: unknown): string[] {
  const { shape, innerType, element, options } = (schema as Schema | undefined)?._zod?.def ?? {};
  const inside = [innerType, element, ...(options ?? [])].flatMap((one) => (one ? fieldsOf(one) : []));
  return [...inside, ...Object.entries(shape ?? {}).flatMap(([name, one]) => [name, ...fieldsOf(one)])];
}

/** `body.name`, `'name'` and `{ name }` read a field. */
const reads = (text: string, name: string): boolean =>
  new RegExp(`[.]${name}\\b|['"\`]${name}['"\`]|\\{[^{}]*\\b${name}\\b[^{}]*\\}`).test(text);

test('every field of every request is read by the shop', () => {
  const kept = new Map<string, string>();
  const textOf = (file: string) => {
    const text = kept.get(file) ?? readFileSync(file, 'utf8');
    kept.set(file, text);
    return text;
  };
  const unread = (Object.keys(endpoints) as EndpointName[]).flatMap((name) => {
    const { query, body }: Shape = shapes[name];
    const files = readers[name] ?? [];
    return [...new Set([...fieldsOf(query), ...fieldsOf(body)])]
      .filter((field) => !constant.has(`${name} ${field}`))
      .filter((field) => !files.some((file) => reads(textOf(file), field)))
      .map((field) => `${name} ${field}`);
  });
  expect(unread).toEqual([]);
});
