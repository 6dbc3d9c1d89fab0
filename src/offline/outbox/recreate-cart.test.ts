import { expect, test } from 'vitest';
import { add, begin, change, take } from '#tests/cart-commands.ts';
import { aDevice, aSmallShop } from '#tests/outbox-bench.ts';
import { anItem, cartToken } from '#tests/builders.ts';
import { cartScope, type NewCommand } from '#domain/waiting/waiting-command.ts';

const speaker = { locale: 'lt', channel: 'retail' };

/** A device whose cart the shop has forgotten and that has begun it anew with A and B. */
async function movedCart() {
  const shop = aSmallShop();
  const link = { isCut: false };
  const device = aDevice(shop, { isOffline: () => link.isCut });
  await device.outbox.putAll([begin(), add('A', 2)], { cart: cartToken });
  await device.outbox.wake();
  shop.forget();
  await device.outbox.put(add('B', 1));
  await device.heal();
  const token = (await device.outbox.list()).carts.get(cartToken)?.movedTo ?? '';
  expect(token).toMatch(/^new-token-/);
  return { ...device, shop, token, link };
}
/** The order of the cart, as one message. */
const ordering: NewCommand = {
  ...speaker,
  scope: cartScope(cartToken),
  kind: 'placeIntent',
  line: null,
  params: {},
  body: { tokenValue: cartToken },
};
const begun = ({ sent }: ReturnType<typeof aSmallShop>) =>
  sent.filter((one) => one.path.endsWith('/shop/orders')).length;

test('R0.44 a change that was pressed before its page knew that the cart had moved goes along', async () => {
  const { shop, outbox, heal, token, link } = await movedCart();
  const before = begun(shop);
  link.isCut = true;
  await outbox.put(add('C', 1));
  await outbox.put(change('A', 5, 1));
  await outbox.put(take('B', 2));
  expect((await outbox.list()).entries.map((one) => [one.scope, one.params['token']])).toEqual(
    Array.from({ length: 3 }, () => [cartScope(token), token]),
  );
  link.isCut = false;
  await heal();
  expect(shop.lines()).toEqual({ A: 5, C: 1 });
  expect(begun(shop)).toBe(before);
  const { carts, cart, entries } = await outbox.list();
  expect([carts.get(cartToken)?.movedTo, cart, entries]).toEqual([token, token, []]);
});

test('R0.44 what already lay under the old token goes into the cart that was begun, not into a third', async () => {
  const { shop, outbox, heal, token } = await movedCart();
  const before = begun(shop);
  // As a page of an earlier version of the shop leaves it, or one that has read nothing since.
  await outbox.change(() => ({
    changes: {
      append: [add('C', 1), change('A', 5, 1)].map((one, at) => ({
        ...one,
        id: crypto.randomUUID(),
        owner: 'guest',
        at,
      })),
    },
    result: undefined,
  }));
  await heal();
  expect(shop.lines()).toEqual({ A: 5, B: 1, C: 1 });
  expect(begun(shop)).toBe(before);
  expect((await outbox.list()).carts.get(cartToken)?.movedTo).toBe(token);
});

test('R0.44 sender and pages that learn at once that the cart is gone begin one between them', async () => {
  const shop = aSmallShop();
  const device = aDevice(shop);
  const other = device.anotherPage();
  await device.outbox.putAll([begin(), add('A', 2)], { cart: cartToken });
  await device.outbox.wake();
  shop.forget();
  const before = begun(shop);
  const told = await Promise.all([
    device.outbox.recreateCart(cartToken, speaker),
    other.recreateCart(cartToken, speaker),
    other.put(add('B', 1)),
    device.outbox.recreateCart(cartToken, speaker),
  ]);
  expect([told[0], told[1], told[3]]).toEqual([true, true, true]);
  await device.heal();
  expect(begun(shop)).toBe(before + 1);
  expect(shop.lines()).toEqual({ A: 2, B: 1 });
});

test('a cart that waits to be begun is not begun twice, and where there is nothing nothing is begun', async () => {
  const shop = aSmallShop();
  const { outbox } = aDevice(shop, { isOffline: () => true });
  expect(await outbox.recreateCart(cartToken, speaker)).toBe(false);
  await outbox.putAll([begin(), add('A', 2)], { cart: cartToken });
  expect(await outbox.recreateCart(cartToken, speaker)).toBe(true);
  const { entries, carts } = await outbox.list();
  expect(entries.map((one) => one.kind)).toEqual(['pickUpCart', 'addItem']);
  expect(carts.get(cartToken)?.movedTo).toBeUndefined();
});

