/** Gift cards that are bought: from the cart to the letter, and back (contract CART-03, 5.5). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { sendDueMails, type Letter } from '#server/mail/mail-outbox.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { invoiceOf } from '#server/placed-orders/document-routes.ts';
import { issueCards } from '#server/placed-orders/issued-cards.ts';
import { lockOrder } from '#server/placed-orders/order-events.ts';
import { changeOrderState } from '#server/jobs/shop-commands.ts';
import { stopGiftCards } from '#server/order-terms/gift-card-goods.ts';
import { readPdfText } from '#tests/server/read-pdf-text.ts';
import {
  cartWith,
  consents,
  deviceToken,
  intentOf,
  jonas,
  openTestShop,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
let goods: { code: string; price: number };
beforeAll(async () => {
  shop = await openTestShop();
  await stopGiftCards(shop.database.db, ['business']);
  goods = await sellableVariant(shop);
}, 60_000);
afterAll(() => shop.close());

interface Failure {
  errorCode: string;
  violations: { propertyPath: string; code: string }[];
}
const card = {
  amount: 5000,
  recipientName: 'Ona',
  recipientEmail: 'ona@example.lt',
  senderName: 'Jonas',
  message: 'Su gimtadieniu!',
};
const put = <T = Order>(token: string, giftCard: unknown = card, quantity: unknown = 1) =>
  shop.send<T>('POST', `/shop/orders/${token}/items`, {
    productVariantCode: 'GIFT-CARD',
    quantity,
    giftCard,
  });
const newCart = async () => (await shop.send('POST', '/shop/orders', {})).body;
const cardsAlone = async (giftCard: object = card, quantity = 1) =>
  (await put((await newCart()).tokenValue, giftCard, quantity)).body;

/** To the payment step, for a cart without parcels. */
async function readyWithout(cart: Order, paymentMethod = 'TRANSFER'): Promise<Order> {
  const path = `/shop/orders/${cart.tokenValue}`;
  await shop.send('PUT', path, { email: 'jonas@example.lt', contact: jonas, billingAddress: null });
  await shop.send('PATCH', `${path}/payments/${cart.payments.at(-1)?.id}`, { paymentMethod });
  return (await shop.call('GET', path)).body;
}
const place = async (cart: Order) =>
  shop.send('PATCH', `/shop/orders/${cart.tokenValue}/complete`, { ...consents, expectedTotal: cart.total });
const pay = ({ tokenValue }: Order) => changeOrderState(shop.orders.mail, tokenValue, 'mark-paid');
const issued = async ({ tokenValue }: Order) =>
  (
    await shop.database.pool.query<{ code: string; balance: number; enabled: boolean; expires_at: Date }>(
      `select g.* from gift_card g join order_item i on i.id = g.sold_item join "order" o on o.id = i.order_id
       where o.token = $1 order by g.id`,
      [tokenValue],
    )
  ).rows;
async function lettersTo(recipient: string): Promise<Letter[]> {
  const letters: Letter[] = [];
  await sendDueMails({
    ...shop.orders.mail,
    transport: {
      send: async (mail) => {
        if (mail.to === recipient) letters.push(mail);
      },
      sent: (to) => shop.orders.mail.transport.sent(to),
    },
  });
  return letters;
}

test('a card costs what was chosen, without tax, needs no delivery, and says for whom it is', async () => {
  const cart = await cardsAlone(card, 2);
  expect(cart).toMatchObject({ total: 10_000, taxTotal: 0, shippingTotal: 0, shipments: [] });
  expect(cart.items).toMatchObject([
    { marker: 'gift-card', quantity: 2, unitPrice: 5000, taxTotal: 0, giftCard: card },
  ]);
  expect(cart.checkoutState).toBe('shipping_skipped');
  expect(cart.giftWrap.available).toBe(false);
  // The same words are one line, others are another.
  const again = (await put(cart.tokenValue, { ...card, message: ' Su gimtadieniu! ' })).body;
  expect(again.items.map(({ quantity }) => quantity)).toEqual([3]);
  const other = (await put(cart.tokenValue, { ...card, recipientName: 'Petras' })).body;
  expect(other.items.map(({ quantity }) => quantity)).toEqual([3, 1]);
});

test.each([
  [{ ...card, amount: 499 }, 'giftCard.amount'],
  [{ ...card, amount: 0 }, 'giftCard.amount'],
  [{ ...card, amount: -5000 }, 'giftCard.amount'],
  [{ ...card, amount: 5050 }, 'giftCard.amount'],
  [{ ...card, amount: 50_100 }, 'giftCard.amount'],
  [{ ...card, recipientName: '  ' }, 'giftCard.recipientName'],
  [{ ...card, recipientName: 'x'.repeat(61) }, 'giftCard.recipientName'],
  [{ ...card, recipientEmail: 'ona' }, 'giftCard.recipientEmail'],
  [{ ...card, recipientEmail: '' }, 'giftCard.recipientEmail'],
  [{ ...card, recipientEmail: 'a@b.lt\r\nBcc: c@d.lt' }, 'giftCard.recipientEmail'],
  [{ ...card, senderName: 'Jonas\nAntanas' }, 'giftCard.senderName'],
  [{ ...card, message: 'x'.repeat(251) }, 'giftCard.message'],
])('%j is refused at its field, and the cart stays', async (given, path) => {
  const { tokenValue } = await newCart();
  const { status, body } = await put<Failure>(tokenValue, given);
  expect(status).toBe(422);
  expect(body.violations.map(({ propertyPath }) => propertyPath)).toEqual([path]);
  expect((await shop.call('GET', `/shop/orders/${tokenValue}`)).body.items).toEqual([]);
});

