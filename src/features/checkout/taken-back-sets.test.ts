// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { createActor, toPromise, type PromiseActorLogic } from 'xstate';
import type { Shop } from '#api/shop.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { giftMarker } from '#contract/orders/gift-marker.ts';
import type { CheckoutOptions } from '#contract/orders/order-intents.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { orderShown } from '#domain/cart/lines-shown.ts';
import { shownItem } from '#domain/waiting/shown-goods.ts';
import { waitingCart } from '#domain/waiting/waiting-cart.ts';
import { cartScope, isOrderEntry, type NewCommand } from '#domain/waiting/waiting-command.ts';
import { setsIn } from '#domain/waiting/waiting-sets.ts';
import { writeCartToken } from '#features/cart/cart-token.ts';
import { setConnectivity } from '#offline/connection/connectivity.ts';
import { joinedRecord } from '#offline/outbox/joined-cart.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { anItem, anOrder, aProduct, aVariant } from '#tests/builders.ts';
import { createOfflineCheckout } from './offline-checkout-actors.ts';
import { saveOrder } from './order-command.ts';
import { takeIntentBack } from './take-order-back.ts';

const shop = {
  locale: 'lt',
  channel: 'retail',
  scope: { locale: 'lt', channel: 'retail' },
} as unknown as Shop;
const options: CheckoutOptions = {
  shippingMethods: [],
  paymentMethods: [],
  places: [],
  serviceTaxRate: 0.21,
};
const line = (id: number, code: string, quantity: number, more: Partial<OrderItem> = {}) => ({
  ...anItem({ id, variant: { ...anItem().variant, code }, quantity, ...more }),
});
const lawn = (quantity: number, required = true) => ({
  bundle: { code: 'RK1', name: 'Vejos rinkinys', groupId: 'group-at-shop', quantity, required },
});
/** Two sets of three A and one B, an A alone, and a gift. */
const items = [
  line(1, 'A', 6, lawn(3)),
  line(2, 'B', 2, lawn(1, false)),
  line(3, 'A', 1),
  line(4, 'GIFT', 1, { marker: giftMarker }),
];

/**
 * The order is saved on the device, as the last step of the checkout does it: of what the device has of the cart, or as the shop would
 * answer it. @returns its key
 */
async function save(tokenValue: string): Promise<string> {
  const { carts, entries } = theOutbox().state();
  const kept = carts.get(tokenValue)?.order ?? anOrder({ tokenValue, items });
  const blank = { token: tokenValue, locale: 'lt', channel: 'retail', currencyCode: 'EUR' };
  const seen = {
    order: waitingCart(kept, entries, blank),
    options,
    delivery: { method: null, pickupPoint: null, place: null },
    sendIf: { maximumTotal: null, whenShort: {} },
  };
  const checkout = createOfflineCheckout(shop, {});
  const { placeOrder } = checkout.machine.implementations.actors as Record<string, unknown>;
  const input = {
    paymentMethod: 'CASH',
    termsAndConditionsAccepted: true,
    privacyPolicyAccepted: true,
    seen,
  };
  const actor = createActor(placeOrder as PromiseActorLogic<string, typeof input>, { input });
  actor.start();
  await toPromise(actor);
  return checkout.savedKey() ?? '';
}

afterEach(async () => {
  await theOutbox().change(({ entries }) => ({ changes: { remove: [...entries] }, result: undefined }));
  localStorage.clear();
  vi.restoreAllMocks();
});

/** The same as the last step of the checkout at the shop. @returns its key */
const press = async (tokenValue: string): Promise<string> =>
  (await saveOrder(shop, anOrder({ tokenValue, items }), {
    termsAndConditionsAccepted: true,
    privacyPolicyAccepted: true,
  })) ?? '';

