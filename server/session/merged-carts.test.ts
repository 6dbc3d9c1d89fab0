/** What two carts are together when their customer signs in (contract 5.9): sets as they were, and none that no order could hold. */
import { beforeEach, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { goods, openShopOfFile, shop } from '#tests/server/shop-of-file.ts';
import { callsAs, people } from '#tests/server/test-people.ts';
import { cartWith } from '#tests/server/test-shop.ts';

openShopOfFile();

beforeEach(async () => {
  await shop.database.pool.query(`delete from "order" where customer_id is not null and state = 'cart'`);
  // Rasa has ordered nothing yet: from a sum on her carts would be cheaper than a guest's, by more than the sets are about.
  await shop.database.pool.query(`update cart_promotion set enabled = false where code = 'FIRST_ORDER'`);
});

/** Calls of Rasa, who signs in with a guest's cart. */
async function signIn(orderToken: string) {
  const { status, body } = await shop.call<{ token: string }>(
    'POST',
    `/shop/authentication-token?orderToken=${orderToken}`,
    people.rasa,
  );
  expect(status).toBe(200);
  return callsAs(shop, body.token);
}
type Calls = Awaited<ReturnType<typeof signIn>>;
const currentOf = async (rasa: Calls) =>
  (await rasa<{ data: { orderToken?: string }[] }>('GET', '/shop/customers/me')).body.data[0]?.orderToken;
const quantityIn = async (rasa: Calls, token: string) =>
  (await rasa('GET', `/shop/orders/${token}`)).body.items.map(({ quantity }) => quantity);
const priced = (price: number) =>
  shop.database.pool.query(
    `update channel_price set price = $2 where variant_id = (select id from product_variant where code = $1)`,
    [goods.code, price],
  );

test('carts that no order could hold together stay two, and whose they are signs in', async () => {
  await shop.database.pool.query(
    `update stock set on_hand = on_hold + 9999 where variant_id = (select id from product_variant where code = $1)`,
    [goods.code],
  );
  await priced(2_000_000);
  const first = await cartWith(shop, goods.code, 364);
  await signIn(first.tokenValue);
  const second = await cartWith(shop, goods.code, 282);
  const rasa = await signIn(second.tokenValue);
  expect(await currentOf(rasa)).toBe(second.tokenValue);
  expect(await quantityIn(rasa, first.tokenValue)).toEqual([364]);
  expect(await quantityIn(rasa, second.tokenValue)).toEqual([282]);
  // A third one goes into the one that she goes on with.
  const third = await cartWith(shop, goods.code, 1);
  await signIn(third.tokenValue);
  expect(await quantityIn(rasa, second.tokenValue)).toEqual([283]);
  // Nor does the first change of a guest's cart fail for what lies in another one.
  const fourth = await cartWith(shop, goods.code, 364);
  const more = { productVariantCode: goods.code, quantity: 1 };
  expect(await rasa('POST', `/shop/orders/${fourth.tokenValue}/items`, more)).toMatchObject({
    status: 201,
    body: { tokenValue: fourth.tokenValue, items: [{ quantity: 365 }] },
  });
});

test('a cart that grew too dear since it was filled does not keep anybody from signing in', async () => {
  await priced(2_000_000);
  const cart = await cartWith(shop, goods.code, 364);
  await priced(4_000_000);
  const rasa = await signIn(cart.tokenValue);
  expect(await currentOf(rasa)).toBe(cart.tokenValue);
  expect(await quantityIn(rasa, cart.tokenValue)).toEqual([364]);
  await priced(goods.price);
});

const namesOf = ({ items }: Order) => [...new Set(items.map(({ bundle }) => bundle?.groupId))];
/** Puts a set into a guest's new cart under a name of the device. */
async function cartWithSet(productCode: string, groupId: string): Promise<Order> {
  const { body } = await shop.send('POST', '/shop/orders', {});
  const set = { productCode, quantity: 1, groupId };
  const put = await shop.send('POST', `/shop/orders/${body.tokenValue}/product-bundle`, set);
  expect([put.status, namesOf(put.body)]).toEqual([201, [groupId]]);
  return put.body;
}

test('CART-17 sets of a copied cart have names of their own, and come to two at their price beside the first', async () => {
  const first = await cartWithSet('RK1001', 'my-set-0001');
  const copy = (await shop.send('POST', `/shop/orders/${first.tokenValue}/recover`, {})).body;
  expect(namesOf(copy)).toHaveLength(1);
  expect(namesOf(copy)).not.toContain('my-set-0001');
  expect(copy.itemsTotal).toBe(first.itemsTotal);
  await signIn(first.tokenValue);
  const rasa = await signIn(copy.tokenValue);
  const both = (await rasa('GET', `/shop/orders/${first.tokenValue}`)).body;
  expect([both.items.length, both.itemsTotal]).toEqual([16, 2 * first.itemsTotal]);
  // The name that a device knows stays where it is the only one.
  expect(namesOf(both)).toEqual(['my-set-0001', ...namesOf(copy)]);
});

test.each(['RK1001', 'RK1006'])(
  'a set of the same name as one that is there stays a set of its own, if only to be restored: %s',
  async (code) => {
    const first = await cartWithSet('RK1001', 'my-set-0001');
    const second = await cartWithSet(code, 'my-set-0001');
    await signIn(first.tokenValue);
    const rasa = await signIn(second.tokenValue);
    const path = `/shop/orders/${first.tokenValue}`;
    const both = (await rasa('GET', path)).body;
    expect(namesOf(both)).toHaveLength(2);
    expect(both.itemsTotal).toBe(first.itemsTotal + second.itemsTotal);
    const part = both.items.find(({ bundle }) => bundle?.groupId === 'my-set-0001' && bundle.required);
    const without = (await rasa('DELETE', `${path}/items/${part?.id}`)).body;
    expect([without.items.length, without.itemsTotal]).toEqual([second.items.length, second.itemsTotal]);
    // The name of one that was taken out is taken: it may come back.
    const third = await cartWithSet(code, 'my-set-0001');
    await signIn(third.tokenValue);
    const restored = (await rasa('POST', `${path}/items/${part?.id}/restore`)).body;
    expect(namesOf(restored)).toHaveLength(3);
    expect(restored.itemsTotal).toBe(first.itemsTotal + 2 * second.itemsTotal);
  },
);
