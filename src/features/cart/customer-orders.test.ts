// @vitest-environment jsdom
/** Orders and emptyings that wait when somebody signs in: each is meant for the cart that its buyer saw. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anItem, anOrder } from '#tests/builders.ts';
import {
  aPage,
  addition,
  answers,
  asItIs,
  briefly,
  closePages,
  customerCart,
  guestCart,
  intent,
  onNewDevice,
  signInAs,
} from '#tests/customer-pages.ts';

beforeEach(onNewDevice);
afterEach(closePages);

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
  answers.pickUp = asked;
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
