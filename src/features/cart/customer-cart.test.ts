// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personalCells } from '#api/personal-cells.ts';
import type { Shop } from '#api/shop.ts';
import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { anItem, anOrder } from '#tests/builders.ts';

const guestCart = 'g'.repeat(32);
const customerCart = 'c'.repeat(32);
/** CART-01: which cart the shop answers with for the one in front; it brings a guest's into the customer's. */
let pickUp = (_body: { tokenValue: string; exceptTokens?: string[] }): Promise<unknown> =>
  Promise.resolve(anOrder({ tokenValue: customerCart }));
const shop = {
  locale: 'lt',
  channel: 'retail',
  scope: { locale: 'lt', channel: 'retail' },
  call: (name: string, { body }: { body: { tokenValue: string; exceptTokens?: string[] } }) =>
    name === 'pickUpCart' ? pickUp(body) : Promise.reject(new Error('Not asked here')),
} as unknown as Shop;
const asItIs = ({ tokenValue }: { tokenValue: string }) => Promise.resolve(anOrder({ tokenValue }));

/** A token as the shop makes it, of this customer. */
const tokenOf = (customer: string) => `e30.${btoa(JSON.stringify({ sub: customer }))}.x`;
const signInAs = (customer: string) => {
  localStorage.setItem('AUTH_TOKEN', tokenOf(customer));
  localStorage.setItem('AUTH_REFRESH_TOKEN', 'refresh');
};

const merged = pickUp;
beforeEach(() => {
  pickUp = merged;
  globalThis.indexedDB = new IDBFactory();
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  localStorage.clear();
});

const open: { wake: () => Promise<void>; close: () => void }[] = [];
afterEach(async () => {
  // A page that is left must not send, nor put its cart in front, any more.
  for (const outbox of open.splice(0)) {
    await outbox.wake();
    outbox.close();
  }
});

async function aPage() {
  vi.resetModules();
  const cart = await import('./customer-cart.ts');
  const { openCart } = await import('./cart-outbox.ts');
  const { theOutbox } = await import('#offline/outbox/page-outbox.ts');
  const here = { shop, queryClient: new QueryClient() };
  await openCart(here);
  open.push(theOutbox());
  return { ...cart, here, outbox: theOutbox() };
}

const common = { locale: 'lt', channel: 'retail', owner: 'guest', at: 1 };
const addition = {
  ...common,
  id: 'a'.repeat(36),
  kind: 'addItem' as const,
  scope: `cart:${guestCart}`,
  line: 'V1',
  params: { token: guestCart },
  body: { productVariantCode: 'V1', quantity: 2 },
};
const change = {
  ...addition,
  id: 'b'.repeat(36),
  kind: 'changeQuantity' as const,
  line: 'V2',
  params: { token: guestCart, id: 7 },
  body: { quantity: 3 },
};
const removal = {
  ...addition,
  id: 'r'.repeat(36),
  kind: 'deleteItem' as const,
  scope: `cart:${customerCart}`,
  line: anItem().variant.code,
  params: { token: customerCart, id: null },
  body: {},
};
const intent = {
  ...addition,
  id: 'i'.repeat(36),
  kind: 'placeIntent' as const,
  line: null,
  params: {},
  body: { tokenValue: guestCart },
};

const briefly = ({ id, owner, scope, params, state }: WaitingCommand) => ({
  id: id[0],
  owner,
  scope,
  params,
  state,
});

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
  pickUp = asItIs;
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

/** An order of the customer's cart, made on this device before their sign-in ended. */
const ofCustomer = {
  ...intent,
  id: 'o'.repeat(36),
  scope: `cart:${customerCart}`,
  owner: '17',
  body: { tokenValue: customerCart },
};

