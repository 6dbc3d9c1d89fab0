/**
 * A whole order as one message (contract CHK-19): what a shopper agreed to, made on the device and sent once, whole or
 * not at all. Its Idempotency-Key is the order's name until the shop has given a number: the same key is sent again
 * until an answer echoes it, written into the text form (`#domain/waiting/intent-text.ts`), and never used for another body.
 */
import { z } from '#lib/zod.ts';
import { contactInput } from '#contract/addresses.ts';
import { apiErrorBody } from '#contract/errors.ts';
import { deliveryKind, warehouse, type Warehouse } from './delivery.ts';
import { mostLines } from './item-bounds.ts';
import { chosen } from './order-choices.ts';
import { addressing, placing } from './order-requests.ts';
import { completedOrder } from './orders.ts';
import { paymentMethod } from './payments.ts';
import { code, count, dateTime, money, token } from '#contract/values.ts';

/**
 * What to do with a line that the shop cannot give in full: `wait` buys nothing now, `reduce` takes what there is,
 * `drop` leaves the line out.
 */
export const shortRules = ['wait', 'reduce', 'drop'] as const;
export type ShortRule = (typeof shortRules)[number];

/** Lines of the same variant are one line; the most careful of their rules counts (`wait` before `reduce` before `drop`). */
export const intentLine = z.strictObject({
  productVariantCode: code,
  quantity: z.int(),
  whenShort: z.enum(shortRules),
});
export type IntentLine = z.infer<typeof intentLine>;

/** Of the pieces of the lines, those that were chosen as a set, at its price: so many of it, with these parts (variants). */
export const intentSet = z.strictObject({
  productCode: code,
  quantity: z.int().check(z.gte(1), z.lte(99)),
  parts: z.array(code).check(z.minLength(1), z.maxLength(50)),
});
export type IntentSet = z.infer<typeof intentSet>;

/** Pieces by which an order and the cart that it was made of differ. */
export const cartPieces = z.strictObject({
  productVariantCode: code,
  quantity: z.int().check(z.gte(1), z.lte(2_147_483_647)),
});
export type CartPieces = z.infer<typeof cartPieces>;

/** Choices for one parcel or one collected part of the plan. */
export const intentShipment = z.strictObject({
  shippingMethod: code,
  /** Wanted by methods of pick-up points. */
  pickupPoint: z.optional(z.nullable(code)),
  /** Where a collected part is collected. */
  warehouse: z.optional(z.nullable(code)),
});
export type IntentShipment = z.infer<typeof intentShipment>;

/**
 * The way of delivery. `code` is that of a shipping plan (CHK-02). The device may not know into how many parcels the
 * shop will split the order: each shipment of the real plan takes the choice at its own place when that is of its kind,
 * else the first of its kind.
 */
export const intentPlan = z.strictObject({
  code,
  shipments: z.array(intentShipment).check(z.minLength(1), z.maxLength(8)),
});
export type IntentPlan = z.infer<typeof intentPlan>;

/** The thirtieth of February would be read as a day of March. */
function isDay(day: string): boolean {
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}

/** ISO 8601 with seconds and offset or Z. What the form refuses is asked the second question too. */
const instant = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/),
  z.refine((value) => !Number.isNaN(Date.parse(value)) && isDay(value.slice(0, 10))),
);

/** Largest amount that an order can have, cents. */
const sum = money.check(z.gte(0), z.lte(2_147_483_647));

/**
 * Fields that say nothing of the order, only what stays of its buyer's cart: two messages of one key that differ in them are the same order. Its text
 * (`#domain/waiting/intent-text.ts`) does without them, since it signs nobody in, and only of a customer's cart anything stays.
 */
export const besideTheOrder = z.object({
  /**
   * Of the ordered pieces those that were put in on the device and never came into the shop's cart: as many of the same goods that lie there were put
   * in elsewhere. Said with `takenOut` alone, absent where there are none.
   */
  addedHere: z.optional(z.array(cartPieces).check(z.maxLength(mostLines))),
  /** Carts of the caller that what is left must not go into, as of CART-01. */
  exceptTokens: z.optional(z.array(token).check(z.maxLength(50))),
});

