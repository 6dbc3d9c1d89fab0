import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anItem, anOrder, aProduct, aVariant, aWaitingCommand, cartToken } from '#tests/builders.ts';
import { add, begin, change } from '#tests/cart-commands.ts';
import { priceOfEach } from '#domain/money/tier-prices.ts';
import { withQuantity } from './estimated-lines.ts';
import { shownItem } from './shown-goods.ts';
import { waitingCart } from './waiting-cart.ts';
import type { NewCommand, WaitingCommand } from './waiting-command.ts';

const blank = { token: cartToken, locale: 'lt', channel: 'business', currencyCode: 'EUR' };
const tierPrices = [
  { quantity: 10, price: 1919, priceWithoutTax: 1586 },
  { quantity: 40, price: 1819, priceWithoutTax: 1503, pack: 'pallet' as const },
];
const sack = aVariant({ code: 'A', price: 1999, tierPrices });
let seq = 0;
const waits = (command: NewCommand): WaitingCommand => {
  seq += 1;
  return aWaitingCommand(command, seq, { shown: shownItem(aProduct({ name: 'Pašaras' }), sack) });
};
/** A line as the shop counted it. */
const counted = (quantity: number, more: Partial<ReturnType<typeof anItem>> = {}) => {
  const unitPrice = priceOfEach(1999, tierPrices, quantity);
  const item = anItem();
  return {
    ...item,
    id: 5,
    quantity,
    unitPrice,
    originalUnitPrice: unitPrice,
    discountedUnitPrice: unitPrice,
    subtotal: unitPrice * quantity,
    total: unitPrice * quantity,
    variant: { ...item.variant, ...sack },
    ...more,
  };
};

test('a cart that no shop has seen costs by its pieces what the shop will charge, in whatever steps they came', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 }), (steps) => {
      const pieces = steps.reduce((sum, step) => sum + step, 0);
      const cart = waitingCart(null, [waits(begin()), ...steps.map((step) => waits(add('A', step)))], blank);
      const each = priceOfEach(1999, tierPrices, pieces);
      expect(cart.items).toMatchObject([{ quantity: pieces, unitPrice: each, total: each * pieces }]);
      expect(cart.total).toBe(each * pieces);
    }),
  );
});

test('a line that the shop has counted goes to the price of its new number, up and down, net price too', () => {
  const at = (from: number, to: number) =>
    waitingCart(
      anOrder({ items: [counted(from)], total: counted(from).total }),
      [waits(change('A', to, 5))],
      blank,
    );
  expect(at(8, 10).items).toMatchObject([
    { unitPrice: 1919, unitPriceWithoutTax: 1586, originalUnitPrice: 1919, subtotal: 19_190, total: 19_190 },
  ]);
  expect(at(8, 10).total).toBe(19_190);
  expect(at(40, 9).items).toMatchObject([{ unitPrice: 1999, originalUnitPrice: 1999, total: 17_991 }]);
  expect(at(12, 13).items).toMatchObject([{ unitPrice: 1919, total: 24_947 }]);
});

test('parts of a set and gifts have no prices by quantity', () => {
  const bundle = { code: 'RK1', name: 'Rinkinys', groupId: 'g' };
  for (const more of [{ bundle }, { marker: 'gift-selected' }]) {
    const part = counted(5, { unitPrice: 1999, total: 9995, ...more });
    expect(withQuantity(part, 10)).toMatchObject({ quantity: 10, unitPrice: 1999, total: 19_990 });
  }
});
