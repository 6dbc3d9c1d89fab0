import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payBy } from '#domain/orders/order-states.ts';
import { acceptCertificate } from '#server/jobs/account-commands.ts';
import { listOrders, showOrder } from '#server/jobs/look-up-commands.ts';
import { runDue } from '#server/jobs/run-due.ts';
import { readPdfText } from '#tests/server/read-pdf-text.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { address, consents, jonas, openTestShop, sellableVariant } from '#tests/server/test-shop.ts';
import { isPaymentEligible } from '#server/order-terms/checkout-eligibility.ts';
import { loadPaymentMethods } from '#server/order-terms/channel-methods.ts';
import { rightsOf } from '#server/order-terms/restricted-goods-checks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the invoice of 14 days is offered to a farm with an accepted and valid certificate, and to nobody else', async () => {
  const method = (await loadPaymentMethods(database.db, 'business')).find(
    (one) => one.code === 'CREDIT_INVOICE',
  );
  if (!method) throw new Error('The seed has no invoice on credit.');
  const { rows } = await database.pool.query<{ id: number }>('select id from customer order by id limit 1');
  const id = rows[0]?.id ?? 0;
  const buyer = { customer_id: id, certificate: null };
  const offered = async (certificate: object | null, now: string) => {
    await database.pool.query('update customer set certificate = $2 where id = $1', [
      id,
      certificate && JSON.stringify({ number: 'A-1', holder: 'Jonas', ...certificate }),
    ]);
    const rights = await rightsOf(database.db, buyer, new Date(now));
    return isPaymentEligible(method, 10_000, ['courier'], rights);
  };
  const accepted = { state: 'accepted', validUntil: '2031-05-10' };
  expect(await offered(accepted, '2031-04-01T09:00:00Z')).toBe(true);
  // Through the whole of its last day, which ends at 21.00 UTC in summer.
  expect(await offered(accepted, '2031-05-10T20:59:00Z')).toBe(true);
  expect(await offered(accepted, '2031-05-10T21:01:00Z')).toBe(false);
  expect(await offered({ ...accepted, state: 'pending' }, '2031-04-01T09:00:00Z')).toBe(false);
  expect(await offered(null, '2031-04-01T09:00:00Z')).toBe(false);
  expect(
    isPaymentEligible(
      method,
      10_000,
      ['courier'],
      await rightsOf(database.db, { customer_id: null, certificate: null }, new Date()),
    ),
  ).toBe(false);
  const { rows: accounts } = await database.pool.query<{ email: string }>(
    'select email from customer where id = $1',
    [id],
  );
  const email = accounts[0]?.email ?? '';
  const mayPay = async () =>
    isPaymentEligible(
      method,
      10_000,
      ['courier'],
      await rightsOf(database.db, buyer, new Date('2031-04-01T09:00:00Z')),
    );
  // The shop's own hand opens it and takes it back.
  const seen = { number: 'A-1', validUntil: '2031-05-10', holder: 'Jonas' };
  const hands = { db: database.db, now: () => new Date('2031-04-01T09:00:00Z') };
  await acceptCertificate(hands, email.toUpperCase(), seen);
  expect(await mayPay()).toBe(true);
  await acceptCertificate(hands, email, null);
  expect(await mayPay()).toBe(false);
  for (const [who, what] of [
    ['nobody@example.com', seen],
    [email, { ...seen, validUntil: 'soon' }],
    [email, { ...seen, validUntil: '2031-02-30' }],
    [email, { ...seen, validUntil: '2031-03-31' }],
    [email, { ...seen, holder: ' ' }],
    [email, { ...seen, number: 'A' }],
    [email, { ...seen, number: 'A'.repeat(41) }],
    [email, { ...seen, holder: 'Jonas\nJonaitis' }],
    [email, { ...seen, validUntil: '2131-05-10' }],
  ] as const)
    await expect(acceptCertificate(hands, who, what)).rejects.toThrow(
      /no account|should be one like|is over since|a number and a holder|No certificate is valid until/,
    );
  expect(await mayPay()).toBe(false);
  expect(payBy(new Date('2031-05-01T09:00:00Z'), method)?.toISOString()).toBe('2031-05-15T09:00:00.000Z');
});

test('who pays by it reads its name on the order, in mails and papers in each language, and so does the keeper', async () => {
  const shop = await openTestShop();
  try {
    const goods = await sellableVariant(shop);
    const farm = { email: 'ukis.laukupe@example.com', password: 'Demo-Ukis-1' };
    const { body: session } = await shop.call<{ token: string }>('POST', '/shop/authentication-token', farm, {
      's-channel': 'business',
    });
    const seen = { number: 'A-1', validUntil: '2041-05-10', holder: 'Algirdas' };
    await acceptCertificate(shop.orders.mail, farm.email, seen);
    const named = {
      lt: 'Sąskaita su mokėjimo terminu 14 d.',
      en: 'Invoice, 14 days',
      et: 'Arve, 14 päeva',
      ru: 'Счёт, 14 дней',
    };
    for (const [locale, name] of Object.entries(named)) {
      const headers = {
        's-channel': 'business',
        's-locale': locale,
        Authorization: `Bearer ${session.token}`,
      };
      const ask = async (method: string, path: string, body?: unknown) => {
        const answer = await shop.call(method, path, body, { ...headers, 'Idempotency-Key': randomUUID() });
        expect([method, path, answer.status < 300]).toEqual([method, path, true]);
        return answer.body;
      };
      const { tokenValue } = await ask('POST', '/shop/orders', {});
      const path = `/shop/orders/${tokenValue}`;
      const cart = await ask('POST', `${path}/items`, { productVariantCode: goods.code, quantity: 1 });
      await ask('PUT', path, { contact: jonas });
      await ask('PATCH', `${path}/shipments/${cart.shipments[0]?.id}`, { shippingMethod: 'COURIER_HOME' });
      await ask('PUT', path, { shippingAddress: address });
      await ask('PATCH', `${path}/payments/${cart.payments.at(-1)?.id}`, { paymentMethod: 'CREDIT_INVOICE' });
      const { number = '' } = await ask('PATCH', `${path}/complete`, consents);
      const order = await ask('GET', path);
      expect(order.payments.at(-1)?.method?.name).toBe(name);
      await runDue(shop.orders.mail);
      const mails = await shop.app.request(`/dev/mails?to=${farm.email}`);
      const paper = await shop.app.request(`/api/v2${path}/pre-invoice/download`, { headers });
      expect(paper.status).toBe(200);
      const read = [
        await mails.text(),
        readPdfText(Buffer.from(await paper.arrayBuffer())).join('\n'),
        await listOrders(shop.orders.mail),
      ];
      for (const text of read) {
        expect(text).toContain(number);
        expect(text).not.toContain('CREDIT_INVOICE');
      }
      expect(read[0]).toContain(name);
      expect(read[1]).toContain(name);
      expect(await showOrder(shop.orders.mail, number)).toContain(`Payment: ${named.lt}, new`);
    }
  } finally {
    await shop.close();
  }
}, 60_000);
