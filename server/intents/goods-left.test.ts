/** What stays of a cart whose order was made on a device that did not know all of it (contract CHK-19, decision 71). */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Client } from 'pg';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OrderIntentBody, PlacedIntent } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';
import { cartDifferenceOf, cartDifferenceKept } from '#domain/waiting/taken-out.ts';
import { openShopOfFile, placeIntent, shop } from '#tests/server/shop-of-file.ts';
import { callsAs, signInPeople } from '#tests/server/test-people.ts';
import { cartWith, deviceToken, intentOf, sellableVariants } from '#tests/server/test-shop.ts';
import { goodsLeft } from './goods-left.ts';

openShopOfFile();

let rasa: ReturnType<typeof callsAs>;
let [x, y, z] = ['', '', ''];
beforeAll(async () => {
  rasa = callsAs(shop, (await signInPeople(shop)).rasa.bearer);
  [x = '', y = '', z = ''] = (await sellableVariants(shop, 3)).map(({ code }) => code);
});
beforeEach(() =>
  shop.database.pool.query(`delete from "order" where customer_id is not null and state = 'cart'`),
);

type Pieces = Record<string, number>;
const goods = (pieces: Pieces) =>
  Object.entries(pieces).map(([productVariantCode, quantity]) => ({ productVariantCode, quantity }));
const linesOf = ({ items }: Pick<Order, 'items'>): Pieces =>
  Object.fromEntries(items.map(({ variant, quantity }) => [variant.code, quantity]));
async function put(token: string, pieces: Pieces) {
  for (const item of goods(pieces))
    expect((await rasa('POST', `/shop/orders/${token}/items`, item)).status).toBe(201);
}
/** A cart of the customer with these goods, under a token that a device made. */
async function cartOf(pieces: Pieces, exceptTokens: string[] = []): Promise<string> {
  const tokenValue = deviceToken();
  expect((await rasa('POST', '/shop/orders', { tokenValue, exceptTokens })).status).toBe(201);
  await put(tokenValue, pieces);
  return tokenValue;
}
const order = (tokenValue: string, pieces: Pieces, changes: Partial<OrderIntentBody> = {}) =>
  rasa<PlacedIntent>('POST', '/shop/order-intents', {
    ...intentOf(goods(pieces), 1_000_000, changes),
    tokenValue,
  });
/** The cart that a device of the customer finds for them: what lies in it, null where there is none. */
async function found(): Promise<{ token: string; lines: Pieces } | null> {
  const { body } = await rasa<{ data: { orderToken?: string }[] }>('GET', '/shop/customers/me');
  const token = body.data[0]?.orderToken;
  if (token === undefined) return null;
  return { token, lines: linesOf((await rasa('GET', `/shop/orders/${token}`)).body) };
}

test('I1 goods that another device put in meanwhile stay in a cart of the customer; what was taken out and what was ordered does not', async () => {
  const token = await cartOf({ [x]: 2, [y]: 1 });
  await put(token, { [z]: 3 });
  const placed = await order(token, { [x]: 2 }, { takenOut: goods({ [y]: 1 }) });
  expect(placed).toMatchObject({ status: 201, body: { tokenValue: token } });
  expect(linesOf(placed.body)).toEqual({ [x]: 2 });
  const cart = await found();
  expect(cart?.lines).toEqual({ [z]: 3 });
  // The device that still shows the cart is told that it is an order, and its next goods come into the other one.
  expect((await rasa('GET', `/shop/orders/${token}`)).body.state).toBe('new');
  expect(await rasa('POST', `/shop/orders/${token}/items`, goods({ [y]: 1 })[0])).toMatchObject({
    status: 409,
    body: { errorCode: 'cart.already_completed' },
  });
  const next = await rasa('POST', '/shop/orders', { tokenValue: deviceToken() });
  expect(next).toMatchObject({ status: 200, body: { tokenValue: cart?.token } });
});

test('of a line that grew elsewhere the pieces stay that were neither ordered nor known', async () => {
  const token = await cartOf({ [x]: 2, [y]: 5 });
  await put(token, { [x]: 4, [y]: 1 });
  expect((await order(token, { [x]: 3, [y]: 2 }, { takenOut: goods({ [y]: 3 }) })).status).toBe(201);
  expect((await found())?.lines).toEqual({ [x]: 3, [y]: 1 });
});

