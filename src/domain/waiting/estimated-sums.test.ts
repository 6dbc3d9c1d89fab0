import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { recalculateCart, type CartInput, type CartLine } from '#domain/cart/cart-recalculation.ts';
import type { Promotion, PromotionAction } from '#domain/cart/promotions.ts';
import { discountsOf } from '#domain/cart/order-discounts.ts';
import { summaryLines } from '#domain/cart/summary-lines.ts';
import { priceOfEach, type Tier } from '#domain/money/tier-prices.ts';
import { priceWithoutTax } from '#domain/money/price.ts';
import { anItem, anOrder, aVariant, aWaitingCommand, cartToken } from '#tests/builders.ts';
import { change } from '#tests/cart-commands.ts';
import { waitingCart } from './waiting-cart.ts';
import type { NewCommand } from './waiting-command.ts';

const blank = { token: cartToken, locale: 'lt', channel: 'retail', currencyCode: 'EUR' };
const rate = 0.21;
/** A line of a cart: what one piece costs, and so many of them. */
interface Sold {
  price: number;
  quantity: number;
  tiers?: readonly Tier[];
}
interface Sums {
  goods: readonly Sold[];
  actions?: readonly PromotionAction[];
  points?: number;
  cards?: readonly number[];
  wrap?: number | null;
  /** What the device cannot know: prices that nothing goes below, and what is off the order before what is off each piece. */
  hidden?: { minimumPrice: number; isOrderFirst: boolean };
}

const promotionsOf = ({ actions = [], hidden }: Sums): Promotion[] =>
  actions.map((action, index) => ({
    code: `P${index}`,
    // What is off each piece comes before what is off the order, as the shop's own do.
    priority: (action.type.startsWith('unit') === (hidden?.isOrderFirst ?? false) ? 50 : 100) - index,
    exclusive: false,
    couponBased: false,
    rules: [],
    actions: [action],
  }));

function inputOf(sums: Sums): CartInput {
  const { goods, points = 0, cards = [], wrap = null, hidden } = sums;
  return {
    lines: goods.map(({ price, quantity, tiers = [] }, index): CartLine => {
      const unitPrice = priceOfEach(price, tiers, quantity);
      return {
        itemId: index + 1,
        quantity,
        unitPrice,
        originalUnitPrice: unitPrice,
        minimumPrice: Math.min(unitPrice, hidden?.minimumPrice ?? 0),
        productCode: `G${index}`,
        variantCode: 'V1',
        taxons: [],
        isGift: false,
        taxRate: rate,
      };
    }),
    shipments: [],
    promotions: promotionsOf(sums),
    couponPromotion: null,
    facts: { firstPurchase: false, loyaltyMember: points > 0, country: null },
    serviceTaxRate: rate,
    giftWrap: wrap,
    loyalty: { points, balance: points },
    balances: cards.map((balance, index) => ({ type: 'gift_card', code: `CARD${index}`, balance })),
  };
}

/** The cart as the shop answers it. */
function counted(sums: Sums): Order {
  const input = inputOf(sums);
  const result = recalculateCart(input);
  const { cards = [], wrap = null, points = 0 } = sums;
  return anOrder({
    ...result.totals,
    items: input.lines.map((line, index) => {
      const item = anItem();
      const { price = 0, tiers = [] } = sums.goods[index] ?? {};
      return {
        ...item,
        ...result.lines[index],
        id: line.itemId,
        quantity: line.quantity,
        unitPrice: line.unitPrice,
        originalUnitPrice: line.originalUnitPrice,
        variant: {
          ...item.variant,
          ...aVariant({
            code: `G${index}`,
            price,
            tierPrices: tiers.map((tier) => ({
              ...tier,
              priceWithoutTax: priceWithoutTax(tier.price, rate),
            })),
          }),
        },
      };
    }),
    adjustments: result.adjustments.map(({ type, amount, neutral, originCode }) => ({
      type,
      amount,
      neutral,
      label: originCode ?? type,
      ...(originCode === null ? {} : { originCode }),
    })),
    promotions: result.promotions.map((one) => ({ ...one, name: one.code })),
    giftCards: cards.map((balance, index) => {
      const code = `CARD${index}`;
      const used = -(result.adjustments.find((one) => one.originCode === code)?.amount ?? 0);
      return { code, label: code, amountUsed: used, amountLeft: balance - used };
    }),
    giftWrap: { available: true, selected: wrap !== null, price: 299 },
    loyalty: {
      available: points > 0,
      balance: points,
      pointsSpent: result.pointsSpent,
      maxPoints: result.maxPoints,
      pointsToEarn: 0,
    },
  });
}

