/** The lines of an order in the words and sums of one moment, as an entry of the outbox keeps them for its screens. */
import { payingKinds, type PaidTotal, type PaymentLine } from '#contract/orders/adjustments.ts';
import { giftMarker } from '#contract/orders/gift-marker.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Means } from './paid-by.ts';
import { discountsOf } from './order-discounts.ts';
import { ownDiscounts } from './summary-lines.ts';

export interface LineShown {
  code: string;
  name: string;
  variantName: string;
  quantity: number;
  /** Cents, before what promotions take off the whole order: as on the order's page and in its letter. A gift costs nothing. */
  total: number;
  isGift?: true;
}

const linesShown = ({ items }: Pick<Order, 'items'>): LineShown[] =>
  items.map(({ variant, productName, variantName = '', quantity, subtotal, marker }) => ({
    code: variant.code,
    name: productName,
    variantName,
    quantity,
    ...(marker === giftMarker ? { total: 0, isGift: true } : { total: subtotal }),
  }));

/** What promotions and points take off, each by its own name; cents, below zero. */
export interface DiscountShown {
  name: string;
  amount: number;
}

const linesTold = ['discount' as const, ...ownDiscounts];
const discountsShown = (order: Pick<Order, 'adjustments'>): DiscountShown[] =>
  linesTold.flatMap((line) => discountsOf(order, line).map(({ name, amount }) => ({ name, amount })));

/** What a gift card or another means of payment pays, by the end of its code; cents, below zero. */
export interface CardShown {
  label: string;
  amount: number;
  /** What it is; an older version knew gift cards alone. */
  line?: PaymentLine;
}

/** Each pays all that it has, the first one first: what they pay together may have changed since the shop counted. */
const cardsShown = (order: Means & Pick<Order, PaidTotal>): CardShown[] =>
  payingKinds.flatMap(({ listedIn, total, line }) => {
    let rest = -order[total];
    return order[listedIn].flatMap(({ label, amountUsed, amountLeft }) => {
      const paid = Math.min(rest, amountUsed + amountLeft);
      rest -= paid;
      return paid > 0 ? [{ label, amount: -paid, line }] : [];
    });
  });

/** All that makes the total of an order but delivery, in the words of this moment. */
export interface ContentShown {
  lines: LineShown[];
  discounts: DiscountShown[];
  cards: CardShown[];
  /** What the gift wrap costs, cents. */
  giftWrapTotal: number;
}

export const contentShown = (
  order: Means & Pick<Order, 'items' | 'adjustments' | PaidTotal | 'giftWrapTotal'>,
): ContentShown => ({
  lines: linesShown(order),
  discounts: discountsShown(order),
  cards: cardsShown(order),
  giftWrapTotal: order.giftWrapTotal,
});

/** The whole order in the words of this moment, with the ways that its parcels and its payment take; cents. */
export function orderShown(order: Order) {
  const { shipments, payments, total, shippingTotal } = order;
  const ways = shipments.flatMap(({ method, pickupPoint, warehouse, kind }) =>
    method === undefined
      ? []
      : [
          [method.name, pickupPoint?.name ?? (kind === 'collection' ? warehouse.name : '')]
            .filter(Boolean)
            .join(', '),
        ],
  );
  return {
    ...contentShown(order),
    delivery: [...new Set(ways)].join(' + '),
    deliveryPrice: shippingTotal,
    payment: payments.at(-1)?.method?.name ?? '',
    total,
  };
}

/** A line as it was agreed to and as the shop has it; null where it is not. */
export interface LinePair {
  /** Of one pair among them all. */
  key: string;
  name: string;
  isGift: boolean;
  agreed: LineShown | null;
  now: LineShown | null;
}

/** Lines of the same variant (bought, and part of a bundle) are one: pieces and sums are added. Its gift is a line of its own. */
function byGoods(lines: readonly LineShown[]): Map<string, LineShown> {
  const found = new Map<string, LineShown>();
  for (const line of lines) {
    const key = `${line.isGift === true ? 'gift' : 'bought'} ${line.code}`;
    const before = found.get(key);
    found.set(
      key,
      before === undefined
        ? line
        : { ...before, quantity: before.quantity + line.quantity, total: before.total + line.total },
    );
  }
  return found;
}

/** Both sides of every variant and of every gift, in the order of what was agreed to; what the shop added comes after it. */
export function besideEachOther(agreed: readonly LineShown[], now: readonly LineShown[]): LinePair[] {
  const [before, after] = [byGoods(agreed), byGoods(now)];
  return [...new Map([...before, ...after])].map(([key, line]) => ({
    key,
    name: nameOf(before.get(key) ?? line),
    isGift: line.isGift === true,
    agreed: before.get(key) ?? null,
    now: after.get(key) ?? null,
  }));
}

const nameOf = ({ name, variantName }: LineShown) => [name, variantName].filter(Boolean).join(', ');
