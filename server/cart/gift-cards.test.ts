/** Gift cards on a cart and on the order that it becomes (contract CART-08, CART-10, CART-11, 5.5). */
import { randomBytes } from 'node:crypto';
import { readPdfText } from '#tests/server/read-pdf-text.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';
import { cancelOrder } from '#server/placed-orders/order-events.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { showOrder } from '#server/jobs/look-up-commands.ts';
import { errorText } from '#server/errors/error-texts.ts';
import { whileHeld } from '#tests/server/while-held.ts';
import {
  cartWith,
  consents,
  deviceToken,
  intentOf,
  openTestShop,
  readyToPay,
  sellableVariant,
  sellableVariants,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
let goods: { code: string; price: number };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop);
}, 60_000);
afterAll(() => shop.close());

const newCard = async (balance: number, more: Record<string, unknown> = {}) => {
  const code = `TEST-${randomBytes(6).toString('hex').toUpperCase()}`;
  await shop.database.db
    .insertInto('gift_card')
    .values({
      code,
      currency_code: 'EUR',
      channels: ['retail'],
      initial_amount: Math.max(balance, 1),
      balance,
      expires_at: null,
      enabled: true,
      ...more,
    })
    .execute();
  return code;
};
const balanceOf = async (code: string) =>
  (
    await shop.database.db
      .selectFrom('gift_card')
      .select('balance')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).balance;
const ready = async (quantity = 1) => readyToPay(shop, await cartWith(shop, goods.code, quantity));
const add = (token: string, code: string) => shop.send('POST', `/shop/orders/${token}/gift-cards`, { code });
const complete = ({ tokenValue, total }: Pick<Order, 'tokenValue' | 'total'>) =>
  shop.send('PATCH', `/shop/orders/${tokenValue}/complete`, { ...consents, expectedTotal: total });

test('R1.14 a card takes what it has off what is due, in the field of promo codes and by its own call; several add up', async () => {
  const cart = await ready();
  const [one, other] = [await newCard(100), await newCard(50)];
  const first = await shop.send('PATCH', `/shop/orders/${cart.tokenValue}/apply-coupon`, {
    couponCode: one.toLowerCase(),
  });
  expect(first).toMatchObject({ status: 200, body: { total: cart.total - 100, giftCardTotal: -100 } });
  const both = await add(cart.tokenValue, ` ${other} `);
  expect(both.body).toMatchObject({
    total: cart.total - 150,
    giftCardTotal: -150,
    taxTotal: cart.taxTotal,
    giftCards: [
      { code: one, amountUsed: 100, amountLeft: 0 },
      { code: other, amountUsed: 50, amountLeft: 0 },
    ],
  });
  // The same once more is no more money.
  expect((await add(cart.tokenValue, one)).body.total).toBe(cart.total - 150);
  const without = await shop.send('DELETE', `/shop/orders/${cart.tokenValue}/gift-cards/${one}`);
  expect(without.body).toMatchObject({ total: cart.total - 50, giftCards: [{ code: other }] });
  expect((await shop.send('DELETE', `/shop/orders/${cart.tokenValue}/gift-cards/NO-SUCH`)).status).toBe(200);
  expect(await balanceOf(one)).toBe(100);
});

test('R1.14 spaces and hyphens of a code may be left out or put in, where that means one card only', async () => {
  const cart = await ready();
  const code = await newCard(100);
  const plain = code.replace('-', '');
  for (const written of [
    code.toLowerCase().replace('-', ' '),
    plain,
    plain.replace(/(.{4})/gu, '$1\u2013'),
  ]) {
    const laid = await add(cart.tokenValue, written);
    expect(laid).toMatchObject({ status: 200, body: { giftCards: [{ code }] } });
    await shop.send('DELETE', `/shop/orders/${cart.tokenValue}/gift-cards/${code}`);
  }
  await newCard(100, { code: code.replace('-', '--') });
  expect((await add(cart.tokenValue, code)).body).toMatchObject({ giftCards: [{ code }] });
  expect(await add(cart.tokenValue, plain)).toMatchObject({ body: { errorCode: 'gift_card.invalid' } });
});