/** The same cart with other numbers of pieces, changed on the device. */
const changed = (sums: Sums, quantities: readonly number[]) =>
  waitingCart(
    counted(sums),
    quantities.map((quantity, index) => aWaitingCommand(change(`G${index}`, quantity, index + 1), index)),
    blank,
  );
const amounts = (cart: Order) => Object.fromEntries(summaryLines(cart).map((one) => [one.kind, one.amount]));

/** The lines of the summary make its total, and nothing that is taken off is added. */
function addsUp(cart: Order): void {
  const { total, tax, amountWithoutTax, giftCoupon = 0, toPay = total, ...rest } = amounts(cart);
  expect(Object.values(rest).reduce((sum, amount) => sum + amount, 0)).toBe(total);
  expect((tax ?? 0) + (amountWithoutTax ?? 0)).toBe(total ?? 0);
  expect([(total ?? 0) + giftCoupon, toPay]).toEqual([cart.total, cart.total]);
  expect(Math.max(rest['discount'] ?? 0, rest['loyaltyDiscount'] ?? 0, giftCoupon)).toBeLessThanOrEqual(0);
  expect(cart.items.reduce((sum, item) => sum + item.total, 0)).toBe(cart.itemsTotal);
  const told = discountsOf(cart, 'discount').reduce((sum, { amount }) => sum + amount, 0);
  expect(told).toBe(rest['discount'] ?? 0);
}

test('CHK-19 a discount of a fixed amount stays what it is, however many pieces are asked for', () => {
  const feed: Sums = {
    goods: [{ price: 1689, quantity: 2 }],
    actions: [{ type: 'order_fixed_discount', amount: 300 }],
  };
  const more = changed(feed, [12]);
  expect(amounts(more)).toMatchObject({ subtotal: 20_268, discount: -300, total: 19_968 });
  expect(discountsOf(more, 'discount')).toMatchObject([{ amount: -300 }]);
  addsUp(more);
  addsUp(changed({ ...feed, goods: [{ price: 1689, quantity: 12 }] }, [1]));
  // It never makes goods cost less than nothing.
  const small = changed({ ...feed, goods: [{ price: 100, quantity: 12 }] }, [1]);
  expect(amounts(small)).toMatchObject({ discount: -100, total: 0 });
});

test('CHK-19 points that were laid on the cart pay as much of more pieces, and no more than fewer cost', () => {
  const points: Sums = { goods: [{ price: 1289, quantity: 1 }], points: 30 };
  const more = changed(points, [3]);
  expect(amounts(more)).toMatchObject({ loyaltyDiscount: -300, total: 3567 });
  expect(amounts(more)['discount']).toBeUndefined();
  addsUp(more);
  const fewer = changed({ goods: [{ price: 176, quantity: 3 }], points: 50 }, [1]);
  expect(amounts(fewer)).toMatchObject({ loyaltyDiscount: -170, total: 6 });
  expect(fewer.loyalty.pointsSpent).toBe(17);
  addsUp(fewer);
});

test('CHK-19 a percentage of the goods is rounded once, of all that they come to, as the shop does', () => {
  const coded: Sums = {
    goods: [{ price: 1289, quantity: 3 }],
    actions: [{ type: 'order_percentage_discount', percentage: 10 }],
    cards: [2000],
    wrap: 299,
  };
  const more = changed(coded, [6]);
  expect(more.total).toBe(5260);
  expect(discountsOf(more, 'discount')).toMatchObject([{ amount: -773 }]);
  addsUp(more);
});

