/**
 * Recalculation of a cart (contract 5.1): the same input always gives the same amounts, all in integer cents.
 * Steps 4 to 9 of the contract are here; steps 1 to 3 and 10 touch stock, time and the database and belong to
 * the server, which calls this with what it read.
 */
import {
  adjustmentTotals,
  kindOf,
  type AdjustmentTotal,
  type AdjustmentType,
  type PayingType,
} from '#contract/orders/adjustments.ts';
import type { OrderTotals } from '#contract/orders/order-totals.ts';
import { mostPoints, pointValue } from './loyalty-points.ts';
import { taxOfParts } from '#domain/money/tax.ts';
import { spread } from '#domain/money/split-amount.ts';
import {
  applicablePromotions,
  applyPromotions,
  percentageOf,
  priceOfLine,
  type BuyerFacts,
  type PromotedLine,
  type PromotedShipment,
  type Promotion,
} from './promotions.ts';

export interface CartLine extends PromotedLine {
  readonly itemId: number;
  /** Before the catalogue discount; equals unitPrice when there is none. */
  readonly originalUnitPrice: number;
  /** Decimal fraction, 0.21. */
  readonly taxRate: number;
}

/** What a card, or another means of payment, has to pay with. */
export interface CartBalance {
  readonly type: PayingType;
  readonly code: string;
  readonly balance: number;
}

export interface CartInput {
  readonly lines: readonly CartLine[];
  readonly shipments: readonly PromotedShipment[];
  /** Enabled for the channel and inside their dates; coupon ones run only through `couponPromotion`. */
  readonly promotions: readonly Promotion[];
  readonly couponPromotion: string | null;
  readonly facts: BuyerFacts;
  /** Standard rate of the zone, for shipping and wrap. */
  readonly serviceTaxRate: number;
  /** Price of the wrap when it is chosen and possible, else null. */
  readonly giftWrap: number | null;
  readonly loyalty: { readonly points: number; readonly balance: number };
  /** In the order in which they pay. */
  readonly balances: readonly CartBalance[];
}

export interface ComputedAdjustment {
  readonly type: AdjustmentType;
  readonly amount: number;
  readonly neutral: boolean;
  /** Promotion, set, method, card or rate that it comes from. */
  readonly originCode: string | null;
  /** Index of the line or shipment of the input. */
  readonly line: number | null;
  readonly shipment: number | null;
}

export interface ComputedLine {
  readonly itemId: number;
  readonly subtotal: number;
  readonly discountedUnitPrice: number;
  readonly total: number;
  readonly taxTotal: number;
}

export interface CartTotals extends Readonly<OrderTotals> {
  /** Of the goods, gift cards that are bought; missing in carts from before they were sold. */
  readonly vouchersTotal?: number;
}

