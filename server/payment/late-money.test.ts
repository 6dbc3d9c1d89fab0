/** Money that a gateway confirms after its payment had ended (contract 3.3 arrive): it is never dropped without a word. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { RequestedPayment } from '#contract/orders/payments.ts';
import { listOrders, showOrder } from '#server/jobs/look-up-commands.ts';
import { changeOrderState } from '#server/jobs/shop-commands.ts';
import { complete, goods, openShopOfFile, shop } from '#tests/server/shop-of-file.ts';
import { cartWith, piecesOf, readyToPay } from '#tests/server/test-shop.ts';
import { receiveNotice } from './payment-notices.ts';
import type { PaymentOutcome } from './payment-provider.ts';

openShopOfFile();

const read = async ({ tokenValue }: Order) => (await shop.call('GET', `/shop/orders/${tokenValue}`)).body;
const command = (order: Order, action: Parameters<typeof changeOrderState>[2]) =>
  changeOrderState(shop.orders.mail, order.tokenValue, action);
const listed = async (order: Order) =>
  (await listOrders(shop.orders.mail)).split('\n').find((line) => line.includes(order.tokenValue)) ?? '';

async function requested(order: Order) {
  const { payments } = await read(order);
  return shop.send<RequestedPayment>('POST', `/shop/orders/${order.tokenValue}/payment-requests`, {
    paymentId: payments.at(-1)?.id,
    action: 'capture',
    payload: { returnUrl: 'http://localhost/a', cancelUrl: 'http://localhost/b' },
  });
}
const request = async (order: Order): Promise<string> => (await requested(order)).body.hash;
async function begun(): Promise<{ order: Order; hash: string }> {
  const cart = await readyToPay(shop, await cartWith(shop, goods.code), 'CARD');
  const order = (await complete(cart)).body;
  return { order, hash: await request(order) };
}
async function told(order: Order, hash: string, outcome: PaymentOutcome, amount = order.total) {
  const { body, signature } = shop.orders.bank.notice({ id: randomUUID(), hash, outcome, amount });
  await receiveNotice(shop.orders.payments, 'sandbox', body, signature);
}
const changeMethod = (order: Order, id: number | undefined) =>
  shop.send('PATCH', `/shop/account/orders/${order.tokenValue}/payments/${String(id)}`, {
    paymentMethod: 'TRANSFER',
  });

test('a payment that failed or was cancelled and came all the same pays the order, once', async () => {
  for (const outcome of ['failed', 'cancelled'] as const) {
    const { order, hash } = await begun();
    const before = await piecesOf(shop, goods.code);
    await told(order, hash, outcome);
    for (let round = 0; round < 2; round += 1) await told(order, hash, 'completed');
    const paid = await read(order);
    expect(paid).toMatchObject({ state: 'processing', paymentState: 'paid', canPay: false });
    // The fresh one that stood ready is of no use any more.
    expect(paid.payments.map((one) => one.state)).toEqual(['completed', 'cancelled']);
    expect(paid.documents?.map((one) => one.kind)).toEqual(['invoice']);
    expect(await piecesOf(shop, goods.code)).toEqual({ hand: before.hand - 1, hold: before.hold - 1 });
    expect(await listed(order)).not.toContain('to be sent back');
  }
});

test('money of a card that comes after another way to pay was chosen pays the order', async () => {
  const { order, hash } = await begun();
  expect((await changeMethod(order, order.payments[0]?.id)).status).toBe(200);
  await told(order, hash, 'completed');
  const paid = await read(order);
  expect(paid).toMatchObject({ paymentState: 'paid', canPay: false });
  expect(paid.payments.map((one) => one.state)).toEqual(['completed', 'cancelled']);
});

test('another amount than was asked for pays nothing, late too', async () => {
  const { order, hash } = await begun();
  await told(order, hash, 'failed');
  await told(order, hash, 'completed', order.total - 1);
  expect(await read(order)).toMatchObject({ paymentState: 'awaiting_payment', canPay: true });
});

test('another amount than was asked for is told to the keeper before newer orders, until they have decided about it', async () => {
  const { order, hash } = await begun();
  await told(order, hash, 'completed', order.total - 1);
  await begun();
  const words = 'another amount was paid';
  const first = async () => (await listOrders(shop.orders.mail)).split('\n')[1] ?? '';
  expect(await first()).toContain(order.tokenValue);
  expect(await first()).toContain(words);
  const paid = `${((order.total - 1) / 100).toFixed(2)} EUR`;
  const due = `${(order.total / 100).toFixed(2)} EUR`;
  const shown = () => showOrder(shop.orders.mail, order.number ?? '');
  expect(await shown()).toMatch(new RegExp(`Another amount was paid: ${paid} on .*, where ${due} were due`));
  expect(await command(order, 'refund')).toContain('new, awaiting_payment');
  expect(await listed(order)).not.toContain(words);
  expect(await shown()).not.toContain('Another amount');
  await expect(command(order, 'refund')).rejects.toThrow(/no money to send back/);
  // It comes again, and is taken as the payment.
  await told(order, hash, 'completed', order.total - 1);
  expect(await listed(order)).toContain(words);
  expect(await command(order, 'mark-paid')).toContain('processing, paid');
  expect(await listed(order)).not.toContain(words);
});

test('another amount beside the money of an order goes back with it, and the keeper reads that it did', async () => {
  const { order, hash } = await begun();
  await told(order, hash, 'completed', 7);
  await told(order, hash, 'completed');
  const shown = () => showOrder(shop.orders.mail, order.number ?? '');
  // It is paid: there is nothing that this money could pay.
  expect(await shown()).toContain('refund notes that it went back');
  expect(await shown()).not.toContain('mark-paid');
  await command(order, 'cancel');
  expect(await command(order, 'refund')).toMatch(/cancelled, refunded, cancelled.*another amount: 0\.07 EUR/);
  expect(await shown()).not.toContain('Another amount');
  const { rows } = await shop.database.pool.query(
    `select data from audit where order_id = (select id from "order" where token = $1) and action = 'payment.sent_back'`,
    [order.tokenValue],
  );
  expect(rows).toEqual([{ data: { amounts: [7] } }]);
});

test('another amount that comes after the right one is told to the keeper too, and a repeat of that is not', async () => {
  const { order, hash } = await begun();
  for (let round = 0; round < 2; round += 1) await told(order, hash, 'completed');
  expect(await listed(order)).not.toContain('another amount');
  await told(order, hash, 'completed', 7);
  expect(await listed(order)).toContain('another amount was paid');
  expect(await read(order)).toMatchObject({ state: 'processing', paymentState: 'paid' });
  expect(await command(order, 'refund')).toContain('processing, paid');
  expect(await listed(order)).not.toContain('another amount');
});

test('money for an order that was cancelled meanwhile is listed to be sent back, and goes back by the command', async () => {
  const { order, hash } = await begun();
  await command(order, 'cancel');
  await told(order, hash, 'completed');
  expect(await read(order)).toMatchObject({ state: 'cancelled', paymentState: 'paid' });
  expect(await listed(order)).toContain('money to be sent back');
  expect(await command(order, 'refund')).toContain('cancelled, refunded, cancelled');
  expect(await listed(order)).not.toContain('to be sent back');
});

test('money that comes after that of a cancelled order was sent back is listed too, before newer orders', async () => {
  const { order, hash } = await begun();
  await told(order, hash, 'failed');
  await told(order, await request(order), 'completed');
  await command(order, 'cancel');
  await command(order, 'refund');
  const newer = await begun();
  await told(order, hash, 'completed');
  const lines = (await listOrders(shop.orders.mail)).split('\n');
  const at = (one: Order) => lines.findIndex((line) => line.includes(one.tokenValue));
  expect(lines[at(order)]).toContain('money to be sent back');
  expect(at(order)).toBeLessThan(at(newer.order));
  await command(order, 'refund');
  expect((await read(order)).payments.map((one) => one.state)).toEqual(['refunded', 'refunded']);
});

test('an order that is paid twice keeps the first payment; what came beside it is listed, and goes back', async () => {
  const { order, hash } = await begun();
  await told(order, hash, 'failed');
  const second = await request(order);
  await told(order, second, 'completed');
  await told(order, hash, 'completed');
  expect(await listed(order)).toContain('money to be sent back');
  expect(await command(order, 'refund')).toContain('processing, paid');
  const paid = await read(order);
  expect(paid).toMatchObject({ state: 'processing', paymentState: 'paid' });
  expect(paid.payments.map((one) => one.state)).toEqual(['refunded', 'completed']);
  expect(await listed(order)).not.toContain('to be sent back');
  await expect(command(order, 'refund')).rejects.toThrow(/refund is not possible/);
});

test('CHK-16 while its gateway confirms a payment no other way to pay is chosen', async () => {
  const { order, hash } = await begun();
  await shop.database.pool.query('update payment_request set pending_at = now() where hash = $1', [hash]);
  expect(await changeMethod(order, order.payments[0]?.id)).toMatchObject({
    status: 409,
    body: { errorCode: 'payment.cannot_change' },
  });
});

/** Payments of an order that ended before. */
const withEnded = (order: Order, count: number) =>
  shop.database.pool.query(
    `insert into payment (order_id, state, amount, currency_code, method_code, method_kind, method_name)
     select order_id, 'cancelled', amount, currency_code, method_code, method_kind, method_name
     from payment, generate_series(1, $2) where order_id = $1`,
    [order.id, count],
  );

test('CHK-16 nobody makes an order too long to be read by choosing another way to pay again and again', async () => {
  const { order } = await begun();
  await withEnded(order, 98);
  const change = async () => changeMethod(order, (await read(order)).payments.at(-1)?.id);
  expect((await change()).status).toBe(200);
  expect(await change()).toMatchObject({ status: 409, body: { errorCode: 'payment.cannot_change' } });
  expect((await read(order)).payments.at(-1)).toMatchObject({ state: 'new', method: { code: 'TRANSFER' } });
});

test('CHK-13 nor by failing at the gateway again and again', async () => {
  const { order, hash } = await begun();
  await withEnded(order, 97);
  await told(order, hash, 'failed');
  const last = await requested(order);
  expect(last.status).toBe(201);
  await told(order, last.body.hash, 'failed');
  expect(await requested(order)).toMatchObject({ status: 409, body: { errorCode: 'payment.not_payable' } });
  expect((await read(order)).payments).toHaveLength(100);
});
