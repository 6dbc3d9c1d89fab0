import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { expect, test } from 'vitest';
import { withDelivery } from './order-with-delivery.ts';

test('delivery that is chosen and not saved yet stands in the sums, which still add up', () => {
  const order = anOrder();
  const courier = { price: 399, priceWithoutTax: 330, originalPrice: 499 };
  const shown = withDelivery(order, [courier], []);
  expect(shown).toMatchObject({ shippingTotal: 399, shippingPromotionTotal: -100, total: order.total + 399 });
  expect(shown.taxTotal + shown.totalWithoutTax).toBe(shown.total);
  // Another way in place of the saved one, and back: nothing is counted twice.
  const locker = { price: 249, priceWithoutTax: 206 };
  const changed = withDelivery(shown, [locker], [courier]);
  expect(changed.total).toBe(order.total + 249);
  expect(changed.taxTotal + changed.totalWithoutTax).toBe(changed.total);
});

test('R1.14 what is left on a gift card pays for the delivery that is chosen, but not for gift cards that are bought', () => {
  const card = (amountUsed: number, amountLeft: number) => ({
    code: 'C',
    label: 'C',
    amountUsed,
    amountLeft,
  });
  const courier = { price: 499, priceWithoutTax: 412 };
  const covered = anOrder({ giftCards: [card(1000, 16_111)], giftCardTotal: -1000, total: 0 });
  expect(withDelivery(covered, [courier], [])).toMatchObject({ giftCardTotal: -1499, total: 0 });
  const nearly = { ...covered, giftCards: [card(1000, 200)] };
  expect(withDelivery(nearly, [courier], [])).toMatchObject({ giftCardTotal: -1200, total: 299 });
  // Another way that is cheaper than the saved one gives its money back to the card.
  const saved = withDelivery(nearly, [courier], []);
  const asSaved = { ...saved, giftCards: [card(1200, 0)] };
  const cheap = { price: 100, priceWithoutTax: 83 };
  expect(withDelivery(asSaved, [cheap], [courier])).toMatchObject({ giftCardTotal: -1100, total: 0 });
  const bought = anItem({ marker: soldCardMarker, total: 5000 });
  const both = anOrder({
    items: [anItem({ total: 1000 }), bought],
    giftCards: [card(1000, 9000)],
    giftCardTotal: -1000,
    total: 5000,
  });
  expect(withDelivery(both, [courier], [])).toMatchObject({ giftCardTotal: -1499, total: 5000 });
});
