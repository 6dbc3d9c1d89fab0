/** The end of an account, against a real database (contract ACC-14, ACC-15, 3.6). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Customer } from '#contract/customers.ts';
import { sendDueMails } from '#server/mail/mail-outbox.ts';
import { intentOf, openTestShop, sellableVariant, type TestShop } from '#tests/server/test-shop.ts';
import { deleteDueAccounts, deletionGrace } from './deletion.ts';
import { newcomer } from '#tests/server/test-people.ts';
import { whileHeld } from '#tests/server/while-held.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
/** Each test has days of its own: what is counted by the clock never sees it go back. */
let today = Date.now();
beforeEach(async () => {
  today += 3 * deletionGrace;
  shop.clock.at = new Date(today);
  await shop.database.pool.query('delete from mail_outbox; update customer set deletion_requested_at = null');
});
afterAll(() => shop.close());

const now = () => shop.clock.at ?? new Date(today);
const services = () => ({ db: shop.database.db, now });
const signIn = ({ email, password }: { email: string; password: string }) =>
  shop.call<{ token: string }>('POST', '/shop/authentication-token', { email, password });

/** Somebody new with a confirmed e-mail. */
async function somebody() {
  const email = `${randomUUID()}@new.example`;
  await shop.call('POST', '/shop/customers', { ...newcomer, email }, { 'Idempotency-Key': randomUUID() });
  const { rows } = await shop.database.pool.query<{ id: number }>(
    'update customer set verified_at = now() where email = $1 returning id',
    [email],
  );
  await shop.database.pool.query('delete from mail_outbox');
  const { body } = await signIn({ email, password: newcomer.password });
  const as = <T = Customer & { errorCode: string; context: { orders: { number: string }[] } }>(
    method: string,
    path: string,
    given?: unknown,
  ) =>
    shop.call<T>(method, path, given, {
      Authorization: `Bearer ${body.token}`,
      'Idempotency-Key': randomUUID(),
    });
  return { id: rows[0]?.id ?? 0, email, password: newcomer.password, as };
}
type Somebody = Awaited<ReturnType<typeof somebody>>;

const ask = ({ as }: Somebody) => as('POST', '/shop/user/account-remove');
const cancel = ({ as }: Somebody, token: string) =>
  as('GET', `/shop/user/cancel-account-remove?accountDeletionToken=${token}`);
const requestedAt = async ({ as }: Somebody) =>
  (await as<{ data: Customer[] }>('GET', '/shop/customers/me')).body.data[0]?.user.accountRemoveRequestedAt;

async function letters() {
  const sent: { to: string; text: string; subject: string }[] = [];
  const { transport } = shop.orders.mail;
  const send = async (mail: Parameters<typeof transport.send>[0]) => void sent.push(mail);
  await sendDueMails({ ...shop.orders.mail, now, transport: { ...transport, send } });
  return sent;
}
const tokenIn = (text = '') => /\/en\/account\/cancel-user-deletion\/([\w-]+)/.exec(text)?.[1] ?? '';

async function order(who: Somebody): Promise<{ id: number; number: string; tokenValue: string }> {
  const { code } = await sellableVariant(shop);
  const placed = await who.as<{ id: number; number: string; tokenValue: string }>(
    'POST',
    '/shop/order-intents',
    intentOf([{ productVariantCode: code, quantity: 1 }], 99_999_999),
  );
  expect(placed.status).toBe(201);
  return placed.body;
}

test('R6.17 a guest can neither ask for the end of an account nor cancel it', async () => {
  expect((await shop.send('POST', '/shop/user/account-remove')).status).toBe(401);
  const cancelled = await shop.call('GET', '/shop/user/cancel-account-remove?accountDeletionToken=x');
  expect(cancelled.status).toBe(401);
});

test('asked for, the account is marked and one letter brings the link that cancels it, once', async () => {
  const who = await somebody();
  expect((await ask(who)).status).toBe(202);
  expect((await ask(who)).status).toBe(202);
  expect(await requestedAt(who)).toBeDefined();
  const sent = await letters();
  expect(sent.map(({ to }) => to)).toEqual([who.email]);
  const token = tokenIn(sent[0]?.text);
  expect(await deleteDueAccounts(services())).toBe(0);
  const first = await cancel(who, token);
  expect([first.status, first.body.linkUsed]).toEqual([200, undefined]);
  expect(await requestedAt(who)).toBeUndefined();
  // Followed once more it says that it was used; of a later wish it knows nothing.
  const again = await cancel(who, token);
  expect([again.status, again.body.linkUsed]).toEqual([200, true]);
  expect(again.body.user.accountRemoveRequestedAt).toBeUndefined();
  await ask(who);
  expect(await cancel(who, token)).toMatchObject({
    status: 422,
    body: {
      errorCode: 'account.deletion_token_invalid',
      detail: 'This link has been used. For this deletion there is another letter.',
    },
  });
  expect(await requestedAt(who)).toBeDefined();
});