export interface RecalculatedCart {
  readonly lines: readonly ComputedLine[];
  readonly adjustments: readonly ComputedAdjustment[];
  readonly totals: CartTotals;
  /** Promotions that took something off, with the sum of it. */
  readonly promotions: readonly {
    readonly code: string;
    readonly amount: number;
    /** Of one that takes this share off the goods and nothing else. */
    readonly percentage?: number;
  }[];
  /** The coupon is on the cart, but its promotion's rules do not hold. */
  readonly couponIneligible: boolean;
  readonly pointsSpent: number;
  readonly maxPoints: number;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

type Add = (one: Partial<ComputedAdjustment> & Pick<ComputedAdjustment, 'type' | 'amount'>) => void;

/** Step 5: what promotions take off lines and parcels, which is taken off `totals` and `fees`. */
function addPromotions(
  add: Add,
  applied: readonly Promotion[],
  { lines, shipments }: Pick<CartInput, 'lines' | 'shipments'>,
  totals: number[],
) {
  const unitTotals = [...totals];
  const taken = new Map<string, number>();
  const fees = shipments.map((shipment) => shipment.price);
  for (const effect of applyPromotions(applied, lines, shipments)) {
    add({
      type: effect.type,
      amount: effect.amount,
      originCode: effect.promotion,
      line: effect.line ?? null,
      shipment: effect.shipment ?? null,
    });
    taken.set(effect.promotion, (taken.get(effect.promotion) ?? 0) + effect.amount);
    if (effect.line !== undefined) {
      totals[effect.line] = (totals[effect.line] ?? 0) + effect.amount;
      if (effect.type === 'order_unit_promotion')
        unitTotals[effect.line] = (unitTotals[effect.line] ?? 0) + effect.amount;
    }
    if (effect.shipment !== undefined) fees[effect.shipment] = (fees[effect.shipment] ?? 0) + effect.amount;
  }
  return { unitTotals, taken, fees };
}

/** Step 7: points, spread like an order discount over all but money that is bought, and taken off `totals`. */
function addPoints(add: Add, { lines, loyalty }: Pick<CartInput, 'lines' | 'loyalty'>, totals: number[]) {
  const ofGoods = totals.map((total, index) => (lines[index]?.isVoucher === true ? 0 : total));
  const vouchersTotal = sum(totals) - sum(ofGoods);
  const maxPoints = mostPoints(sum(ofGoods), loyalty.balance);
  const pointsSpent = Math.min(loyalty.points, maxPoints);
  const loyaltyShares = spread(
    pointsSpent * pointValue,
    ofGoods.map((total) => ({ weight: total, capacity: total })),
  );
  for (const [index, share] of loyaltyShares.entries()) {
    if (share === 0) continue;
    add({ type: 'loyalty_points_spent', amount: -share, line: index });
    totals[index] = (totals[index] ?? 0) - share;
  }
  return { vouchersTotal, pointsSpent, maxPoints };
}

/** Step 8: the taxes inside the amounts, by line, parcel and wrap. */
function addTaxes(
  add: Add,
  { lines, serviceTaxRate }: Pick<CartInput, 'lines' | 'serviceTaxRate'>,
  totals: readonly number[],
  fees: readonly number[],
  giftWrapTotal: number,
): { lineTaxes: number[]; taxTotal: number } {
  const taxes = taxOfParts([
    ...lines.map((line, index) => ({ total: totals[index] ?? 0, rate: line.taxRate })),
    ...[...fees, giftWrapTotal].map((total) => ({ total, rate: serviceTaxRate })),
  ]);
  const lineTaxes = taxes.slice(0, lines.length);
  const addTax = (amount: number, rate: number | undefined, of: { line?: number; shipment?: number }) => {
    if (amount !== 0) add({ type: 'tax', amount, neutral: true, originCode: String(rate), ...of });
  };
  for (const [line, amount] of lineTaxes.entries()) addTax(amount, lines[line]?.taxRate, { line });
  for (const [shipment, amount] of taxes.slice(lines.length, -1).entries())
    addTax(amount, serviceTaxRate, { shipment });
  addTax(taxes.at(-1) ?? 0, serviceTaxRate, {});
  return { lineTaxes, taxTotal: sum(taxes) };
}

export function recalculateCart(input: CartInput): RecalculatedCart {
  const { lines, shipments } = input;
  const adjustments: ComputedAdjustment[] = [];
  const add: Add = (one) =>
    adjustments.push({ neutral: false, originCode: null, line: null, shipment: null, ...one });

  // A chosen gift costs its price and gets it back at once (5.8).
  const totals = lines.map(priceOfLine);
  for (const [index, line] of lines.entries()) {
    if (!line.isGift) continue;
    add({ type: 'gift-selected', amount: -(totals[index] ?? 0), line: index });
    totals[index] = 0;
  }
  // The price of a set, before all that promotions take off.
  for (const [index, { set, isGift }] of lines.entries())
    if (set && set.reduction !== 0 && !isGift)
      add({ type: 'order_item_promotion', amount: -set.reduction, originCode: set.code, line: index });
  // 4. shipping charges
  for (const [index, shipment] of shipments.entries())
    if (shipment.price !== 0)
      add({ type: 'shipping', amount: shipment.price, originCode: shipment.methodCode, shipment: index });

  // 5. promotions and coupon
  const applied = applicablePromotions(input.promotions, input.couponPromotion, lines, input.facts);
  const { unitTotals, taken, fees } = addPromotions(add, applied, input, totals);

  // 6. gift wrap
  const giftWrapTotal = input.giftWrap ?? 0;
  if (giftWrapTotal !== 0) add({ type: 'gift_wrap', amount: giftWrapTotal });

  // 7. loyalty points
  const { vouchersTotal, pointsSpent, maxPoints } = addPoints(add, input, totals);
  // 8. taxes inside the amounts
  const { lineTaxes, taxTotal } = addTaxes(add, input, totals, fees, giftWrapTotal);

  // 9. gift cards and other means of payment; not for gift cards that are bought, or their day would never come
  const itemsTotal = sum(totals);
  const shippingTotal = sum(fees);
  let due = itemsTotal - vouchersTotal + shippingTotal + giftWrapTotal;
  for (const { type, code, balance } of input.balances) {
    const amount = Math.max(0, Math.min(balance, due));
    if (amount === 0) continue;
    add({ type, amount: -amount, originCode: code });
    due -= amount;
  }

  const sumOf = (wanted: (kind: ReturnType<typeof kindOf>) => boolean): number =>
    sum(adjustments.filter(({ type }) => wanted(kindOf(type))).map(({ amount }) => amount));
  const paid = sumOf((kind) => kind.listedIn !== undefined);
  const total = itemsTotal + shippingTotal + giftWrapTotal + paid;
  return {
    lines: lines.map((line, index) => ({
      itemId: line.itemId,
      subtotal: line.unitPrice * line.quantity,
      discountedUnitPrice: Math.floor((unitTotals[index] ?? 0) / line.quantity),
      total: totals[index] ?? 0,
      taxTotal: lineTaxes[index] ?? 0,
    })),
    adjustments,
    totals: {
      ...(Object.fromEntries(
        adjustmentTotals.map((name) => [name, sumOf((kind) => kind.total === name)]),
      ) as Record<AdjustmentTotal, number>),
      itemsSubtotal: sum(lines.map((line) => (line.isGift ? 0 : line.unitPrice * line.quantity))),
      itemsTotal,
      vouchersTotal,
      shippingTotal,
      taxTotal,
      taxIncludedTotal: taxTotal,
      taxExcludedTotal: 0,
      totalWithoutTax: total - paid - taxTotal,
      total,
    },
    promotions: [...taken].map(([code, amount]) => {
      const percentage = percentageOf(applied.find((one) => one.code === code)?.actions);
      return { code, amount, ...(percentage === undefined ? {} : { percentage }) };
    }),
    couponIneligible:
      input.couponPromotion !== null && !applied.some((one) => one.code === input.couponPromotion),
    pointsSpent,
    maxPoints,
  };
}
