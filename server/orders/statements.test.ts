/** How often the database is asked: each question of a change is a way there and back, on every press of every buyer. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadOrder } from './order-parts.ts';
import { loadChannelRules } from '#server/order-terms/channel-rules.ts';
import { loadAdjustments, loadItems, loadPayments, loadShipments } from '#server/order-store/order-store.ts';
import { loadVariantFacts } from '#server/order-terms/variant-facts.ts';
import { signInPeople } from '#tests/server/test-people.ts';
import { cartWith, openTestShop, sellableVariant, type TestShop } from '#tests/server/test-shop.ts';

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