test.each([{ ...card, amount: 50.5 }, { ...card, amount: '5000' }, { ...card, more: 1 }, {}, [], 'x', null])(
  '%j is no card at all',
  async (given) => {
    expect([400, 422]).toContain((await put<Failure>((await newCart()).tokenValue, given)).status);
  },
);

test('twenty cards at most, goods are no cards and cards no goods, and no other shop sells them', async () => {
  const { tokenValue } = await newCart();
  expect((await put<Failure>(tokenValue, card, 21)).body.errorCode).toBe('cart.quantity_range');
  const cart = (await put(tokenValue, card, 20)).body;
  expect((await put<Failure>(tokenValue)).body.errorCode).toBe('cart.quantity_range');
  const path = `/shop/orders/${tokenValue}/items`;
  const line = `${path}/${cart.items[0]?.id}`;
  expect((await shop.send<Failure>('PATCH', line, { quantity: 21 })).body.errorCode).toBe(
    'cart.quantity_range',
  );
  expect((await shop.send('PATCH', line, { quantity: 1 })).body.total).toBe(5000);
  const send = (body: object) => shop.send<Failure>('POST', path, { quantity: 1, ...body });
  expect((await send({ productVariantCode: 'GIFT-CARD' })).body.errorCode).toBe(
    'gift_card.recipient_required',
  );
  expect((await send({ productVariantCode: goods.code, giftCard: card })).body.errorCode).toBe(
    'gift_card.not_a_card',
  );
  const elsewhere = await shop.call('POST', '/shop/orders', {}, { 's-channel': 'business' });
  const refused = await shop.call<Failure>(
    'POST',
    `/shop/orders/${elsewhere.body.tokenValue}/items`,
    { productVariantCode: 'GIFT-CARD', quantity: 1, giftCard: card },
    { 's-channel': 'business' },
  );
  expect(refused.body.errorCode).toBe('cart.variant_unknown');
  expect(
    (
      await shop.call<Failure>(
        'POST',
        '/shop/order-intents',
        intentOf([{ productVariantCode: 'GIFT-CARD', quantity: 1 }], 500),
        { 'Idempotency-Key': deviceToken() },
      )
    ).body.errorCode,
  ).toBe('cart.product_unavailable');
});

test('neither codes nor other gift cards make a card cheaper, and goods beside it are priced as without it', async () => {
  const alone = await readyToPay(shop, await cartWith(shop, goods.code, 2));
  const mixed = (await put(alone.tokenValue)).body;
  expect(mixed.items).toHaveLength(2);
  expect(mixed.total).toBe(alone.total + 5000);
  expect(mixed.taxTotal).toBe(alone.taxTotal);
  expect(mixed.shipments.flatMap(({ items }) => items.map(({ itemId }) => itemId))).toEqual([
    alone.items[0]?.id,
  ]);
  const cards = await cardsAlone();
  await shop.send('POST', `/shop/orders/${cards.tokenValue}/gift-cards`, { code: 'DEMO-DOVANA-5000' });
  const paidWith = (await shop.call('GET', `/shop/orders/${cards.tokenValue}`)).body;
  expect(paidWith).toMatchObject({ total: 5000, giftCardTotal: 0 });
});

