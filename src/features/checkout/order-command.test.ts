// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import type { Shop } from '#api/shop.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { readCartToken, writeCartToken } from '#features/cart/cart-token.ts';
import { joinedRecord } from '#offline/outbox/joined-cart.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { orderPlaced, OrderTakenBack, orderSeen, saveOrder } from './order-command.ts';

const shop = {
  locale: 'lt',
  channel: 'retail',
  call: () => Promise.reject(new Error('not asked')),
} as unknown as Shop;
const placing = { termsAndConditionsAccepted: true, privacyPolicyAccepted: true };
const anyCart = () => anOrder({ tokenValue: newCartToken(), items: [anItem()], total: 1_000 });

type Answer = (key: string) => Response | Promise<Response>;
/** The network of one test; the keys that went over it. */
function network(answer: Answer): string[] {
  const keys: string[] = [];
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    // Whoever watches the link asks as well; only the order counts here.
    if (!address.endsWith('/complete')) return Promise.reject(new TypeError('cut'));
    const key = new Headers(init?.headers).get('Idempotency-Key') ?? '';
    keys.push(key);
    return Promise.resolve(answer(key));
  });
  return keys;
}
const ours = (status: number, body: object, key: string) =>
  new Response(JSON.stringify(body), { status, headers: { 'X-Shop-Api': '2', 'Idempotency-Key': key } });
const entries = async () => (await theOutbox().list()).entries;

afterEach(async () => {
  vi.unstubAllGlobals();
  for (const { id } of await entries())
    await theOutbox().change(({ entries: all }) => ({
      changes: { remove: all.filter((one) => one.id === id) },
      result: undefined,
    }));
});

test('the press is on the disk with its key before anything leaves the device', async () => {
  const cart = anyCart();
  let onDisk: unknown[] = [];
  const keys = network(async (key) => {
    onDisk = (await entries()).map(({ id, kind, body }) => ({ id, kind, body }));
    return ours(200, anOrder({ ...cart, state: 'new', number: '10007' }), key);
  });
  const key = (await saveOrder(shop, cart, { ...placing, notes: 'Prie vartų' })) ?? '';
  await orderPlaced(shop, key, cart.tokenValue);
  expect(keys).toEqual([key]);
  expect(onDisk).toEqual([
    { id: key, kind: 'completeOrder', body: { ...placing, notes: 'Prie vartų', expectedTotal: 1_000 } },
  ]);
});

test('a second press, in this tab or another, finds the order that is on its way', async () => {
  const cart = anyCart();
  const keys = network(() => Promise.reject(new TypeError('cut')));
  const [one, other] = await Promise.all([saveOrder(shop, cart, placing), saveOrder(shop, cart, placing)]);
  expect(one).toBe(other);
  await theOutbox().wake(true);
  expect(new Set(keys)).toEqual(new Set([one]));
  expect(await entries()).toHaveLength(1);
});

test('an answer that was lost is asked for with the same key; the order then leads to where it is paid', async () => {
  const cart = anyCart();
  let lost = 0;
  const keys = network((key) => {
    lost += 1;
    if (lost === 1) return Promise.reject(new TypeError('cut'));
    return ours(
      200,
      {
        ...anOrder({ ...cart, state: 'new', number: '10008' }),
        nextAction: { type: 'redirect', paymentId: 5 },
      },
      key,
    );
  });
  const key = (await saveOrder(shop, cart, placing)) ?? '';
  await theOutbox().wake(true);
  await theOutbox().wake(true);
  await expect(orderPlaced(shop, key, cart.tokenValue)).resolves.toMatchObject({
    tokenValue: cart.tokenValue,
    paymentId: 5,
  });
  expect(new Set(keys).size).toBe(1);
  // It stays in the list until somebody has seen it.
  expect(await entries()).toMatchObject([{ state: 'confirmed', shown: { placed: { number: '10008' } } }]);
  await orderSeen(cart.tokenValue);
  expect(await entries()).toEqual([]);
});

test('a refusal ends the intention, gives the cart back, and the next press has a key of its own', async () => {
  const cart = anyCart();
  const keys = network((key) =>
    ours(
      409,
      {
        code: 409,
        errorCode: 'order.total_changed',
        message: 'x',
        detail: 'Suma pasikeitė',
        violations: [],
        context: {},
      },
      key,
    ),
  );
  const key = (await saveOrder(shop, cart, placing)) ?? '';
  await expect(orderPlaced(shop, key, cart.tokenValue)).rejects.toMatchObject({
    kind: 'refused',
    status: 409,
    errorCode: 'order.total_changed',
    message: 'Suma pasikeitė',
  });
  expect(await entries()).toEqual([]);
  expect(readCartToken()).toBe(cart.tokenValue);
  await saveOrder(shop, cart, placing);
  await theOutbox().wake(true);
  expect(new Set(keys).size).toBe(2);
});

test('I6 a refusal of a press whose page was left stands among what waits, for its buyer to decide', async () => {
  const cart = anyCart();
  network((key) =>
    ours(
      409,
      { code: 409, errorCode: 'order.total_changed', message: 'x', violations: [], context: {} },
      key,
    ),
  );
  const left = AbortSignal.abort();
  const key = (await saveOrder(shop, cart, placing)) ?? '';
  await expect(orderPlaced(shop, key, cart.tokenValue, left)).rejects.toMatchObject({ kind: 'refused' });
  expect(await entries()).toMatchObject([{ id: key, state: 'needs-review' }]);
});

test('I6 a refusal of a press beside which the next cart was begun stands among what waits: its goods are in no cart in front', async () => {
  const cart = anyCart();
  network((key) =>
    ours(
      409,
      { code: 409, errorCode: 'order.total_changed', message: 'x', violations: [], context: {} },
      key,
    ),
  );
  const key = (await saveOrder(shop, cart, placing)) ?? '';
  const next = newCartToken();
  writeCartToken(next);
  await expect(orderPlaced(shop, key, cart.tokenValue)).rejects.toMatchObject({ kind: 'refused' });
  expect(await entries()).toMatchObject([{ id: key, state: 'needs-review' }]);
  expect(readCartToken()).toBe(next);
  writeCartToken(null);
});

test('a refusal gives the cart back where it has gone on under another token and this page still names the old one', async () => {
  const cart = anyCart();
  network((key) =>
    ours(
      409,
      { code: 409, errorCode: 'order.total_changed', message: 'x', violations: [], context: {} },
      key,
    ),
  );
  const key = (await saveOrder(shop, cart, placing)) ?? '';
  writeCartToken(cart.tokenValue);
  const joined = newCartToken();
  await theOutbox().change(({ carts }) => ({
    changes: { carts: [joinedRecord(carts, cart.tokenValue, joined, 1)] },
    result: undefined,
  }));
  await expect(orderPlaced(shop, key, cart.tokenValue)).rejects.toMatchObject({ kind: 'refused' });
  expect(await entries()).toEqual([]);
  writeCartToken(null);
});

test('a press that never left the device can be taken back; the page that waits for it hears of it', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const cart = anyCart();
  const keys = network(() => Promise.reject(new TypeError('cut')));
  const key = (await saveOrder(shop, cart, placing)) ?? '';
  const asked = { ...shop, call: () => Promise.resolve({ state: 'cart' }) } as unknown as Shop;
  const fate = orderPlaced(asked, key, cart.tokenValue);
  await theOutbox().withdraw(key);
  await expect(fate).rejects.toBeInstanceOf(OrderTakenBack);
  expect(keys).toEqual([]);
});