test('I1 pieces that came from another device are not taken for those of the same goods that were put in on the device and never reached the shop', async () => {
  const token = await cartOf({ [x]: 2, [y]: 1 });
  await put(token, { [x]: 3 });
  const added = { takenOut: goods({ [y]: 1 }), addedHere: goods({ [x]: 3, [z]: 1 }) };
  expect((await order(token, { [x]: 5, [z]: 1 }, added)).status).toBe(201);
  expect((await found())?.lines).toEqual({ [x]: 3 });
});

test('what stays goes into the cart that was begun meanwhile, beside what lies in it', async () => {
  const token = await cartOf({ [x]: 1 });
  await put(token, { [z]: 1 });
  const other = await cartOf({ [y]: 1, [z]: 1 }, [token]);
  expect((await order(token, { [x]: 1 }, { takenOut: [] })).status).toBe(201);
  expect(await found()).toEqual({ token: other, lines: { [y]: 1, [z]: 2 } });
});

test('I1 what stays goes into no cart that waits on the device to be ordered or emptied', async () => {
  const token = await cartOf({ [x]: 1 });
  await put(token, { [z]: 1 });
  const other = await cartOf({ [y]: 1 }, [token]);
  expect((await order(token, { [x]: 1 }, { takenOut: [], exceptTokens: [other] })).status).toBe(201);
  expect(linesOf((await rasa('GET', `/shop/orders/${other}`)).body)).toEqual({ [y]: 1 });
  expect((await rasa('DELETE', `/shop/orders/${other}`)).status).toBe(204);
  expect((await found())?.lines).toEqual({ [z]: 1 });
});

test('the customer is held before their carts: of two orders at once none waits for what the other holds', async () => {
  const token = await cartOf({ [x]: 1, [y]: 1 });
  const query = vi.spyOn(Client.prototype, 'query');
  const { status } = await order(token, { [x]: 1 }, { takenOut: [] });
  const texts = query.mock.calls.map(([given]) => (given as { text?: string }).text ?? given);
  query.mockRestore();
  expect(status).toBe(201);
  const customer = texts.findIndex((text) => /from "customer".*for no key update/s.test(text));
  const cart = texts.findIndex((text) => /from "order".*for update/s.test(text));
  expect([customer >= 0, cart > customer]).toEqual([true, true]);
});

test('where nothing was put in elsewhere no cart is made, and a repeat or a refusal moves nothing', async () => {
  const token = await cartOf({ [x]: 1, [y]: 1 });
  await put(token, { [z]: 1 });
  const body = { ...intentOf(goods({ [x]: 1 }), 1), tokenValue: token, takenOut: goods({ [y]: 1 }) };
  expect(await rasa('POST', '/shop/order-intents', body)).toMatchObject({ status: 409 });
  expect(await found()).toEqual({ token, lines: { [x]: 1, [y]: 1, [z]: 1 } });
  const key = randomUUID();
  const agreed = { ...body, expectedTotal: 1_000_000 };
  for (let times = 0; times < 2; times += 1)
    expect((await rasa('POST', '/shop/order-intents', agreed, key)).status).toBe(201);
  expect((await found())?.lines).toEqual({ [z]: 1 });
  await shop.database.pool.query(`delete from "order" where customer_id is not null and state = 'cart'`);
  const whole = await cartOf({ [x]: 1, [y]: 1 });
  expect((await order(whole, { [x]: 1 }, { takenOut: goods({ [y]: 1 }) })).status).toBe(201);
  expect(await found()).toBeNull();
});

test('an order that does not say what its device knew, and that of a guest, use up the whole cart', async () => {
  const token = await cartOf({ [x]: 1, [z]: 1 });
  expect((await order(token, { [x]: 1 })).status).toBe(201);
  expect(await found()).toBeNull();
  const { tokenValue } = await cartWith(shop, z, 2);
  const carts = async () =>
    (await shop.database.pool.query(`select 1 from "order" where state = 'cart'`)).rowCount ?? 0;
  const before = await carts();
  const placed = await placeIntent({
    ...intentOf(goods({ [x]: 1 }), 1_000_000, { takenOut: [] }),
    tokenValue,
  });
  expect(placed.status).toBe(201);
  expect(await carts()).toBe(before - 1);
});

