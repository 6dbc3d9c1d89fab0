// @vitest-environment jsdom
/** Emptying a cart and bringing back what was in it: gift cards that are bought are put in by the shop itself (decision 50). */
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { writeTokens } from '#api/session-tokens.ts';
import type { Shop } from '#api/shop.ts';
import { buyCard } from '#features/gift-cards/buy-card.ts';
import { guest } from '#domain/waiting/waiting-command.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { apiMarker, header } from '#contract/calls/endpoints.ts';
import { giftMarker, soldCardMarker } from '#contract/orders/gift-marker.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Changes } from '#offline/outbox/outbox-records.ts';
import { openOutboxStore } from '#offline/outbox/outbox-store.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { currentToast, hideToast } from '#ui/toast-state.ts';
import { ofCart } from './cart-change.ts';
import { changeCart, openCart } from './cart-outbox.ts';
import { bringBackAtShop } from './bring-back.ts';
import { clearCart } from './clear-cart.ts';
import { cartKey } from './cart-queries.ts';
import { readCartToken, writeCartToken } from './cart-token.ts';
import { clearedCart } from './cleared-cart.ts';
import { sendFirst } from './fill-cart.ts';
import { takenBack } from './taken-back-lines.ts';

const giftCard = { amount: 5000, recipientName: 'Ona', recipientEmail: 'ona@example.lt' };
const card = (id: number, recipientName: string, quantity = 1) =>
  anItem({
    id,
    quantity,
    marker: soldCardMarker,
    giftCard: { ...giftCard, recipientName },
    variant: { ...anItem().variant, code: 'GIFT-CARD' },
  });
const goods = anItem({ id: 1, quantity: 2, variant: { ...anItem().variant, code: 'V1' } });
const gift = anItem({ id: 2, marker: giftMarker, variant: { ...anItem().variant, code: 'G1' } });

type Call = {
  name: string;
  params?: { token: string };
  body: Record<string, unknown>;
  idempotencyKey: string;
};
let calls: Call[] = [];
/** What the shop answers to a card. */
let answerTo: (call: Call) => Promise<unknown>;
/** Whether what waits is taken. */
let isTaking: boolean;
/** What the shop says of the cart then. */
let answered: Partial<Order> = {};
/** What of it was sent. */
let sent: unknown[] = [];
const begun = newCartToken();
/** What comes between while the shop begins a cart, or puts a card in. */
let meanwhile: (call: Call) => Promise<unknown>;
const shop = {
  locale: 'lt',
  channel: 'retail',
  scope: { locale: 'lt', channel: 'retail' },
  call: async (name: string, input: Omit<Call, 'name'>) => {
    const call = { name, ...input };
    calls.push(call);
    await meanwhile(call);
    if (name === 'pickUpCart') return Promise.resolve(anOrder({ tokenValue: begun }));
    return answerTo(call);
  },
} as unknown as Shop;
const here = { shop, queryClient: new QueryClient() };
const customer = { token: `e30.${btoa(JSON.stringify({ sub: '17' }))}.x`, refreshToken: 'refresh' };
const nobody = { token: null, refreshToken: null };
const cards = () => calls.filter(({ name }) => name === 'addItem');

/** A cart that has been emptied at the shop; `undo` presses the way back. */
async function emptied(items: OrderItem[], more: Partial<Order> = {}) {
  const token = newCartToken();
  writeCartToken(token);
  await openCart(here);
  here.queryClient.setQueryData(cartKey(shop, token), anOrder({ tokenValue: token, items, ...more }));
  await changeCart(here, { kind: 'clear' });
  await vi.waitFor(() => expect(readCartToken()).toBeNull());
  const cleared = () => {
    const now = clearedCart.current();
    if (now === null) throw new Error('There is nothing to bring back.');
    return now;
  };
  return {
    cleared,
    undo: () =>
      changeCart(here, {
        kind: 'bring back',
        cleared: cleared(),
        done: 'All is back.',
        sorry: 'Not all is back.',
      }),
  };
}

