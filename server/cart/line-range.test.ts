/** How many lines a cart may come to have (contract 2.6), whichever way they come in. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import { mostLines } from '#contract/orders/item-bounds.ts';
import type { Order } from '#contract/orders/orders.ts';
import { openShopOfFile, shop } from '#tests/server/shop-of-file.ts';
import { callsAs, people } from '#tests/server/test-people.ts';
import { intentOf, sellableVariants } from '#tests/server/test-shop.ts';

openShopOfFile();

/** Goods, more than a cart holds lines of; the first ones go by courier. */
let codes: string[];
beforeAll(async () => {
  const { pool } = shop.database;
  const { rows } = await pool.query<{ code: string }>(
    `select v.code from product_variant v join product p on p.id = v.product_id
     join channel_price cp on cp.variant_id = v.id join channel c on c.id = cp.channel_id and c.code = 'retail'
     where p.enabled and v.enabled and p.type = 'simple' and not p.is_gift and not p.is_chemical and not p.ammonium_nitrate16
     order by v.code`,
  );
  const light = await sellableVariants(shop, 50);
  await pool.query('update product_variant set tracked = false');
  codes = [...new Set([...light, ...rows].map(({ code }) => code))];
  expect(codes.length).toBeGreaterThan(mostLines + 10);
});
beforeEach(async () => {
  await shop.database.pool.query(`delete from "order" where customer_id is not null and state = 'cart'`);
});

const refused = { status: 422, body: { errorCode: 'cart.line_range' } };
const one = (productVariantCode: string, quantity = 1) => ({ productVariantCode, quantity });
const send = (method: string, path: string, body: unknown) =>
  shop.send<Order & ApiErrorBody>(method, `/shop/orders/${path}`, body);
const read = async (token: string) => (await shop.call('GET', `/shop/orders/${token}`)).body;
/** A cart with the goods of these places. */
async function cartOf(from: number, to: number): Promise<Order> {
  const { tokenValue } = (await shop.send('POST', '/shop/orders', {})).body;
  const { status, body } = await send('POST', `${tokenValue}/item-lists`, {
    items: codes.slice(from, to).map((code) => one(code)),
  });
  expect(status).toBe(201);
  return body;
}
const fullCart = () => cartOf(0, mostLines);
/** Lines that no call would make any more, as parts of sets. */
const stuff = (token: string, count: number, deletedAt: Date | null = null) =>
  shop.database.pool.query(
    `insert into order_item (order_id, variant_id, variant_code, product_name, variant_name, quantity, collect_only,
       bundle_code, bundle_name, bundle_group, bundle_quantity, bundle_required, deleted_at)
     select o.id, v.id, v.code, p.name, v.name, 1, false, 'RK1001', p.name, 'set-' || n, 1, true, $4::timestamptz - n * interval '1 ms'
     from "order" o, product_variant v join product p on p.id = v.product_id, generate_series(1, $3::int) n
     where o.token = $1 and v.code = $2`,
    [token, codes[0], count, deletedAt],
  );

test('a full cart takes more pieces and other goods for those that go, and no line more', async () => {
  const { tokenValue: token, items } = await fullCart();
  expect(items).toHaveLength(mostLines);
  const [last, more] = [codes[mostLines - 1] ?? '', codes[mostLines] ?? ''];
  expect(await send('POST', `${token}/items`, one(more))).toMatchObject(refused);
  expect(await send('POST', `${token}/item-lists`, { items: [one(last), one(more)] })).toMatchObject(refused);
  expect(await send('POST', `${token}/product-bundle`, { productCode: 'RK1001', quantity: 1 })).toMatchObject(
    refused,
  );
  expect((await send('POST', `${token}/items`, one(last))).status).toBe(201);
  const gone = items[0]?.id;
  expect((await send('DELETE', `${token}/items/${gone}`, undefined)).status).toBe(200);
  expect((await send('POST', `${token}/items`, one(more))).status).toBe(201);
  expect(await send('POST', `${token}/items/${gone}/restore`, {})).toMatchObject(refused);
  expect((await read(token)).items).toHaveLength(mostLines);
});

