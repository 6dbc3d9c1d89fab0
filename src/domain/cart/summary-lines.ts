/**
 * The sums of an order as one list, for screens, letters and papers: each picks lines of it and gives them words, none
 * counts anew (R3.47, R3.48). Integer cents throughout; what is taken off is below zero.
 */
import { ownLines, payingKinds, type AdjustmentLine } from '#contract/orders/adjustments.ts';
import type { Order } from '#contract/orders/orders.ts';
import { paidByMeans, unpaid } from './paid-by.ts';

/** What a line is, which is also the key of its words. */
export type SummaryLineKind =
  | 'subtotal'
  | 'delivery'
  | 'giftWrap'
  | 'tax'
  | 'amountWithoutTax'
  | 'total'
  | 'toPay'
  | AdjustmentLine;
export interface SummaryLine {
  readonly kind: SummaryLineKind;
  /** Cents; discounts are below zero. */
  readonly amount: number;
}

type SummaryTotals = Pick<
  Order,
  | 'itemsSubtotal'
  | 'itemsTotal'
  | 'shippingTotal'
  | 'shippingPromotionTotal'
  | 'giftWrapTotal'
  | 'taxTotal'
  | 'totalWithoutTax'
  | 'total'
  | (typeof ownLines)[number]['total']
>;
/** Discounts that have a line of their own, and means of payment. */
export const ownDiscounts = ownLines.filter(({ listedIn }) => listedIn === undefined).map(({ line }) => line);
export const payments = payingKinds.map(({ line }) => line);
const alwaysShown: readonly SummaryLineKind[] = ['subtotal', 'delivery', 'tax', 'amountWithoutTax', 'total'];

/**
 * The lines of an order in the order of the specification, what is not there left out (R3.47); wrapping stands before the
 * total. They add up: total = subtotal + delivery + wrapping + the discounts; amount without tax + tax = total (R3.48).
 * What gift cards pay is taken off it below, where the line of what is left to pay follows.
 */
export function summaryLines(order: SummaryTotals): SummaryLine[] {
  const ownDiscount = ownLines.reduce(
    (sum, { total, listedIn }) => (listedIn === undefined ? sum + order[total] : sum),
    0,
  );
  const lines: SummaryLine[] = [
    { kind: 'subtotal', amount: order.itemsSubtotal },
    { kind: 'delivery', amount: order.shippingTotal - order.shippingPromotionTotal },
    { kind: 'discount', amount: order.itemsTotal - order.itemsSubtotal - ownDiscount },
    { kind: 'tax', amount: order.taxTotal },
    { kind: 'amountWithoutTax', amount: order.totalWithoutTax },
    { kind: 'giftWrap', amount: order.giftWrapTotal },
    { kind: 'total', amount: unpaid(order) },
    { kind: 'shippingDiscount', amount: order.shippingPromotionTotal },
    ...ownLines.map(({ line, total }) => ({ kind: line, amount: order[total] })),
  ];
  const shown = lines.filter(({ kind, amount }) => amount !== 0 || alwaysShown.includes(kind));
  return paidByMeans(order) === 0 ? shown : [...shown, { kind: 'toPay', amount: order.total }];
}

/** The lines of these kinds, in their order. */
export const linesOf = (lines: readonly SummaryLine[], kinds: readonly SummaryLineKind[]): SummaryLine[] =>
  kinds.flatMap((kind) => lines.filter((line) => line.kind === kind));

/**
 * The same lines where somebody is about to pay, or has paid: all that makes up the total stands above it, and below it what
 * gift cards pay of it and what they leave; then what of it is tax.
 */
export const addedUp = (lines: readonly SummaryLine[]): SummaryLine[] =>
  linesOf(lines, [
    'subtotal',
    'discount',
    ...ownDiscounts,
    'delivery',
    'shippingDiscount',
    'giftWrap',
    'total',
    ...payments,
    'toPay',
    'tax',
    'amountWithoutTax',
  ]);

/** The same lines with delivery as it is paid: what is off it has no line of its own. */
export function withDeliveryAsPaid(lines: readonly SummaryLine[]): SummaryLine[] {
  const off = lines.find(({ kind }) => kind === 'shippingDiscount')?.amount ?? 0;
  return lines
    .filter(({ kind }) => kind !== 'shippingDiscount')
    .map((line) => (line.kind === 'delivery' ? { ...line, amount: line.amount + off } : line));
}
