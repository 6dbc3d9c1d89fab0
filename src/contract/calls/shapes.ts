/**
 * The schemas of every call under the names of `endpoints.ts`: what may come in and what goes out.
 * Loaded by the server at start and by the browser only when it first talks to the server.
 */
import { z } from '#lib/zod.ts';
import * as accounts from '#contract/accounts.ts';
import * as addresses from '#contract/addresses.ts';
import * as catalogueRequests from '#contract/catalogue-requests.ts';
import * as catalogue from '#contract/catalogue.ts';
import * as channels from '#contract/channel.ts';
import * as content from '#contract/content.ts';
import * as customers from '#contract/customers.ts';
import * as delivery from '#contract/orders/delivery.ts';
import type { EndpointName } from './endpoints.ts';
import * as loyalty from '#contract/loyalty.ts';
import * as newsletter from '#contract/newsletter.ts';
import * as choices from '#contract/orders/order-choices.ts';
import * as history from '#contract/orders/order-history.ts';
import * as intents from '#contract/orders/order-intents.ts';
import * as orderRequests from '#contract/orders/order-requests.ts';
import * as gifts from '#contract/orders/gifts.ts';
import * as giftCards from '#contract/orders/gift-cards.ts';
import * as orders from '#contract/orders/orders.ts';
import * as payments from '#contract/orders/payments.ts';
import * as reviews from '#contract/reviews.ts';
import * as snapshots from '#contract/snapshot.ts';
import * as stock from '#contract/stock-requests.ts';
import { code, intParameter, listOf, slug } from '#contract/values.ts';
import * as wishlists from '#contract/wishlists.ts';

export interface Shape {
  /** Path parameters, as strings. */
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  /** Bodies are strict objects: an unknown property is an error. */
  readonly body?: z.ZodMiniType;
  /** Absent: no body (204) or a file. */
  readonly response?: z.ZodMiniType;
}

const byCode = z.object({ code });