test('a link that is made up or of somebody else cancels nothing', async () => {
  const who = await somebody();
  await ask(who);
  const token = tokenIn((await letters())[0]?.text);
  const other = await somebody();
  const given: [Somebody, string][] = [
    [who, 'x'.repeat(43)],
    [who, ''],
    [other, token],
  ];
  for (const [person, one] of given)
    expect(await cancel(person, one)).toMatchObject({
      status: 422,
      body: { errorCode: 'account.deletion_token_invalid' },
    });
  expect(await requestedAt(who)).toBeDefined();
});

test('pending orders refuse it and are named; completed ones do not', async () => {
  const who = await somebody();
  const { id, number } = await order(who);
  expect(await ask(who)).toMatchObject({
    status: 409,
    body: { errorCode: 'account.deletion_pending_orders', context: { orders: [{ number }] } },
  });
  expect(await requestedAt(who)).toBeUndefined();
  await shop.database.pool.query(`update "order" set state = 'fulfilled' where id = $1`, [id]);
  expect((await ask(who)).status).toBe(202);
});

test('a day later nobody signs in any more, nothing says whose it was, and the e-mail is free', async () => {
  const who = await somebody();
  const { id, tokenValue } = await order(who);
  expect((await shop.call('GET', `/shop/orders/${tokenValue}`)).status).toBe(404);
  await shop.database.pool.query(`update "order" set state = 'fulfilled' where id = $1`, [id]);
  await ask(who);
  shop.clock.at = new Date(today + deletionGrace - 60_000);
  expect(await deleteDueAccounts(services())).toBe(0);
  expect((await signIn(who)).status).toBe(200);
  shop.clock.at = new Date(today + deletionGrace + 60_000);
  // Whoever comes before the round that ends accounts is refused too.
  expect((await signIn(who)).status).toBe(401);
  expect(await deleteDueAccounts(services())).toBe(0);
  expect((await who.as('GET', '/shop/customers/me')).status).toBe(401);
  const { rows } = await shop.database.pool.query('select * from customer where id = $1', [who.id]);
  expect(JSON.stringify(rows)).not.toContain(who.email);
  // Its papers must be had for as long as the law asks: by the link of the order's letter (contract 1.11).
  expect((await shop.call('GET', `/shop/orders/${tokenValue}`)).status).toBe(200);
  const again = await shop.call(
    'POST',
    '/shop/customers',
    { ...newcomer, email: who.email },
    { 'Idempotency-Key': randomUUID() },
  );
  expect(again.status).toBe(201);
  const found = await shop.database.pool.query('select id from customer where email = $1', [who.email]);
  expect(found.rowCount).toBe(1);
});

test("of an account that ended, an order's key is a guest's as the order is, and before that nobody else's", async () => {
  const who = await somebody();
  const { code, price } = await sellableVariant(shop);
  const body = intentOf([{ productVariantCode: code, quantity: 1 }], price + 499, { email: who.email });
  const key = randomUUID();
  const place = (headers: Record<string, string> = {}) =>
    shop.call<{ number: string }>('POST', '/shop/order-intents', body, {
      'Idempotency-Key': key,
      ...headers,
    });
  const { body: session } = await signIn(who);
  const placed = await place({ Authorization: `Bearer ${session.token}` });
  expect(placed.status).toBe(201);
  expect((await place()).status).toBe(404);
  await shop.database.pool.query(`update "order" set state = 'fulfilled' where token = $1`, [
    body.tokenValue,
  ]);
  await ask(who);
  shop.clock.at = new Date(today + deletionGrace + 60_000);
  expect(await deleteDueAccounts(services())).toBe(1);
  expect(await place()).toMatchObject({ status: 201, body: { number: placed.body.number } });
});