test.each([
  ['made whole on the device', save],
  ['of a checkout at the shop', press],
])(
  'an order (%s) that goes back into a cart begun since brings its sets as sets, beside the pieces that were bought alone, and no gift',
  async (_, order) => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    setConnectivity('offline');
    const outbox = theOutbox();
    await outbox.list();
    const own = newCartToken();
    const key = await order(own);
    const token = newCartToken();
    writeCartToken(token);
    const shown = shownItem(aProduct({ name: 'Kita' }), aVariant({ code: 'C' }));
    await outbox.put({
      kind: 'addItem',
      scope: cartScope(token),
      line: 'C',
      params: { token },
      body: { productVariantCode: 'C', quantity: 1 },
      locale: 'lt',
      channel: 'retail',
      shown,
    });
    expect(await takeIntentBack(key)).toBe(token);
    const { entries } = await outbox.list();
    expect(entries.some(isOrderEntry)).toBe(false);
    const cart = waitingCart(null, entries, { token, locale: 'lt', channel: 'retail', currencyCode: 'EUR' });
    const [set, ...others] = setsIn(cart.items);
    expect(others).toEqual([]);
    expect(set).toMatchObject({ sets: 2, shown: { code: 'RK1', productName: 'Vejos rinkinys' } });
    // A name of its own: the cart may have the set of that name already.
    expect(set?.line).not.toBe('#group-at-shop');
    expect(
      entries
        .filter(({ kind }) => kind !== 'deleteItem')
        .map(({ kind, scope, body }) => [kind, scope === cartScope(token), body['quantity']]),
    ).toEqual([
      ['addItem', true, 1],
      ['addBundle', true, 2],
      ['addItem', true, 1],
    ]);
    expect(entries.at(-1)?.body).toEqual({ productVariantCode: 'A', quantity: 1 });
    // What was ordered at the shop lies there, and leaves its cart by the set and by the line; one made whole here was never there.
    const left = entries.filter(({ kind }) => kind === 'deleteItem');
    expect(left.map(({ scope, line, params }) => [scope, line, params['id']])).toEqual(
      order === save
        ? []
        : [
            [cartScope(own), '#group-at-shop', 1],
            [cartScope(own), 'A', 3],
          ],
    );
  },
);

test('an order of a checkout at the shop whose cart has gone into another is taken back into that one, which has its goods already', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  setConnectivity('offline');
  const outbox = theOutbox();
  await outbox.list();
  const [token, customers] = [newCartToken(), newCartToken()];
  const order = anOrder({ tokenValue: customers, items });
  await outbox.change(({ carts }) => ({
    changes: {
      append: [
        {
          kind: 'completeOrder',
          id: 'p'.repeat(36),
          owner: 'guest',
          at: 1,
          scope: cartScope(token),
          line: null,
          params: { token },
          body: {},
          locale: 'lt',
          channel: 'retail',
          shown: orderShown(anOrder({ tokenValue: token, items })),
          state: 'needs-review',
        },
      ],
      carts: [{ token: customers, order, at: 1 }, joinedRecord(carts, token, customers, 1)],
      cart: customers,
    },
    result: undefined,
  }));
  writeCartToken(customers);
  expect(await takeIntentBack('p'.repeat(36))).toBe(customers);
  const { entries, cart } = await outbox.list();
  expect(entries).toEqual([]);
  expect(cart).toBe(customers);
});

const add = (token: string): NewCommand => ({
  kind: 'addItem',
  scope: cartScope(token),
  line: 'C',
  params: { token },
  body: { productVariantCode: 'C', quantity: 1 },
  locale: 'lt',
  channel: 'retail',
});

test.each([
  ['is empty at the shop, with goods that wait for it', true],
  ['is an order itself by now, on a screen that is still open', false],
])('an order is taken back beside a cart that %s', async (_, takesGoods) => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  setConnectivity('offline');
  const outbox = theOutbox();
  await outbox.list();
  const [own, next] = [newCartToken(), newCartToken()];
  const key = await press(own);
  if (takesGoods) {
    await outbox.keepCart(anOrder({ tokenValue: next, items: [] }));
    await outbox.put(add(next));
  } else await press(next);
  writeCartToken(next);
  expect(await takeIntentBack(key)).toBe(takesGoods ? next : own);
});