export const shapes = {
  channel: { params: byCode, response: channels.channel },
  channels: { query: channels.channelsQuery, response: listOf(channels.channel) },
  locales: { response: listOf(channels.locale) },
  countries: { response: listOf(channels.country) },
  country: { params: byCode, response: channels.country },
  translations: { response: channels.translations },
  menu: { params: byCode, response: channels.menu },
  redirects: {
    query: z.object({
      source: z.optional(z.string().check(z.maxLength(2048))),
      itemsPerPage: z.optional(intParameter(0, 9999)),
    }),
    response: listOf(channels.redirect),
  },
  health: { response: channels.health },

  taxonsTree: { query: catalogueRequests.taxonsTreeQuery, response: listOf(catalogue.taxon) },
  taxons: { query: catalogueRequests.taxonsQuery, response: listOf(catalogue.taxon) },
  taxon: { params: byCode, response: catalogue.taxon },
  products: {
    query: catalogueRequests.productsQuery,
    response: listOf(catalogue.productCard, catalogue.productsMeta),
  },
  product: { params: byCode, response: catalogue.product },
  productBySlug: { params: z.object({ slug }), response: catalogue.product },
  productById: { params: content.idParams, response: catalogue.product },
  variants: { query: catalogueRequests.variantsQuery, response: listOf(catalogue.variant) },
  variant: {
    params: byCode,
    response: z.object({ ...catalogue.variant.shape, product: z.object({ code, slug, name: z.string() }) }),
  },
  attribute: { params: byCode, response: catalogue.attributeDetail },
  attributeValues: {
    params: byCode,
    query: catalogueRequests.attributeValuesQuery,
    response: listOf(z.object({ ...catalogue.attributeValue.shape, productCount: z.int() })),
  },
  attributePage: {
    params: z.object({ attributeSlug: slug, valueSlug: slug }),
    response: catalogue.attributeValue,
  },
  catalogueSnapshot: { query: snapshots.snapshotQuery, response: snapshots.snapshot },
  fieldPack: { params: byCode, response: catalogue.fieldPack },
  productsByCodes: { query: catalogueRequests.productsByCodesQuery, response: listOf(catalogue.productCard) },
  suggestions: {
    query: catalogueRequests.suggestionsQuery,
    response: listOf(catalogue.productCard, { taxonsSuggestions: z.array(catalogue.taxonSuggestion) }),
  },

  blocks: { query: content.blocksQuery, response: listOf(content.block) },
  page: { params: content.idParams, response: content.page },
  pages: { query: content.pagesQuery, response: listOf(content.page) },
  articles: {
    query: content.articlesQuery,
    response: listOf(content.articleCard, {
      sections: z.array(z.object({ slug: z.string(), name: z.string() })),
    }),
  },
  article: { params: content.idParams, response: content.article },
  sections: { response: listOf(content.section) },
  faq: { query: content.faqQuery, response: listOf(content.faqItem) },
  banners: { query: channels.bannersQuery, response: listOf(channels.banner) },
  loyaltyRule: { params: byCode, response: loyalty.loyaltyRule },
  loyaltyBenefits: { query: loyalty.loyaltyBenefitsQuery, response: listOf(loyalty.loyaltyBenefit) },
  recommendations: {
    params: z.object({ placement: z.string().check(z.maxLength(64)) }),
    query: catalogueRequests.recommendationsQuery,
    response: listOf(catalogue.recommendation),
  },

  pickUpCart: { body: orderRequests.pickUpCartBody, response: orders.order },
  order: { params: orderRequests.orderParams, query: orderRequests.orderQuery, response: orders.order },
  addItem: { params: orderRequests.orderParams, body: orderRequests.addItemBody, response: orders.order },
  addItems: {
    params: orderRequests.orderParams,
    body: orderRequests.addItemsBody,
    response: orders.order,
  },
  addBundle: { params: orderRequests.orderParams, body: orderRequests.addBundleBody, response: orders.order },
  changeQuantity: {
    params: orderRequests.orderPartParams,
    body: orderRequests.changeQuantityBody,
    response: orders.order,
  },
  deleteItem: { params: orderRequests.orderPartParams, response: orders.order },
  restoreItem: { params: orderRequests.orderPartParams, response: orders.order },
  applyCoupon: {
    params: orderRequests.orderParams,
    body: choices.applyCouponBody,
    response: orders.order,
  },
  gifts: { params: orderRequests.orderParams, response: listOf(gifts.giftOption, gifts.giftsMeta) },
  chooseGift: {
    params: orderRequests.orderParams,
    body: choices.chooseGiftBody,
    response: orders.order,
  },
  addGiftCard: {
    params: orderRequests.orderParams,
    body: choices.codeBody,
    response: orders.order,
  },
  removeGiftCard: { params: choices.codeParams, response: orders.order },
  usePoints: {
    params: orderRequests.orderParams,
    body: choices.usePointsBody,
    response: orders.order,
  },
  chooseGiftWrap: {
    params: orderRequests.orderParams,
    body: choices.giftWrapBody,
    response: orders.order,
  },
  orderAgain: { body: history.orderAgainBody, response: history.orderAgainAnswer },
  recoverCart: {
    params: orderRequests.recoverCartParams,
    body: orderRequests.recoverCartBody,
    response: orders.order,
  },
  clearCart: { params: orderRequests.orderParams },
  giftCardBalance: { body: giftCards.giftCardBalanceBody, response: giftCards.giftCardBalance },

  updateOrder: {
    params: orderRequests.orderParams,
    body: orderRequests.updateOrderBody,
    response: orders.order,
  },
  shippingPlans: { params: orderRequests.orderParams, response: listOf(delivery.shippingPlan) },
  chooseShippingPlan: {
    params: orderRequests.orderParams,
    body: delivery.chooseShippingPlanBody,
    response: orders.order,
  },
  shippingMethods: { params: orderRequests.orderPartParams, response: listOf(delivery.shippingMethod) },
  chooseShippingMethod: {
    params: orderRequests.orderPartParams,
    body: delivery.chooseShippingMethodBody,
    response: orders.order,
  },
  pickupPoints: { query: delivery.pickupPointsQuery, response: listOf(delivery.pickupPoint) },
  warehouses: { params: orderRequests.orderParams, response: listOf(delivery.collectionPlace) },
  paymentMethods: { params: orderRequests.orderPartParams, response: listOf(payments.paymentMethod) },
  choosePaymentMethod: {
    params: orderRequests.orderPartParams,
    body: payments.choosePaymentMethodBody,
    response: orders.order,
  },
  completeOrder: {
    params: orderRequests.orderParams,
    body: orderRequests.completeOrderBody,
    response: orders.completedOrder,
  },
  requestPayment: {
    params: orderRequests.orderParams,
    body: payments.requestPaymentBody,
    response: payments.requestedPayment,
  },
  paymentRequest: { params: orderRequests.paymentRequestParams, response: payments.paymentRequest },
  confirmPayment: {
    params: orderRequests.paymentRequestParams,
    body: payments.confirmPaymentBody,
    response: payments.paymentRequest,
  },
  changePaymentMethod: {
    params: orderRequests.orderPartParams,
    body: payments.choosePaymentMethodBody,
    response: orders.order,
  },
  paymentConfiguration: { params: orderRequests.orderPartParams, response: payments.paymentConfiguration },
  checkoutOptions: { response: intents.checkoutOptions },
  placeIntent: { body: intents.orderIntentBody, response: intents.placedIntent },
  orderIntent: { params: intents.orderIntentParams, response: intents.orderIntentOutcome },
  withdrawIntent: { params: intents.orderIntentParams, response: intents.orderIntentOutcome },

  orderHistory: { query: history.orderHistoryQuery, response: listOf(history.orderSummary) },
  downloadInvoice: { params: orderRequests.documentParams, query: orderRequests.documentQuery },
  downloadPreInvoice: { params: orderRequests.orderParams },

  signIn: { query: customers.signInQuery, body: customers.signInBody, response: customers.signedIn },
  refreshSession: { body: customers.refreshBody, response: customers.tokenPair },
  logOut: { body: customers.logoutBody },
  signUp: { query: accounts.signUpQuery, body: accounts.signUpBody, response: accounts.signedUp },
  requestVerification: { body: customers.emailBody },
  verifyAccount: {
    params: customers.mailedTokenParams,
    body: customers.verifyBody,
    /** Empty at the first use. */
    response: z.optional(customers.verified),
  },
  requestPasswordReset: { body: accounts.resetRequestBody },
  resetPassword: { params: customers.mailedTokenParams, body: accounts.resetBody },
  customer: { response: listOf(customers.customer) },
  updateCustomer: {
    params: accounts.customerParams,
    body: accounts.updateCustomerBody,
    response: customers.customer,
  },
  chooseDefaultAddress: {
    params: accounts.customerParams,
    body: accounts.defaultAddressBody,
    response: customers.customer,
  },
  changePassword: {
    params: accounts.customerParams,
    body: accounts.changePasswordBody,
    response: customers.tokenPair,
  },
  requestDeletion: {},
  cancelDeletion: { query: accounts.cancelDeletionQuery, response: customers.customer },
  addresses: { query: addresses.addressesQuery, response: listOf(addresses.customerAddress) },
  addAddress: { body: addresses.customerAddressBody, response: addresses.customerAddress },
  address: { params: addresses.addressParams, response: addresses.customerAddress },
  changeAddress: {
    params: addresses.addressParams,
    body: addresses.customerAddressBody,
    response: addresses.customerAddress,
  },
  deleteAddress: { params: addresses.addressParams },
  joinLoyalty: { body: loyalty.joinLoyaltyBody, response: customers.customer },
  leaveLoyalty: {
    params: loyalty.membershipParams,
    body: loyalty.leaveLoyaltyBody,
    response: customers.customer,
  },
  pointsHistory: { query: loyalty.pointsHistoryQuery, response: listOf(loyalty.pointsEntry) },

  wishlists: { response: listOf(wishlists.wishlist) },
  addWished: { body: wishlists.wishedBody, response: wishlists.wishlist },
  removeWished: { params: wishlists.wishedParams, response: wishlists.wishlist },
  mergeWished: { body: wishlists.wishedBody, response: wishlists.mergedWishlist },

  subscribeNewsletter: { body: newsletter.subscribeBody, response: newsletter.subscription },
  confirmNewsletter: { params: newsletter.letterParams, response: newsletter.subscription },
  unsubscribeNewsletter: { body: newsletter.unsubscribeBody, response: newsletter.subscription },

  reviews: { query: reviews.reviewsQuery, response: listOf(reviews.review, reviews.reviewsMeta) },
  writeReview: { body: reviews.writeReviewBody, response: reviews.review },
  reviewLink: { params: reviews.reviewLinkParams, response: reviews.reviewLink },

  requestStock: { body: stock.stockRequestBody, response: stock.requestedStock },
  stockRequests: { response: listOf(stock.stockRequest) },
  withdrawStockRequest: { params: stock.stockRequestLink },
} as const satisfies Record<EndpointName, Shape>;

export type Shapes = typeof shapes;