test('what a later version keeps of customers goes with the account, in tables and columns of its own', async () => {
  const { pool } = shop.database;
  const who = await somebody();
  const other = await somebody();
  await pool.query(`
    create table later_card (id integer primary key, holder integer not null references customer on delete cascade);
    insert into later_card values (1, ${String(who.id)}), (2, ${String(other.id)});
    alter table customer add column later_nickname text, add column later_level integer not null default 1;
    update customer set later_nickname = 'Rasa', later_level = 7`);
  try {
    await ask(who);
    shop.clock.at = new Date(today + deletionGrace + 60_000);
    expect(await deleteDueAccounts(services())).toBe(1);
    const cards = await pool.query('select holder from later_card');
    expect(cards.rows).toEqual([{ holder: other.id }]);
    const said = await pool.query(
      'select later_nickname, later_level from customer where id = any($1) order by id',
      [[who.id, other.id]],
    );
    expect(said.rows).toEqual([
      { later_nickname: null, later_level: 1 },
      { later_nickname: 'Rasa', later_level: 7 },
    ]);
  } finally {
    await pool.query(
      'drop table later_card; alter table customer drop column later_nickname, drop column later_level',
    );
  }
});

test('whatever names a customer says in the schema what becomes of it at the end of the account', async () => {
  const { rows } = await shop.database.pool.query<{ name: string; on_delete: string | null }>(`
    select c.relname as name,
      (select f.confdeltype from pg_constraint f where f.contype = 'f' and f.confrelid = 'customer'::regclass
        and f.conrelid = c.oid and a.attnum = any(f.conkey)) as on_delete
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    where a.attname = 'customer_id' and not a.attisdropped and c.relnamespace = 'public'::regnamespace`);
  const others = rows.filter(({ on_delete }) => on_delete !== 'c');
  // An order stays, without its account. A key is a number that dies within its days, and names nobody by itself.
  expect(others.toSorted((one, two) => (one.name < two.name ? -1 : 1))).toEqual([
    { name: 'idempotency_key', on_delete: null },
    { name: 'order', on_delete: 'n' },
  ]);
});

test('who orders within the day keeps the account, and a letter says so', async () => {
  const who = await somebody();
  await ask(who);
  await order(who);
  await shop.database.pool.query('delete from mail_outbox');
  shop.clock.at = new Date(today + deletionGrace + 60_000);
  expect(await deleteDueAccounts(services())).toBe(0);
  expect((await signIn(who)).status).toBe(200);
  expect((await letters()).map(({ to, subject }) => [to, subject])).toEqual([
    [who.email, 'Your account was not deleted'],
  ]);
});

/** What an order is placed with, in a transaction that is not over when the account's day is. */
const placed = `state = 'new', number = nextval('order_number')::text, checkout_completed_at = now()`;
const book = `insert into customer_address (customer_id, first_name, last_name, phone_number, country_code, city, street, house_number, post_code)
  select customer_id, 'Rasa', 'Demo', '+37061234567', 'LT', 'Vilnius', 'Gedimino pr.', '1', 'LT-01103' from placed`;

/** Ends the accounts that are due while an order of `who` is being placed. */
async function endWhile(who: Somebody, hold: string, change: string, token: string): Promise<number> {
  await ask(who);
  await shop.database.pool.query('delete from mail_outbox');
  shop.clock.at = new Date(today + deletionGrace + 60_000);
  return whileHeld(shop.database.pool, [hold, [token]], [change, [token]], () =>
    deleteDueAccounts(services()),
  );
}
async function isKept(who: Somebody, token: string) {
  const { status, body } = await signIn(who);
  expect(status).toBe(200);
  const bearer = { Authorization: `Bearer ${body.token}` };
  expect((await shop.call('GET', `/shop/orders/${token}`, undefined, bearer)).body.state).toBe('new');
  expect((await letters()).map(({ subject }) => subject)).toEqual(['Your account was not deleted']);
}

test('who orders a cart in the very second keeps the account, and the order is not held up by its end', async () => {
  const who = await somebody();
  const { body } = await who.as<{ tokenValue: string }>('POST', '/shop/orders', {});
  const ended = await endWhile(
    who,
    // Less than it takes to find out that two wait for each other.
    `select set_config('lock_timeout', '500ms', true) from "order" where token = $1 for update`,
    `with placed as (update "order" set ${placed} where token = $1 returning customer_id) ${book}`,
    body.tokenValue,
  );
  expect(ended).toBe(0);
  await isKept(who, body.tokenValue);
});

test('so does who orders in the very second without a cart', async () => {
  const who = await somebody();
  const token = randomUUID();
  const begun = `insert into "order" (token, channel_id, locale, currency_code, customer_id)
    select $1, channel_id, 'en', 'EUR', ${String(who.id)} from customer where id = ${String(who.id)}`;
  expect(await endWhile(who, begun, `update "order" set ${placed} where token = $1`, token)).toBe(0);
  await isKept(who, token);
});