test('a code that cannot pay is refused with its reason, an unknown one as any other', async () => {
  const cart = await ready();
  for (const [code, errorCode] of [
    ['NO-SUCH-CARD', 'gift_card.invalid'],
    ['', 'gift_card.invalid'],
    ['x'.repeat(300), 'gift_card.invalid'],
    [await newCard(100, { enabled: false }), 'gift_card.invalid'],
    [await newCard(0), 'gift_card.empty'],
    [await newCard(100, { expires_at: new Date('2020-01-01') }), 'gift_card.expired'],
    [await newCard(100, { channels: ['business'] }), 'gift_card.wrong_channel'],
    [await newCard(100, { currency_code: 'SEK' }), 'gift_card.wrong_channel'],
  ] as const)
    expect(await add(cart.tokenValue, code)).toMatchObject({
      status: 422,
      body: { errorCode, violations: [{ propertyPath: 'code', code: errorCode }] },
    });
  expect((await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).body.total).toBe(cart.total);
});

test('a cart that is paid whole skips the payment, and its order is paid at once; its money comes back once', async () => {
  const card = await newCard(100_000, { initial_amount: 300_000 });
  const cart = await ready();
  const paid = (await add(cart.tokenValue, card)).body;
  expect(paid).toMatchObject({ total: 0, giftCardTotal: -cart.total });
  const placed = await complete(paid);
  expect(placed).toMatchObject({
    status: 200,
    body: {
      paymentState: 'paid',
      state: 'processing',
      // Who has the address of the order does not have the card.
      giftCards: [
        { code: `••••${card.slice(-4)}`, amountUsed: cart.total, amountLeft: 100_000 - cart.total },
      ],
    },
  });
  expect(JSON.stringify(placed.body)).not.toContain(card);
  // The keeper waits for no transfer that was the method of the cart before the card.
  expect(await showOrder(shop.orders.mail, cart.tokenValue)).toMatch(
    /^Payment: gift cards paid all of it, nothing is to come$/m,
  );
  // What was sold for a card has an invoice like everything that is sold.
  const [paper, ...others] = placed.body.documents ?? [];
  expect(others).toEqual([]);
  expect(paper).toMatchObject({ kind: 'invoice', number: expect.stringMatching(/^AR-\d{6}$/), total: 0 });
  const file = await shop.app.request(`/api/v2${paper?.downloadUrl ?? ''}`);
  const words = readPdfText(Buffer.from(await file.arrayBuffer())).join('\n');
  for (const part of ['AR-0', 'Dovanų kortelė: −', 'Iš viso apmokėta: 0,00']) expect(words).toContain(part);
  expect(await balanceOf(card)).toBe(100_000 - cart.total);
  const order = await shop.database.db
    .selectFrom('order')
    .innerJoin('channel', 'channel.id', 'order.channel_id')
    .selectAll('order')
    .select('channel.code as channel_code')
    .where('token', '=', cart.tokenValue)
    .executeTakeFirstOrThrow();
  const cancel = () =>
    inTransaction(shop.database.db, (trx) => cancelOrder(trx, order, 'test', new Date())).catch(() => false);
  await Promise.all([cancel(), cancel(), cancel()]);
  await cancel();
  expect(await balanceOf(card)).toBe(100_000);
});

test('a card pays for goods that became dearer only after the buyer has seen it', async () => {
  const card = await newCard(100_000);
  const cart = (await add((await ready()).tokenValue, card)).body;
  const dearer = (by: number) =>
    shop.database.pool.query(
      'update channel_price set price = price + $2 where variant_id = (select id from product_variant where code = $1)',
      [goods.code, by],
    );
  await dearer(200);
  try {
    const refused = await complete(cart);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        errorCode: 'order.total_changed',
        detail: errorText('order.paid_otherwise', 'en'),
        context: { order: { total: 0, giftCardTotal: cart.giftCardTotal - 200 } },
      },
    });
    expect(await balanceOf(card)).toBe(100_000);
    expect((await complete(cart)).status).toBe(200);
    // Without a card the total says it all: who names that of today has seen it.
    const open = await ready();
    await dearer(100);
    const today = await complete({ ...open, total: open.total + 100 });
    await dearer(-100);
    expect(today.status).toBe(200);
  } finally {
    await dearer(-200);
  }
});

test('an order waits for whoever spends the money of its card, and counts what they left', async () => {
  const card = await newCard(goods.price);
  const { body } = await add((await ready()).tokenValue, card);
  const answer = await whileHeld(
    shop.database.pool,
    ['select 1 from gift_card where code = $1 for no key update', [card]],
    ['update gift_card set balance = 0 where code = $1', [card]],
    () => complete(body),
  );
  expect(answer).toMatchObject({ status: 409, body: { errorCode: 'order.total_changed' } });
});

