/**
 * Every call of the shop as plain data: what it is called, where it lives and the three policies that
 * browser, service worker and server share. No schema stands here, so the first visit downloads none;
 * `shapes.ts` holds the schemas under the same names. The id is the row of docs/api-contract.md.
 */

/** Who may call (contract, "Auth column"): public, optional bearer, customer only, owner of the order. */
export type EndpointAuth = 'public' | 'optional' | 'customer' | 'owner';
/** `shared` answers are the same for everybody: the service worker and proxies may keep them (R0.16-R0.21). */
export type EndpointCache = 'shared' | 'private';
/** Whether an Idempotency-Key is honoured (contract 1.8); `required` refuses a call without one. */
export type EndpointReplay = 'none' | 'key' | 'required';

export interface Endpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v2`, parameters written `:name`. */
  readonly path: string;
  readonly auth: EndpointAuth;
  readonly cache: EndpointCache;
  readonly replay: EndpointReplay;
  /** May wait on the device without a connection and be sent later (column Q). */
  readonly queue: boolean;
  /** `errorCode` of a path that cannot name anything, where it is neither `not_found` nor `order.not_found`. */
  readonly absent?: 'cart.recover_gone' | 'loyalty.not_member';
  /** Cache-Control class of shared answers (contract 1.10). */
  readonly freshness?: 'long' | 'medium' | 'short' | 'hour';
}

const read = (
  id: string,
  path: string,
  freshness: NonNullable<Endpoint['freshness']>,
  auth: EndpointAuth = 'public',
) =>
  ({
    id,
    method: 'GET',
    path,
    auth,
    cache: 'shared',
    replay: 'none',
    queue: false,
    freshness,
  }) as const satisfies Endpoint;

const own = (id: string, path: string, auth: EndpointAuth = 'owner') =>
  ({
    id,
    method: 'GET',
    path,
    auth,
    cache: 'private',
    replay: 'none',
    queue: false,
  }) as const satisfies Endpoint;

const write = (
  id: string,
  method: Exclude<Endpoint['method'], 'GET'>,
  path: string,
  options: Partial<Pick<Endpoint, 'auth' | 'queue' | 'replay' | 'absent'>> = {},
) =>
  ({
    id,
    method,
    path,
    auth: options.auth ?? 'owner',
    cache: 'private',
    replay: options.replay ?? 'key',
    queue: options.queue ?? false,
    ...(options.absent === undefined ? {} : { absent: options.absent }),
  }) as const satisfies Endpoint;

export const endpoints = {
  // Channel, locale, interface texts (4.1)
  channel: read('SYS-01', '/shop/channels/:code', 'long', 'optional'),
  channels: read('SYS-02', '/shop/channels', 'long'),
  locales: read('SYS-03', '/shop/locales', 'long'),
  countries: read('SYS-04', '/shop/countries', 'long'),
  country: read('SYS-04', '/shop/countries/:code', 'long'),
  translations: read('SYS-05', '/translations/shop', 'long'),
  menu: read('SYS-06', '/shop-menus/:code', 'long'),
  redirects: read('SYS-07', '/shop/redirects', 'long'),
  health: own('SYS-08', '/health', 'public'),

  // Catalogue (4.2) and search (4.3)
  taxonsTree: read('CAT-01', '/shop/taxons-tree', 'long'),
  taxons: read('CAT-02', '/shop/taxons', 'long'),
  taxon: read('CAT-03', '/shop/taxons/:code', 'long'),
  products: read('CAT-04', '/shop/search/products', 'short'),
  product: read('CAT-05', '/shop/products/:code', 'medium'),
  productBySlug: read('CAT-06', '/shop/products-by-slug/:slug', 'medium'),
  productById: read('CAT-07', '/shop/products-by-id/:id', 'medium'),
  variants: read('CAT-08', '/shop/product-variants', 'medium'),
  variant: read('CAT-09', '/shop/product-variants/:code', 'medium'),
  attribute: read('CAT-11', '/shop/product-attributes/:code', 'medium'),
  attributeValues: read('CAT-12', '/shop/product-attributes/:code/values', 'medium'),
  attributePage: read('CAT-13', '/shop/attribute-pages/:attributeSlug/:valueSlug', 'medium'),
  /** Devices keep it in a form of their own: the worker lets it pass (sw/keepable-answers.ts). */
  catalogueSnapshot: read('CAT-14', '/shop/catalogue-snapshot', 'short'),
  /** What "prepare for the field" keeps of one product; the worker lets it pass too. */
  fieldPack: read('CAT-15', '/shop/products/:code/field-pack', 'medium'),
  /** Stock as it is now is what it is asked for: the worker lets it pass. */
  productsByCodes: read('CAT-16', '/shop/products-by-codes', 'short'),
  suggestions: read('SEA-01', '/shop/search/suggestions', 'short'),

  // Content (4.4), what everybody may read of loyalty (4.10), and recommendations (4.14)
  blocks: read('CMS-01', '/shop/cms-plugin/blocks', 'medium'),
  page: read('CMS-02', '/shop/cms/pages/:id', 'medium'),
  pages: read('CMS-03', '/shop/cms/pages', 'medium'),
  articles: read('CMS-04', '/shop/cms/articles', 'medium'),
  article: read('CMS-05', '/shop/cms/articles/:id', 'medium'),
  sections: read('CMS-06', '/shop/cms/sections', 'medium'),
  faq: read('CMS-07', '/shop/cms-plugin/faq', 'medium'),
  banners: read('CMS-08', '/shop/banners', 'medium'),
  loyaltyRule: read('LOY-01', '/shop/loyalty-rules/:code', 'medium'),
  loyaltyBenefits: read('LOY-02', '/shop/loyalty-benefits', 'medium'),
  recommendations: read('REC-01', '/shop/recommendations/placements/:placement', 'medium'),

  // Cart (4.5)
  pickUpCart: write('CART-01', 'POST', '/shop/orders', { auth: 'optional', queue: true }),
  /** Cart and placed order are one entity: the answer of a placed one carries its documents too (ORD-02). */
  order: own('CART-02', '/shop/orders/:token'),
  addItem: write('CART-03', 'POST', '/shop/orders/:token/items', { queue: true }),
  addItems: write('CART-21', 'POST', '/shop/orders/:token/item-lists', { queue: true }),
  addBundle: write('CART-04', 'POST', '/shop/orders/:token/product-bundle', { queue: true }),
  changeQuantity: write('CART-05', 'PATCH', '/shop/orders/:token/items/:id', { queue: true }),
  deleteItem: write('CART-06', 'DELETE', '/shop/orders/:token/items/:id', { queue: true }),
  restoreItem: write('CART-07', 'POST', '/shop/orders/:token/items/:id/restore', { queue: true }),
  applyCoupon: write('CART-08', 'PATCH', '/shop/orders/:token/apply-coupon', { queue: true }),
  addGiftCard: write('CART-10', 'POST', '/shop/orders/:token/gift-cards'),
  removeGiftCard: write('CART-11', 'DELETE', '/shop/orders/:token/gift-cards/:code'),
  gifts: own('CART-12', '/shop/orders/:token/gifts'),
  chooseGift: write('CART-13', 'PUT', '/shop/orders/:token/gift', { queue: true }),
  chooseGiftWrap: write('CART-14', 'PUT', '/shop/orders/:token/gift-wrap', { queue: true }),
  usePoints: write('CART-15', 'PUT', '/shop/orders/:token/loyalty-points', { auth: 'optional' }),
  orderAgain: write('CART-16', 'POST', '/shop/orders/order-again', { auth: 'customer' }),
  recoverCart: write('CART-17', 'POST', '/shop/orders/:cartId/recover', {
    auth: 'optional',
    absent: 'cart.recover_gone',
  }),
  clearCart: write('CART-18', 'DELETE', '/shop/orders/:token', { queue: true }),
  /** A question, and yet no GET: the code is the money, and addresses are written down on their way. */
  giftCardBalance: write('CART-20', 'POST', '/shop/gift-card-balances', { auth: 'public', replay: 'none' }),

  // Checkout (4.6)
  updateOrder: write('CHK-01', 'PUT', '/shop/orders/:token'),
  shippingPlans: own('CHK-02', '/shop/orders/:token/shipping-plans'),
  chooseShippingPlan: write('CHK-03', 'PUT', '/shop/orders/:token/shipping-plan'),
  shippingMethods: own('CHK-04', '/shop/orders/:token/shipments/:id/methods'),
  chooseShippingMethod: write('CHK-05', 'PATCH', '/shop/orders/:token/shipments/:id'),
  pickupPoints: read('CHK-06', '/shop/pickup-points', 'hour'),
  warehouses: own('CHK-08', '/shop/orders/:token/warehouses'),
  paymentMethods: own('CHK-10', '/shop/orders/:token/payments/:id/methods'),
  choosePaymentMethod: write('CHK-11', 'PATCH', '/shop/orders/:token/payments/:id'),
  completeOrder: write('CHK-12', 'PATCH', '/shop/orders/:token/complete', { replay: 'required' }),
  requestPayment: write('CHK-13', 'POST', '/shop/orders/:token/payment-requests', { replay: 'required' }),
  paymentRequest: own('CHK-14', '/shop/payment-requests/:hash', 'public'),
  confirmPayment: write('CHK-15', 'PUT', '/shop/payment-requests/:hash', { auth: 'public' }),
  changePaymentMethod: write('CHK-16', 'PATCH', '/shop/account/orders/:token/payments/:id'),
  paymentConfiguration: own('CHK-17', '/shop/orders/:token/payments/:id/configuration'),
  placeIntent: write('CHK-19', 'POST', '/shop/order-intents', {
    auth: 'optional',
    queue: true,
    replay: 'required',
  }),
  checkoutOptions: read('CHK-20', '/shop/checkout-options', 'hour'),
  orderIntent: own('CHK-19', '/shop/order-intents/:key', 'optional'),
  withdrawIntent: write('CHK-21', 'DELETE', '/shop/order-intents/:key', { auth: 'optional', replay: 'none' }),

  // Orders and documents (4.7)
  orderHistory: own('ORD-01', '/shop/orders', 'customer'),
  downloadInvoice: own('ORD-04', '/shop/invoices/:id/download'),
  downloadPreInvoice: own('ORD-05', '/shop/orders/:token/pre-invoice/download'),

  // Account (4.9). Answers with tokens are never stored: these run anew on a repeat (contract 1.8). A 401 of a public
  // call is its own word and no reason to refresh the sign-in (R7.13-R7.15).
  signIn: write('ACC-01', 'POST', '/shop/authentication-token', { auth: 'public', replay: 'none' }),
  refreshSession: write('ACC-02', 'POST', '/shop/refresh-token', { auth: 'public', replay: 'none' }),
  logOut: write('ACC-04', 'POST', '/shop/logout', { auth: 'optional', replay: 'none' }),
  signUp: write('ACC-05', 'POST', '/shop/customers', { auth: 'public' }),
  requestVerification: write('ACC-06', 'POST', '/shop/account-verification-requests', {
    auth: 'public',
    replay: 'none',
  }),
  verifyAccount: write('ACC-07', 'PATCH', '/shop/account-verification-requests/:token', { auth: 'optional' }),
  requestPasswordReset: write('ACC-08', 'POST', '/shop/reset-password-requests', {
    auth: 'public',
    replay: 'none',
  }),
  resetPassword: write('ACC-09', 'PATCH', '/shop/reset-password-requests/:token', { auth: 'optional' }),
  customer: own('ACC-10', '/shop/customers/me', 'customer'),
  updateCustomer: write('ACC-11', 'PUT', '/shop/customers/:id', { auth: 'customer' }),
  /** The same call with this one property, which may wait (column Q): the server's handler is that of `updateCustomer`. */
  chooseDefaultAddress: write('ACC-12', 'PUT', '/shop/customers/:id', { auth: 'customer', queue: true }),
  /** A repeat is told 204: its tokens were not stored. */
  changePassword: write('ACC-13', 'PUT', '/shop/customers/:id/password', { auth: 'customer' }),
  requestDeletion: write('ACC-14', 'POST', '/shop/user/account-remove', { auth: 'customer' }),
  /** Changes the account although it is a GET: the address stands in a letter (specification, section 7). */
  cancelDeletion: own('ACC-15', '/shop/user/cancel-account-remove', 'customer'),
  addresses: own('ACC-16', '/shop/addresses', 'customer'),
  addAddress: write('ACC-17', 'POST', '/shop/addresses', { auth: 'customer', queue: true }),
  address: own('ACC-18', '/shop/addresses/:id', 'customer'),
  changeAddress: write('ACC-19', 'PUT', '/shop/addresses/:id', { auth: 'customer', queue: true }),
  deleteAddress: write('ACC-20', 'DELETE', '/shop/addresses/:id', { auth: 'customer', queue: true }),

  joinLoyalty: write('LOY-03', 'POST', '/shop/customer-loyalty-rules', { auth: 'customer' }),
  leaveLoyalty: write('LOY-04', 'PATCH', '/shop/customer-loyalty-rules/:id/leave', {
    auth: 'customer',
    absent: 'loyalty.not_member',
  }),
  pointsHistory: own('LOY-05', '/shop/customers/me/loyalty-transactions', 'customer'),

  // Wishlist (4.11) of whoever is signed in; a guest's is on the device. WSH-05 is CAT-04.
  wishlists: own('WSH-01', '/shop/wishlists', 'customer'),
  addWished: write('WSH-02', 'POST', '/shop/wishlists', { auth: 'customer', queue: true }),
  removeWished: write('WSH-03', 'DELETE', '/shop/wishlists/:token/product/:code', {
    auth: 'customer',
    queue: true,
  }),
  mergeWished: write('WSH-04', 'POST', '/shop/wishlists/merge', { auth: 'customer', queue: true }),

  // Newsletter (4.12). Guests may ask too; the links in the letters are nobody else's.
  subscribeNewsletter: write('MSG-01', 'POST', '/shop/customers/subscribe-newsletter', {
    auth: 'optional',
    queue: true,
  }),
  confirmNewsletter: own('MSG-02', '/shop/newsletter/confirm/:token', 'public'),
  unsubscribeNewsletter: write('MSG-02', 'POST', '/shop/newsletter/unsubscribe', {
    auth: 'public',
    replay: 'none',
  }),

  // Reviews (4.12)
  reviews: read('REV-01', '/shop/product-reviews', 'medium'),
  writeReview: write('REV-02', 'POST', '/shop/product-reviews', { auth: 'public', queue: true }),
  reviewLink: own('REV-03', '/shop/product-review-links/:token', 'public'),

  // Goods that are sold out (4.12)
  requestStock: write('STK-01', 'POST', '/shop/stock-requests', { auth: 'optional', queue: true }),
  stockRequests: own('STK-02', '/shop/stock-requests', 'customer'),
  withdrawStockRequest: write('STK-03', 'DELETE', '/shop/stock-requests/:hash', {
    auth: 'public',
    replay: 'none',
  }),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

/** Base path of every call (contract 1.1). */
export const apiBase = '/api/v2';

/** Names of the headers that both sides use (contract 1.2, 1.3); `s-channel` and the last two are ours. */
export const header = {
  locale: 's-locale',
  channel: 's-channel',
  contact: 'contact-id',
  userKey: 'user-key',
  idempotencyKey: 'Idempotency-Key',
  marker: 'X-Shop-Api',
  /** Set by the service worker on answers from its copy: they say nothing about the connection. */
  copy: 'X-Shop-Copy',
} as const;

/** Value of the marker header: tells an answer of this shop from a network's sign-in page. */
export const apiMarker = '2';
