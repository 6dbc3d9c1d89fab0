import { expect, test } from 'vitest';
import { changeQuantityBody } from './order-requests.ts';
import { order, type Order } from './orders.ts';

const token = 'a'.repeat(32);
/** Only what the contract marks as always there. */
const least: Order = {
  id: 1,
  tokenValue: token,
  version: 1,
  state: 'cart',
  checkoutState: 'cart',
  paymentState: 'cart',
  shippingState: 'cart',
  currencyCode: 'EUR',
  localeCode: 'lt',
  channelCode: 'retail',
  createdAt: '2026-11-21T00:00:00Z',
  updatedAt: '2026-11-21T00:00:00Z',
  items: [],
  deletedItems: [],
  shipments: [],
  payments: [],
  promotions: [],
  giftCards: [],
  gift: { eligible: false },
  giftWrap: { available: false, selected: false, price: 0 },
  loyalty: { available: false, balance: 0, pointsSpent: 0, maxPoints: 0, pointsToEarn: 0 },
  loyaltyDiscountTotal: 0,
  giftCardTotal: 0,
  itemsSubtotal: 0,
  itemsTotal: 0,
  orderPromotionTotal: 0,
  shippingPromotionTotal: 0,
  shippingTotal: 0,
  giftWrapTotal: 0,
  taxTotal: 0,
  taxIncludedTotal: 0,
  taxExcludedTotal: 0,
  totalWithoutTax: 0,
  total: 0,
  adjustments: [],
  childOrders: [],
  appliedCommandIds: [],
  warnings: [],
};
const place = {
  firstName: 'Jonas',
  lastName: 'Jonaitis',
  phoneNumber: '+37061234567',
  countryCode: 'LT',
  city: 'Utena',
  street: 'Lauko g.',
  houseNumber: '1',
  postCode: 'LT-28241',
};

test('R3.41 cart and order are one entity: all fields parse, and absent optional ones are no error', () => {
  expect(order.safeParse(least).error?.issues ?? []).toEqual([]);
  const whole = {
    ...least,
    number: '10001',
    state: 'new',
    checkoutState: 'completed',
    billingAddress: place,
    shippingAddress: { ...place, flatNumber: '3' },
    customer: { email: 'jonas@example.lt', firstName: 'Jonas' },
    promotionCoupon: { code: 'PAVASARIS10', promotion: { code: 'COUPON', name: 'Kuponas' } },
    promotions: [{ code: 'COUPON', name: 'Kuponas', amount: -100 }],
    giftCards: [{ code: '****1234', label: 'Dovana', amountUsed: 100, amountLeft: 0 }],
    loyaltyDiscountTotal: -50,
    total: 1000,
    taxTotal: 174,
    shippingTotal: 499,
    payments: [
      {
        id: 1,
        state: 'new',
        method: { code: 'TRANSFER', name: 'Pavedimas', kind: 'transfer' },
        amount: 1000,
        currencyCode: 'EUR',
        createdAt: '2026-11-21T00:00:00Z',
      },
    ],
  };
  const parsed = order.safeParse(whole);
  expect(parsed.error?.issues ?? []).toEqual([]);
  expect(parsed.data).toEqual(whole);
});

test("R3.43 the delete status of a line is the client's own: a change of quantity carries neither it nor its error", () => {
  expect(changeQuantityBody.safeParse({ quantity: 2 }).success).toBe(true);
  expect(changeQuantityBody.safeParse({ quantity: 2, deleteStatus: 'ERROR' }).success).toBe(false);
  expect(changeQuantityBody.safeParse({ quantity: 2, deleteError: 'x' }).success).toBe(false);
});