test('a cart that has too many lines is read and made smaller, but not copied', async () => {
  const { tokenValue: token, items } = await cartOf(0, 2);
  await stuff(token, mostLines);
  expect((await read(token)).items).toHaveLength(mostLines + 2);
  expect(await send('POST', `${token}/items`, one(codes[2] ?? ''))).toMatchObject(refused);
  expect(await send('POST', `${token}/recover`, {})).toMatchObject(refused);
  expect((await send('PATCH', `${token}/items/${items[0]?.id}`, { quantity: 2 })).status).toBe(200);
  expect((await send('DELETE', `${token}/items/${items[0]?.id}`, undefined)).status).toBe(200);
});

test('CART-17 a copy has the lines in their order, and each takes one number', async () => {
  const { tokenValue: token, items } = await cartOf(0, 6);
  // Written again: it lies behind the others in the table.
  await send('PATCH', `${token}/items/${items[0]?.id}`, { quantity: 3 });
  const { body } = await send('POST', `${token}/recover`, {});
  const codesOf = (order: Order) => order.items.map(({ variant }) => variant.code);
  expect(codesOf(body)).toEqual(codesOf(await read(token)));
  const ids = body.items.map(({ id }) => id);
  expect(ids.map((id) => id - (ids[0] ?? 0))).toEqual([0, 1, 2, 3, 4, 5]);
});

test('of very many lines that were taken out the last ones come back', async () => {
  const { tokenValue: token, items } = await cartOf(0, 2);
  await stuff(token, mostLines + 20, new Date());
  const { body } = await send('PATCH', `${token}/items/${items[0]?.id}`, { quantity: 2 });
  expect(body.deletedItems).toHaveLength(mostLines);
  const { rows } = await shop.database.pool.query<{ group: string }>(
    `select bundle_group as group from order_item where deleted_at is not null
       and order_id = (select id from "order" where token = $1) order by deleted_at desc`,
    [token],
  );
  expect([rows.length, rows[0]?.group, rows.at(-1)?.group]).toEqual([mostLines, 'set-1', `set-${mostLines}`]);
});

test('CHK-19 an order of one message has as many lines as a cart may have', async () => {
  const lines = codes.slice(0, mostLines + 1).map((code) => one(code));
  expect(await shop.send('POST', '/shop/order-intents', intentOf(lines, 100_000_000))).toMatchObject(refused);
});

test('carts that have too many lines together stay two, and whose they are signs in', async () => {
  const signIn = async (orderToken: string) => {
    const { status, body } = await shop.call<{ token: string }>(
      'POST',
      `/shop/authentication-token?orderToken=${orderToken}`,
      people.rasa,
    );
    expect(status).toBe(200);
    return callsAs(shop, body.token);
  };
  const first = await cartOf(0, mostLines - 1);
  await signIn(first.tokenValue);
  // The same goods make no line more.
  await signIn((await cartOf(0, 5)).tokenValue);
  const second = await cartOf(mostLines - 3, mostLines + 3);
  const rasa = await signIn(second.tokenValue);
  const linesOf = async (token: string) => (await rasa('GET', `/shop/orders/${token}`)).body.items.length;
  expect([await linesOf(first.tokenValue), await linesOf(second.tokenValue)]).toEqual([mostLines - 1, 6]);
});

test('an order is not bought again into a cart that it does not fit into', async () => {
  const rasa = callsAs(
    shop,
    (await shop.call<{ token: string }>('POST', '/shop/authentication-token', people.rasa)).body.token,
  );
  const lines = codes.slice(0, 3).map((code) => one(code));
  const placed = await rasa('POST', '/shop/order-intents', intentOf(lines, 100_000_000));
  expect(placed.status).toBe(201);
  const cart = await cartOf(10, 10 + mostLines - 2);
  const again = { orderId: placed.body.tokenValue, orderToken: cart.tokenValue, skipCheck: true };
  expect(await rasa('POST', '/shop/orders/order-again', again)).toMatchObject(refused);
});
