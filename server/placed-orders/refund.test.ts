/** What becomes of money, stock and papers of an order that was paid and is cancelled (contract 3.1, 3.3, 5.12). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { anOrder } from '#tests/builders.ts';
import { readPdfText } from '#tests/server/read-pdf-text.ts';
import { moneyText } from '#server/text/money-text.ts';
import { listOrders, showOrder } from '#server/jobs/look-up-commands.ts';
import { changeOrderState } from '#server/jobs/shop-commands.ts';
import { sendDueMails } from '#server/mail/mail-outbox.ts';
import { composeOrderMail } from '#server/mail/order-mail.ts';
import { demoSeller } from '#server/channels/seller.ts';
import {
  cartWith,
  consents,
  jonas,
  openTestShop,
  piecesOf,
  placedOrder,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
let goods: { code: string; price: number };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop);
}, 60_000);
afterAll(() => shop.close());

const command = (order: Order, action: Parameters<typeof changeOrderState>[2]) =>
  changeOrderState(shop.orders.mail, order.tokenValue, action);
const read = async (order: Order) => (await shop.call('GET', `/shop/orders/${order.tokenValue}`)).body;
const stock = () => piecesOf(shop, goods.code);
const mailsOf = async (order: Order) =>
  (
    await shop.database.pool.query<{ kind: string }>(
      'select kind from mail_outbox where order_id = (select id from "order" where token = $1) order by id',
      [order.tokenValue],
    )
  ).rows.map((row) => row.kind);

test('a paid order that is cancelled has a credit note over its invoice, and its money goes back by a command of its own', async () => {
  const before = await stock();
  const order = await placedOrder(shop, goods.code, { quantity: 2 });
  await expect(command(order, 'refund')).rejects.toThrow(/refund is not possible/);
  await command(order, 'mark-paid');
  await expect(command(order, 'refund')).rejects.toThrow(/refund is not possible/);
  expect(await command(order, 'cancel')).toContain('cancelled, paid, cancelled');
  expect(await stock()).toEqual(before);

  const cancelled = await read(order);
  const [invoice, note] = cancelled.documents ?? [];
  expect([invoice?.kind, note?.kind, note?.total]).toEqual(['invoice', 'credit_note', -order.total]);
  const paper = await shop.app.request(`/api/v2${note?.downloadUrl ?? ''}`, {
    headers: { 's-locale': 'lt' },
  });
  const words = readPdfText(Buffer.from(await paper.arrayBuffer())).join('\n');
  expect(words).toContain(`Kreditinė PVM sąskaita faktūra Nr. ${note?.number ?? ''}`);
  expect(words).toContain(`Kredituojama sąskaita Nr. ${invoice?.number ?? ''}`);
  expect(words).toContain(`Iš viso grąžinama: ${moneyText(-order.total, 'lt')}`);
  expect(await listOrders(shop.orders.mail)).toMatch(
    new RegExp(`${order.number ?? ''} .*cancelled +paid .*money to be sent back`),
  );
  const letter = composeOrderMail({
    kind: 'order_cancelled',
    order: cancelled,
    locale: 'en',
    seller: demoSeller,
    orderUrl: 'http://localhost/o',
    attached: null,
  });
  expect(letter.text).toContain(`We will return the ${moneyText(order.total, 'en')}`);

  expect(await command(order, 'refund')).toContain('cancelled, refunded, cancelled');
  await expect(command(order, 'refund')).rejects.toThrow(/refund is not possible/);
  expect(await read(order)).toMatchObject({ paymentState: 'refunded', payments: [{ state: 'refunded' }] });
  expect((await mailsOf(order)).slice(-2)).toEqual(['order_cancelled', 'order_refunded']);
});

test('the letter about a cancelled order says that what gift cards paid is on them again', () => {
  const letterOf = (giftCardTotal: number) =>
    composeOrderMail({
      kind: 'order_cancelled',
      order: anOrder({ state: 'cancelled', paymentState: 'cancelled', giftCardTotal, total: 0 }),
      locale: 'en',
      seller: demoSeller,
      orderUrl: 'http://localhost/o',
      attached: null,
    }).text;
  expect(letterOf(-2629)).toContain(`${moneyText(2629, 'en')} are back on the gift card`);
  expect(letterOf(0)).not.toContain('gift card');
});

test('an unpaid order that is cancelled has no credit note, and no money to give back', async () => {
  const order = await placedOrder(shop, goods.code);
  expect(await command(order, 'cancel')).toContain('cancelled, cancelled, cancelled');
  expect((await read(order)).documents ?? []).toEqual([]);
  await expect(command(order, 'refund')).rejects.toThrow(/refund is not possible/);
});

test('a free order sells its goods at once, and gives them back when it is cancelled', async () => {
  await shop.database.pool.query(
    `insert into cart_promotion (code, name, priority, exclusive, channels, actions) values ('FREE', '{"en": "Free"}',
       900, true, '{retail}', '[{"type": "order_percentage_discount", "percentage": 100}]')`,
  );
  await shop.database.pool.query('update channel_price set minimum_price = 0');
  const before = await stock();
  const cart = await cartWith(shop, goods.code);
  const path = `/shop/orders/${cart.tokenValue}`;
  await shop.send('PUT', path, { email: 'free@example.lt', contact: jonas });
  const plans = (
    await shop.call<{ data: { code: string; kind: string; available: boolean }[] }>(
      'GET',
      `${path}/shipping-plans`,
    )
  ).body.data;
  const plan = plans.find((one) => one.kind === 'collection' && one.available);
  await shop.send('PUT', `${path}/shipping-plan`, { code: plan?.code });
  const planned = (await shop.call('GET', path)).body;
  await shop.send('PATCH', `${path}/shipments/${planned.shipments[0]?.id}`, {
    shippingMethod: 'COLLECT_WAREHOUSE',
  });
  const addressed = await shop.send('PUT', path, { billingAddress: null });
  expect(addressed.body).toMatchObject({ total: 0, checkoutState: 'payment_skipped' });
  const order = (await shop.send('PATCH', `${path}/complete`, consents)).body;
  expect(order).toMatchObject({ state: 'processing', paymentState: 'paid' });
  expect(await showOrder(shop.orders.mail, order.tokenValue)).toMatch(
    /^Payment: nothing was left to pay, completed$/m,
  );
  // No letter about its payment follows: the first one brings the invoice.
  await sendDueMails(shop.orders.mail);
  const sent = await shop.app.request('/dev/mails?to=free@example.lt');
  const { data: letters } = (await sent.json()) as { data: { attachments?: string[] }[] };
  expect(letters.map(({ attachments }) => attachments)).toEqual([[expect.stringMatching(/^AR-.*\.pdf$/)]]);
  expect(await stock()).toEqual({ hand: before.hand - 1, hold: before.hold });
  expect(await command(order, 'cancel')).toContain('cancelled, cancelled, cancelled');
  expect(await stock()).toEqual(before);
});