test('an order taken back beside a cart that has gone on under another token leaves that one in front, with its goods', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  setConnectivity('offline');
  const outbox = theOutbox();
  await outbox.list();
  const [own, guests, customers] = [newCartToken(), newCartToken(), newCartToken()];
  const key = await press(own);
  await outbox.change(({ carts }) => ({
    changes: { carts: [joinedRecord(carts, guests, customers, 1)] },
    result: undefined,
  }));
  await outbox.keepCart(anOrder({ tokenValue: customers, items: [line(9, 'C', 1)] }));
  writeCartToken(guests);
  expect(await takeIntentBack(key)).toBe(customers);
});

test('CART-18 goods that are taken back from an order stay, though their cart was emptied elsewhere while it waited', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  setConnectivity('offline');
  const outbox = theOutbox();
  await outbox.list();
  const token = newCartToken();
  await outbox.keepCart(anOrder({ tokenValue: token, items }));
  expect(await takeIntentBack(await save(token))).toBe(token);
  expect(await outbox.recreateCart(token, shop, 'emptied')).toBe(true);
  const { entries, carts } = await outbox.list();
  expect(entries.map(({ kind, line }) => [kind, line])).toEqual([
    ['pickUpCart', null],
    ['addItem', 'A'],
    ['addBundle', '#group-at-shop'],
  ]);
  expect(carts.get(token)).not.toHaveProperty('emptied');
  // Once the shop has said what is in it, it is a cart like any other.
  const other = newCartToken();
  await outbox.keepCart(anOrder({ tokenValue: other, items }));
  await takeIntentBack(await save(other));
  await outbox.keepCart(anOrder({ tokenValue: other, items, version: 9 }));
  expect(await outbox.recreateCart(other, shop, 'emptied')).toBe(false);
});

test('an order made on the device of a cart that lies at the shop leaves nothing of it there twice, nor what was taken out before', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  setConnectivity('offline');
  const outbox = theOutbox();
  await outbox.list();
  const [own, next] = [newCartToken(), newCartToken()];
  // What the buyer saw when B was out already, on the device alone.
  const kept = anOrder({ tokenValue: own, items: [line(1, 'A', 2), line(2, 'B', 1)] });
  await outbox.keepCart(kept);
  await outbox.put({ ...add(own), kind: 'deleteItem', line: 'B', params: { token: own, id: 2 }, body: {} });
  const key = await save(own);
  await outbox.put(add(next));
  writeCartToken(next);
  expect(await takeIntentBack(key)).toBe(next);
  const { entries } = await outbox.list();
  expect(entries.map(({ kind, scope, line: name, params }) => [kind, scope, name, params['id']])).toEqual([
    ['addItem', cartScope(next), 'C', undefined],
    ['deleteItem', cartScope(own), 'A', 1],
    ['deleteItem', cartScope(own), 'B', 2],
    ['addItem', cartScope(next), 'A', undefined],
  ]);
});

test('nor does what another device has put in of goods that were also put in on this one leave the cart at the shop', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  setConnectivity('offline');
  const outbox = theOutbox();
  await outbox.list();
  const [own, next] = [newCartToken(), newCartToken()];
  const seen = (quantity: number, version: number) =>
    anOrder({ tokenValue: own, items: [line(1, 'A', quantity)], version });
  await outbox.keepCart(seen(2, 1));
  // Two of them lie at the shop, three are put in here.
  await outbox.put({ ...add(own), line: 'A', body: { productVariantCode: 'A', quantity: 3 } });
  const key = await save(own);
  await outbox.keepCart(seen(4, 2));
  await outbox.put(add(next));
  writeCartToken(next);
  expect(await takeIntentBack(key)).toBe(next);
  const { entries } = await outbox.list();
  expect(entries.slice(1).map(({ kind, scope, body }) => [kind, scope, body['quantity']])).toEqual([
    ['changeQuantity', cartScope(own), 2],
    ['addItem', cartScope(next), 5],
  ]);
});
