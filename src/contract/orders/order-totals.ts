/** Sums of an order (contract 2.4), integer cents; what is taken off is below zero. Apart from the schemas: a new cart needs them at once. */
import { adjustmentTotals, type AdjustmentTotal } from './adjustments.ts';

const countedNames = [
  // Before any discount.
  'itemsSubtotal',
  // After item, order and loyalty discounts.
  'itemsTotal',
  // After the shipping discount.
  'shippingTotal',
  'taxTotal',
  'taxIncludedTotal',
  'taxExcludedTotal',
  'totalWithoutTax',
  // To pay.
  'total',
] as const;

export type TotalName = AdjustmentTotal | (typeof countedNames)[number];
export type OrderTotals = Record<TotalName, number>;
export const totalNames: readonly TotalName[] = [...adjustmentTotals, ...countedNames];

/** Of an order with nothing in it. */
export const noTotals = Object.fromEntries(totalNames.map((name) => [name, 0])) as OrderTotals;
