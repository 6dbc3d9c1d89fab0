// @vitest-environment jsdom
/** Whose a cart is that came to the shop only after the sign-in: the shop says it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anItem, anOrder } from '#tests/builders.ts';
import {
  aPage,
  addition,
  answers,
  asItIs,
  closePages,
  customerCart,
  guestCart,
  merged,
  onNewDevice,
  removal,
  signInAs,
} from '#tests/customer-pages.ts';

beforeEach(onNewDevice);
afterEach(closePages);

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
    answers.pickUp = answer;
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
  answers.pickUp = asItIs;
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
  answers.pickUp = (body) => {
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
  answers.pickUp = asked;
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
    answers.pickUp = away;
    await changeCart(page.here, { kind: 'add', variantCode: 'V1', quantity: 2, productName: 'Morkos' });
    const begun = localStorage.getItem('CART_TOKEN');
    expect(begun).not.toBeNull();
    await page.takeCustomerCart(page.here, '17', named);
    expect([localStorage.getItem('CART_TOKEN'), page.outbox.state().cart]).toEqual([begun, begun]);
    // The link is back: what was begun is another name of the cart that the shop names.
    answers.pickUp = named === null ? asItIs : merged;
    await page.takeCustomerCart(page.here, '17', named);
    expect(localStorage.getItem('CART_TOKEN')).toBe(named ?? begun);
    const scope = `cart:${named ?? begun}`;
    expect(page.outbox.state().entries.map((one) => [one.kind, one.owner, one.scope])).toEqual([
      ['pickUpCart', '17', scope],
      ['addItem', '17', scope],
    ]);
  },
);

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
  answers.pickUp = asked;
  await page.takeCustomerCart(page.here, '17', customerCart);
  expect(asked).toHaveBeenCalledTimes(5);
  const last = '5'.padEnd(32, 'x');
  expect(localStorage.getItem('CART_TOKEN')).toBe(last);
  expect(page.outbox.state().carts.get(last)).toMatchObject({ order: { items: [{}] } });
  expect(page.outbox.state().carts.get(last)?.movedTo).toBeUndefined();
});