test('one card in fifty carts at once is spent once', { timeout: 60_000 }, async () => {
  // Neither the same goods or buyer nor a promotion with a limit makes one wait for another.
  await shop.database.pool.query('update cart_promotion set usage_limit = null');
  const many = await sellableVariants(shop, 10);
  const card = await newCard(goods.price);
  const carts: Order[] = [];
  for (let count = 0; count < 50; count += 1) {
    const cart = await cartWith(shop, many[count % many.length]?.code ?? '');
    carts.push((await add((await readyToPay(shop, cart)).tokenValue, card)).body);
  }
  await shop.database.pool.query(
    `update "order" set email = 'b' || id || '@example.lt' where token = any($1)`,
    [carts.map(({ tokenValue }) => tokenValue)],
  );
  const answers = await Promise.all(carts.map(complete));
  const taken = answers.filter(({ status }) => status === 200);
  expect(taken).toHaveLength(1);
  for (const { status, body } of answers.filter((one) => !taken.includes(one))) {
    expect(status).toBe(409);
    const told = body as unknown as { errorCode: string; context: { order: Order } };
    expect(told.errorCode).toBe('order.total_changed');
    expect(told.context.order.giftCards).toEqual([]);
  }
  expect(await balanceOf(card)).toBe(0);
});

test('what was spent elsewhere is taken off the cart with a word', async () => {
  const card = await newCard(100);
  const cart = await ready();
  await add(cart.tokenValue, card);
  await shop.database.db.updateTable('gift_card').set({ balance: 0 }).where('code', '=', card).execute();
  const { body } = await shop.send('PATCH', `/shop/orders/${cart.tokenValue}/items/${cart.items[0]?.id}`, {
    quantity: 2,
  });
  expect(body.giftCards).toEqual([]);
  expect(body.warnings.map(({ errorCode }) => errorCode)).toContain('gift_card.empty');
});

test('an order in one message pays with its cards, or is asked about again', async () => {
  const card = await newCard(100);
  const total = (await ready()).total;
  const place = (giftCards: string[], expectedTotal: number) =>
    shop.call(
      'POST',
      '/shop/order-intents',
      { ...intentOf([{ productVariantCode: goods.code, quantity: 1 }], expectedTotal), giftCards },
      { 'Idempotency-Key': deviceToken() },
    );
  expect(await place(['NO-SUCH-CARD'], total)).toMatchObject({
    status: 422,
    body: { errorCode: 'gift_card.invalid', violations: [{ propertyPath: 'giftCards[0]' }] },
  });
  expect((await place([card], total - 200)).status).toBe(409);
  expect(await balanceOf(card)).toBe(100);
  expect(await place([card], total - 100)).toMatchObject({ status: 201, body: { total: total - 100 } });
  expect(await balanceOf(card)).toBe(0);
});

test('CHK-19 a card pays for an order of the device that became dearer only after its buyer has seen it', async () => {
  const total = (await ready()).total;
  const dearer = (by: number) =>
    shop.database.pool.query(
      'update channel_price set price = price + $2 where variant_id = (select id from product_variant where code = $1)',
      [goods.code, by],
    );
  const place = async (more: Partial<OrderIntentBody> = {}) => {
    const card = await newCard(100_000);
    const lines = [{ productVariantCode: goods.code, quantity: 1 }];
    const body = { ...intentOf(lines, 0), giftCards: [card], expectedPaid: total, ...more };
    const answer = await shop.call('POST', '/shop/order-intents', body, { 'Idempotency-Key': deviceToken() });
    return { ...answer, spent: 100_000 - (await balanceOf(card)) };
  };
  expect(await place()).toMatchObject({ status: 201, spent: total });
  await dearer(200);
  try {
    expect(await place()).toMatchObject({
      status: 409,
      spent: 0,
      body: {
        errorCode: 'order.total_changed',
        detail: errorText('order.paid_otherwise', 'en'),
        context: { order: { total: 0, giftCardTotal: -total - 200 } },
      },
    });
    // What the buyer allowed in advance is allowed whoever pays it.
    expect((await place({ maximumTotal: 199 })).status).toBe(409);
    expect(await place({ maximumTotal: 200 })).toMatchObject({ status: 201, spent: total + 200 });
    expect(await place({ expectedPaid: total + 200 })).toMatchObject({ status: 201, spent: total + 200 });
    // An order that a device kept before this was said says nothing of it.
    expect(await place({ expectedPaid: undefined })).toMatchObject({ status: 201, spent: total + 200 });
    await dearer(-300);
    expect(await place()).toMatchObject({ status: 201, spent: total - 100 });
    await dearer(300);
  } finally {
    await dearer(-200);
  }
  // A card with more on it than the device knew pays more of what costs no more.
  expect(await place({ expectedTotal: 100, expectedPaid: total - 100 })).toMatchObject({
    status: 201,
    spent: total,
  });
});
