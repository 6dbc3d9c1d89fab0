// @vitest-environment jsdom
/** What stays of the carts of a customer who leaves. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personalCells } from '#api/personal-cells.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import {
  aPage,
  addition,
  closePages,
  customerCart,
  intent,
  onNewDevice,
  open,
  removal,
  shop,
  signInAs,
} from '#tests/customer-pages.ts';

beforeEach(onNewDevice);
afterEach(closePages);

test('R0.28 leaving takes the carts of the customer, what is done and what the checkout knew off the device; what was never sent stays', async () => {
  localStorage.setItem('CART_TOKEN', customerCart);
  const page = await aPage();
  const order = anOrder({ tokenValue: customerCart, items: [anItem()] });
  await page.outbox.change(() => ({
    changes: {
      append: [
        { ...addition, owner: '17' },
        { ...removal, owner: '17' },
        { ...intent, owner: '17', state: 'confirmed' },
      ],
      carts: [
        { token: customerCart, order, at: 1 },
        { token: 'x'.repeat(32), order: null, movedTo: customerCart, at: 1 },
        { token: 'y'.repeat(32), order: null, at: 1 },
      ],
      cart: customerCart,
    },
    result: undefined,
  }));
  for (const cell of Object.keys(personalCells)) localStorage.setItem(cell, '"Rasa Ąžuolė"');
  await page.leaveCustomerCart(page.here, '17');
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('Rasa');
  const { entries, carts, cart } = page.outbox.state();
  // What was taken out before its number was known has it now: without the cart nobody could tell it.
  expect(entries.map((one) => [one.id[0], one.params['id']])).toEqual([
    ['a', undefined],
    ['r', order.items[0]?.id],
  ]);
  // Of the cart that an unsent change is for, where it goes stays known.
  expect([...carts].map(([token, { order: kept }]) => [token, kept])).toEqual([[customerCart, null]]);
  expect(cart).toBeNull();
  expect(localStorage.getItem('CART_TOKEN')).toBeNull();
});

test('R0.28 a sign-in that ended before anybody listened leaves no placed order of its customer, and a guest’s stays', async () => {
  const page = await aPage();
  const placed = { ...intent, state: 'confirmed' as const, body: { email: 'rasa@example.com' } };
  await page.outbox.change(() => ({
    changes: {
      append: [
        { ...placed, owner: '17' },
        { ...placed, id: 'g'.repeat(36) },
      ],
    },
    result: undefined,
  }));
  await page.leaveCustomerCart(page.here, null);
  expect(page.outbox.state().entries.map(({ owner }) => owner)).toEqual(['guest']);
});

const signOut = () => {
  localStorage.removeItem('AUTH_TOKEN');
  localStorage.removeItem('AUTH_REFRESH_TOKEN');
};

test('R0.28 a log out while the cart of the customer is being taken leaves none in front', async () => {
  signInAs('17');
  const page = await aPage();
  await page.outbox.keepCart(anOrder({ tokenValue: customerCart, items: [anItem()] }));
  const taking = page.takeCustomerCart(page.here, '17', customerCart);
  signOut();
  await Promise.all([taking, page.leaveCustomerCart(page.here, '17')]);
  await page.outbox.change(() => ({ changes: {}, result: undefined }));
  expect([localStorage.getItem('CART_TOKEN'), page.outbox.state().cart]).toEqual([null, null]);
});

test('R0.28 a log out while an answer of the shop is being taken leaves no cart in front, nor on the disk', async () => {
  signInAs('17');
  const page = await aPage();
  const { takeCart } = await import('./take-cart.ts');
  const taking = takeCart(page.here, anOrder({ tokenValue: customerCart, items: [anItem()] }));
  signOut();
  await Promise.all([taking, page.leaveCustomerCart(page.here, '17')]);
  await page.outbox.change(() => ({ changes: {}, result: undefined }));
  expect([localStorage.getItem('CART_TOKEN'), page.outbox.state().carts.size]).toEqual([null, 0]);
});

test('a page that opens the outbox only as its customer leaves brings their cart not back in front', async () => {
  signInAs('42');
  const before = await aPage();
  await before.outbox.change(() => ({
    changes: {
      carts: [{ token: customerCart, order: anOrder({ tokenValue: customerCart }), at: 1 }],
      cart: customerCart,
    },
    result: undefined,
  }));
  before.outbox.close();
  localStorage.setItem('CART_TOKEN', customerCart);
  vi.resetModules();
  const { leaveCustomerCart } = await import('./customer-cart.ts');
  const { theOutbox } = await import('#offline/outbox/page-outbox.ts');
  await leaveCustomerCart({ shop, queryClient: new QueryClient() }, '42');
  open.push(theOutbox());
  expect(localStorage.getItem('CART_TOKEN')).toBeNull();
  expect(theOutbox().state().cart).toBeNull();
});
