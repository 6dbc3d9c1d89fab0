/**
 * Order: cart and placed order are one entity (contract 2.4, 4.5 to 4.7). All amounts are integer cents.
 * Rules that both sides ask (item count, unit price) are in `#domain/cart/cart-lines.ts` and `line-amounts.ts`, summary lines in `#domain/cart/summary-lines.ts`.
 */
import { z } from '#lib/zod.ts';
import { adjustmentTypes } from './adjustments.ts';
import { totalNames, type TotalName } from './order-totals.ts';
import { company, orderAddress } from '#contract/addresses.ts';
import { certificate } from '#contract/certificates.ts';
import { deliveryKind, pickupPoint, shipmentItem, warehouse } from './delivery.ts';
import { orderDocument } from './documents.ts';
import { paymentKind } from './payments.ts';
import { shownChoices } from './order-choices.ts';
import { deletedItem, orderItem } from './order-lines.ts';
import { code, dateTime, money, token } from '#contract/values.ts';

export const orderStates = ['cart', 'new', 'processing', 'fulfilled', 'cancelled'] as const;
export type OrderState = (typeof orderStates)[number];

export const checkoutStates = [
  'cart',
  'shipping_selected',
  'shipping_skipped',
  'addressed',
  'payment_skipped',
  'payment_selected',
  'completed',
] as const;
export type CheckoutState = (typeof checkoutStates)[number];

/** The first three are the specification's; the others are accepted from backends that use them (contract 3.3). */
export const paymentStates = [
  'cart',
  'awaiting_payment',
  'paid',
  'partially_paid',
  'authorized',
  'cancelled',
  'refunded',
  'partially_refunded',
] as const;
export type PaymentState = (typeof paymentStates)[number];

export const shippingStates = ['cart', 'ready', 'partially_shipped', 'shipped', 'cancelled'] as const;
export type ShippingState = (typeof shippingStates)[number];

export const adjustment = z.object({
  type: z.enum(adjustmentTypes),
  label: z.string(),
  /** Discounts are below zero. */
  amount: money,
  originCode: z.optional(z.string()),
  /** True = already inside other amounts (included tax): not added to the total. */
  neutral: z.boolean(),
});
export type Adjustment = z.infer<typeof adjustment>;

export const shipment = z.object({
  id: z.int(),
  state: z.enum(['cart', 'ready', 'shipped', 'cancelled']),
  /** What the plan says of this shipment; the method of the same kind is chosen later. */
  kind: deliveryKind,
  method: z.optional(z.object({ code, name: z.string(), kind: deliveryKind })),
  /** Before shipping promotions. */
  price: money,
  items: z.array(shipmentItem),
  warehouse,
  pickupPoint: z.optional(pickupPoint),
  tracking: z.optional(z.string()),
  trackingUrl: z.optional(z.string()),
  shippedAt: z.optional(dateTime),
  /** Last likely day, `YYYY-MM-DD`, counted from when the order was placed; until it is sent or handed out. */
  estimatedAt: z.optional(z.string()),
});
export type Shipment = z.infer<typeof shipment>;

const payment = z.object({
  id: z.int(),
  state: z.enum(['cart', 'new', 'processing', 'authorized', 'completed', 'failed', 'cancelled', 'refunded']),
  method: z.optional(
    z.object({ code, name: z.string(), kind: paymentKind, instructions: z.optional(z.string()) }),
  ),
  amount: money,
  currencyCode: z.string(),
  createdAt: dateTime,
});

const orderWarning = z.object({
  errorCode: z.string(),
  /** For people, in the locale of the answer. */
  detail: z.string(),
  itemId: z.optional(z.int()),
});

export const order = z.object({
  id: z.int(),
  tokenValue: token,
  /** Once placed. */
  number: z.optional(z.string()),
  /** Grows with each accepted change; also in the ETag as "v<version>". */
  version: z.int(),
  state: z.enum(orderStates),
  checkoutState: z.enum(checkoutStates),
  paymentState: z.enum(paymentStates),
  shippingState: z.enum(shippingStates),
  currencyCode: z.string(),
  localeCode: z.string(),
  channelCode: code,
  createdAt: dateTime,
  updatedAt: dateTime,
  checkoutCompletedAt: z.optional(dateTime),
  /** Of carts. */
  expiresAt: z.optional(dateTime),
  /** Contact of the buyer; the id only when it is the caller. */
  customer: z.optional(
    z.object({
      id: z.optional(z.int()),
      email: z.string(),
      firstName: z.optional(z.string()),
      lastName: z.optional(z.string()),
      phoneNumber: z.optional(z.string()),
    }),
  ),
  billingAddress: z.optional(orderAddress),
  shippingAddress: z.optional(orderAddress),
  /** Invoice to a company; absent = private receipt. */
  invoice: z.optional(company),
  /** Given for goods of professional use. */
  certificate: z.optional(certificate),
  /** Live lines only. */
  items: z.array(orderItem),
  /** Undo list. */
  deletedItems: z.array(deletedItem),
  /** Code of the plan that the shipments follow (contract 5.6); absent while there is nothing to ship. */
  shippingPlan: z.optional(code),
  shipments: z.array(shipment),
  /** The last one is current. */
  payments: z.array(payment),
  /** With the one of the coupon, which is no default promotion (R3.46). */
  promotions: z.array(
    z.object({
      code,
      name: z.string(),
      amount: money,
      /** It takes this share off the goods and nothing else; absent of a fixed amount, and in carts kept from before it was told. */
      percentage: z.optional(z.int()),
    }),
  ),
  /** Ways that this cart can be brought by, and the sum of goods from which each costs nothing; absent where there are none. */
  freeDelivery: z.optional(z.array(z.object({ from: money, methods: z.array(z.string()) }))),
  ...shownChoices,
  ...(Object.fromEntries(totalNames.map((name) => [name, money])) as Record<TotalName, typeof money>),
  adjustments: z.array(adjustment),
  consents: z.optional(
    z.object({
      termsAndConditionsAccepted: z.boolean(),
      privacyPolicyAccepted: z.boolean(),
      at: dateTime,
    }),
  ),
  notes: z.optional(z.string()),
  parentTokenValue: z.optional(z.string()),
  childOrders: z.array(
    z.object({ tokenValue: token, number: z.string(), total: money, state: z.enum(orderStates) }),
  ),
  /** Idempotency keys of accepted changes, oldest first: what the client leaves out of what still waits. */
  appliedCommandIds: z.array(z.string()),
  warnings: z.array(orderWarning),
  /** Of placed orders (ORD-02). */
  documents: z.optional(z.array(orderDocument)),
  returns: z.optional(z.array(z.object({ token, number: z.string(), state: z.string() }))),
  canReturn: z.optional(z.boolean()),
  /** The order waits for money and can be paid through a gateway or after a change of the method. */
  canPay: z.optional(z.boolean()),
  canReview: z.optional(z.array(z.string())),
});
export type Order = z.infer<typeof order>;

/** What the browser does after completion: open the gateway, show how to pay, or nothing. */
export const nextAction = z.object({
  type: z.enum(['none', 'redirect', 'instructions']),
  paymentId: z.optional(z.int()),
});
export type NextAction = z.infer<typeof nextAction>;
export const completedOrder = z.object({ ...order.shape, nextAction: z.optional(nextAction) });
export type CompletedOrder = z.infer<typeof completedOrder>;
