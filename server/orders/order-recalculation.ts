/**
 * Recalculation of a stored cart (contract 5.1): reads what the rules need, asks `#domain`, writes the result.
 * Runs inside the transaction of the change, on a locked order row; the same cart always gives the same amounts.
 */
import { recalculateCart, type CartLine, type RecalculatedCart } from '#domain/cart/cart-recalculation.ts';
import { missedMinimum } from '#domain/cart/promotions.ts';
import type { CheckoutChange } from '#domain/orders/checkout-step.ts';
import type { DeliveryPlan } from '#domain/orders/delivery-plans.ts';
import type { StoredPromotion, StoredWarning } from '#server/database/schema-orders.ts';
import { balanceInput, usableBalances, writeBalances } from '#server/order-terms/balances.ts';
import { loadOrder, type LoadedOrder } from './order-parts.ts';
import { cartLines, giftInput, knownBuyer, loadPromotionInput, pricesOfLine } from './promotion-input.ts';
import { campaignsAt, isGiftLine, unearnedGifts } from '#server/order-terms/earned-gifts.ts';
import { deliveredLines, goodsOf, plansFor, rebuildShipments, type CartGoods } from './order-shipments.ts';
import { isStored } from '#server/order-store/is-stored.ts';
import type { Db, ItemRow, OrderRow, ShipmentRow } from '#server/order-store/order-store.ts';
import type { OrderView } from './order-to-present.ts';
import { checkLineRange, linesIn, withinUndo } from './line-range.ts';
import { settleState } from './settle-checkout.ts';
import { checkTotalRange } from './total-range.ts';
import { wrapOffer } from '#server/order-terms/wrap-offer.ts';
import { writeAdjustments, writeItems } from '#server/order-store/write-amounts.ts';
import { noteSame, writeOrder } from '#server/order-store/write-order.ts';

export interface RecalculationOptions {
  /** What was changed: throws the checkout back (contract 3.2). */
  change: CheckoutChange | 'none';
  now: Date;
  /** Warnings of the change itself, kept beside those found here. */
  warnings?: StoredWarning[];
  /** False while completing: versions and expiry are the caller's. */
  touch?: boolean;
  /** Key of the change, which the order remembers. */
  command?: string | null;
  /** The change found all as it wanted it: where nothing else has changed meanwhile, the version stays. */
  isSame?: boolean;
}

export interface Recalculation {
  /** The order as it is stored now, with all that belongs to it. */
  view: OrderView;
  plans: DeliveryPlan[];
}

/** Of the order as it is stored now, whatever was read of it before. */
export async function recalculateOrder(
  db: Db,
  order: Pick<OrderRow, 'id' | 'channel_id'>,
  options: RecalculationOptions,
): Promise<Recalculation> {
  const loaded = await loadOrder(db, order);
  return recalculateLoaded(db, loaded, structuredClone(loaded.parts.items), options);
}

/**
 * Of an order that was read inside the lock. Its lines may have been changed since in what was read, and nothing else: they
 * are written here.
 * @param storedItems the lines as they are stored
 */
export async function recalculateLoaded(
  db: Db,
  loaded: LoadedOrder,
  storedItems: readonly ItemRow[],
  options: RecalculationOptions,
): Promise<Recalculation> {
  const { now } = options;
  const warnings: StoredWarning[] = [...(options.warnings ?? [])];
  const { parts } = loaded;
  const { order } = parts;
  // 1. lines
  parts.items = withinUndo(parts.items, now);
  checkLineRange(linesIn(storedItems), linesIn(parts.items));
  const judged = await loadPromotionInput(db, loaded.rules, order, now, knownBuyer(loaded));
  const { promotionRows, coupon } = judged;
  warnings.push(...takeOutUnearned(loaded, judged, now));
  const goods = goodsOf(loaded);
  const { items, methods } = goods;

  // 3. shipments
  const plans = plansFor(order, goods);
  const { shipments, plan, rebuilt } = await rebuildShipments(db, order, parts.shipments, plans, goods);
  await priceAnew(db, shipments, methods);

  // 2, 4 to 9. amounts
  const {
    lines,
    isWrapped,
    usable,
    result,
    warnings: found,
  } = amountsOf(loaded, goods, judged, shipments, now);
  warnings.push(...found);
  warnings.push(...takeAmounts(goods, storedItems, lines, result.lines));
  const hasNewLines = await writeItems(db, storedItems, parts.items);

  const names = new Map(promotionRows.map((row) => [row.code as string, row.name]));
  const adjustments = await writeAdjustments(db, order.id, parts.adjustments, result.adjustments, {
    items,
    shipments,
    promotionNames: names,
    methodNames: new Map(methods.map((method) => [method.code, method.name])),
  });

  const balances = await writeBalances(db, order.id, loaded.balances, usable, result);

  // 10. payment, state, version
  const { payments } = parts;
  const checkoutState = await settleState(db, order, {
    change: rebuilt ? 'plan' : options.change,
    shipments,
    payments,
    total: result.totals.total,
    warnings,
    empty: items.length === 0,
    nothingToShip: items.length > 0 && deliveredLines(items).length === 0,
    now,
  });
  const applied: StoredPromotion[] = result.promotions.map((one) => ({
    ...one,
    name: names.get(one.code) ?? {},
  }));
  const columns = {
    shipping_plan: plan,
    first_purchase: judged.buyer.firstPurchase,
    gift_wrap: isWrapped,
    points: result.pointsSpent,
    promotions: JSON.stringify(applied),
    warnings: JSON.stringify(warnings),
    totals: JSON.stringify(result.totals),
    total: result.totals.total,
    checkout_state: checkoutState,
  };
  const isAsBefore =
    options.isSame === true &&
    !hasNewLines &&
    shipments === parts.shipments &&
    adjustments === parts.adjustments &&
    isStored(order, columns);
  const stored = isAsBefore
    ? await noteSame(db, order, options.command)
    : await writeOrder(db, order, options, columns);
  const view: OrderView = {
    ...goods,
    order: stored,
    items: parts.items,
    shipments,
    payments,
    adjustments,
    places: goods.warehouses,
    coupon: coupon ?? null,
    balances,
    placed: null,
  };
  return { view, plans };
}

