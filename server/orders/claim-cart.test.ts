/** Carts of one customer that are too dear to be one (contract 5.9). */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openShopOfFile, shop } from '#tests/server/shop-of-file.ts';
import { callsAs, signInPeople } from '#tests/server/test-people.ts';
import { deviceToken, intentOf, sellableVariants } from '#tests/server/test-shop.ts';

openShopOfFile();

let rasa: ReturnType<typeof callsAs>;
let [cheap, dear, others] = ['', '', ''];
beforeAll(async () => {
  rasa = callsAs(shop, (await signInPeople(shop)).rasa.bearer);
  [cheap = '', dear = '', others = ''] = (await sellableVariants(shop, 3)).map(({ code }) => code);
});
beforeEach(() =>
  shop.database.pool.query(`delete from "order" where customer_id is not null and state = 'cart'`),
);

/** Goods of a price, cents, of which there are as many as anybody wants. */
async function priced(code: string, price: number): Promise<void> {
  const ofCode = '(select id from product_variant where code = $1)';
  const run = (text: string, ...more: number[]) => shop.database.pool.query(text, [code, ...more]);
  await run(
    `update channel_price set price = $2, original_price = null, percent = null, minimum_price = 0 where variant_id = ${ofCode}`,
    price,
  );
  await run(`update stock set on_hand = on_hold + 9999 where variant_id = ${ofCode}`);
  await run('update product_variant set weight = 1 where code = $1');
}
async function put(token: string, productVariantCode: string, quantity: number) {
  const added = await rasa('POST', `/shop/orders/${token}/items`, { productVariantCode, quantity });
  expect(added.status).toBe(201);
}
async function begin(exceptTokens: string[] = []): Promise<string> {
  const tokenValue = deviceToken();
  expect((await rasa('POST', '/shop/orders', { tokenValue, exceptTokens })).status).toBe(201);
  return tokenValue;
}
/** What lies in the open carts of customers. */
const carts = async () =>
  (
    await shop.database.pool.query<{ code: string; quantity: number; subtotal: number }>(
      `select i.variant_code as code, i.quantity, (o.totals->>'itemsSubtotal')::int as subtotal
       from "order" o join order_item i on i.order_id = o.id
       where o.state = 'cart' and o.customer_id is not null order by o.id`,
    )
  ).rows;

test('CHK-19 goods that stay of an order, with those of another cart too dear for one, stay in a cart beside it', async () => {
  await priced(dear, 2_000_000);
  await priced(others, 900_000);
  const token = await begin();
  await put(token, cheap, 1);
  await put(token, dear, 497);
  const other = await begin([token]);
  await put(other, others, 10);
  const body = intentOf([{ productVariantCode: cheap, quantity: 1 }], 1_000_000, {
    tokenValue: token,
    takenOut: [],
  });
  expect(await rasa('POST', '/shop/order-intents', body)).toMatchObject({
    status: 201,
    body: { state: 'new' },
  });
  expect(await carts()).toEqual([
    { code: others, quantity: 10, subtotal: 9_000_000 },
    { code: dear, quantity: 497, subtotal: 994_000_000 },
  ]);
});
