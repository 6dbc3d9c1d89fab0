/** Ways of delivery of an order: plans, methods, places (contract 2.4, 4.6, 5.6). */
import { z } from '#lib/zod.ts';
import { code, count, intParameter, money } from '#contract/values.ts';

export const deliveryKinds = ['courier', 'pickup_point', 'collection'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];
export const deliveryKind = z.enum(deliveryKinds);

/** Which pieces of which line one shipment carries. */
export const shipmentItem = z.object({ itemId: z.int(), quantity: count });
export type ShipmentItem = z.infer<typeof shipmentItem>;

const seasonHours = z.nullable(z.array(z.string()));
/** Opening hours by season and weekday: `["08:00", "17:00"]`, null = closed. */
export const openingSeason = z.object({
  season: z.string(),
  /** First and last day of the season, MM-DD. */
  from: z.string(),
  to: z.string(),
  monday: seasonHours,
  tuesday: seasonHours,
  wednesday: seasonHours,
  thursday: seasonHours,
  friday: seasonHours,
  saturday: seasonHours,
  sunday: seasonHours,
});
export type OpeningSeason = z.infer<typeof openingSeason>;

export const warehouse = z.object({
  code,
  name: z.string(),
  address: z.string(),
  city: z.string(),
  phone: z.optional(z.string()),
  openingHours: z.optional(z.array(openingSeason)),
});
export type Warehouse = z.infer<typeof warehouse>;

/** CHK-08: a place where the order, or a part of it, can be collected. */
export const collectionPlace = z.object({
  ...warehouse.shape,
  latitude: z.optional(z.number()),
  longitude: z.optional(z.number()),
  coverage: z.enum(['all', 'part', 'none']),
  missing: z.array(shipmentItem),
});
export type CollectionPlace = z.infer<typeof collectionPlace>;

export const pickupPoint = z.object({
  code,
  provider: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  postCode: z.string(),
  countryCode: z.string(),
  latitude: z.optional(z.number()),
  longitude: z.optional(z.number()),
  openingHours: z.optional(z.string()),
});
export type PickupPoint = z.infer<typeof pickupPoint>;

const coordinate = (least: number, most: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,8})?$/)), z.transform(Number)),
    z.number().check(z.gte(least), z.lte(most)),
  );
/** CHK-06: `provider` or `shippingMethod` is needed; nearest first when `lat` and `lng` are given. */
export const pickupPointsQuery = z.object({
  provider: z.optional(z.string().check(z.maxLength(64))),
  shippingMethod: z.optional(code),
  countryCode: z.optional(z.string().check(z.maxLength(2))),
  city: z.optional(z.string().check(z.maxLength(255))),
  postCode: z.optional(z.string().check(z.maxLength(16))),
  query: z.optional(z.string().check(z.maxLength(128))),
  lat: z.optional(coordinate(-90, 90)),
  lng: z.optional(coordinate(-180, 180)),
  page: z.optional(intParameter(1, 1_000_000)),
  itemsPerPage: z.optional(intParameter(0, 100)),
});

/**
 * CHK-04: a method as it stands for one shipment. `price` is what it costs this buyer now; where a shipping promotion
 * lowers it, `originalPrice` [ours] is the price without.
 */
export const shippingMethod = z.object({
  code,
  name: z.string(),
  description: z.optional(z.string()),
  kind: deliveryKind,
  price: money,
  priceWithoutTax: money,
  originalPrice: z.optional(money),
  available: z.boolean(),
  /** Sentence in the locale of the answer, when it helps to know why not. */
  unavailableReason: z.optional(z.string()),
  /** Of pick-up points. */
  provider: z.optional(z.string()),
  /** First and last likely day, YYYY-MM-DD. */
  estimatedFrom: z.optional(z.string()),
  estimatedTo: z.optional(z.string()),
  position: z.int(),
});
export type ShippingMethod = z.infer<typeof shippingMethod>;

/** CHK-02: one way to bring all lines to the buyer. */
export const shippingPlan = z.object({
  /** `courier`, `pickup_point`, `collection.WAREHOUSE`, `mixed.courier`, `mixed.pickup_point`. */
  code,
  kind: z.enum(['courier', 'pickup_point', 'collection', 'mixed']),
  shipments: z.array(
    z.object({ warehouse, items: z.array(shipmentItem), kind: deliveryKind, priceFrom: money }),
  ),
  priceFrom: money,
  note: z.optional(z.string()),
  available: z.boolean(),
  unavailableReason: z.optional(z.string()),
  /** Of a plan that cannot be had: pieces of lines that no warehouse can give. */
  missing: z.optional(z.array(shipmentItem)),
  /** The plan the order follows now. */
  selected: z.boolean(),
});
export type ShippingPlan = z.infer<typeof shippingPlan>;

/** CHK-03. `warehouseCode` names the place of the collected part (plan `collection` or a mixed one). */
export const chooseShippingPlanBody = z.strictObject({ code, warehouseCode: z.optional(code) });
export type ChooseShippingPlanBody = z.infer<typeof chooseShippingPlanBody>;

/**
 * CHK-05. A pick-up point method wants `pickupPoint`; a collection method may name another `warehouse`. Where the
 * whole order is one shipment the method may be of another kind than the plan: the plan follows the choice.
 */
export const chooseShippingMethodBody = z.strictObject({
  shippingMethod: code,
  pickupPoint: z.optional(z.nullable(code)),
  warehouse: z.optional(z.nullable(code)),
});
export type ChooseShippingMethodBody = z.infer<typeof chooseShippingMethodBody>;
