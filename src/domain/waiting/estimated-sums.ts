/**
 * What the goods of a cart come to with other lines than the shop has counted, by the shop's own rules (contract 5.1, steps 5 and 7): a
 * percentage is one of the lines as they are now; a fixed discount and points belong to the order, however many pieces it has. Whether a
 * promotion still applies, and which prices nothing goes below, is the shop's to know. Integer cents.
 */
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import type { AdjustmentType } from '#contract/orders/adjustments.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { Adjustment, Order } from '#contract/orders/orders.ts';
import { mostPoints, pointValue } from '#domain/cart/loyalty-points.ts';
import { spread } from '#domain/money/split-amount.ts';
import { roundHalfAway } from '#domain/money/tax.ts';
import { isNoGift } from './estimated-lines.ts';
import { reductionsOf } from './waiting-sets.ts';

type Counted = Pick<
  Order,
  'items' | 'adjustments' | 'orderPromotionTotal' | 'loyaltyDiscountTotal' | 'loyalty'
>;

const sum = <T>(list: readonly T[], amount: (one: T, index: number) => number): number =>
  list.reduce((all, one, index) => all + amount(one, index), 0);
const amountOf = ({ amount }: Adjustment) => amount;
/** After what is taken off each piece. */
const byPiece = ({ discountedUnitPrice, quantity }: OrderItem) => discountedUnitPrice * quantity;
const isPromoted = (item: OrderItem) => isNoGift(item) && item.marker !== soldCardMarker;

/** What of an order's adjustments takes off its goods: one for each kind and origin, in their order. */
function goodsOff(adjustments: readonly Adjustment[], types: readonly AdjustmentType[]): Adjustment[] {
  const found = new Map<string, Adjustment>();
  for (const one of adjustments) {
    if (!types.includes(one.type)) continue;
    const key = `${one.type} ${one.originCode ?? ''}`;
    found.set(key, { ...one, amount: one.amount + (found.get(key)?.amount ?? 0) });
  }
  return [...found.values()];
}
const ofOrder = ['order_promotion', 'loyalty_points_spent'] as const;
const ofLines = ['order_item_promotion', 'order_unit_promotion'] as const;

/** What the lines of the shop's answer come to before all that is taken off the order as a whole, by the id of the line. */
function beforeOrder({ items, adjustments }: Order): Map<number, number> {
  const off = sum(goodsOff(adjustments, ofOrder), amountOf);
  if (off === 0) return new Map(items.map(({ id, total }) => [id, total]));
  const paid = items.filter(isNoGift);
  // What the price of a set takes off is not the same cents for every piece.
  const rest = sum(paid, ({ total }) => total) - off - sum(paid, byPiece);
  const set = paid.find(({ bundle }) => bundle !== undefined);
  return new Map(paid.map((item) => [item.id, byPiece(item) + (item === set ? rest : 0)]));
}

/** What a piece costs at another price by quantity, after what is taken off each: the same share of it, or the same amount. */
function discountedAt(price: number, was: OrderItem, percentages: readonly number[]): number {
  const after = (full: number, percentage: number) => full - roundHalfAway(full * percentage, 100);
  const share = percentages.find((one) => after(was.unitPrice, one) === was.discountedUnitPrice);
  return share === undefined
    ? Math.max(0, price - was.unitPrice + was.discountedUnitPrice)
    : after(price, share);
}

/** The lines with what is taken off each of them; what the order as a whole takes off is none of theirs yet. */
function recountedLines(
  start: Order,
  items: readonly OrderItem[],
  before: ReadonlyMap<number, number>,
  {
    offUnits,
    percentages,
    ended,
  }: { offUnits: readonly Adjustment[]; percentages: readonly number[]; ended: string | undefined },
): OrderItem[] {
  // All that is off each piece goes with its code; beside another nobody here can tell the two apart.
  const isUnitEnded = offUnits.length > 0 && offUnits.every(({ originCode }) => originCode === ended);

  return items.map((item) => {
    if (!isNoGift(item)) return item;
    const was = start.items.find(({ id }) => id === item.id);
    if (was === undefined) return item.bundle === undefined ? { ...item, total: byPiece(item) } : item;
    if (isUnitEnded && item.bundle === undefined)
      return { ...item, discountedUnitPrice: item.unitPrice, total: item.unitPrice * item.quantity };
    if (was.unitPrice === item.unitPrice) {
      const total = Math.round(((before.get(item.id) ?? 0) * item.quantity) / was.quantity);
      return { ...item, total };
    }
    const discountedUnitPrice = discountedAt(item.unitPrice, was, percentages);
    return { ...item, discountedUnitPrice, total: discountedUnitPrice * item.quantity };
  });
}

