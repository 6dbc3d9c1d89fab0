/** The orders of a signed-in customer, and buying one of them again (contract ORD-01, CART-16). */
import { z } from '#lib/zod.ts';
import { order, orderStates, paymentStates, shippingStates } from './orders.ts';
import {
  code,
  count,
  dateTime,
  direction,
  listParameter,
  money,
  paging,
  positiveInt,
  token,
} from '#contract/values.ts';

/** One row of the list; amounts in cents. */
export const orderSummary = z.object({
  id: z.int(),
  number: z.string(),
  tokenValue: token,
  checkoutCompletedAt: dateTime,
  state: z.enum(orderStates),
  paymentState: z.enum(paymentStates),
  shippingState: z.enum(shippingStates),
  total: money,
  currencyCode: z.string(),
  /** Pieces of all lines. */
  itemCount: count,
  shipments: z.array(z.object({ tracking: z.optional(z.string()), trackingUrl: z.optional(z.string()) })),
  canReturn: z.boolean(),
  /** The order waits for money and can be paid through a gateway or after a change of the method. */
  canPay: z.boolean(),
});
export type OrderSummary = z.infer<typeof orderSummary>;

/** ORD-01: newest first unless `order[checkoutCompletedAt]` says otherwise; carts are no orders, whatever is asked. */
export const orderHistoryQuery = z.object({
  ...paging(100),
  state: z.optional(listParameter(z.enum(orderStates), orderStates.length)),
  order: z.optional(z.record(z.string(), direction)),
});
export type OrderHistoryQuery = z.infer<typeof orderHistoryQuery>;

/** CART-16 (R7.20). `orderId`: id or token of a placed order; `skipCheck`: what cannot be had is left out without a refusal. */
export const orderAgainBody = z.strictObject({
  orderId: z.union([z.int().check(z.gte(1), z.lte(2_147_483_647)), token]),
  skipCheck: z.optional(z.boolean()),
  /** The cart that takes the goods; one that is not there is ignored. */
  orderToken: z.optional(z.string().check(z.maxLength(256))),
});
export type OrderAgainBody = z.infer<typeof orderAgainBody>;

/** Why not all pieces of a line can be bought now. */
export const shortReasons = [
  'not_sold',
  'trade_proof_required',
  'insufficient_stock',
  'quantity_range',
] as const;
export type ShortReason = (typeof shortReasons)[number];

/** A line of the earlier order as it went into the cart; `added` is below `requested` where `reason` stands. */
export const orderedAgain = z.object({
  productCode: code,
  variantCode: code,
  requested: positiveInt,
  added: count,
  reason: z.optional(z.enum(shortReasons)),
});
export type OrderedAgain = z.infer<typeof orderedAgain>;

/** The cart with what went into it; a repeat of the same command answers the cart alone. */
export const orderAgainAnswer = z.object({
  ...order.shape,
  added: z.optional(z.array(orderedAgain)),
  skipped: z.optional(z.array(orderedAgain)),
});
export type OrderAgainAnswer = z.infer<typeof orderAgainAnswer>;
