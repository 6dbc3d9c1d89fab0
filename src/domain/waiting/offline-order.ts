/**
 * An order made on the device (contract CHK-19): which ways of delivery and payment fit what is in the cart, what it comes
 * to, and the one message that is sent. Amounts are integer cents, weights grams. The shop checks all of it again.
 */
import type { CheckoutOptions, OrderIntentBody, ShortRule } from '#contract/orders/order-intents.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Addressing, Placing, UpdateOrderBody } from '#contract/orders/order-requests.ts';
import type { DeliveryKind } from '#contract/orders/delivery.ts';
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import { isNoGift } from './estimated-lines.ts';
import { collectTowns } from '#domain/cart/cart-lines.ts';
import { paidAsSeen } from '#domain/cart/paid-by.ts';
import { wantedOn } from './cart-choices.ts';
import { offlineAmounts } from './offline-amounts.ts';
import { setsIn } from './waiting-sets.ts';

type Method = CheckoutOptions['shippingMethods'][number];
type Place = CheckoutOptions['places'][number];

/** One way to get everything: the method of what is sent, the place of what is collected. */
export interface OfflineDelivery {
  method: string | null;
  pickupPoint: string | null;
  /** Code of the place where what is collected is handed out, `severalPlaces`, or `noPlaceYet`; null = nothing is collected. */
  place: string | null;
}
/** It is collected, but where is not chosen yet. */
export const noPlaceYet = '';
/** Each of the collected goods where it lies: the shop finds the fewest places (contract 5.6). */
export const severalPlaces = '*';

export interface DeliveryWays {
  /** Methods that can take all that is sent in one parcel. */
  sent: Method[];
  /** Places where all (or, of a mixed order, the collected part) may be handed out. */
  places: Place[];
  /** No place has all that is only collected, but each of it lies somewhere. */
  canSpread: boolean;
  collectMethod: Method | null;
  /** Lines that are only collected: chemicals, and what lies only where nothing is sent from. */
  collected: OrderItem[];
  /** Part must be collected, part can be sent. */
  isMixed: boolean;
  /** Nothing may be sent: goods that are only collected. */
  isCollectOnly: boolean;
}

const weigh = (items: readonly OrderItem[]): number =>
  items.reduce((sum, item) => sum + item.quantity * (item.variant.weight ?? 0), 0);

const isChemical = (item: OrderItem) => item.collectOnly || item.variant.product.isChemical;
/** True for a line of which nothing is sent, by what the shop said of it or of its goods. */
export const isOnlyCollected = (item: OrderItem): boolean =>
  isChemical(item) || collectTowns(item).length > 0;

/** Whether this place may have the line: the shop names places of the lines of its cart, of goods only their towns. */
function isFetchedAt(item: OrderItem, place: Place): boolean {
  if (isChemical(item) && !place.handsOutChemicals) return false;
  if (item.collectAt !== undefined) return item.collectAt.some(({ code }) => code === place.code);
  return item.variant.collectAt?.includes(place.city) ?? true;
}

/** What free delivery is measured by (contract 5.2): the goods before promotions, a set at its price, or less where that is not told. */
const measured = (items: readonly OrderItem[]): number =>
  items
    .filter((item) => isNoGift(item) && item.marker !== soldCardMarker)
    .reduce(
      (sum, { bundle, subtotal, total, discountedUnitPrice, quantity }) =>
        sum + (bundle === undefined ? subtotal : Math.min(total, discountedUnitPrice * quantity)),
      0,
    );