test('R0.44 a forgotten cart is not made anew beside the order that waits for it and names all its goods', async () => {
  const shop = aSmallShop();
  const link = { isCut: false };
  const { outbox, heal } = aDevice(shop, { isOffline: () => link.isCut });
  await outbox.putAll([begin(), add('A', 2)], { cart: cartToken });
  await outbox.wake();
  shop.forget();
  link.isCut = true;
  await outbox.put(add('B', 1));
  const key = await outbox.put(ordering);
  link.isCut = false;
  await heal();
  expect(begun(shop)).toBe(1);
  const { entries, carts } = await outbox.list();
  // Taken back, it brings along what the cart had not heard of.
  expect(entries).toMatchObject([{ id: key, dropped: [add('B', 1)] }]);
  expect(carts.get(cartToken)?.movedTo).toBeUndefined();
});

test('R0.44 a cart whose beginning had no answer is not begun again once its order waits, which begins it by itself', async () => {
  const shop = aSmallShop();
  const { outbox, faults, heal } = aDevice(shop);
  faults.push('lost');
  await outbox.putAll([begin()], { cart: cartToken });
  await outbox.wake();
  const key = await outbox.put(ordering);
  await heal();
  expect(begun(shop)).toBe(1);
  expect(shop.sent.at(-1)).toMatchObject({ key, path: expect.stringContaining('/order-intents') });
});

test('R0.44 a line that was brought back without a connection is in the cart that goes on once the shop has lost the old one', async () => {
  const shop = aSmallShop();
  const { outbox, heal } = aDevice(shop);
  await outbox.putAll([begin(), add('A', 2)], { cart: cartToken });
  await heal();
  // Taken out at the shop before.
  await outbox.put({
    ...add('R'),
    kind: 'restoreItem',
    params: { token: cartToken, id: 77 },
    body: {},
    shown: anItem({ id: 77, quantity: 3 }),
  });
  shop.forget();
  await heal();
  expect(shop.lines()).toEqual({ A: 2, R: 3 });
});

test('I6 goods that the shop refused are still to be decided on after it has lost their cart, which had nothing else', async () => {
  const shop = aSmallShop({ B: 1 });
  const { outbox, heal } = aDevice(shop);
  await outbox.putAll([begin(), add('A', 1), add('B', 3)], { cart: cartToken });
  await heal();
  expect((await outbox.list()).entries).toMatchObject([{ line: 'B', state: 'refused' }]);
  // Taken out here; the shop loses the cart before it hears of that.
  await outbox.put(take('A', 1));
  shop.forget();
  await heal();
  const { entries, cart } = await outbox.list();
  expect(entries).toMatchObject([{ kind: 'addItem', line: 'B', state: 'refused', body: { quantity: 3 } }]);
  expect(entries[0]?.scope).toBe(cartScope(cart ?? ''));
});

/** A device that has seen A and B in its cart, which another device empties then. */
async function emptiedElsewhere() {
  const shop = aSmallShop();
  const link = { isCut: false };
  const device = aDevice(shop, { isOffline: () => link.isCut });
  await device.outbox.putAll([begin(), add('A', 2), add('B', 1)], { cart: cartToken });
  await device.outbox.wake();
  shop.empty();
  return { ...device, shop, link };
}
const sentence = 'Sakinys: cart.emptied';

test('CART-18 of a cart that was emptied on another device nothing comes back, and what was put in here goes on', async () => {
  const { shop, outbox, heal, link } = await emptiedElsewhere();
  link.isCut = true;
  await outbox.put(change('A', 5, 1));
  await outbox.put(add('C', 1));
  link.isCut = false;
  await heal();
  expect(shop.lines()).toEqual({ C: 1 });
  const { carts, cart, entries } = await outbox.list();
  expect([entries, carts.get(cartToken)]).toMatchObject([[], { emptied: sentence, movedTo: cart }]);
});

test('CART-18 a page that looks at a cart that was emptied on another device lets it go, and begins nothing', async () => {
  const { shop, outbox } = await emptiedElsewhere();
  const before = begun(shop);
  expect(await outbox.recreateCart(cartToken, speaker, sentence)).toBe(false);
  const { carts, entries } = await outbox.list();
  expect(carts.get(cartToken)).toMatchObject({ order: null, movedTo: '', emptied: sentence });
  expect([entries, begun(shop)]).toEqual([[], before]);
});

test('CART-18 a cart that this device has emptied, whose answer was lost, is not called emptied elsewhere, and can be brought back', async () => {
  const shop = aSmallShop();
  const { outbox, faults } = aDevice(shop);
  await outbox.putAll([begin(), add('A', 2)], { cart: cartToken });
  await outbox.wake();
  faults.push('answer lost');
  await outbox.put({ ...ordering, kind: 'clearCart', params: { token: cartToken }, body: {} });
  const cleared = { items: [anItem()], chosen: {}, key: 'k', owner: 'guest', at: 1 };
  await outbox.change(({ carts }) => ({
    changes: { carts: [{ token: cartToken, order: null, at: 1, ...carts.get(cartToken), cleared }] },
    result: undefined,
  }));
  await outbox.wake();
  expect((await outbox.list()).entries).toMatchObject([{ kind: 'clearCart', tries: 1 }]);
  expect(await outbox.recreateCart(cartToken, speaker, sentence)).toBe(false);
  const { carts, entries } = await outbox.list();
  expect(entries).toEqual([]);
  expect(carts.get(cartToken)).toMatchObject({ movedTo: '', cleared });
  expect(carts.get(cartToken)).not.toHaveProperty('emptied');
});

