// @vitest-environment jsdom
/** Emptying a cart and bringing back what was in it, with what paid for it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { writeTokens } from '#api/session-tokens.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { apiMarker, header } from '#contract/calls/endpoints.ts';
import type { Order } from '#contract/orders/orders.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { currentToast } from '#ui/toast-state.ts';
import { changeCart, openCart } from './cart-outbox.ts';
import { bringBackAtShop } from './bring-back.ts';
import { clearCart } from './clear-cart.ts';
import { cartKey } from './cart-queries.ts';
import { readCartToken, writeCartToken } from './cart-token.ts';
import { clearedCart } from './cleared-cart.ts';
import { sendFirst } from './fill-cart.ts';
import { takenBack } from './taken-back-lines.ts';
import {
  atShop,
  card,
  customer,
  emptied,
  gift,
  giftCard,
  goods,
  here,
  leaveShop,
  nobody,
  onNewShop,
  shop,
} from '#tests/emptied-carts.ts';

beforeEach(onNewShop);
afterEach(leaveShop);

const leaveHere = () => writeTokens(nobody);
const leaveInAnotherTab = () => {
  localStorage.removeItem('AUTH_TOKEN');
  localStorage.removeItem('AUTH_REFRESH_TOKEN');
  dispatchEvent(new StorageEvent('storage', { key: 'AUTH_TOKEN' }));
};

test.each([
  ['in this tab', leaveHere],
  ['in another one', leaveInAnotherTab],
])(
  'R0.28 what a customer who logs out %s has taken out of the cart is offered to nobody',
  async (_, leave) => {
    writeTokens(customer);
    await emptied([goods, card(3, 'Ona')], {
      giftCards: [{ code: 'GIFT-SECRET', amount: 500, balance: 500 }] as unknown as Order['giftCards'],
    });
    takenBack.set('V1', { item: goods, at: Date.now(), commands: [] });
    expect([clearedCart.current()?.items.length, takenBack.size]).toEqual([2, 1]);
    leave();
    expect([clearedCart.current(), takenBack.size]).toEqual([null, 0]);
  },
);

test('R0.28 an emptying that is written down after its customer has left is no way back for the next person', async () => {
  writeTokens(customer);
  const token = newCartToken();
  writeCartToken(token);
  await openCart(here);
  const pressed = clearCart(theOutbox(), shop, token, anOrder({ tokenValue: token, items: [goods] }));
  writeTokens(nobody);
  await pressed;
  expect(clearedCart.current()).toBeNull();
});

test('what a guest has emptied can be brought back when they have signed in', async () => {
  const { cleared } = await emptied([goods]);
  writeTokens(customer);
  expect(cleared().items).toHaveLength(1);
});

const chosen = {
  gift: { eligible: true, selectedVariantCode: 'G1' },
  giftCards: [{ code: 'CARD-1', label: 'CARD', amountUsed: 2000, amountLeft: 0 }],
  loyalty: { available: true, balance: 200, pointsSpent: 120, maxPoints: 120, pointsToEarn: 0 },
};

test('CART-18 the gift waits behind the goods that earn it, and what paid for the cart pays again before it is said to be as it was', async () => {
  atShop.isTaking = true;
  const { undo } = await emptied([goods, gift], chosen);
  await undo();
  expect(atShop.sent.slice(1)).toEqual([
    { productVariantCode: 'V1', quantity: 2 },
    { productVariantCode: 'G1' },
  ]);
  const token = readCartToken();
  expect(atShop.calls.map(({ name, params, body }) => [name, params?.token, body])).toEqual([
    ['addGiftCard', token, { code: 'CARD-1' }],
    ['usePoints', token, { points: 120 }],
  ]);
  expect(currentToast()).toBeNull();
});

test('CART-18 what cannot pay again is said, and the rest comes back', async () => {
  atShop.isTaking = true;
  const { undo } = await emptied([goods], chosen);
  const said = { code: 422, errorCode: 'x', message: 'x', detail: 'The card is empty.', violations: [] };
  atShop.answerTo = ({ name, params }) =>
    name === 'addGiftCard'
      ? Promise.reject(new ApiError('refused', 422, said))
      : Promise.resolve(anOrder({ tokenValue: params?.token ?? '' }));
  await undo();
  expect(atShop.calls.map(({ name }) => name)).toEqual(['addGiftCard', 'usePoints']);
  expect(currentToast()?.text).toBe('The card is empty.');
});

test('CART-18 where the shop cannot be asked the goods wait, and what paid for them is said to be missing', async () => {
  const { undo } = await emptied([goods], chosen);
  await undo();
  expect(atShop.calls).toEqual([]);
  expect(theOutbox().state().entries).toMatchObject([
    { kind: 'pickUpCart' },
    { kind: 'addItem' },
    { kind: 'chooseGift', body: { productVariantCode: 'G1' } },
  ]);
  expect(currentToast()?.text).toBe('Not all is back.');
});

test('R1.14 what the shop alone can judge says that there is no connection, also while the cart waits', async () => {
  const { undo } = await emptied([goods]);
  await undo();
  const token = readCartToken() ?? '';
  await expect(sendFirst(theOutbox(), token)).rejects.toMatchObject({ kind: 'unreachable' });
});

const loyalty = (pointsSpent: number, maxPoints: number) => ({
  available: true,
  balance: 200,
  pointsSpent,
  maxPoints,
  pointsToEarn: 0,
});

test('CART-07 the wrap and the points that went with a line come back with it, as many as the cart takes', async () => {
  atShop.isTaking = true;
  const token = newCartToken();
  writeCartToken(token);
  await openCart(here);
  const whole = anOrder({
    tokenValue: token,
    items: [goods],
    giftWrap: { available: true, selected: true, price: 299 },
    loyalty: loyalty(120, 200),
  });
  const show = (order: Order) => here.queryClient.setQueryData(cartKey(shop, token), order);
  show(whole);
  atShop.answered = { version: 3, loyalty: loyalty(0, 0) };
  await changeCart(here, { kind: 'delete', itemId: 1 });
  await vi.waitFor(() => expect(theOutbox().state().entries).toEqual([]));
  const removed = {
    id: 1,
    productName: 'x',
    variantCode: 'V1',
    quantity: 2,
    deletedAt: new Date().toISOString(),
    restorableUntil: new Date().toISOString(),
  };
  show({ ...whole, version: 3, items: [], deletedItems: [removed], loyalty: loyalty(0, 0) });
  atShop.answered = { version: 5, items: [goods], loyalty: loyalty(0, 100) };
  await changeCart(here, { kind: 'restore', itemId: 1 });
  await vi.waitFor(() =>
    expect(atShop.calls).toMatchObject([{ name: 'usePoints', params: { token }, body: { points: 100 } }]),
  );
  expect(atShop.sent.at(-1)).toEqual({ selected: true });
});

test('R8.45 a code that is refused while its buyer looks is told, and leaves no question on other pages', async () => {
  const token = newCartToken();
  writeCartToken(token);
  await openCart(here);
  here.queryClient.setQueryData(cartKey(shop, token), anOrder({ tokenValue: token, items: [goods] }));
  vi.spyOn(globalThis, 'fetch').mockImplementation((_address, init) => {
    const key = new Headers(init?.headers).get(header.idempotencyKey) ?? '';
    const headers = { [header.marker]: apiMarker, [header.idempotencyKey]: key };
    const body = { code: 422, errorCode: 'coupon.invalid', message: 'x', violations: [] };
    return Promise.resolve(Response.json(body, { status: 422, headers }));
  });
  await changeCart(here, { kind: 'choose', what: 'couponCode', value: 'NERA' });
  await vi.waitFor(() =>
    expect(theOutbox().state().entries).toMatchObject([{ state: 'refused', isTold: true }]),
  );
});

test('where the browser keeps nothing the shop is asked for the same: goods, sets as sets, cards, and what was chosen', async () => {
  atShop.answerTo = ({ name }) =>
    name === 'usePoints' ? Promise.reject(new Error('No points')) : Promise.resolve(anOrder());
  const part = anItem({
    id: 7,
    quantity: 4,
    bundle: { groupId: 'G', code: 'SET', name: 'Set', quantity: 2 },
  });
  const items = [goods, part, card(3, 'Ona')];
  const chosen = { giftCards: ['CARD-1'], points: 10 };
  const cleared = { token: 'OLD', items, chosen, key: crypto.randomUUID() };
  const back = await bringBackAtShop(shop, 'TOKEN', cleared);
  expect(back.missing).toBe('');
  expect(
    atShop.calls.slice(1).map(({ name, body }) => [name, body['productVariantCode'] ?? body['productCode']]),
  ).toEqual([
    ['addItem', 'V1'],
    ['addBundle', 'SET'],
    ['addItem', 'GIFT-CARD'],
    ['addGiftCard', undefined],
    ['usePoints', undefined],
  ]);
});

test('where the browser keeps nothing a lost answer brings nothing twice, and a card that is sold no more keeps nothing from the rest', async () => {
  const part = anItem({
    id: 7,
    quantity: 4,
    bundle: { groupId: 'G', code: 'SET', name: 'Set', quantity: 2 },
  });
  const items = [goods, part, card(3, 'Ona'), card(4, 'Jonas')];
  clearedCart.set({ token: 'OLD', items, chosen: {}, key: crypto.randomUUID() });
  const press = () => {
    const cleared = clearedCart.current();
    if (cleared === null) throw new Error('There is nothing to bring back.');
    return bringBackAtShop(shop, 'TOKEN', cleared);
  };
  const lost = new ApiError('unreachable', 0, { message: '' });
  atShop.answerTo = ({ name }) => (name === 'addBundle' ? Promise.reject(lost) : Promise.resolve(anOrder()));
  await expect(press()).rejects.toBe(lost);
  expect(clearedCart.current()?.items.map(({ id }) => id)).toEqual([7, 3, 4]);
  const said = { code: 422, errorCode: 'x', message: 'x', detail: 'No cards for Ona.', violations: [] };
  atShop.answerTo = ({ body }) =>
    (body as typeof body | undefined)?.['giftCard'] !== undefined &&
    (body['giftCard'] as typeof giftCard).recipientName === 'Ona'
      ? Promise.reject(new ApiError('refused', 422, said))
      : Promise.resolve(anOrder());
  const { missing } = await press();
  expect(missing).toBe('No cards for Ona.');
  expect(clearedCart.current()).toBeNull();
  const asked = atShop.calls.filter(({ name }) => name !== 'order');
  expect(asked.map(({ name }) => name)).toEqual(['addItem', 'addBundle', 'addBundle', 'addItem', 'addItem']);
  expect(asked[2]?.idempotencyKey).toBe(asked[1]?.idempotencyKey);
  expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(4);
});