/** What can be chosen for these lines (rules of contract 5.6, 5.7; stock per warehouse is the shop's to know). */
export function deliveryWays(items: readonly OrderItem[], given: CheckoutOptions): DeliveryWays {
  const goods = measured(items);
  const options = {
    ...given,
    shippingMethods: given.shippingMethods.map((method) =>
      goods >= (method.freeFrom ?? Infinity) ? { ...method, price: 0 } : method,
    ),
  };
  const collected = items.filter(isOnlyCollected);
  const ordinary = items.filter((item) => !collected.includes(item));
  const weight = weigh(ordinary);
  const fits = ({ minWeight = 0, maxWeight = Infinity }: Method) =>
    weight >= minWeight && weight <= maxWeight;
  const collectMethod = options.shippingMethods.find((method) => method.kind === 'collection') ?? null;
  const places =
    collectMethod === null
      ? []
      : options.places.filter((place) => collected.every((item) => isFetchedAt(item, place)));
  return {
    sent:
      ordinary.length === 0
        ? []
        : options.shippingMethods.filter((method) => method.kind !== 'collection' && fits(method)),
    places,
    canSpread:
      places.length === 0 &&
      collected.length > 1 &&
      // How many parcels it becomes is the shop's to know: what has a price of its own for each cannot be agreed to here.
      collectMethod?.price === 0 &&
      collected.every((item) => options.places.some((place) => isFetchedAt(item, place))),
    collectMethod,
    collected,
    isMixed: collected.length > 0 && ordinary.length > 0,
    isCollectOnly: ordinary.length === 0,
  };
}

/** The place that was chosen, as long as it can be had: lines may have come or gone since. */
const placeOf = ({ place }: OfflineDelivery, ways: DeliveryWays): string | null =>
  ways.places.some(({ code }) => code === place) || (place === severalPlaces && ways.canSpread)
    ? place
    : null;

/** Kinds of the parcels that a choice makes. */
export function kindsOf(choice: OfflineDelivery, ways: DeliveryWays): DeliveryKind[] {
  const sent = ways.sent.find((method) => method.code === choice.method);
  return [
    ...(sent === undefined ? [] : [sent.kind]),
    ...(placeOf(choice, ways) === null ? [] : (['collection'] as const)),
  ];
}

/** Nothing is missing in the choice. */
export function isDeliveryComplete(choice: OfflineDelivery, ways: DeliveryWays): boolean {
  const sent = ways.sent.find((method) => method.code === choice.method);
  if (sent?.kind === 'pickup_point' && (choice.pickupPoint ?? '') === '') return false;
  const place = placeOf(choice, ways);
  if (ways.isMixed && sent !== undefined) return place !== null;
  // What is sent beside it cannot be had where only a part lies.
  if (ways.isMixed && place === severalPlaces) return false;
  return sent !== undefined || place !== null;
}

export function planOf(choice: OfflineDelivery, ways: DeliveryWays): OrderIntentBody['plan'] {
  const sent = ways.sent.find((method) => method.code === choice.method);
  const place = placeOf(choice, ways);
  const collected =
    place === null || ways.collectMethod === null
      ? []
      : [
          {
            shippingMethod: ways.collectMethod.code,
            ...(place === severalPlaces ? {} : { warehouse: place }),
          },
        ];
  if (sent === undefined)
    return {
      code: place === severalPlaces ? 'collection' : `collection.${place ?? ''}`,
      shipments: collected,
    };
  const parcel = {
    shippingMethod: sent.code,
    ...(sent.kind === 'pickup_point' ? { pickupPoint: choice.pickupPoint } : {}),
  };
  if (ways.isMixed) return { code: `mixed.${sent.kind}`, shipments: [parcel, ...collected] };
  return { code: sent.kind, shipments: [parcel] };
}

/** The choice that made this plan. */
export function deliveryOf({ code, shipments }: OrderIntentBody['plan']): OfflineDelivery {
  const isCollected = code.startsWith('collection');
  const collected = isCollected || code.startsWith('mixed.') ? shipments.at(-1) : undefined;
  const sent = isCollected ? undefined : shipments[0];
  return {
    method: sent?.shippingMethod ?? null,
    pickupPoint: sent?.pickupPoint ?? null,
    place: collected === undefined ? null : (collected.warehouse ?? severalPlaces),
  };
}

