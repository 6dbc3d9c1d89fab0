/** What two carts are together when their customer signs in (contract 5.9): sets as they were, and none that no order could hold. */
import { beforeEach, expect, test } from 'vitest';
import { goods, shop } from '#tests/server/shop-of-file.ts';
import { callsAs, people } from '#tests/server/test-people.ts';
import { cartWith } from '#tests/server/test-shop.ts';

beforeEach(() =>
  shop.database.pool.query(`delete from "order" where customer_id is not null and state = 'cart'`),
);

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