describe('which pieces stay', () => {
  let id = 0;
  const line = (
    variant_code: string,
    quantity: number,
    set?: [group: string, code: string, inOne: number],
  ) => {
    const [bundle_group = null, bundle_code = null, bundle_quantity = null] = set ?? [];
    id += 1;
    return { id, variant_code, quantity, bundle_group, bundle_code, bundle_quantity };
  };
  type Given = ReturnType<typeof line>[];
  const left = (lines: Given, ordered: Pieces, more: Partial<OrderIntentBody> = {}) =>
    goodsLeft(lines, {
      lines: goods(ordered).map((one) => ({ ...one, whenShort: 'wait' as const })),
      ...more,
    }).map(({ id: of, quantity }) => {
      const { variant_code, bundle_group } = lines.find((one) => one.id === of) ?? line('?', 0);
      return [variant_code, quantity, ...(bundle_group === null ? [] : [bundle_group])];
    });
  const set = (name: string, sets: number): Given => [
    line('A', 3 * sets, [name, 'RK1', 3]),
    line('B', sets, [name, 'RK1', 1]),
  ];

  test('a set that was put in elsewhere stays whole beside pieces of its goods that were ordered alone', () => {
    expect(left([line('A', 3), line('B', 1), ...set('other', 1)], { A: 3, B: 1 })).toEqual([
      ['A', 3, 'other'],
      ['B', 1, 'other'],
    ]);
    expect(left([line('A', 3), ...set('other', 1)], { A: 4 })).toEqual([
      ['A', 3, 'other'],
      ['B', 1, 'other'],
    ]);
  });

  test('of sets that were ordered as such those stay that are more, and so do pieces beside them', () => {
    const sets = [{ productCode: 'RK1', quantity: 2, parts: ['A', 'B'] }];
    expect(left([line('A', 1), ...set('known', 3)], { A: 6, B: 2 }, { sets })).toEqual([
      ['A', 1],
      ['A', 3, 'known'],
      ['B', 1, 'known'],
    ]);
  });

  test('a set that was taken out goes, and so does one that is ordered as its pieces', () => {
    expect(left(set('known', 1), { C: 1 }, { takenOut: goods({ A: 3, B: 1 }) })).toEqual([]);
    expect(left(set('known', 2), { A: 6, B: 2 })).toEqual([]);
  });

  const pieces = fc.dictionary(fc.constantFrom('A', 'B', 'C'), fc.integer({ min: 1, max: 9 }));
  const plain = (all: Pieces) => Object.entries(all).map(([code, quantity]) => line(code, quantity));
  const sum = (one: Pieces, other: Pieces) =>
    Object.fromEntries(
      [...new Set([...Object.keys(one), ...Object.keys(other)])].map((code) => [
        code,
        (one[code] ?? 0) + (other[code] ?? 0),
      ]),
    );

  test('I1 whatever was put in, taken out and ordered on the device, what another device put in stays and nothing else does', () => {
    fc.assert(
      fc.property(pieces, pieces, pieces, pieces, (known, ordered, anew, elsewhere) => {
        const there = plain(sum(known, elsewhere));
        const first = cartDifferenceOf(goods(known), goods(ordered));
        expect(Object.fromEntries(left(there, ordered, first))).toEqual(elsewhere);
        // Agreed to once more with other goods, the device knew the cart as much.
        const said = goods(ordered).map((one) => ({ ...one, whenShort: 'wait' as const }));
        const second = cartDifferenceKept({ lines: said, ...first }, goods(anew));
        expect(Object.fromEntries(left(there, anew, second))).toEqual(elsewhere);
      }),
    );
  });

  test('of sets of one kind, one that was put in on the device leaves that which came from elsewhere, beside loose pieces that were known', () => {
    const sets = [{ productCode: 'RK1', quantity: 1, parts: ['A', 'B'] }];
    const addedHere = goods({ A: 3, B: 1 });
    const there = [line('A', 3), ...set('other', 1)];
    expect(left(there, { A: 6, B: 1 }, { sets, takenOut: [], addedHere })).toEqual([
      ['A', 3, 'other'],
      ['B', 1, 'other'],
    ]);
  });

  test('no number that a message names leaves more than there is', () => {
    expect(left([line('A', 2)], { A: -5 })).toEqual([['A', 2]]);
    expect(left([line('A', 2)], { A: 9e15 })).toEqual([]);
    expect(left([line('A', 2)], { A: 1 }, { addedHere: goods({ A: 9, B: 1 }) })).toEqual([['A', 2]]);
  });
});