beforeEach(() => {
  calls = [];
  isTaking = false;
  meanwhile = () => Promise.resolve();
  sent = [];
  answered = {};
  answerTo = ({ params }) => Promise.resolve(anOrder({ tokenValue: params?.token ?? '' }));
  vi.spyOn(globalThis, 'fetch').mockImplementation((_address, init) => {
    const key = new Headers(init?.headers).get(header.idempotencyKey) ?? '';
    const headers = { [header.marker]: apiMarker, [header.idempotencyKey]: key };
    // The outbox empties the cart; what it puts in waits here, unless the shop takes it.
    if (init?.method !== 'DELETE' || answered.version !== undefined) {
      sent.push(JSON.parse(typeof init?.body === 'string' ? init.body : 'null'));
      return isTaking
        ? Promise.resolve(
            Response.json(anOrder({ tokenValue: readCartToken() ?? '', ...answered }), { headers }),
          )
        : Promise.reject(new TypeError('Failed to fetch'));
    }
    return Promise.resolve(new Response(null, { status: 204, headers }));
  });
});
afterEach(async () => {
  await theOutbox().change(({ entries }) => ({
    changes: { remove: [...entries], cart: null },
    result: undefined,
  }));
  writeCartToken(null);
  writeTokens(nobody);
  clearedCart.set(null);
  hideToast();
  vi.restoreAllMocks();
});

test('gift cards that were bought come back with the goods, for the same people', async () => {
  const { cleared, undo } = await emptied([goods, gift, card(3, 'Ona', 2), card(4, 'Jonas')]);
  expect(cleared().items).toHaveLength(3);
  await undo();
  expect(cards().map(({ params, body }) => [params?.token, body])).toEqual([
    [
      begun,
      { productVariantCode: 'GIFT-CARD', quantity: 2, giftCard: { ...giftCard, recipientName: 'Ona' } },
    ],
    [
      begun,
      { productVariantCode: 'GIFT-CARD', quantity: 1, giftCard: { ...giftCard, recipientName: 'Jonas' } },
    ],
  ]);
  expect(calls.filter(({ name }) => name === 'pickUpCart')).toHaveLength(1);
  expect(readCartToken()).toBe(begun);
  expect(theOutbox().state().entries).toMatchObject([
    { kind: 'addItem', scope: `cart:${begun}`, body: { productVariantCode: 'V1', quantity: 2 } },
  ]);
  expect(clearedCart.current()).toBeNull();
});

/** Goods that somebody puts in while the shop is asked this. */
function addDuring(asked: string): void {
  meanwhile = async ({ name }) => {
    if (name !== asked) return;
    meanwhile = () => Promise.resolve();
    await changeCart(here, { kind: 'add', variantCode: 'V9', quantity: 1, productName: 'Morkos' });
  };
}

test('I1 goods that begin a cart while the shop begins one for the cards stay in front, and all that comes back is with them', async () => {
  const { undo } = await emptied([goods, card(3, 'Ona')]);
  isTaking = true;
  addDuring('pickUpCart');
  await undo();
  const front = readCartToken();
  expect(front).not.toBe(begun);
  expect(cards().map(({ params }) => params?.token)).toEqual([front]);
  await vi.waitFor(() => expect(theOutbox().state().entries).toEqual([]));
  expect(sent).toMatchObject([
    { tokenValue: front },
    { productVariantCode: 'V9' },
    { productVariantCode: 'V1' },
  ]);
});

test('I1 a gift card that is bought while goods begin a cart is with them, in front', async () => {
  await openCart(here);
  isTaking = true;
  addDuring('pickUpCart');
  await buyCard(here, giftCard, 'k'.repeat(36));
  const front = readCartToken();
  expect(front).not.toBe(begun);
  expect(cards().map(({ params }) => params?.token)).toEqual([front]);
  expect(sent).toMatchObject([{ tokenValue: front }, { productVariantCode: 'V9' }]);
});

