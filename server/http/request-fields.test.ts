import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#contract/calls/endpoints.ts';
import { shapes, type Shape } from '#contract/calls/shapes.ts';

/**
 * Who reads the fields of each request. Bodies are strict, so a client learns that a field is known; one that nothing
 * reads would be taken and passed over in silence.
 */
const place = 'server/forms/check-addresses.ts';
const beside = 'server/checkout/beside-addresses.ts';
const certificate = 'src/domain/fields/certificate.ts';
const readers: Partial<Record<EndpointName, readonly string[]>> = {
  channels: ['server/navigation/channel-routes.ts'],
  redirects: ['server/navigation/channel-routes.ts'],
  taxonsTree: ['server/catalogue/catalogue-routes.ts'],
  taxons: ['server/catalogue/catalogue-routes.ts', 'server/http/paging.ts'],
  products: [
    'server/catalogue/catalogue-routes.ts',
    'server/http/paging.ts',
    'src/domain/search/listing.ts',
    'src/domain/search/listing-index.ts',
  ],
  productsByCodes: ['server/catalogue/catalogue-routes.ts'],
  variants: ['server/catalogue/catalogue-routes.ts', 'server/http/paging.ts'],
  attributeValues: ['server/catalogue/catalogue-routes.ts', 'server/http/paging.ts'],
  catalogueSnapshot: ['server/catalogue/snapshot-routes.ts'],
  suggestions: ['src/domain/search/suggestions.ts'],
  blocks: ['server/content/content-routes.ts'],
  pages: ['server/content/content-routes.ts', 'server/http/paging.ts'],
  articles: ['server/content/content-routes.ts', 'server/http/paging.ts'],
  faq: ['server/content/content-routes.ts'],
  banners: ['server/navigation/banners.ts', 'server/http/paging.ts'],
  loyaltyBenefits: ['server/loyalty/loyalty-routes.ts'],
  recommendations: ['server/catalogue/catalogue-routes.ts'],
  pickUpCart: ['server/cart/cart-commands.ts'],
  order: ['server/cart/cart-commands.ts'],
  addItem: ['server/cart/new-cart-lines.ts', 'server/cart/sold-gift-cards.ts'],
  addItems: ['server/cart/line-commands.ts', 'server/cart/new-cart-lines.ts'],
  addBundle: ['server/cart/new-cart-lines.ts'],
  changeQuantity: ['server/cart/cart-routes.ts'],
  applyCoupon: ['server/cart/cart-routes.ts'],
  chooseGift: ['server/cart/gift-commands.ts'],
  chooseGiftWrap: ['server/cart/wrap-commands.ts'],
  addGiftCard: ['server/cart/cart-routes.ts'],
  giftCardBalance: ['server/cart/cart-routes.ts'],
  recoverCart: ['server/cart/recover-cart.ts'],
  usePoints: ['server/cart/points-commands.ts'],
  orderAgain: ['server/cart/order-again.ts'],
  updateOrder: ['server/checkout/update-order.ts', beside, place, certificate],
  chooseShippingPlan: ['server/checkout/choose-delivery.ts'],
  chooseShippingMethod: ['server/checkout/choose-delivery.ts'],
  pickupPoints: ['server/checkout/pickup-points.ts'],
  choosePaymentMethod: ['server/checkout/checkout-routes.ts'],
  completeOrder: [
    'server/checkout/complete-order.ts',
    'server/checkout/completion-checks.ts',
    'server/placed-orders/place-order.ts',
  ],
  requestPayment: ['server/payment/payment-commands.ts'],
  confirmPayment: ['server/payment/payment-commands.ts'],
  changePaymentMethod: ['server/payment/payment-routes.ts'],
  placeIntent: [
    'server/intents/agreed-or-ask.ts',
    'server/intents/intent-commands.ts',
    'server/intents/take-cart.ts',
    'server/intents/goods-left.ts',
    'server/intents/intent-codes.ts',
    'server/intents/intent-parts.ts',
    'server/order-terms/balances.ts',
    'server/intents/intent-delivery.ts',
    'server/intents/intent-sets.ts',
    'server/checkout/completion-checks.ts',
    'server/placed-orders/place-order.ts',
    'src/domain/waiting/intent-lines.ts',
    beside,
    place,
    certificate,
  ],
  orderHistory: ['server/placed-orders/order-history.ts'],
  downloadInvoice: ['server/placed-orders/document-routes.ts'],
  signIn: ['server/session/session-commands.ts', 'server/session/session-routes.ts'],
  refreshSession: ['server/session/session-routes.ts'],
  logOut: ['server/session/session-routes.ts'],
  signUp: [
    'server/customers/sign-up.ts',
    'server/forms/account-fields.ts',
    'server/customers/customer-routes.ts',
    place,
  ],
  requestVerification: ['server/session/session-routes.ts'],
  verifyAccount: ['server/session/session-routes.ts'],
  requestPasswordReset: ['server/session/password-reset.ts', 'server/session/session-routes.ts'],
  resetPassword: ['server/session/password-reset.ts', 'server/forms/account-fields.ts'],
  updateCustomer: ['server/customers/profile.ts', 'server/forms/account-fields.ts', place],
  chooseDefaultAddress: ['server/customers/profile.ts'],
  changePassword: ['server/session/change-password.ts', 'server/forms/account-fields.ts'],
  cancelDeletion: ['server/customers/customer-routes.ts'],
  addresses: ['server/http/paging.ts'],
  addAddress: ['server/customers/addresses.ts', place],
  changeAddress: ['server/customers/addresses.ts', place],
  addWished: ['server/wishlists/wishlist-routes.ts', 'server/wishlists/wishlist-commands.ts'],
  joinLoyalty: ['server/customers/membership.ts'],
  leaveLoyalty: ['server/customers/customer-routes.ts'],
  pointsHistory: ['server/customers/points-history.ts'],
  mergeWished: ['server/wishlists/wishlist-routes.ts', 'server/wishlists/wishlist-commands.ts'],
  subscribeNewsletter: ['server/newsletter/newsletter-routes.ts'],
  unsubscribeNewsletter: ['server/newsletter/newsletter-routes.ts'],
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

interface Node {
  type: string;
  [part: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const wordOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  return node.type === 'Identifier'
    ? String(node['name'])
    : node.type === 'Literal' && typeof node['value'] === 'string'
      ? node['value']
      : undefined;
};
const partsOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((part) => isNode(part));

/**
 * Names that a source reads of anything: `body.name`, `body['name']`, `const { name } = body`, `'name' in body`, and lists of
 * names that are gone through. What it writes, `{ name: … }` and `body.name = …`, and what it calls a field in a refusal, is
 * not read.
 */
function namesRead(file: string, source: string): Set<string> {
  const read = new Set<string>();
  const note = (node: unknown): void => {
    const word = wordOf(node);
    if (word !== undefined) read.add(word);
  };
  const visit = (node: Node): void => {
    const { type, computed, property, properties, elements, operator, left, right } = node;
    // Of a type nothing is read.
    if (type.startsWith('TS') && !isNode(node['expression'])) return;
    if (type === 'MemberExpression' && (computed !== true || (property as Node).type === 'Literal'))
      note(property);
    if (type === 'ObjectPattern')
      for (const one of properties as Node[]) if (one.type === 'Property') note(one['key']);
    if (type === 'ArrayExpression') for (const one of elements as unknown[]) note(one);
    if (type === 'BinaryExpression' && operator === 'in') note(left);
    if (
      type === 'AssignmentExpression' &&
      operator === '=' &&
      isNode(left) &&
      left.type === 'MemberExpression'
    ) {
      for (const part of [left['object'], right]) if (isNode(part)) visit(part);
      return;
    }
    for (const part of partsOf(node)) visit(part);
  };
  visit(parseSync(file, source).program as unknown as Node);
  return read;
}

test('what is written is not read', () => {
  const names = (source: string) => [...namesRead('some.ts', source)].toSorted();
  expect(names('const a = body.one; const { two, three: x } = body; body["four"]; "five" in body')).toEqual([
    'five',
    'four',
    'one',
    'three',
    'two',
  ]);
  expect(names('save({ one: a, two }); out.three = b; refuse("four"); type T = { five: string }')).toEqual(
    [],
  );
  expect(names('({ one }: T, [y]: U) => y; for (const n of ["two"]) body[n]')).toEqual(['one', 'two']);
});

test('every field of every request is read by the shop', () => {
  const kept = new Map<string, Set<string>>();
  const readIn = (file: string) => {
    const names = kept.get(file) ?? namesRead(file, readFileSync(file, 'utf8'));
    kept.set(file, names);
    return names;
  };
  const unread = (Object.keys(endpoints) as EndpointName[]).flatMap((name) => {
    const { query, body }: Shape = shapes[name];
    const files = readers[name] ?? [];
    return [...new Set([...fieldsOf(query), ...fieldsOf(body)])]
      .filter((field) => !constant.has(`${name} ${field}`))
      .filter((field) => !files.some((file) => readIn(file).has(field)))
      .map((field) => `${name} ${field}`);
  });
  expect(unread).toEqual([]);
});
