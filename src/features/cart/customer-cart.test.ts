// @vitest-environment jsdom
/** What a guest put into the cart goes on in that of the customer who signs in. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anItem, anOrder } from '#tests/builders.ts';
import {
  aPage,
  addition,
  answers,
  asItIs,
  briefly,
  change,
  closePages,
  customerCart,
  guestCart,
  intent,
  onNewDevice,
  signInAs,
} from '#tests/customer-pages.ts';

beforeEach(onNewDevice);
afterEach(closePages);

test('what waits for the guest’s cart goes on in the cart of the customer, under the same keys', async () => {
  localStorage.setItem('CART_TOKEN', guestCart);
  const page = await aPage();
  await page.outbox.change(() => ({ changes: { append: [addition, change, intent] }, result: undefined }));
  signInAs('17');
  await page.takeCustomerCart(page.here, '17', customerCart);
  expect(localStorage.getItem('CART_TOKEN')).toBe(customerCart);
  const scope = `cart:${customerCart}`;
  expect(page.outbox.state().entries.map(briefly)).toEqual([
    { id: 'a', owner: '17', scope, params: { token: customerCart }, state: 'queued' },
    // The line has another number in the cart that it came into.
    { id: 'b', owner: '17', scope, params: { token: customerCart, id: null }, state: 'queued' },
    // An order that a guest has made whole is a guest's.
    { id: 'i', owner: 'guest', scope: `cart:${guestCart}`, params: {}, state: 'queued' },
  ]);
  expect(page.outbox.state().carts.get(guestCart)).toMatchObject({ order: null, movedTo: customerCart });
});

test('so does what waits for it where it has gone on under another token, which this page has not read yet', async () => {
  localStorage.setItem('CART_TOKEN', guestCart);
  const page = await aPage();
  const fresh = 'f'.repeat(32);
  const waiting = { ...addition, scope: `cart:${fresh}`, params: { token: fresh } };
  await page.outbox.change(() => ({
    changes: { append: [waiting], carts: [{ token: guestCart, order: null, movedTo: fresh, at: 1 }] },
    result: undefined,
  }));
  signInAs('17');
  answers.pickUp = asItIs;
  // As the worker has moved it just now.
  localStorage.setItem('CART_TOKEN', guestCart);
  await page.takeCustomerCart(page.here, '17', null);
  expect(localStorage.getItem('CART_TOKEN')).toBe(fresh);
  expect(page.outbox.state().entries).toMatchObject([{ owner: '17', scope: `cart:${fresh}` }]);
});

test('R4.61 what the guest’s cart of this device held is no change of another device in the customer’s cart', async () => {
  localStorage.setItem('CART_TOKEN', guestCart);
  const page = await aPage();
  const theirs = anOrder({
    id: 5,
    tokenValue: customerCart,
    version: 3,
    items: [],
    appliedCommandIds: ['c'],
  });
  const guests = anOrder({ id: 6, tokenValue: guestCart, items: [anItem()], appliedCommandIds: ['g'] });
  await page.outbox.keepCart(theirs);
  await page.outbox.keepCart(guests);
  signInAs('17');
  await page.takeCustomerCart(page.here, '17', customerCart);
  await page.outbox.keepCart({
    ...theirs,
    version: 4,
    items: [anItem()],
    appliedCommandIds: ['g', 'c'],
  });
  expect(page.outbox.state().carts.get(customerCart)).toMatchObject({ order: { version: 4 } });
  expect(page.outbox.state().carts.get(customerCart)?.others).toBeUndefined();
});

test('a cart that the customer takes over as it is keeps its lines’ numbers', async () => {
  localStorage.setItem('CART_TOKEN', guestCart);
  const page = await aPage();
  await page.outbox.change(() => ({ changes: { append: [change] }, result: undefined }));
  signInAs('17');
  await page.takeCustomerCart(page.here, '17', guestCart);
  expect(page.outbox.state().entries.map(briefly)).toMatchObject([
    { owner: '17', params: { token: guestCart, id: 7 } },
  ]);
});

test('a disk that cannot be written leaves the guest’s cart in front with all that waits; the next look takes both', async () => {
  localStorage.setItem('CART_TOKEN', guestCart);
  const page = await aPage();
  const refused = { ...change, state: 'parked' as const, reason: 'owner' as const };
  await page.outbox.change(() => ({ changes: { append: [addition, refused] }, result: undefined }));
  signInAs('17');
  const disk = vi
    .spyOn(page.outbox, 'change')
    .mockRejectedValueOnce(new DOMException('Full', 'QuotaExceededError'));
  await page.takeCustomerCart(page.here, '17', customerCart);
  expect(disk).toHaveBeenCalledTimes(1);
  expect(localStorage.getItem('CART_TOKEN')).toBe(guestCart);
  expect(page.outbox.state().entries.map(({ owner, scope }) => [owner, scope])).toEqual([
    ['guest', `cart:${guestCart}`],
    ['guest', `cart:${guestCart}`],
  ]);
  // As follow-cart.ts does: the shop names another cart than the one in front.
  await page.takeCustomerCart(page.here, '17', customerCart);
  expect(localStorage.getItem('CART_TOKEN')).toBe(customerCart);
  // Each is tried at once.
  await expect
    .poll(() => page.outbox.state().entries.map(({ owner, scope, state }) => [owner, scope, state]))
    .toEqual([
      ['17', `cart:${customerCart}`, 'queued'],
      ['17', `cart:${customerCart}`, 'queued'],
    ]);
});

test('a customer without a cart keeps the one in front when the shop has not heard of all of it', async () => {
  localStorage.setItem('CART_TOKEN', guestCart);
  const page = await aPage();
  await page.outbox.change(() => ({ changes: { append: [addition] }, result: undefined }));
  signInAs('17');
  answers.pickUp = asItIs;
  await page.takeCustomerCart(page.here, '17', null);
  expect(localStorage.getItem('CART_TOKEN')).toBe(guestCart);
  expect(page.outbox.state().entries).toMatchObject([{ owner: '17' }]);
  const other = await aPage();
  await other.outbox.change(({ entries }) => ({ changes: { remove: entries }, result: undefined }));
  await other.takeCustomerCart(other.here, '17', null);
  expect(localStorage.getItem('CART_TOKEN')).toBeNull();
});

test('goods that begin a cart just as the customer’s is taken are in that one', async () => {
  const page = await aPage();
  signInAs('17');
  // On the disk, and not yet named by the page.
  const begun = { ...addition, owner: '17' };
  await page.outbox.change(() => ({ changes: { append: [begun], cart: guestCart }, result: undefined }));
  await page.takeCustomerCart(page.here, '17', customerCart);
  expect([localStorage.getItem('CART_TOKEN'), page.outbox.state().cart]).toEqual([
    customerCart,
    customerCart,
  ]);
  expect(page.outbox.state().entries.map(briefly)).toMatchObject([
    { owner: '17', scope: `cart:${customerCart}`, state: 'queued' },
  ]);
});

test('what was parked until its owner is back is sent once they are, and nobody else’s', async () => {
  const page = await aPage();
  const parked = { reason: 'owner' as const, state: 'parked' as const };
  await page.outbox.change(() => ({
    changes: {
      append: [
        { ...addition, ...parked, owner: '17' },
        { ...change, ...parked, owner: '18' },
      ],
    },
    result: undefined,
  }));
  signInAs('17');
  await page.takeCustomerCart(page.here, '17', customerCart);
  expect(page.outbox.state().entries.map(({ owner, state }) => [owner, state])).toEqual([
    ['17', 'queued'],
    ['18', 'parked'],
  ]);
});