test('a cart kept from before its percentages were told keeps its discount as it was', () => {
  const sums: Sums = {
    goods: [{ price: 1000, quantity: 2 }],
    actions: [{ type: 'order_percentage_discount', percentage: 10 }],
  };
  const order = counted(sums);
  const kept = { ...order, promotions: order.promotions.map(({ percentage: _told, ...one }) => one) };
  const cart = waitingCart(kept, [aWaitingCommand(change('G0', 5, 1), 1)], blank);
  expect(cart.total).toBe(4800);
});

test.each(['order_percentage_discount', 'unit_percentage_discount'] as const)(
  'R1.15 a promo code that is taken off takes its discount along: %s',
  (type) => {
    const order = counted({
      goods: [{ price: 1000, quantity: 2 }],
      actions: [{ type, percentage: 10 }],
    });
    const coded = { ...order, promotionCoupon: { code: 'TEN', promotion: { code: 'P0', name: 'Ten' } } };
    const taken: NewCommand = {
      ...change('G0', 1, 1),
      kind: 'applyCoupon',
      line: '#coupon',
      body: { couponCode: null },
    };
    const cart = waitingCart(coded, [aWaitingCommand(taken, 1)], blank);
    expect(cart.total).toBe(2000);
    addsUp(cart);
  },
);

const tiers = fc.constantFrom<readonly Tier[]>(
  [],
  [
    { quantity: 4, price: 1919 },
    { quantity: 10, price: 1803 },
  ],
);
const sold = fc.record({
  price: fc.integer({ min: 1, max: 20_000 }),
  quantity: fc.integer({ min: 1, max: 30 }),
  tiers,
});
const percentage = fc.integer({ min: 1, max: 99 });
const action = fc.oneof(
  percentage.map((of): PromotionAction => ({ type: 'order_percentage_discount', percentage: of })),
  fc
    .integer({ min: 1, max: 2_000 })
    .map((amount): PromotionAction => ({ type: 'order_fixed_discount', amount })),
);
const sumsOf = fc.record({
  goods: fc.array(sold, { minLength: 1, maxLength: 4 }),
  actions: fc
    .tuple(
      fc.option(
        percentage.map((of): PromotionAction => ({ type: 'unit_percentage_discount', percentage: of })),
      ),
      fc.array(action, { maxLength: 3 }),
    )
    .map(([unit, others]) => (unit === null ? others : [unit, ...others])),
  points: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300 })),
  cards: fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 2 }),
  wrap: fc.constantFrom(null, 299),
});

test('CHK-19 any cart whose numbers of pieces change on the device comes to what the shop then counts, to the cent', () => {
  fc.assert(
    fc.property(
      sumsOf,
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 4, maxLength: 4 }),
      (sums, to) => {
        const cart = changed(sums, to.slice(0, sums.goods.length));
        addsUp(cart);
        // What took all that the goods cost, and so may be more than it took, is known to the shop alone.
        if (counted(sums).itemsTotal < 10) return;
        const goods = sums.goods.map((one, index) => ({ ...one, quantity: to[index] ?? 1 }));
        const { totals, lines } = recalculateCart(inputOf({ ...sums, goods }));
        expect(cart).toMatchObject({
          total: totals.total,
          itemsTotal: totals.itemsTotal,
          orderPromotionTotal: totals.orderPromotionTotal,
          loyaltyDiscountTotal: totals.loyaltyDiscountTotal,
          giftCardTotal: totals.giftCardTotal,
        });
        expect(cart.items.map(({ total }) => total)).toEqual(lines.map(({ total }) => total));
      },
    ),
  );
});

test('CHK-19 whatever the device cannot know of a cart, its lines add up and nothing that is taken off is added', () => {
  const hidden = fc.record({ minimumPrice: fc.integer({ min: 0, max: 9_000 }), isOrderFirst: fc.boolean() });
  fc.assert(
    fc.property(
      sumsOf,
      hidden,
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 4, maxLength: 4 }),
      (sums, unknown, to) => {
        const cart = changed({ ...sums, hidden: unknown }, to.slice(0, sums.goods.length));
        addsUp(cart);
        expect(Math.min(...cart.items.map(({ total }) => total), cart.total)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