/**
 * @param start the shop's last answer
 * @param items its lines as they are now: pieces, prices by quantity and subtotals
 * @param ended promotion that is taken off with its code
 */
export function estimatedGoods(
  start: Order,
  items: readonly OrderItem[],
  ended: string | undefined,
): Counted {
  const { adjustments, promotions } = start;
  const percentageOf = (code: string | undefined) => promotions.find((one) => one.code === code)?.percentage;
  const offLines = goodsOff(adjustments, ofLines);
  const offUnits = offLines.filter(({ type }) => type === 'order_unit_promotion');
  const percentages = offUnits.flatMap(({ originCode }) => percentageOf(originCode) ?? []);
  const before = beforeOrder(start);
  const lines = recountedLines(start, items, before, { offUnits, percentages, ended });
  const totals = lines.map(({ total }) => total);
  const goods = () => sum(lines, (line, at) => (isPromoted(line) ? (totals[at] ?? 0) : 0));
  const takeOff = (amount: number): number => {
    const shares = spread(
      amount,
      lines.map((line, at) => {
        const capacity = isPromoted(line) ? (totals[at] ?? 0) : 0;
        return { weight: capacity, capacity };
      }),
    );
    for (const [at, share] of shares.entries()) totals[at] = (totals[at] ?? 0) - share;
    return -sum(shares, (share) => share);
  };

  let base = sum(start.items, (item) => (isPromoted(item) ? (before.get(item.id) ?? 0) : 0));
  const offOrder = goodsOff(adjustments, ofOrder).map((one) => {
    const { type, originCode, amount } = one;
    if (type === 'loyalty_points_spent')
      return { ...one, amount: takeOff(mostPoints(goods(), -amount / pointValue) * pointValue) };
    const percentage = percentageOf(originCode);
    const shareOf = (whole: number) => roundHalfAway(whole * (percentage ?? 0), 100);
    const isShare = percentage !== undefined && base > 0;
    // Other than its share of all goods was taken where some have a price that nothing goes below.
    const wanted = !isShare
      ? -amount
      : shareOf(base) === -amount
        ? shareOf(goods())
        : Math.round((-amount * goods()) / base);
    base += amount;
    return { ...one, amount: takeOff(originCode === ended && ended !== undefined ? 0 : wanted) };
  });

  const ofSet = (list: readonly OrderItem[], code: string | undefined) =>
    sum(
      list.filter(({ id, bundle }) => id > 0 && bundle?.code === code),
      ({ subtotal }) => subtotal,
    );
  const newSets = reductionsOf(items);
  const sets = offLines
    .filter(({ type }) => type === 'order_item_promotion')
    .map((one) => {
      const whole = ofSet(start.items, one.originCode);
      return {
        ...one,
        amount: whole === 0 ? 0 : Math.round((one.amount * ofSet(items, one.originCode)) / whole),
      };
    });
  // What is left of all that is taken off the lines themselves.
  const byUnit = Math.max(
    0,
    sum(lines.filter(isNoGift), ({ subtotal, total }) => subtotal - total) +
      sum([...sets, ...newSets], amountOf),
  );
  const unitShares = spread(
    byUnit,
    offUnits.map(({ amount }) => ({ weight: -amount, capacity: byUnit })),
  );
  const units = offUnits.map((one, at) => ({ ...one, amount: -(unitShares[at] ?? 0) }));

  const told = [...sets, ...newSets, ...units, ...offOrder].filter(({ amount }) => amount !== 0);
  const totalOf = (list: readonly Adjustment[], isPoints: boolean) =>
    sum(goodsOff(list, isPoints ? ['loyalty_points_spent'] : [...ofLines, 'order_promotion']), amountOf);
  const loyaltyDiscountTotal = totalOf(told, true);
  return {
    items: lines.map((line, at) => {
      const total = totals[at] ?? 0;
      const { price, priceWithoutTax } = line.variant.prices;
      const item = items[at] ?? line;
      const taxShare =
        item.total > 0 ? item.taxTotal / item.total : price > 0 ? 1 - priceWithoutTax / price : 0;
      return { ...line, total, taxTotal: Math.round(total * taxShare) };
    }),
    adjustments: [
      ...told,
      ...adjustments.filter(({ type }) => ![...ofLines, ...ofOrder].some((one) => one === type)),
    ],
    orderPromotionTotal: start.orderPromotionTotal + totalOf(told, false) - totalOf(adjustments, false),
    loyaltyDiscountTotal,
    loyalty: { ...start.loyalty, pointsSpent: -loyaltyDiscountTotal / pointValue },
  };
}
