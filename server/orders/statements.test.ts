/** How often the database is asked: each question of a change is a way there and back, on every press of every buyer. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadOrder } from './order-parts.ts';
import { newToken } from '#server/text/secret-token.ts';
import { loadChannelRules } from '#server/order-terms/channel-rules.ts';
import { loadAdjustments, loadItems, loadPayments, loadShipments } from '#server/order-store/order-store.ts';
import { loadVariantFacts } from '#server/order-terms/variant-facts.ts';
import { signInPeople } from '#tests/server/test-people.ts';
import {
  cartWith,
  deviceToken,
  openTestShop,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

async function sixGoods(): Promise<string[]> {
  const { rows } = await shop.database.pool.query<{ code: string }>(
    `select v.code from product_variant v join product p on p.id = v.product_id
     join channel_price cp on cp.variant_id = v.id join channel c on c.id = cp.channel_id and c.code = 'retail'
     join stock s on s.variant_id = v.id join warehouse w on w.id = s.warehouse_id and w.ships
     where p.enabled and v.enabled and p.type = 'simple' and not p.is_gift and not p.is_chemical
       and not p.professional_use and not p.ammonium_nitrate16 and s.on_hand - s.on_hold > 5
     group by v.code order by v.code limit 6`,
  );
  return rows.map(({ code }) => code);
}

/** How many statements `work` sends. */
async function statementsOf(work: () => Promise<void>): Promise<number> {
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}

test('adding goods to a cart takes thirteen statements, for the sixth line as for the first', async () => {
  const goods = await sixGoods();
  const cart = await shop.send('POST', '/shop/orders', {});
  const counts: number[] = [];
  for (const productVariantCode of goods)
    counts.push(
      await statementsOf(async () => {
        const path = `/shop/orders/${cart.body.tokenValue}/items`;
        expect((await shop.send('POST', path, { productVariantCode, quantity: 1 })).status).toBe(201);
      }),
    );
  expect(counts).toEqual([13, 13, 13, 13, 13, 13]);
});

test('a cart is begun in thirteen statements, also under the token of one that was emptied', async () => {
  const body = { tokenValue: newToken() };
  const begin = async () => expect((await shop.send('POST', '/shop/orders', body)).status).toBe(201);
  const counts = [await statementsOf(begin)];
  expect((await shop.send('DELETE', `/shop/orders/${body.tokenValue}`)).status).toBe(204);
  counts.push(await statementsOf(begin));
  expect(counts).toEqual([13, 13]);
});

test('that the token is of a cart which an account has emptied is asked once, in twelve statements', async () => {
  const body = { tokenValue: newToken() };
  await shop.send('POST', '/shop/orders', body);
  const { rasa } = await signInPeople(shop);
  await shop.database.pool.query('update "order" set customer_id = $1 where token = $2', [
    rasa.id,
    body.tokenValue,
  ]);
  const path = `/shop/orders/${body.tokenValue}`;
  const asRasa = { Authorization: `Bearer ${rasa.bearer}` };
  expect((await shop.call('DELETE', path, undefined, asRasa)).status).toBe(204);
  const statements = await statementsOf(async () => {
    const answer = await shop.send('POST', '/shop/orders', body);
    expect(answer).toMatchObject({ status: 409, body: { errorCode: 'cart.token_taken' } });
  });
  expect(statements).toBe(12);
});