/** The same plan with what is collected collected at another place; null for what is only sent. */
export function planAt(plan: OrderIntentBody['plan'], place: string): OrderIntentBody['plan'] | null {
  const collected = plan.shipments.at(-1);
  if (collected === undefined) return null;
  const there = { ...collected, warehouse: place };
  if (plan.code.startsWith('collection')) return { code: `collection.${place}`, shipments: [there] };
  if (!plan.code.startsWith('mixed.')) return null;
  return { code: plan.code, shipments: [...plan.shipments.slice(0, -1), there] };
}

/** What delivery costs, cents: by the price list, or nothing from the sum on that the shop gives it free from. */
export const deliveryPrice = (choice: OfflineDelivery, ways: DeliveryWays): number =>
  (ways.sent.find((method) => method.code === choice.method)?.price ?? 0) +
  (placeOf(choice, ways) !== null && ways.collectMethod !== null ? ways.collectMethod.price : 0);

/** Ways of payment for this total and these parcels (contract CHK-10). */
export function paymentWays(
  options: CheckoutOptions,
  total: number,
  kinds: readonly DeliveryKind[],
): CheckoutOptions['paymentMethods'] {
  return options.paymentMethods.filter(({ kind, minAmount = 0, maxAmount = Infinity }) => {
    if (total < minAmount || total > maxAmount) return false;
    if (kind === 'cash') return kinds.every((one) => one === 'collection');
    if (kind === 'cash_on_delivery') return kinds.every((one) => one !== 'collection');
    return true;
  });
}

/** The shopper's own rules for an order that is sent later. */
export interface SendIf {
  /** Up to this total it is sent without asking again, cents; null = only at exactly the shown one or less. */
  maximumTotal: number | null;
  /** By variant; `wait` where none is named. */
  whenShort: Readonly<Record<string, ShortRule>>;
}

export interface OfflineOrder {
  order: Order;
  contacts: UpdateOrderBody;
  delivery: OfflineDelivery;
  ways: DeliveryWays;
  paymentMethod: string;
  placing: Placing;
  sendIf: SendIf;
  /** ISO time of the press, device clock. */
  agreedAt: string;
}

/** Without what a form clears: an order in one message has nothing from before. */
const whatIsSaid = (addressing: Addressing): Addressing =>
  Object.fromEntries(Object.entries(addressing).filter(([, value]) => value !== null && value !== undefined));

/** The one message that buys all of it or nothing, the chosen gift too. */
export function intentBody({
  order,
  contacts,
  delivery,
  ways,
  paymentMethod,
  placing,
  sendIf,
  agreedAt,
}: OfflineOrder): OrderIntentBody {
  const {
    email = '',
    contact = { firstName: '', lastName: '', phoneNumber: '' },
    subscribedToNewsletter: _withThePress,
    ...addressing
  } = contacts;
  const amounts = offlineAmounts(order, deliveryPrice(delivery, ways));
  const expectedTotal = amounts.total;
  const chosen = wantedOn(order);
  const sets = setsIn(order.items).map(({ sets: quantity, shown }) => ({
    productCode: shown.code,
    quantity,
    parts: shown.parts.map(({ variant }) => variant.code),
  }));
  return {
    tokenValue: order.tokenValue,
    lines: order.items
      .filter((item) => item.marker === undefined)
      .map((item) => ({
        productVariantCode: item.variant.code,
        quantity: item.quantity,
        whenShort: sendIf.whenShort[item.variant.code] ?? 'wait',
      })),
    ...(sets.length === 0 ? {} : { sets }),
    email,
    contact,
    ...whatIsSaid(addressing),
    plan: planOf(delivery, ways),
    paymentMethod,
    ...chosen,
    // Nobody here can tell what the code gives, and whoever typed it counts on it; up to a sum that was named nobody is asked.
    ...(chosen.couponCode !== undefined && sendIf.maximumTotal === null ? { couponRequired: true } : {}),
    ...placing,
    agreedAt,
    expectedTotal,
    ...(sendIf.maximumTotal !== null && sendIf.maximumTotal > expectedTotal
      ? { maximumTotal: sendIf.maximumTotal }
      : {}),
    ...paidAsSeen(chosen, amounts),
  };
}