test('I1 goods that are put in while a bought card is on its way go into its cart', async () => {
  await openCart(here);
  addDuring('addItem');
  await buyCard(here, giftCard, 'k'.repeat(36));
  expect(readCartToken()).toBe(begun);
  expect(theOutbox().state().entries).toMatchObject([{ kind: 'addItem', scope: `cart:${begun}` }]);
});

test('CART-18 a gift card is not bought for a cart that was emptied a moment ago', async () => {
  const token = newCartToken();
  writeCartToken(token);
  await openCart(here);
  // Not sent until the card is bought.
  const emptying = {
    ...ofCart(shop, token),
    kind: 'clearCart' as const,
    line: null,
    params: { token },
    body: {},
  };
  await theOutbox().change(() => ({
    changes: { append: [{ ...emptying, id: crypto.randomUUID(), owner: guest, at: Date.now() }] },
    result: undefined,
  }));
  await buyCard(here, giftCard, 'k'.repeat(36));
  expect(cards().map(({ params }) => params?.token)).toEqual([begun]);
});

/** What another tab has written, and this page has not read yet. */
async function elsewhere(changes: Changes): Promise<void> {
  const store = openOutboxStore();
  await store.change(() => ({ changes, result: undefined }));
  store.close();
}

test('I1 what is brought back goes into the cart that another tab has begun a moment ago', async () => {
  const { undo } = await emptied([goods]);
  const token = newCartToken();
  await elsewhere({ cart: token });
  await undo();
  expect([readCartToken(), await theOutbox().change(({ cart }) => ({ changes: {}, result: cart }))]).toEqual([
    token,
    token,
  ]);
  expect(theOutbox().state().entries).toMatchObject([{ kind: 'addItem', scope: `cart:${token}` }]);
});

test('I1 what is brought back goes into no cart that another tab has ordered a moment ago', async () => {
  const { undo } = await emptied([goods]);
  const token = newCartToken();
  writeCartToken(token);
  const order = { ...ofCart(shop, token), kind: 'placeIntent' as const, line: null, params: {}, body: {} };
  const placed = { ...order, id: crypto.randomUUID(), owner: guest, at: Date.now() };
  const change = theOutbox().change.bind(theOutbox());
  vi.spyOn(theOutbox(), 'change')
    .mockImplementationOnce(change)
    // Once it is known that the emptying was sent.
    .mockImplementationOnce(async (decide) => {
      await elsewhere({ append: [placed], cart: null });
      return change(decide);
    });
  await undo();
  const front = readCartToken();
  expect(front).not.toBe(token);
  expect(theOutbox().state().entries).toMatchObject([
    { kind: 'placeIntent', scope: `cart:${token}` },
    { kind: 'pickUpCart', scope: `cart:${front ?? ''}` },
    { kind: 'addItem', scope: `cart:${front ?? ''}` },
  ]);
});

test('without an answer nothing more is done, and the next press brings what is left, each card once', async () => {
  const { cleared, undo } = await emptied([goods, card(3, 'Ona'), card(4, 'Jonas')]);
  const lost = new ApiError('unreachable', 0, { message: '' });
  answerTo = (call) =>
    cards().length === 1
      ? Promise.resolve(anOrder({ tokenValue: call.params?.token ?? '' }))
      : Promise.reject(lost);
  await expect(undo()).rejects.toBe(lost);
  expect(cleared().items.map(({ id }) => id)).toEqual([1, 4]);
  expect(theOutbox().state().entries).toEqual([]);
  answerTo = ({ params }) => Promise.resolve(anOrder({ tokenValue: params?.token ?? '' }));
  await undo();
  expect(cards().map(({ body }) => (body['giftCard'] as typeof giftCard).recipientName)).toEqual([
    'Ona',
    'Jonas',
    'Jonas',
  ]);
  expect(cards()[2]?.idempotencyKey).toBe(cards()[1]?.idempotencyKey);
  expect(theOutbox().state().entries).toMatchObject([{ kind: 'addItem', scope: `cart:${begun}` }]);
});

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