test('once it is paid a card is issued for each piece and mailed with its code, as text and to print, however often it is told', async () => {
  const cart = await readyWithout(await cardsAlone({ ...card, recipientEmail: 'du@example.lt' }, 2));
  const { status, body: order } = await place(cart);
  expect({ status, shipping: order.shipments }).toEqual({ status: 200, shipping: [] });
  expect(await issued(order)).toEqual([]);
  expect(await lettersTo('du@example.lt')).toEqual([]);
  await pay(order);
  await pay(order).catch(() => null);
  const again = () =>
    inTransaction(shop.database.db, async (trx) => {
      const row = await lockOrder(trx, { token: order.tokenValue });
      if (row) await issueCards(trx, row, new Date());
    });
  await Promise.all([again(), again(), again()]);
  const cards = await issued(order);
  expect(cards).toMatchObject([
    { balance: 5000, enabled: true },
    { balance: 5000, enabled: true },
  ]);
  expect(new Set(cards.map(({ code }) => code)).size).toBe(2);
  const months = (cards[0]?.expires_at.getTime() ?? 0) - Date.now();
  expect(months / (24 * 60 * 60 * 1000)).toBeGreaterThan(364);
  const [letter, ...others] = await lettersTo('du@example.lt');
  expect(others).toEqual([]);
  const paper = readPdfText(letter?.attachments?.[0]?.content ?? Buffer.alloc(0));
  for (const { code } of cards) {
    expect(letter?.text).toContain(code);
    expect(letter?.html).toContain(code);
    expect(paper).toContain(code);
  }
  expect(letter?.text).toMatch(/^“Su gimtadieniu!”$/mu);
  expect(letter?.text).toContain('/en/gift-card');
  const seen = (await shop.call('GET', `/shop/orders/${order.tokenValue}`)).body;
  expect(seen).toMatchObject({ paymentState: 'paid', shippingState: 'shipped' });
  const told = JSON.stringify([seen, shop.told]);
  const { rows } = await shop.database.pool.query(`select payload from mail_outbox where kind = 'gift_card'`);
  for (const { code } of cards) expect(told + JSON.stringify(rows)).not.toContain(code);
  // And it pays.
  const laid = await shop.send(
    'POST',
    `/shop/orders/${(await cartWith(shop, goods.code)).tokenValue}/gift-cards`,
    { code: cards[0]?.code },
  );
  expect(laid.body.giftCardTotal).toBeLessThan(0);
});

test('cash is for goods alone, an order of cards and goods sends both', async () => {
  const cart = await cardsAlone();
  const path = `/shop/orders/${cart.tokenValue}/payments/${cart.payments.at(-1)?.id}`;
  await shop.send('PUT', `/shop/orders/${cart.tokenValue}`, {
    email: 'jonas@example.lt',
    contact: jonas,
    billingAddress: null,
  });
  const { body } = await shop.call<{ data: { code: string }[] }>('GET', `${path}/methods`);
  expect(body.data.map(({ code }) => code)).not.toContain('CASH');
  const mixed = (await put((await readyToPay(shop, await cartWith(shop, goods.code))).tokenValue)).body;
  const ready = await readyToPay(shop, mixed);
  const placed = (await place(ready)).body;
  await pay(placed);
  expect(await issued(placed)).toHaveLength(1);
  const seen = (await shop.call('GET', `/shop/orders/${placed.tokenValue}`)).body;
  expect(seen).toMatchObject({ paymentState: 'paid', shippingState: 'ready' });
});

test('a cancelled order blocks its cards and the letter that did not go; one that was spent from cannot be cancelled', async () => {
  const bought = async () => {
    const order = (
      await place(await readyWithout(await cardsAlone({ ...card, recipientEmail: 'atgal@example.lt' })))
    ).body;
    await pay(order);
    return order;
  };
  const back = await bought();
  await changeOrderState(shop.orders.mail, back.tokenValue, 'cancel');
  expect(await issued(back)).toMatchObject([{ enabled: false }]);
  expect(await lettersTo('atgal@example.lt')).toEqual([]);
  const [blocked] = await issued(back);
  const { tokenValue } = await cartWith(shop, goods.code);
  expect(
    (await shop.send<Failure>('POST', `/shop/orders/${tokenValue}/gift-cards`, { code: blocked?.code })).body
      .errorCode,
  ).toBe('gift_card.invalid');

  const spent = await bought();
  await shop.database.pool.query('update gift_card set balance = balance - 1 where code = $1', [
    (await issued(spent))[0]?.code,
  ]);
  await changeOrderState(shop.orders.mail, spent.tokenValue, 'cancel').catch(() => null);
  expect(await issued(spent)).toMatchObject([{ enabled: true }]);
  expect((await shop.call('GET', `/shop/orders/${spent.tokenValue}`)).body.state).toBe('processing');
});

test('goods put beside cards ask for delivery again; goods taken out need none', async () => {
  const cart = await cardsAlone();
  const both = (
    await shop.send('POST', `/shop/orders/${cart.tokenValue}/items`, {
      productVariantCode: goods.code,
      quantity: 1,
    })
  ).body;
  expect(both.checkoutState).toBe('cart');
  expect(both.shipments).toHaveLength(1);
  const line = both.items.find(({ marker }) => marker === undefined);
  const left = (await shop.send('DELETE', `/shop/orders/${cart.tokenValue}/items/${line?.id}`)).body;
  expect(left).toMatchObject({ checkoutState: 'shipping_skipped', shipments: [] });
});

test('papers say why a card has no tax', async () => {
  const order = (await place(await readyWithout(await cardsAlone()))).body;
  await pay(order);
  const row = await inTransaction(shop.database.db, (trx) => lockOrder(trx, { token: order.tokenValue }));
  if (!row) throw new Error('No order');
  const paper = await invoiceOf(shop.orders.mail, row, 'lt');
  const words = readPdfText(paper.bytes).join(' ');
  expect(words).toContain('daugiatiksliai kuponai');
});