test('R0.44 the cart whose order waits is not taken in front: what a guest put into another goes on there', async () => {
  localStorage.setItem('CART_TOKEN', guestCart);
  const page = await aPage();
  await page.outbox.change(() => ({ changes: { append: [ofCustomer] }, result: undefined }));
  await page.outbox.keepCart(anOrder({ id: 6, tokenValue: guestCart, items: [anItem()] }));
  expect((await page.sendBeforeSignIn(page.here)).map(({ id }) => id)).toEqual([ofCustomer.id]);
  signInAs('17');
  const asked = vi.fn(asItIs);
  pickUp = asked;
  await page.takeCustomerCart(page.here, '17', customerCart);
  expect(asked).toHaveBeenCalledExactlyOnceWith({
    localeCode: 'lt',
    tokenValue: guestCart,
    exceptTokens: [customerCart],
  });
  expect(localStorage.getItem('CART_TOKEN')).toBe(guestCart);
  expect(page.outbox.state().carts.get(guestCart)?.movedTo).toBeUndefined();
});

test('R0.44 without a cart of a guest none is in front while the order of the customer’s waits', async () => {
  const page = await aPage();
  await page.outbox.change(() => ({ changes: { append: [ofCustomer] }, result: undefined }));
  signInAs('17');
  await page.takeCustomerCart(page.here, '17', customerCart);
  expect(localStorage.getItem('CART_TOKEN')).toBeNull();
});

test('the emptying of a guest’s cart that waits never empties the cart of the customer', async () => {
  localStorage.setItem('CART_TOKEN', guestCart);
  const page = await aPage();
  const clearing = { ...addition, id: 'e'.repeat(36), kind: 'clearCart' as const, line: null, body: {} };
  const later = { ...addition, id: 'l'.repeat(36), line: 'V3' };
  await page.outbox.change(() => ({ changes: { append: [clearing, later] }, result: undefined }));
  signInAs('17');
  await page.takeCustomerCart(page.here, '17', customerCart);
  expect(page.outbox.state().entries.map(briefly)).toMatchObject([
    { id: 'e', owner: 'guest', scope: `cart:${guestCart}`, params: { token: guestCart } },
    { id: 'l', owner: '17', scope: `cart:${customerCart}`, params: { token: customerCart } },
  ]);
});

/** The last step of a checkout at the shop, pressed by a guest. */
const press = {
  ...addition,
  id: 'p'.repeat(36),
  kind: 'completeOrder' as const,
  line: null,
  body: { paymentMethod: 'transfer', expectedTotal: 1_000 },
};

test('I3 an order of the guest’s cart that the shop may have is never sent as one of the customer’s cart', async () => {
  localStorage.setItem('CART_TOKEN', guestCart);
  const page = await aPage();
  await page.outbox.change(() => ({ changes: { append: [press] }, result: undefined }));
  await page.outbox.wake(true);
  expect(page.outbox.state().entries).toMatchObject([{ tries: 1 }]);
  signInAs('17');
  await page.takeCustomerCart(page.here, '17', customerCart);
  await page.outbox.wake(true);
  expect(page.outbox.state().entries.map(briefly)).toEqual([
    { id: 'p', owner: 'guest', scope: `cart:${guestCart}`, params: { token: guestCart }, state: 'queued' },
  ]);
  const asked = vi.mocked(fetch).mock.calls.map(([input]) => (typeof input === 'string' ? input : ''));
  expect(asked.filter((path) => path.includes(`/orders/${customerCart}/`))).toEqual([]);
});