test('a card that the shop sells no more is said, and the rest comes back', async () => {
  const { undo } = await emptied([goods, card(3, 'Ona')]);
  const said = { code: 422, errorCode: 'x', message: 'x', detail: 'No cards are sold now.', violations: [] };
  answerTo = () => Promise.reject(new ApiError('refused', 422, said));
  await undo();
  expect(currentToast()?.text).toBe('No cards are sold now.');
  expect(theOutbox().state().entries).toMatchObject([
    { kind: 'addItem', scope: `cart:${begun}`, body: { productVariantCode: 'V1' } },
  ]);
});

const chosen = {
  gift: { eligible: true, selectedVariantCode: 'G1' },
  giftCards: [{ code: 'CARD-1', label: 'CARD', amountUsed: 2000, amountLeft: 0 }],
  loyalty: { available: true, balance: 200, pointsSpent: 120, maxPoints: 120, pointsToEarn: 0 },
};

test('CART-18 the gift waits behind the goods that earn it, and what paid for the cart pays again before it is said to be as it was', async () => {
  isTaking = true;
  const { undo } = await emptied([goods, gift], chosen);
  await undo();
  expect(sent.slice(1)).toEqual([{ productVariantCode: 'V1', quantity: 2 }, { productVariantCode: 'G1' }]);
  const token = readCartToken();
  expect(calls.map(({ name, params, body }) => [name, params?.token, body])).toEqual([
    ['addGiftCard', token, { code: 'CARD-1' }],
    ['usePoints', token, { points: 120 }],
  ]);
  expect(currentToast()).toBeNull();
});

test('CART-18 what cannot pay again is said, and the rest comes back', async () => {
  isTaking = true;
  const { undo } = await emptied([goods], chosen);
  const said = { code: 422, errorCode: 'x', message: 'x', detail: 'The card is empty.', violations: [] };
  answerTo = ({ name, params }) =>
    name === 'addGiftCard'
      ? Promise.reject(new ApiError('refused', 422, said))
      : Promise.resolve(anOrder({ tokenValue: params?.token ?? '' }));
  await undo();
  expect(calls.map(({ name }) => name)).toEqual(['addGiftCard', 'usePoints']);
  expect(currentToast()?.text).toBe('The card is empty.');
});

test('CART-18 where the shop cannot be asked the goods wait, and what paid for them is said to be missing', async () => {
  const { undo } = await emptied([goods], chosen);
  await undo();
  expect(calls).toEqual([]);
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
  isTaking = true;
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
  answered = { version: 3, loyalty: loyalty(0, 0) };
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
  answered = { version: 5, items: [goods], loyalty: loyalty(0, 100) };
  await changeCart(here, { kind: 'restore', itemId: 1 });
  await vi.waitFor(() =>
    expect(calls).toMatchObject([{ name: 'usePoints', params: { token }, body: { points: 100 } }]),
  );
  expect(sent.at(-1)).toEqual({ selected: true });
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
  answerTo = ({ name }) =>
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
    calls.slice(1).map(({ name, body }) => [name, body['productVariantCode'] ?? body['productCode']]),
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
  answerTo = ({ name }) => (name === 'addBundle' ? Promise.reject(lost) : Promise.resolve(anOrder()));
  await expect(press()).rejects.toBe(lost);
  expect(clearedCart.current()?.items.map(({ id }) => id)).toEqual([7, 3, 4]);
  const said = { code: 422, errorCode: 'x', message: 'x', detail: 'No cards for Ona.', violations: [] };
  answerTo = ({ body }) =>
    (body as typeof body | undefined)?.['giftCard'] !== undefined &&
    (body['giftCard'] as typeof giftCard).recipientName === 'Ona'
      ? Promise.reject(new ApiError('refused', 422, said))
      : Promise.resolve(anOrder());
  const { missing } = await press();
  expect(missing).toBe('No cards for Ona.');
  expect(clearedCart.current()).toBeNull();
  const asked = calls.filter(({ name }) => name !== 'order');
  expect(asked.map(({ name }) => name)).toEqual(['addItem', 'addBundle', 'addBundle', 'addItem', 'addItem']);
  expect(asked[2]?.idempotencyKey).toBe(asked[1]?.idempotencyKey);
  expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(4);
});