test('CART-18 what was put in behind an emptying of this device begins the next cart, and is no word of another one', async () => {
  const shop = aSmallShop();
  const link = { isCut: false };
  const { outbox, heal } = aDevice(shop, { isOffline: () => link.isCut });
  await outbox.putAll([begin(), add('A', 2)], { cart: cartToken });
  await outbox.wake();
  link.isCut = true;
  await outbox.put({ ...ordering, kind: 'clearCart', params: { token: cartToken }, body: {} });
  await outbox.put(add('C', 1));
  link.isCut = false;
  await heal();
  expect(shop.lines()).toEqual({ C: 1 });
  expect((await outbox.list()).carts.get(cartToken)?.emptied).toBeUndefined();
});

/** B went into the cart and its answer was lost; what the shop said of the cart since names the key. */
async function withLostAnswer() {
  const shop = aSmallShop();
  const device = aDevice(shop);
  await device.outbox.putAll([begin(), add('A', 2)], { cart: cartToken });
  await device.outbox.wake();
  device.faults.push('answer lost');
  await device.outbox.put(add('B', 3));
  await device.outbox.wake();
  await device.outbox.keepCart(shop.order());
  expect((await device.outbox.list()).entries).toMatchObject([{ line: 'B', state: 'queued', tries: 1 }]);
  return { ...device, shop };
}

test('CART-18 goods whose answer was lost, and which the shop had before the cart was emptied elsewhere, do not come back', async () => {
  const { shop, outbox, heal } = await withLostAnswer();
  shop.empty();
  await heal();
  expect(shop.lines()).toEqual({});
  expect(await outbox.list()).toMatchObject({ entries: [] });
});

test('CART-18 nor where a page looks at the cart first; what was put in behind them goes on', async () => {
  const { shop, outbox, heal } = await withLostAnswer();
  await outbox.put(add('C', 1));
  shop.empty();
  expect(await outbox.recreateCart(cartToken, speaker, sentence)).toBe(true);
  await heal();
  expect(shop.lines()).toEqual({ C: 1 });
});

test('CHK-19 goods that the shop had before it lost the cart of an order come back once if the order is taken back', async () => {
  const { shop, outbox, store, heal } = await withLostAnswer();
  await outbox.put(add('C', 1));
  shop.forget();
  const id = 'order-of-the-cart-000001';
  await outbox.change(() => ({
    changes: { append: [{ ...ordering, id, owner: 'guest', at: 0 }] },
    result: undefined,
  }));
  await heal(1);
  const order = (await outbox.list()).entries.find((one) => one.id === id);
  expect(order?.dropped).toMatchObject([{ line: 'C' }]);
  await store.change(() => ({
    changes: {
      remove: order ? [order] : [],
      append: (order?.dropped ?? []).map((one, at) => ({
        ...one,
        id: `again-${String(at)}`.padEnd(20, '0'),
        owner: 'guest',
        at: 0,
      })),
    },
    result: undefined,
  }));
  await heal();
  expect(shop.lines()).toEqual({ A: 2, B: 3, C: 1 });
});

test('CART-18 an emptying of this device that the shop has is no word of another one, though its answer was lost', async () => {
  const shop = aSmallShop();
  const { outbox, faults } = aDevice(shop);
  await outbox.putAll([begin(), add('A', 2)], { cart: cartToken });
  await outbox.wake();
  faults.push('answer lost');
  await outbox.put({ ...ordering, kind: 'clearCart', params: { token: cartToken }, body: {} });
  await outbox.wake();
  expect((await outbox.list()).entries).toMatchObject([{ kind: 'clearCart', state: 'queued', tries: 1 }]);
  expect(await outbox.recreateCart(cartToken, speaker, sentence)).toBe(false);
  const { carts, entries } = await outbox.list();
  expect([carts.get(cartToken)?.emptied, carts.get(cartToken)?.movedTo, entries]).toEqual([
    undefined,
    '',
    [],
  ]);
});

test('R0.44 an answer from before a cart moved does not bring it back, and a tab that still names it makes nothing twice', async () => {
  const { shop, outbox, heal, token } = await movedCart();
  const late = { ...shop.order(), tokenValue: cartToken };
  await outbox.keepCart(late);
  expect((await outbox.list()).carts.get(cartToken)?.movedTo).toBe(token);
  await outbox.put(add('C', 1));
  await heal();
  expect(shop.lines()).toEqual({ A: 2, B: 1, C: 1 });
});