test('I1 the answer to an order of the guest’s cart takes nothing from the customer’s cart, and leaves it in front', async () => {
  localStorage.setItem('CART_TOKEN', guestCart);
  const page = await aPage();
  // Made by the customer before their sign-in ended.
  const scope = `cart:${customerCart}`;
  const theirs = { ...addition, id: 't'.repeat(36), owner: '17', scope, params: { token: customerCart } };
  await page.outbox.change(() => ({
    changes: { append: [theirs, press], cart: guestCart },
    result: undefined,
  }));
  let give: (answer: Response) => void = () => {};
  const answer = new Promise<Response>((resolve) => (give = resolve));
  vi.mocked(fetch).mockImplementation((input) =>
    typeof input === 'string' && input.includes(guestCart)
      ? answer
      : Promise.reject(new TypeError('Failed to fetch')),
  );
  const sending = page.outbox.wake(true);
  const states = () => page.outbox.state().entries.map(({ id, state }) => [id[0], state]);
  await expect.poll(states).toContainEqual(['p', 'sending']);
  signInAs('17');
  await page.takeCustomerCart(page.here, '17', customerCart);
  const placed = anOrder({ tokenValue: guestCart, state: 'new', number: 'A1', items: [anItem()] });
  const headers = { 'X-Shop-Api': '2', 'Idempotency-Key': press.id };
  give(new Response(JSON.stringify(placed), { headers }));
  await sending;
  await page.outbox.list();
  expect(states()).toEqual([
    ['t', 'queued'],
    ['p', 'confirmed'],
  ]);
  expect(page.outbox.state().cart).toBe(customerCart);
});

test('an order of a cart that the customer takes over as it is goes on as theirs', async () => {
  localStorage.setItem('CART_TOKEN', guestCart);
  const page = await aPage();
  await page.outbox.change(() => ({ changes: { append: [press] }, result: undefined }));
  signInAs('17');
  await page.takeCustomerCart(page.here, '17', guestCart);
  expect(page.outbox.state().entries.map(briefly)).toMatchObject([
    { id: 'p', owner: '17', params: { token: guestCart } },
  ]);
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
  pickUp = asItIs;
  await page.takeCustomerCart(page.here, '17', null);
  expect(localStorage.getItem('CART_TOKEN')).toBe(guestCart);
  expect(page.outbox.state().entries).toMatchObject([{ owner: '17' }]);
  const other = await aPage();
  await other.outbox.change(({ entries }) => ({ changes: { remove: entries }, result: undefined }));
  await other.takeCustomerCart(other.here, '17', null);
  expect(localStorage.getItem('CART_TOKEN')).toBeNull();
});

/** Of the page's own modules (`aPage`). */
const failing = (kind: 'refused' | 'unreachable', status: number) => async () => {
  const { ApiError } = await import('#api/api-error.ts');
  throw new ApiError(kind, status, { errorCode: '', message: '' });
};
const refused = failing('refused', 409);
const away = failing('unreachable', 500);
test.each([
  ['is theirs now', null, asItIs, guestCart, undefined],
  ['went into theirs', null, merged, customerCart, customerCart],
  ['went into theirs', customerCart, merged, customerCart, customerCart],
  ['lies beside the one that is named', customerCart, asItIs, customerCart, undefined],
  ['is somebody else’s', null, refused, null, undefined],
  ['may be theirs: it does not answer', null, away, guestCart, undefined],
  ['may be theirs: it does not answer', customerCart, away, guestCart, undefined],
] as const)(
  'a cart that came to the shop after the sign-in is let go only as the shop says: it %s (named: %s)',
  async (_said, named, answer, front, movedTo) => {
    localStorage.setItem('CART_TOKEN', guestCart);
    const page = await aPage();
    await page.outbox.keepCart(anOrder({ tokenValue: guestCart, items: [anItem()] }));
    signInAs('17');
    pickUp = answer;
    await page.takeCustomerCart(page.here, '17', named);
    expect([localStorage.getItem('CART_TOKEN'), page.outbox.state().cart]).toEqual([front, front]);
    expect(page.outbox.state().carts.get(guestCart)?.movedTo).toBe(movedTo);
  },
);

test('what waits for a cart that lies beside the one that is named stays with it', async () => {
  localStorage.setItem('CART_TOKEN', guestCart);
  const page = await aPage();
  await page.outbox.change(() => ({ changes: { append: [addition] }, result: undefined }));
  signInAs('17');
  pickUp = asItIs;
  await page.takeCustomerCart(page.here, '17', customerCart);
  expect(localStorage.getItem('CART_TOKEN')).toBe(guestCart);
  expect(page.outbox.state().entries).toMatchObject([{ owner: '17', scope: `cart:${guestCart}` }]);
});

