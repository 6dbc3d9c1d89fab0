import { expect, test } from 'vitest';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { Order } from '#contract/orders/orders.ts';
import { anItem, anOrder, cartToken } from '#tests/builders.ts';
import { add } from '#tests/cart-commands.ts';
import { rebuildCart } from './rebuild-cart.ts';
import { waitingCart } from './waiting-cart.ts';
import type { NewCommand, WaitingCommand } from './waiting-command.ts';

const waits = (command: NewCommand, seq: number): WaitingCommand => ({
  ...command,
  id: `key-${String(seq)}`.padEnd(20, '0'),
  seq,
  schemaVersion: 3,
  owner: 'guest',
  at: 0,
  state: 'queued',
  tries: 0,
  nextTryAt: 0,
  notBefore: 0,
});
const coupon = (couponCode: string | null): NewCommand => ({
  ...add('A', 1),
  kind: 'applyCoupon',
  line: '#coupon',
  body: { couponCode },
});
const newToken = cartToken.toUpperCase();
const ends = (waiting: WaitingCommand[]) => {
  const promotionCoupon = { code: 'OLD', promotion: { code: 'P', name: 'Old' } };
  const order = anOrder({ items: [anItem()], promotionCoupon });
  const speaker = { locale: 'lt', channel: 'retail' };
  return rebuildCart(order, waiting, newToken, speaker).map(({ kind, body }) => [kind, body['couponCode']]);
};

test('a cart that is begun anew has its gift again, the last one that was chosen', () => {
  const order = anOrder({ items: [anItem()], gift: { eligible: true, selectedVariantCode: 'OLD' } });
  const speaker = { locale: 'lt', channel: 'retail' };
  const gift = (productVariantCode: string | null): NewCommand => ({
    ...coupon(null),
    kind: 'chooseGift',
    line: '#gift',
    body: { productVariantCode },
  });
  const last = (waiting: WaitingCommand[]) => {
    const { kind, body } = rebuildCart(order, waiting, newToken, speaker).at(-1) ?? {};
    return [kind, body?.['productVariantCode']];
  };
  expect(last([])).toEqual(['chooseGift', 'OLD']);
  expect(last([waits(gift('NEW'), 1)])).toEqual(['chooseGift', 'NEW']);
  expect(last([waits(gift(null), 1)])[0]).toBe('addItem');
});

test('a cart that is begun anew has its promo code again, behind the goods that it may ask for', () => {
  expect(ends([])).toEqual([
    ['pickUpCart', undefined],
    ['addItem', undefined],
    ['applyCoupon', 'OLD'],
  ]);
  expect(ends([waits(coupon('NEW'), 1)]).at(-1)).toEqual(['applyCoupon', 'NEW']);
  expect(ends([waits(coupon(null), 1)]).at(-1)).toEqual(['addItem', undefined]);
});

/** A line that was taken out at the shop, and its way back. */
const removed = anItem({ id: 9, quantity: 2 });
const orderWithout = (items: Order['items'] = []) =>
  anOrder({
    items,
    deletedItems: [
      {
        id: 9,
        productName: 'x',
        variantCode: removed.variant.code,
        quantity: 2,
        deletedAt: '2026-05-01T09:00:00Z',
        restorableUntil: '2026-05-01T09:30:00Z',
      },
    ],
  });
const restore = (shown?: OrderItem): NewCommand => ({
  ...add(removed.variant.code),
  kind: 'restoreItem',
  params: { token: cartToken, id: 9 },
  body: {},
  ...(shown === undefined ? {} : { shown }),
});
const goods = (order: Order | null, waiting: NewCommand[]) =>
  rebuildCart(
    order,
    waiting.map((one, at) => waits(one, at + 1)),
    newToken,
  )
    .filter(({ kind }) => kind !== 'pickUpCart')
    .map(({ kind, line, body }) => [kind, line, body['quantity']]);

test('R0.44 a cart that is begun anew has the lines that were brought back, beside what there is of the same goods', () => {
  const { code } = removed.variant;
  expect(goods(orderWithout(), [restore(removed)])).toEqual([['addItem', code, 2]]);
  // As the shop said it, where no page has shown it.
  expect(goods(orderWithout(), [restore()])).toEqual([['addItem', code, 2]]);
  expect(goods(null, [restore(removed)])).toEqual([['addItem', code, 2]]);
  expect(goods(orderWithout([anItem({ id: 10, quantity: 5 })]), [restore(removed)])).toEqual([
    ['addItem', code, 7],
  ]);
});

test('a line that is brought back twice, or is there, is begun anew with its pieces once', () => {
  const { code } = removed.variant;
  const out: NewCommand = { ...restore(), kind: 'deleteItem' };
  expect(goods(orderWithout(), [restore(removed), restore(removed)])).toEqual([['addItem', code, 2]]);
  expect(goods(orderWithout(), [restore(removed), out])).toEqual([]);
  expect(goods(orderWithout(), [restore(removed), out, restore(removed)])).toEqual([['addItem', code, 2]]);
  expect(goods(anOrder({ items: [removed] }), [restore()])).toEqual([['addItem', code, 2]]);
  expect(goods(anOrder({ items: [removed] }), [out, restore()])).toEqual([['addItem', code, 2]]);
});

test('the goods of a cart that is begun anew are seen until the shop has answered, as it said last', () => {
  const blank = { token: newToken, locale: 'lt', channel: 'retail', currencyCode: 'EUR' };
  const order = anOrder({ items: [anItem({ quantity: 3 })] });
  const begun = rebuildCart(order, [waits(add(anItem().variant.code, 2), 1)], newToken);
  const { items } = waitingCart(
    null,
    begun.map((one, at) => waits(one, at + 1)),
    blank,
  );
  expect(items).toMatchObject([{ productName: anItem().productName, quantity: 5 }]);
});