export const orderIntentBody = z.strictObject({
  /** Token of the cart that becomes the order, made on the device; a cart that has it is used up. */
  tokenValue: token,
  lines: z.array(intentLine).check(z.maxLength(500)),
  /** A set that cannot be had as such costs what its parts do alone. */
  sets: z.optional(z.array(intentSet).check(z.maxLength(50))),
  /** A guest's; an order of an account has the account's own. */
  email: z.string(),
  contact: contactInput,
  ...addressing.shape,
  plan: intentPlan,
  /** One that needs no redirect: transfer, cash, cash on delivery. */
  paymentMethod: code,
  ...chosen.shape,
  /** The code gives something, or nothing is bought; absent: an order within its sum goes without what the code does not give. */
  couponRequired: z.optional(z.boolean()),
  ...placing.shape,
  /** When the shopper pressed the button, by the clock of the device. */
  agreedAt: instant,
  /** The total that the shopper saw, cents: what is left to pay once points and cards have paid. */
  expectedTotal: sum,
  /** Send-if rule: up to this total, cents, the order is sent without asking again. */
  maximumTotal: z.optional(sum),
  /**
   * What the shopper saw gift cards and other means of payment pay beside it, cents. Absent, as in orders of before, they pay all that they can; points
   * never pay more than the number of them that is named.
   */
  expectedPaid: z.optional(sum),
  /**
   * Pieces beside the ordered ones that the device knew to be in the shop's cart, and that its buyer took out: they go with the cart. With this list,
   * also an empty one, pieces that are neither ordered nor in it were put in elsewhere meanwhile, and stay in a cart of the customer. Absent, as in
   * orders of before, the whole cart is used up.
   */
  takenOut: z.optional(z.array(cartPieces).check(z.maxLength(mostLines))),
  ...besideTheOrder.shape,
});
export type OrderIntentBody = z.infer<typeof orderIntentBody>;

/** 201: the order in state new. The header and `idempotencyKey` echo the key. */
export const placedIntent = z.object({ ...completedOrder.shape, idempotencyKey: z.string() });
export type PlacedIntent = z.infer<typeof placedIntent>;

/**
 * `context.short` of `order.out_of_stock` and of `order.goods_elsewhere`: the lines that stopped the order, and how many pieces
 * the chosen way of delivery can have now.
 */
export const shortLine = z.object({
  productVariantCode: code,
  quantity: count,
  available: count,
  /** Other places where all of it can be collected. */
  collectAt: z.optional(z.array(z.object({ code, name: z.string(), city: z.string() }))),
  /** All of it could be sent, of an order that was to be collected. */
  delivered: z.optional(z.boolean()),
});
export type ShortLine = z.infer<typeof shortLine>;

/** The rest of that context: ways in which the shop can give the order whole. */
export interface OtherWays {
  /** Places at which what is collected of it can be collected instead. */
  places: readonly Warehouse[];
  /** An order that was to be collected could be sent. */
  delivered: boolean;
}

export const orderIntentParams = z.object({ key: token });

/**
 * What became of a key. `placed`: the order as it is now. `refused`: nothing was bought; `error` is what the answer
 * said, with `context.order` where amounts differ. A key that the shop never answered is 404; one that is being worked
 * on is 409 `idempotency.in_progress`.
 */
export const orderIntentOutcome = z.object({
  idempotencyKey: z.string(),
  outcome: z.enum(['placed', 'refused']),
  /** Status of the answer to the intent. */
  status: z.int(),
  at: dateTime,
  order: z.optional(completedOrder),
  error: z.optional(apiErrorBody),
});
export type OrderIntentOutcome = z.infer<typeof orderIntentOutcome>;

/**
 * CHK-20 [ours]: what an order can be made of before the shop has seen its cart: every way of delivery and payment of the
 * channel with its bounds, the same for everybody. The device keeps it, so that an order can be made with no connection.
 */
export const checkoutOptions = z.object({
  shippingMethods: z.array(
    z.object({
      code,
      name: z.string(),
      description: z.optional(z.string()),
      kind: deliveryKind,
      /** Before promotions, with tax. */
      price: money,
      /** Sum of the goods, before promotions, from which it costs nothing; absent where there is none. */
      freeFrom: z.optional(money),
      /** Grams that one parcel may weigh. */
      minWeight: z.optional(count),
      maxWeight: z.optional(count),
      provider: z.optional(z.string()),
    }),
  ),
  /** Only those that need no redirect: transfer, cash, cash on delivery. */
  paymentMethods: z.array(
    z.object({ ...paymentMethod.shape, minAmount: z.optional(money), maxAmount: z.optional(money) }),
  ),
  /** Where goods can be collected. */
  places: z.array(z.object({ ...warehouse.shape, handsOutChemicals: z.boolean() })),
  /** Rate of the tax inside the price of delivery, 0 to 1; options kept before it was told lack it. */
  serviceTaxRate: z.optional(z.number()),
});
export type CheckoutOptions = z.infer<typeof checkoutOptions>;
