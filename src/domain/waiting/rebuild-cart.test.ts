import { expect, test } from 'vitest';
import { anItem, anOrder, cartToken } from '#tests/builders.ts';
import { add } from '#tests/cart-commands.ts';
import { rebuildCart } from './rebuild-cart.ts';
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
