import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, placedOrder, sellableVariant, type TestShop } from '#tests/server/test-shop.ts';
import { sendDueMails } from '#server/mail/mail-outbox.ts';
import { changeOrderState, runDueNow } from './shop-commands.ts';
import { dueOffers, runDue, startJobs } from './run-due.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
afterAll(() => shop.close());

test('the shop puts planned prices in force by itself, every second and when it is told to', async () => {
  const { pool } = shop.database;
  const plan = `insert into offer_plan (variant_id, price, sale_price, sale_from, sale_until, next_at)
    select id, 5000, 4000, '2031-01-01T00:00Z', '2031-01-02T00:00Z', '2031-01-01T00:00Z' from product_variant where code = 'DS1001A'`;
  const price = async () =>
    (
      await pool.query<{ price: number }>(
        "select price from channel_price where channel_id = 1 and variant_id = (select id from product_variant where code = 'DS1001A')",
      )
    ).rows[0]?.price;
  await pool.query(plan);
  shop.clock.at = new Date('2031-01-01T00:00Z');
  await dueOffers(shop.orders.mail);
  expect(await price()).toBe(4000);
  shop.clock.at = new Date('2031-01-02T00:00Z');
  expect(await runDue(shop.orders.mail)).toMatchObject({ offers: 1 });
  expect(await price()).toBe(5000);
});

test('an unpaid order that cannot be cancelled is reported, and the others and the rest of the round are done', async () => {
  shop.clock.at = null;
  const { code } = await sellableVariant(shop);
  const [stuck, other] = [await placedOrder(shop, code), await placedOrder(shop, code)];
  const { pool } = shop.database;
  await pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin if old.token = '${stuck.tokenValue}' then raise 'stuck'; end if; return new; end $$;
    create trigger refuse before update on "order" for each row execute function refuse()`);
  shop.clock.at = new Date(Date.now() + 11 * 24 * 60 * 60 * 1000);
  const told: string[] = [];
  const report = (_error: unknown, what: string) => told.push(what);
  const done = await runDue({ ...shop.orders.mail, report });
  expect(done.unpaid).toBe(1);
  expect(done.mails).toBeGreaterThan(0);
  expect(told).toEqual([expect.stringMatching(/^order \d+ was not cancelled$/)]);
  expect((await shop.call('GET', `/shop/orders/${other.tokenValue}`)).body.state).toBe('cancelled');
  await pool.query('drop trigger refuse on "order"');
  expect((await runDue(shop.orders.mail)).unpaid).toBe(1);
});

test('mails that wait for their next try are told with their time and the reason, not counted as none', async () => {
  shop.clock.at = null;
  const { mail } = shop.orders;
  const { pool } = shop.database;
  await sendDueMails(mail);
  await pool.query('delete from mail_outbox where sent_at is null');
  expect(await runDueNow(mail)).toMatch(/^Mails sent: 0\. Offers/);
  const { code } = await sellableVariant(shop);
  const order = await placedOrder(shop, code);
  const failing: typeof mail = {
    ...mail,
    report: () => {},
    transport: {
      ...mail.transport,
      send: () => Promise.reject(new Error('no such mailbox jonas@example.lt')),
    },
  };
  const told =
    /^Mails sent: 0\. 1 more waits, until \d{4}-\d\d-\d\d \d\d:\d\d at the earliest \(no such mailbox …@…\)\. Offers/;
  expect(await runDueNow(failing)).toMatch(told);
  expect(await runDueNow(mail)).toMatch(told);
  await pool.query('update mail_outbox set next_at = now() where sent_at is null');
  expect(await runDueNow(mail)).toMatch(/^Mails sent: 1\. Offers/);
  await changeOrderState(mail, order.tokenValue, 'cancel');
});

test('orders that are paid at the door do not stand in the way of those that lapse, however many they are', async () => {
  shop.clock.at = null;
  const { code } = await sellableVariant(shop);
  const { pool } = shop.database;
  const door = await placedOrder(shop, code);
  await pool.query(
    "update payment set method_kind = 'cash_on_delivery', method_code = 'CASH_ON_DELIVERY' where order_id = (select id from \"order\" where token = $1)",
    [door.tokenValue],
  );
  // Enough copies of it, all placed before the other one.
  const columns = (
    await pool.query<{ column_name: string }>(
      "select column_name from information_schema.columns where table_name = 'order' and column_name not in ('id', 'token', 'number', 'cart_of')",
    )
  ).rows.map(({ column_name: name }) => `"${name}"`);
  await pool.query(
    `with copies as (insert into "order" (token, number, ${columns.join()}) select 'door-copy-of-an-order-' || lpad(n::text, 8, '0'), 'D' || n, ${columns.join()}
       from "order", generate_series(1, 600) n where token = $1 returning id)
     insert into payment (order_id, amount, currency_code, state, method_code, method_kind)
       select id, 100, 'EUR', 'new', 'CASH_ON_DELIVERY', 'cash_on_delivery' from copies`,
    [door.tokenValue],
  );
  await pool.query(
    "update \"order\" set checkout_completed_at = now() - interval '30 days' where token like 'door-copy-%'",
  );
  const lapsing = await placedOrder(shop, code);
  shop.clock.at = new Date(Date.now() + 11 * 24 * 60 * 60 * 1000);
  expect((await runDue(shop.orders.mail)).unpaid).toBe(1);
  expect((await shop.call('GET', `/shop/orders/${lapsing.tokenValue}`)).body.state).toBe('cancelled');
});

test('a mail server that says nothing holds up no price, and a stop waits for no other mail than the one on its way', async () => {
  shop.clock.at = null;
  const { code } = await sellableVariant(shop);
  await placedOrder(shop, code);
  await placedOrder(shop, code);
  let tries = 0;
  let answer = () => {};
  const send = () => {
    tries += 1;
    return new Promise<void>((resolve) => (answer = resolve));
  };
  const { pool } = shop.database;
  await pool.query(`insert into offer_plan (variant_id, price, sale_price, sale_from, sale_until, next_at)
    select id, 5100, 4100, now() - interval '1 minute', now() + interval '1 day', now() from product_variant where code = 'DS1001A'
    on conflict (variant_id) do update set price = 5100, sale_price = 4100, sale_from = excluded.sale_from,
      sale_until = excluded.sale_until, next_at = excluded.next_at`);
  const jobs = startJobs({ ...shop.orders.mail, transport: { ...shop.orders.mail.transport, send } });
  const price = async () =>
    (
      await pool.query<{ price: number }>(
        "select price from channel_price where channel_id = 1 and variant_id = (select id from product_variant where code = 'DS1001A')",
      )
    ).rows[0]?.price;
  await expect.poll(() => tries, { timeout: 10_000 }).toBe(1);
  await expect.poll(price, { timeout: 10_000 }).toBe(4100);
  const stopped = jobs.stop();
  answer();
  await stopped;
  expect(tries).toBe(1);
});

test('a mail gives way to customers for a moment, and hardly at all once others went out late', async () => {
  shop.clock.at = null;
  const { code } = await sellableVariant(shop);
  await placedOrder(shop, code);
  await placedOrder(shop, code);
  shop.clock.at = new Date(Date.now() + 120_000);
  const longest: number[] = [];
  const giveWay = async (ms: number) => void longest.push(ms);
  expect(await sendDueMails({ ...shop.orders.mail, giveWay })).toBeGreaterThanOrEqual(2);
  expect(longest[0]).toBe(1_000);
  expect(new Set(longest.slice(1))).toEqual(new Set([50]));
});
