// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, toPromise, type PromiseActorLogic } from 'xstate';
import type { Shop } from '#api/shop.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { cartScope, type NewCommand, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { cartQueries } from '#features/cart/cart-queries.ts';
import { setConnectivity } from '#offline/connection/connectivity.ts';
import { createOutbox } from '#offline/outbox/outbox.ts';
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

/** The last step of the checkout without a connection. */
async function saveOnDevice(
  order: ReturnType<typeof aCart>,
  notes: string,
  paymentMethod = 'CASH',
): Promise<void> {
  const { machine } = createOfflineCheckout(shop, {
    order,
    options: {
      shippingMethods: [],
      paymentMethods: [{ code: 'TRANSFER', name: 'Transfer', kind: 'transfer', position: 1 }],
      places: [],
      serviceTaxRate: 0.21,
    },
    delivery: { method: null, pickupPoint: null, place: null },
    contacts: {},
    sendIf: { maximumTotal: null, whenShort: {} },
  });
  const { placeOrder } = machine.implementations.actors as Record<string, unknown>;
  const input = { ...(paymentMethod === '' ? {} : { paymentMethod }), notes, ...consents };
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

test('I7 what another tab has changed in the cart, unseen here, is neither left out of the order nor taken out of the cart: it is seen first', async () => {
  const other = createOutbox({ channel: null, environment: { isOffline: () => true, owner: () => 'guest' } });
  const cart = aCart();
  const token = cart.tokenValue;
  const common = { scope: cartScope(token), params: { token }, locale: 'lt', channel: 'retail' };
  const add = (code: string): NewCommand => ({
    ...common,
    kind: 'addItem',
    line: code,
    body: { productVariantCode: code, quantity: 2 },
  });
  const take = (code: string): NewCommand => ({
    ...add(code),
    kind: 'deleteItem',
    params: { token, id: null },
  });
  /** Saved only once the page has heard of what the other tab did. */
  const seenFirst = async () => {
    const waiting = (await other.list()).entries;
    await expect(saveOnDevice(cart, 'unseen')).rejects.toBeInstanceOf(CartChangedMeanwhile);
    expect((await other.list()).entries).toEqual(waiting);
    expect(theOutbox().state().entries).toEqual(waiting);
  };
  await theOutbox().put(add('A'));
  await other.put(add('B'));
  await seenFirst();
  // Two more of the same, in the same entry.
  await other.put(add('A'));
  await seenFirst();
  await other.put(take('A'));
  await seenFirst();
  await saveOnDevice(cart, 'seen');
  expect(await entries()).toMatchObject([
    { kind: 'placeIntent', body: { notes: 'seen' }, dropped: [{ kind: 'addItem', line: 'B' }] },
  ]);
  other.close();
});

describe('what the device knew of the cart', () => {
  const { code } = anItem().variant;
  const line = (id: number, other: string, quantity: number) =>
    anItem({ id, quantity, variant: { ...anItem().variant, code: other } });
  const said = async () => (await entries()).find(({ kind }) => kind === 'placeIntent')?.body;
  const takenOut = async () => (await said())?.['takenOut'];
  const put = (token: string, kind: 'addItem' | 'deleteItem', of: string, quantity: number) =>
    theOutbox().put({
      kind,
      scope: `cart:${token}`,
      line: of,
      params: { token, ...(kind === 'deleteItem' ? { id: null } : {}) },
      body: kind === 'addItem' ? { productVariantCode: of, quantity } : {},
      locale: 'lt',
      channel: 'retail',
      ...(kind === 'addItem'
        ? { shown: shownItem(aProduct(), aVariant({ code: of })) }
        : { shown: line(1, of, quantity) }),
    });

  test('I1 the order says what was taken out of the cart that the shop knows, lines and pieces', async () => {
    const cart = aCart();
    const known = { ...cart, items: [line(1, code, 3), line(2, 'B', 2)] };
    await theOutbox().keepCart(known);
    await put(cart.tokenValue, 'deleteItem', 'B', 2);
    await saveOnDevice({ ...known, items: [line(1, code, 1)] }, 'less');
    expect(await takenOut()).toEqual([
      { productVariantCode: code, quantity: 2 },
      { productVariantCode: 'B', quantity: 2 },
    ]);
  });

  test('goods whose add may have reached the shop, and that were taken out since, count as known', async () => {
    const cart = aCart();
    await theOutbox().keepCart(cart);
    await put(cart.tokenValue, 'addItem', 'B', 2);
    await note({ tries: 1 });
    await put(cart.tokenValue, 'deleteItem', 'B', 2);
    await saveOnDevice(cart, 'without');
    expect(await takenOut()).toEqual([{ productVariantCode: 'B', quantity: 2 }]);
  });

  test('I1 the order says which of its pieces were put in here and never sent: as many of the same goods may have come from elsewhere', async () => {
    const cart = aCart();
    const known = { ...cart, items: [line(1, code, 2), line(2, 'C', 1)] };
    await theOutbox().keepCart(known);
    await put(cart.tokenValue, 'addItem', 'B', 1);
    await note({ tries: 1 });
    await put(cart.tokenValue, 'addItem', code, 3);
    await saveOnDevice({ ...known, items: [line(1, code, 5), line(0, 'B', 1), line(2, 'C', 1)] }, 'more');
    expect(await said()).toMatchObject({
      takenOut: [],
      addedHere: [{ productVariantCode: code, quantity: 3 }],
    });
  });

  test('I1 what came into the cart with an answer that its buyer has not seen is not taken out', async () => {
    const cart = aCart();
    await theOutbox().keepCart({
      ...cart,
      version: cart.version + 1,
      items: [...cart.items, line(2, 'B', 1)],
    });
    await saveOnDevice(cart, 'seen before');
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