test('a cart that comes in front while the shop is asked for the one before stays there', async () => {
  localStorage.setItem('CART_TOKEN', guestCart);
  const page = await aPage();
  for (const tokenValue of [guestCart, customerCart])
    await page.outbox.keepCart(anOrder({ tokenValue, items: [anItem()] }));
  signInAs('17');
  // Another tab.
  pickUp = (body) => {
    localStorage.setItem('CART_TOKEN', customerCart);
    return asItIs(body);
  };
  await page.takeCustomerCart(page.here, '17', null);
  expect([localStorage.getItem('CART_TOKEN'), page.outbox.state().cart]).toEqual([
    customerCart,
    customerCart,
  ]);
});

test('the shop is asked for no cart that has nothing in it, that it names itself, or that waits to be emptied', async () => {
  signInAs('17');
  const asked = vi.fn(merged);
  pickUp = asked;
  const page = await aPage();
  await page.takeCustomerCart(page.here, '17', null);
  localStorage.setItem('CART_TOKEN', guestCart);
  await page.takeCustomerCart(page.here, '17', customerCart);
  await page.outbox.keepCart(anOrder({ tokenValue: customerCart, items: [anItem()] }));
  await page.takeCustomerCart(page.here, '17', customerCart);
  const clearing = { ...removal, id: 'e'.repeat(36), kind: 'clearCart' as const, line: null, owner: '17' };
  await page.outbox.change(() => ({ changes: { append: [clearing] }, result: undefined }));
  await page.takeCustomerCart(page.here, '17', null);
  expect(asked).not.toHaveBeenCalled();
});

test.each([null, customerCart])(
  'goods that the customer puts in while the sign-in still loads stay in front (named: %s)',
  async (named) => {
    const page = await aPage();
    signInAs('17');
    const { changeCart } = await import('./cart-outbox.ts');
    pickUp = away;
    await changeCart(page.here, { kind: 'add', variantCode: 'V1', quantity: 2, productName: 'Morkos' });
    const begun = localStorage.getItem('CART_TOKEN');
    expect(begun).not.toBeNull();
    await page.takeCustomerCart(page.here, '17', named);
    expect([localStorage.getItem('CART_TOKEN'), page.outbox.state().cart]).toEqual([begun, begun]);
    // The link is back: what was begun is another name of the cart that the shop names.
    pickUp = named === null ? asItIs : merged;
    await page.takeCustomerCart(page.here, '17', named);
    expect(localStorage.getItem('CART_TOKEN')).toBe(named ?? begun);
    const scope = `cart:${named ?? begun}`;
    expect(page.outbox.state().entries.map((one) => [one.kind, one.owner, one.scope])).toEqual([
      ['pickUpCart', '17', scope],
      ['addItem', '17', scope],
    ]);
  },
);

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

test('where another cart comes in front each time that the shop is asked, the last one stays there with what is in it', async () => {
  localStorage.setItem('CART_TOKEN', guestCart);
  const page = await aPage();
  const cartOf = (tokenValue: string) => anOrder({ tokenValue, items: [anItem()] });
  await page.outbox.keepCart(cartOf(guestCart));
  signInAs('17');
  const asked = vi.fn(async () => {
    // Another tab; not for ever, so that a page that never gives up fails too.
    const next = String(asked.mock.calls.length).padEnd(32, 'x');
    if (asked.mock.calls.length > 30) return cartOf(customerCart);
    await page.outbox.keepCart(cartOf(next));
    localStorage.setItem('CART_TOKEN', next);
    return cartOf(customerCart);
  });
  pickUp = asked;
  await page.takeCustomerCart(page.here, '17', customerCart);
  expect(asked).toHaveBeenCalledTimes(5);
  const last = '5'.padEnd(32, 'x');
  expect(localStorage.getItem('CART_TOKEN')).toBe(last);
  expect(page.outbox.state().carts.get(last)).toMatchObject({ order: { items: [{}] } });
  expect(page.outbox.state().carts.get(last)?.movedTo).toBeUndefined();
});
