/** Codes that many orders want in one moment (contract CHK-12, CHK-19, 5.5, 5.10). */
import { expect, test } from 'vitest';
import { completeOrder } from '#server/checkout/complete-order.ts';
import type { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { complete, goods, openShopOfFile, placeIntent, shop } from '#tests/server/shop-of-file.ts';
import { cartWith, consents, intentOf, readyToPay, sellableVariants } from '#tests/server/test-shop.ts';

openShopOfFile();

const newCard = async (code: string) => {
  await shop.database.pool.query(
    `insert into gift_card (code, currency_code, channels, initial_amount, balance) values ($1, 'EUR', '{retail}', 100, 100)`,
    [code],
  );
  return code;
};

test('one card in eight orders of one message at once is spent once', async () => {
  await shop.database.pool.query('update cart_promotion set usage_limit = null');
  const many = await sellableVariants(shop, 8);
  const code = await newCard('MANY-WANT-THIS-CARD');
  const answers = await Promise.all(
    many.map(({ code: productVariantCode }, at) => {
      const buyer = { email: `buyer${at}@example.lt`, giftCards: [code] };
      return placeIntent(intentOf([{ productVariantCode, quantity: 1 }], 1_000_000, buyer));
    }),
  );
  const paid = answers.filter(({ status }) => status === 201).flatMap(({ body }) => body.giftCards);
  expect(paid).toEqual([expect.objectContaining({ amountUsed: 100 })]);
  for (const { status, body } of answers.filter((one) => one.status !== 201))
    expect([status, body]).toMatchObject([422, { errorCode: 'gift_card.empty' }]);
});

test('who places an order with a card does not wait for who only lays it on a cart: two who did both would wait in a circle', async () => {
  const code = await newCard('LAID-ELSEWHERE-TOO');
  const other = await cartWith(shop, goods.code);
  const holder = await shop.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(
      `insert into order_gift_card (order_id, card_id, position)
       select o.id, g.id, 1 from "order" o, gift_card g where o.token = $1 and g.code = $2`,
      [other.tokenValue, code],
    );
    const line = { productVariantCode: goods.code, quantity: 1 };
    const placed = await placeIntent(intentOf([line], 1_000_000, { giftCards: [code] }));
    expect(placed).toMatchObject({ status: 201, body: { giftCards: [{ amountUsed: 100 }] } });
    await holder.query('rollback');
  } finally {
    holder.release();
  }
});

test('a refusal that came too late to see the order placed changes nothing of it', async () => {
  const code = await newCard('PAYS-THE-PLACED-ONE');
  const cart = await readyToPay(shop, await cartWith(shop, goods.code));
  const path = `/shop/orders/${cart.tokenValue}`;
  const { total } = (await shop.send('POST', `${path}/gift-cards`, { code })).body;
  const asked = {
    channel: { code: 'retail' },
    caller: null,
    locale: 'en',
    ifMatch: null,
    idempotencyKey: null,
  } as unknown as RequestContext;
  // The press of another tab, with another total: its row is free again between the refusal and what that writes.
  const refusal = await completeOrder(shop.orders.services, asked, cart.tokenValue, {
    ...consents,
    expectedTotal: total - 1,
  }).then(
    () => undefined,
    (error: unknown) => error as ApiFailure,
  );
  expect(refusal).toMatchObject({ status: 409, errorCode: 'order.total_changed' });
  expect((await complete(cart, { expectedTotal: total })).status).toBe(200);
  const placed = await shop.call('GET', path);
  await expect(refusal?.options.afterUndo?.()).rejects.toMatchObject({
    status: 409,
    errorCode: 'cart.already_completed',
    options: { context: { number: placed.body.number } },
  });
  expect((await shop.call('GET', path)).body).toEqual(placed.body);
  expect(placed.body.giftCards).toMatchObject([{ amountUsed: 100 }]);
});