type Judged = Awaited<ReturnType<typeof loadPromotionInput>>;

/** What the cart comes to with these shipments, what pays for it, and what it has not any more. */
function amountsOf(
  loaded: LoadedOrder,
  goods: CartGoods,
  { promotions, coupon, couponFits, buyer }: Judged,
  shipments: readonly ShipmentRow[],
  now: Date,
) {
  const { order } = loaded.parts;
  const warnings: StoredWarning[] = [];
  const lines = cartLines(goods);
  const wrap = wrapOffer(goods, goods.facts.values());
  const isWrapped = order.gift_wrap && wrap.available;
  if (order.gift_wrap && !wrap.available && goods.items.length > 0)
    warnings.push({ errorCode: 'gift_wrap.unavailable' });
  const { usable, warnings: unusable } = usableBalances(loaded.balances, order, now);
  warnings.push(...unusable);
  const result = recalculateCart({
    lines,
    shipments: shipments.map((shipment) => ({
      kind: shipment.kind,
      methodCode: shipment.method_code,
      price: shipment.price,
    })),
    promotions,
    couponPromotion: couponFits && coupon ? coupon.promotion_code : null,
    facts: buyer,
    serviceTaxRate: goods.serviceTaxRate,
    giftWrap: isWrapped ? wrap.price : null,
    ...balanceInput(order, usable),
  });
  checkTotalRange(order.totals, result.totals);
  if (result.pointsSpent < order.points)
    warnings.push({ errorCode: 'loyalty.lowered', values: { points: result.pointsSpent } });
  if (coupon && (!couponFits || result.couponIneligible)) {
    const promotion = couponFits ? promotions.find(({ code }) => code === coupon.promotion_code) : undefined;
    const missed = promotion && missedMinimum(promotion, lines, buyer);
    warnings.push({ errorCode: 'coupon.not_eligible', ...(missed ? { values: { ...missed } } : {}) });
  }
  return { lines, isWrapped, usable, result, warnings };
}

/** Takes out the gift that the cart does not earn any more, and says so; of the one that stays a single piece is given. */
function takeOutUnearned(loaded: LoadedOrder, judged: Judged, now: Date): StoredWarning[] {
  const { parts, rules } = loaded;
  // Whatever made the line: its pieces cost nothing.
  for (const item of parts.items) if (isGiftLine(item)) item.quantity = 1;
  const input = giftInput(goodsOf(loaded), judged);
  const { gone, why } = unearnedGifts(parts.items, loaded.known, campaignsAt(rules, now), input);
  if (gone.length > 0) parts.items = parts.items.filter((item) => !gone.includes(item));
  return why === undefined ? [] : [{ errorCode: why }];
}

/** The price of a method is today's. */
async function priceAnew(
  db: Db,
  shipments: readonly ShipmentRow[],
  methods: CartGoods['methods'],
): Promise<void> {
  for (const shipment of shipments) {
    const method = methods.find((one) => one.code === shipment.method_code);
    if (!method || method.price === shipment.price) continue;
    shipment.price = method.price;
    await db.updateTable('shipment').set({ price: method.price }).where('id', '=', shipment.id).execute();
  }
}

/**
 * Gives the lines that are live what was computed for each, in their order.
 * @returns a warning for each whose price was another one when it was last seen
 */
function takeAmounts(
  { items, facts }: CartGoods,
  storedItems: readonly ItemRow[],
  lines: readonly CartLine[],
  computedLines: RecalculatedCart['lines'],
): StoredWarning[] {
  const warnings: StoredWarning[] = [];
  const quantityBefore = new Map(storedItems.map(({ id, quantity }) => [id, quantity]));
  for (const [index, item] of items.entries()) {
    const line = lines[index];
    const computed = computedLines[index];
    const fact = facts.get(item.variant_id);
    if (!line || !computed || !fact) continue;
    // That more or fewer pieces cost another price each was known: a change is what as many as before cost otherwise.
    const asBefore = pricesOfLine(item, fact, quantityBefore.get(item.id) ?? item.quantity).price;
    if (item.unit_price !== 0 && item.unit_price !== asBefore)
      warnings.push({
        errorCode: 'cart.price_changed',
        values: { name: fact.product_name },
        itemId: item.id,
      });
    Object.assign(item, {
      product_name: fact.product_name,
      variant_name: fact.variant_name,
      unit_price: line.unitPrice,
      original_unit_price: line.originalUnitPrice,
      discounted_unit_price: computed.discountedUnitPrice,
      subtotal: computed.subtotal,
      total: computed.total,
      tax_total: computed.taxTotal,
      tax_rate: line.taxRate,
      collect_only: fact.is_chemical,
    } satisfies Partial<ItemRow>);
  }
  return warnings;
}