test('a change of one line writes those of the adjustments that differ, in their order, and goods that go take theirs along', async () => {
  const cart = await shop.send('POST', '/shop/orders', {});
  const path = `/shop/orders/${cart.body.tokenValue}`;
  const items = (await sixGoods()).map((productVariantCode) => ({ productVariantCode, quantity: 1 }));
  const { body: full } = await shop.send('POST', `${path}/item-lists`, { items });
  /** By id: what it says, and the transaction that wrote it. */
  const stored = async () =>
    (
      await shop.database.pool.query<{ id: number; said: string; writer: string }>(
        `select id, row(a.type, a.item_id, a.shipment_id, a.amount, a.origin_code)::text as said, xmin::text as writer
         from adjustment a where order_id = $1 order by id`,
        [cart.body.id],
      )
    ).rows;
  const taxes = async () =>
    (
      await shop.database.pool.query<{ item_id: number }>(
        `select item_id from adjustment where order_id = $1 and type = 'tax' and item_id is not null order by id`,
        [cart.body.id],
      )
    ).rows.map((row) => row.item_id);
  const before = await stored();
  const at = (place: number) => `${path}/items/${full.items[place]?.id}`;
  expect((await shop.send('PATCH', at(0), { quantity: 3 })).status).toBe(200);
  const after = await stored();
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  const untouched = after.filter(({ id, writer }) =>
    before.some((one) => one.id === id && one.writer === writer),
  );
  expect(untouched.length).toBeGreaterThanOrEqual(5);
  // What says the same was not written, and what was not written says the same.
  expect(untouched).toEqual(
    after.filter(({ id, said }) => before.find((one) => one.id === id)?.said === said),
  );
  expect((await shop.send('DELETE', at(1))).status).toBe(200);
  const left = full.items.map(({ id }) => id).filter((id) => id !== full.items[1]?.id);
  expect(await taxes()).toEqual(left);
  expect((await shop.send('POST', `${at(1)}/restore`)).status).toBe(200);
  expect(await taxes()).toEqual(full.items.map(({ id }) => id));
});

test('an order that is read in one statement is what its tables hold', async () => {
  const { code } = await sellableVariant(shop);
  const cart = await shop.send('POST', '/shop/orders', {});
  const path = `/shop/orders/${cart.body.tokenValue}`;
  const added = await shop.send('POST', `${path}/items`, { productVariantCode: code, quantity: 2 });
  const other = (await sixGoods()).find((one) => one !== code);
  await shop.send('POST', `${path}/items`, { productVariantCode: other, quantity: 1 });
  await shop.send('DELETE', `${path}/items/${added.body.items[0]?.id}`);
  const { db } = shop.database;
  const { id } = added.body;
  const order = await db
    .selectFrom('order')
    .innerJoin('channel', 'channel.id', 'order.channel_id')
    .selectAll('order')
    .select('channel.code as channel_code')
    .where('order.id', '=', id)
    .executeTakeFirstOrThrow();
  expect(order.expires_at).toBeInstanceOf(Date);
  const { parts, known, rules } = await loadOrder(db, order, { codes: [code] });
  const variants = (await loadItems(db, id)).map((item) => item.variant_id);
  expect([...known.values()]).toEqual(await loadVariantFacts(db, order.channel_id, { ids: variants }));
  expect(rules).toEqual(await loadChannelRules(db, order.channel_id));
  expect(parts).toEqual({
    order,
    items: await loadItems(db, id),
    shipments: await loadShipments(db, id),
    payments: await loadPayments(db, id),
    adjustments: await loadAdjustments(db, id),
  });
});

test("a guest's cart that goes into an account is read no more often than any other", async () => {
  const { code } = await sellableVariant(shop);
  const { rasa } = await signInPeople(shop);
  const write = async (token: string) => {
    const path = `/shop/orders/${token}/items`;
    const headers = { Authorization: `Bearer ${rasa.bearer}` };
    const answer = await shop.call('POST', path, { productVariantCode: code, quantity: 1 }, headers);
    expect(answer.status).toBe(201);
  };
  const counts: number[] = [];
  // The first becomes the account's own, the second goes into it.
  for (let at = 0; at < 2; at += 1) {
    const { tokenValue } = await cartWith(shop, code);
    counts.push(await statementsOf(() => write(tokenValue)));
  }
  expect(counts).toEqual([16, 28]);
});

test('a change of a cart that has many names takes no more statements than one of a cart that has two', async () => {
  const { code } = await sellableVariant(shop);
  const { ivan } = await signInPeople(shop);
  const headers = { Authorization: `Bearer ${ivan.bearer}` };
  const begin = async () => {
    const tokenValue = deviceToken();
    const answer = await shop.call<{ tokenValue: string }>('POST', '/shop/orders', { tokenValue }, headers);
    return answer.body.tokenValue;
  };
  const token = await begin();
  const add = async () => {
    const body = { productVariantCode: code, quantity: 1 };
    const keyed = { ...headers, 'Idempotency-Key': randomUUID() };
    expect((await shop.call('POST', `/shop/orders/${token}/items`, body, keyed)).status).toBe(201);
  };
  await add();
  const counts: number[] = [];
  for (const names of [1, 20]) {
    for (let at = 0; at < names; at += 1) expect(await begin()).toBe(token);
    counts.push(await statementsOf(add));
  }
  expect(counts[1]).toBe(counts[0]);
});
