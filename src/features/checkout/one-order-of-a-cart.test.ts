// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, toPromise, type PromiseActorLogic } from 'xstate';
import type { Shop } from '#api/shop.ts';
import type { Order } from '#contract/orders/orders.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { waitingCart, type ShownCart } from '#domain/waiting/waiting-cart.ts';
import { cartScope, type NewCommand, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { cartQueries } from '#features/cart/cart-queries.ts';
import { setConnectivity } from '#offline/connection/connectivity.ts';
import { createOutbox, type Outbox } from '#offline/outbox/outbox.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { shownItem } from '#domain/waiting/shown-goods.ts';
import { anItem, anOrder, aProduct, aVariant } from '#tests/builders.ts';
import { createCheckout } from './checkout-actors.ts';
import { CartChangedMeanwhile, CartIsOrdered, createOfflineCheckout } from './offline-checkout-actors.ts';
import { saveOrder } from './order-command.ts';

const consents = { termsAndConditionsAccepted: true, privacyPolicyAccepted: true };
const shopCalling = (call: (name: string) => Promise<unknown>) =>
  ({ locale: 'lt', channel: 'retail', scope: { locale: 'lt', channel: 'retail' }, call }) as unknown as Shop;
const shop = shopCalling(() => Promise.reject(new Error('not asked')));
const entries = async () => (await theOutbox().list()).entries;
const aCart = () => anOrder({ tokenValue: newCartToken(), items: [anItem()], total: 1_000 });

/** The cart as the page draws it: of what it has read of the device. @param cart as the shop would answer it, where the device has none */
function drawn(cart: Order): ShownCart {
  const { tokenValue: token, currencyCode } = cart;
  const { carts, entries: waiting } = theOutbox().state();
  const blank = { token, locale: 'lt', channel: 'retail', currencyCode };
  return waitingCart(carts.get(token)?.order ?? cart, waiting, blank);
}

/** The last step of the checkout without a connection. @param order as it is on the screen that is pressed */
async function saveOnDevice(order: ShownCart, notes: string, paymentMethod = 'CASH'): Promise<void> {
  const { machine } = createOfflineCheckout(shop, {});
  const seen = {
    order,
    options: {
      shippingMethods: [],
      paymentMethods: [{ code: 'TRANSFER', name: 'Transfer', kind: 'transfer', position: 1 }],
      places: [],
      serviceTaxRate: 0.21,
    },
    delivery: { method: null, pickupPoint: null, place: null },
    sendIf: { maximumTotal: null, whenShort: {} },
  };
  const { placeOrder } = machine.implementations.actors as Record<string, unknown>;
  const input = { ...(paymentMethod === '' ? {} : { paymentMethod }), notes, ...consents, seen };
  const actor = createActor(placeOrder as PromiseActorLogic<string, object>, { input });
  const saved = toPromise(actor);
  actor.start();
  await saved;
}
const note = (change: Partial<WaitingCommand>) =>
  theOutbox().change(({ entries: all }) => ({
    changes: { update: all.map((one) => ({ ...one, ...change })) },
    result: undefined,
  }));

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('cut')));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  setConnectivity('offline');
});
afterEach(async () => {
  await theOutbox().change(({ entries: all }) => ({ changes: { remove: [...all] }, result: undefined }));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('I3 the same cart saved in two tabs waits as one order, as it was saved last; taken back it is all that it was', async () => {
  const cart = aCart();
  const scope = `cart:${cart.tokenValue}`;
  const change = { scope, line: 'A', params: { token: cart.tokenValue }, body: { quantity: 2 } };
  await theOutbox().put({ ...change, kind: 'addItem', locale: 'lt', channel: 'retail' });
  await saveOnDevice(cart, 'first');
  await saveOnDevice(cart, 'second');
  expect(await entries()).toMatchObject([
    { kind: 'placeIntent', body: { notes: 'second' }, dropped: [{ kind: 'addItem', line: 'A' }] },
  ]);
});

test('I3 an order that the shop may have is not joined by another one of its cart; one that never left the device gives way', async () => {
  const cart = aCart();
  await saveOrder(shop, cart, consents);
  await note({ tries: 1 });
  await expect(saveOnDevice(cart, 'other')).rejects.toBeInstanceOf(CartIsOrdered);
  expect(await entries()).toMatchObject([{ kind: 'completeOrder' }]);
  await note({ tries: 0 });
  await saveOnDevice(cart, 'other');
  expect(await entries()).toMatchObject([{ kind: 'placeIntent' }]);
});

const common = (token: string) => ({
  scope: cartScope(token),
  params: { token },
  locale: 'lt',
  channel: 'retail',
});
const add = (token: string, code: string, quantity: number): NewCommand => ({
  ...common(token),
  kind: 'addItem',
  line: code,
  body: { productVariantCode: code, quantity },
  shown: shownItem(aProduct(), aVariant({ code })),
});
const take = (token: string, code: string): NewCommand => ({
  ...common(token),
  kind: 'deleteItem',
  line: code,
  params: { token, id: null },
  body: {},
});

describe('what another tab has changed in the cart, unseen here', () => {
  const cart = aCart();
  const token = cart.tokenValue;
  let other: Outbox;
  beforeEach(async () => {
    await theOutbox().keepCart(cart);
    other = createOutbox({ channel: null, environment: { isOffline: () => true, owner: () => 'guest' } });
  });
  afterEach(() => other.close());

  test('I7 is neither left out of the order nor taken out of the cart: it is seen first', async () => {
    /** Saved only once the page has heard of what the other tab did. */
    const seenFirst = async () => {
      const screen = drawn(cart);
      const waiting = (await other.list()).entries;
      await expect(saveOnDevice(screen, 'unseen')).rejects.toBeInstanceOf(CartChangedMeanwhile);
      expect((await other.list()).entries).toEqual(waiting);
      expect(theOutbox().state().entries).toEqual(waiting);
    };
    await theOutbox().put(add(token, 'A', 2));
    await other.put(add(token, 'B', 2));
    await seenFirst();
    // Two more of the same, in the same entry.
    await other.put(add(token, 'A', 2));
    await seenFirst();
    await other.put(take(token, 'A'));
    await seenFirst();
    await saveOnDevice(drawn(cart), 'seen');
    expect(await entries()).toMatchObject([
      { kind: 'placeIntent', body: { notes: 'seen' }, dropped: [{ kind: 'addItem', line: 'B' }] },
    ]);
  });

  test('I7 is seen first where the page has heard of it and not drawn it yet', async () => {
    const screen = drawn(cart);
    await other.put(add(token, 'B', 2));
    await theOutbox().list();
    await expect(saveOnDevice(screen, 'heard')).rejects.toBeInstanceOf(CartChangedMeanwhile);
    expect(await entries()).toMatchObject([{ kind: 'addItem', line: 'B' }]);
  });

  test('I7 is seen first where the shop has taken it already', async () => {
    const screen = drawn(cart);
    const more = [...cart.items, anItem({ id: 2, variant: { ...anItem().variant, code: 'B' } })];
    await other.keepCart({ ...cart, version: cart.version + 1, items: more });
    await expect(saveOnDevice(screen, 'sent')).rejects.toBeInstanceOf(CartChangedMeanwhile);
    expect(await entries()).toEqual([]);
  });

  test('I3 and was ordered there with goods that this page has not drawn is not ordered again without them', async () => {
    const screen = drawn(cart);
    await theOutbox().put(add(token, 'B', 2));
    await saveOnDevice(drawn(cart), 'all');
    await expect(saveOnDevice(screen, 'less')).rejects.toBeInstanceOf(CartIsOrdered);
    expect(await entries()).toMatchObject([{ kind: 'placeIntent', body: { notes: 'all' } }]);
  });
});

describe('what the device knew of the cart', () => {
  const { code } = anItem().variant;
  const line = (id: number, other: string, quantity: number) =>
    anItem({ id, quantity, variant: { ...anItem().variant, code: other } });
  const said = async () => (await entries()).find(({ kind }) => kind === 'placeIntent')?.body;
  const takenOut = async () => (await said())?.['takenOut'];
  const setTo = (token: string, quantity: number): NewCommand => ({
    ...common(token),
    kind: 'changeQuantity',
    line: code,
    params: { token, id: 1 },
    body: { quantity },
  });

  test('I1 the order says what was taken out of the cart that the shop knows, lines and pieces', async () => {
    const cart = aCart();
    const token = cart.tokenValue;
    await theOutbox().keepCart({ ...cart, items: [line(1, code, 3), line(2, 'B', 2)] });
    await theOutbox().put(setTo(token, 1));
    await theOutbox().put(take(token, 'B'));
    await saveOnDevice(drawn(cart), 'less');
    expect(await takenOut()).toEqual([
      { productVariantCode: code, quantity: 2 },
      { productVariantCode: 'B', quantity: 2 },
    ]);
  });

  test('goods whose add may have reached the shop, and that were taken out since, count as known', async () => {
    const cart = aCart();
    await theOutbox().keepCart(cart);
    await theOutbox().put(add(cart.tokenValue, 'B', 2));
    await note({ tries: 1 });
    await theOutbox().put(take(cart.tokenValue, 'B'));
    await saveOnDevice(drawn(cart), 'without');
    expect(await takenOut()).toEqual([{ productVariantCode: 'B', quantity: 2 }]);
  });

  test('I1 the order says which of its pieces were put in here and never sent: as many of the same goods may have come from elsewhere', async () => {
    const cart = aCart();
    await theOutbox().keepCart({ ...cart, items: [line(1, code, 2), line(2, 'C', 1)] });
    await theOutbox().put(add(cart.tokenValue, 'B', 1));
    await note({ tries: 1 });
    await theOutbox().put(add(cart.tokenValue, code, 3));
    await saveOnDevice(drawn(cart), 'more');
    expect(await said()).toMatchObject({
      takenOut: [],
      addedHere: [{ productVariantCode: code, quantity: 3 }],
    });
  });

  test('I1 what came into the cart with an answer that its buyer has not seen is not taken out', async () => {
    const cart = aCart();
    const answer = (version: number, quantity: number) => {
      const [total, item] = [100 * quantity, line(1, code, quantity)];
      const items = [{ ...item, unitPrice: 100, discountedUnitPrice: 100, subtotal: total, total }];
      return { ...cart, version, items, itemsSubtotal: total, itemsTotal: total, total };
    };
    await theOutbox().keepCart(answer(1, 3));
    await theOutbox().put(setTo(cart.tokenValue, 1));
    const screen = drawn(cart);
    // Two pieces more of goods of which this device wants one: the cart looks as it did.
    await theOutbox().keepCart(answer(2, 5));
    await saveOnDevice(screen, 'seen before');
    expect(await takenOut()).toEqual([]);
    expect(await said()).not.toHaveProperty('addedHere');
  });
});

test('an order of the device that costs nothing is saved without a way to pay chosen, and says none', async () => {
  const free = {
    ...aCart(),
    total: 0,
    itemsTotal: 0,
    items: [anItem({ unitPrice: 0, subtotal: 0, total: 0 })],
  };
  await saveOnDevice(free, 'free', '');
  expect(await entries()).toMatchObject([{ body: { paymentMethod: 'TRANSFER' }, shown: { payment: '' } }]);
});

test('a press whose steps were left before it was saved orders nothing later', async () => {
  const cart = { ...aCart(), payments: [{ id: 1, state: 'cart' as const, amount: 0 }] };
  let answer: (order: unknown) => void = () => {};
  const slow = shopCalling(() => new Promise((resolve) => (answer = resolve)));
  const queryClient = new QueryClient();
  queryClient.setQueryData(cartQueries.current(slow, cart.tokenValue).queryKey, cart as never);
  const { machine } = createCheckout(slow, queryClient, cart.tokenValue);
  const actor = createActor(machine, { input: { state: 'payment_selected' } });
  actor.start();
  actor.send({ type: 'SUBMIT_ORDER', placing: { paymentMethod: 'TRANSFER', ...consents } });
  actor.stop();
  answer({ ...cart, checkoutState: 'payment_selected' });
  // What the answer sets going has written by then.
  await theOutbox().change(() => ({ changes: {}, result: undefined }));
  await theOutbox().change(() => ({ changes: {}, result: undefined }));
  expect(await entries()).toEqual([]);
});
