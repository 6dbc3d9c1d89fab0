/** A new password by a mailed link, against a real database (contract ACC-08, ACC-09). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Violation } from '#contract/errors.ts';
import { sendDueMails } from '#server/mail/mail-outbox.ts';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';
import { resetPause } from './password-reset.ts';

interface Answer {
  token: string;
  refreshToken: string;
  errorCode: string;
  violations: Violation[];
}
const rasa = { email: 'rasa.demo@example.com', password: 'Demo-Rasa-1' };
const newcomer = { email: 'nauja.demo@example.com', password: 'Demo-Nauja-1' };
const chosen = { newPassword: 'Visai-Nauja-9', confirmNewPassword: 'Visai-Nauja-9' };
const day = 24 * 60 * 60 * 1000;

let shop: TestShop;
let hashes: { id: number; password_hash: string; verified_at: Date | null }[];
beforeAll(async () => {
  shop = await openTestShop();
  hashes = (
    await shop.database.pool.query<(typeof hashes)[number]>(
      'select id, password_hash, verified_at from customer',
    )
  ).rows;
}, 60_000);
beforeEach(async () => {
  shop.clock.at = null;
  await shop.database.pool.query('delete from account_token; delete from mail_outbox');
  for (const { id, password_hash, verified_at } of hashes)
    await shop.database.pool.query(
      'update customer set password_hash = $2, verified_at = $3, enabled = true where id = $1',
      [id, password_hash, verified_at],
    );
});
afterAll(() => shop.close());

const ask = (email: unknown, more: Record<string, unknown> = {}) =>
  shop.call<Answer>('POST', '/shop/reset-password-requests', { email, ...more });
const reset = (token: string, body: unknown = chosen, headers: Record<string, string> = {}) =>
  shop.call<Answer>('PATCH', `/shop/reset-password-requests/${encodeURIComponent(token)}`, body, {
    'Idempotency-Key': randomUUID(),
    ...headers,
  });
const signIn = (given: { email: string; password: string }) =>
  shop.call<Answer>('POST', '/shop/authentication-token', given);
const me = async (token: string) =>
  (await shop.call('GET', '/shop/customers/me', undefined, { Authorization: `Bearer ${token}` })).status;
const count = async (table: string) =>
  Number((await shop.database.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);
const later = (ms: number) => {
  shop.clock.at = new Date((shop.clock.at ?? new Date()).getTime() + ms);
};

/** The mails that are due, once so many are written. */
async function mails(expected: number) {
  await expect.poll(() => count('mail_outbox where sent_at is null')).toBe(expected);
  const sent: { to: string; text: string; subject: string }[] = [];
  const { transport } = shop.orders.mail;
  const send = async (mail: Parameters<typeof transport.send>[0]) => void sent.push(mail);
  const now = () => shop.clock.at ?? new Date();
  await sendDueMails({ ...shop.orders.mail, now, transport: { ...transport, send } });
  return sent;
}
async function tokenFor(email: string): Promise<string> {
  await ask(email);
  const [mail] = await mails(1);
  return /reset-password\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

test('R6.25 asking says the same to everybody, without a token; the link goes to who has an account', async () => {
  await shop.database.pool.query(`update customer set enabled = false where email = 'ivan.demo@example.com'`);
  const all = [' RASA.demo@example.com', 'ivan.demo@example.com', 'nobody@example.com', 'no address', ''];
  for (const email of all) {
    const answer = await ask(email, { locale: 'lt' });
    expect([email, answer.status, answer.body]).toEqual([email, 202, '']);
  }
  const sent = await mails(1);
  expect(sent).toMatchObject([{ to: rasa.email, subject: 'Naujas slaptažodis' }]);
  const token = /\n(http\S+)\/reset-password\/([\w-]{43})\n/.exec(sent[0]?.text ?? '')?.[2] ?? '';
  expect(token).not.toBe('');
  // Nobody reads the link out of the database.
  const kept = await shop.database.pool.query<{ text: string }>(
    `select (select string_agg(m::text, '') from mail_outbox m) || (select string_agg(t::text, '') from account_token t) as text`,
  );
  expect(kept.rows[0]?.text).toContain(rasa.email);
  expect(kept.rows[0]?.text).not.toContain(token);
});

test('the mail is in the language that was asked for, else in that of the call', async () => {
  shop.clock.at = new Date();
  for (const [locale, subject, path] of [
    ['ru', 'Новый пароль', '/ru/reset-password/'],
    ['et', 'Uus parool', '/et/reset-password/'],
    ['xx', 'Choose a new password', '/en/reset-password/'],
  ] as const) {
    await ask(rasa.email, { locale });
    const [mail] = await mails(1);
    expect([mail?.subject, mail?.text.includes(path)]).toEqual([subject, true]);
    later(resetPause + 1000);
  }
});

test('a second request within a minute keeps the first link', async () => {
  shop.clock.at = new Date();
  const token = await tokenFor(rasa.email);
  expect((await ask(rasa.email)).status).toBe(202);
  later(resetPause + 1000);
  await ask(rasa.email);
  expect(await mails(1)).toHaveLength(1);
  expect(await count('account_token')).toBe(2);
  expect((await reset(token)).status).toBe(202);
});

test('the new password signs in, the old one no longer, and all sign-ins of before are over', async () => {
  const before = [(await signIn(rasa)).body, (await signIn(rasa)).body];
  const token = await tokenFor(rasa.email);
  const answer = await reset(token);
  expect([answer.status, answer.body]).toEqual([202, '']);
  for (const pair of before) {
    expect(await me(pair.token)).toBe(401);
    const { refreshToken } = pair;
    expect((await shop.call('POST', '/shop/refresh-token', { refreshToken })).status).toBe(401);
  }
  expect((await signIn(rasa)).status).toBe(401);
  expect((await signIn({ ...rasa, password: chosen.newPassword })).status).toBe(200);
});

test('a link works once, and the others that were mailed die with it', async () => {
  shop.clock.at = new Date();
  const first = await tokenFor(rasa.email);
  later(resetPause + 1000);
  const second = await tokenFor(rasa.email);
  expect((await reset(second)).status).toBe(202);
  for (const token of [second, first])
    expect(await reset(token)).toMatchObject({ status: 422, body: { errorCode: 'reset.invalid_token' } });
});

test('whoever followed the link is known to own the e-mail', async () => {
  expect((await signIn(newcomer)).status).toBe(423);
  await shop.database.pool.query('delete from mail_outbox');
  const token = await tokenFor(newcomer.email);
  expect((await reset(token)).status).toBe(202);
  expect((await signIn({ ...newcomer, password: chosen.newPassword })).status).toBe(200);
});

test('twice at once is once; a repeat with the key is told what became of it', async () => {
  const token = await tokenFor(rasa.email);
  const keys = [{ 'Idempotency-Key': randomUUID() }, { 'Idempotency-Key': randomUUID() }];
  // Both wait for the same row, so neither has seen the other's end.
  const holder = await shop.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select id from customer where email = $1 for update', [rasa.email]);
    const both = Promise.all(keys.map((key) => reset(token, chosen, key)));
    await expect
      .poll(() => count(`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`), {
        timeout: 15_000,
      })
      .toBe(2);
    await holder.query('commit');
    const statuses = (await both).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([202, 422]);
    for (const [at, key] of keys.entries()) {
      const again = await reset(token, chosen, key);
      expect(again.status).toBe(statuses[at]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
    }
  } finally {
    holder.release();
  }
});

test('a link that is over, unknown, of another kind or of a closed account changes nothing', async () => {
  shop.clock.at = new Date();
  const token = await tokenFor(rasa.email);
  await shop.database.pool.query('update customer set enabled = false where email = $1', [rasa.email]);
  expect((await reset(token)).body.errorCode).toBe('reset.invalid_token');
  await shop.database.pool.query('update customer set enabled = true where email = $1', [rasa.email]);
  await shop.database.pool.query(`update account_token set kind = 'verification'`);
  expect((await reset(token)).body.errorCode).toBe('reset.invalid_token');
  await shop.database.pool.query(`update account_token set kind = 'password_reset'`);
  later(day + 1000);
  for (const one of [token, 'unknown', 'x'.repeat(256), "'--", '%00', '\uFFFD'])
    expect(await reset(one)).toMatchObject({ status: 422, body: { errorCode: 'reset.invalid_token' } });
  expect((await reset('x'.repeat(257))).status).toBe(404);
  shop.clock.at = null;
  expect((await signIn(rasa)).status).toBe(200);
});

test('it works signed out, and a bearer that is not valid is refused as everywhere', async () => {
  const token = await tokenFor(rasa.email);
  expect((await reset(token, chosen, { Authorization: 'Bearer old' })).status).toBe(401);
  expect((await reset(token)).status).toBe(202);
});

test('a password that may be none is told by its field, and the link still works', async () => {
  const token = await tokenFor(rasa.email);
  const long = (length: number) => `Aa1${'a'.repeat(length - 3)}`;
  for (const [newPassword, confirmNewPassword, field, code] of [
    ['', '', 'newPassword', 'required'],
    ['Slapt-1', 'Slapt-1', 'newPassword', 'min'],
    [long(255), long(255), 'newPassword', 'max'],
    ['slaptazodis-1', 'slaptazodis-1', 'newPassword', 'format'],
    ['SLAPTAZODIS-1', 'SLAPTAZODIS-1', 'newPassword', 'format'],
    ['Slaptazodis', 'Slaptazodis', 'newPassword', 'format'],
    ['Slaptazodis-1', 'Slaptazodis-2', 'confirmNewPassword', 'same-as'],
  ]) {
    const answer = await reset(token, { newPassword, confirmNewPassword });
    expect([answer.status, answer.body.errorCode]).toEqual([422, 'form.invalid']);
    expect(answer.body.violations.map((one) => [one.propertyPath, one.code])).toEqual([[field, code]]);
  }
  expect((await reset(token, { newPassword: long(254), confirmNewPassword: long(254) })).status).toBe(202);
});

test('a body in another shape is refused', async () => {
  for (const body of [
    '',
    '{"newPassword":',
    {},
    { newPassword: chosen.newPassword },
    { ...chosen, token: 'x' },
    { ...chosen, newPassword: 5 },
  ])
    expect(await reset('unknown', body)).toMatchObject({ status: 400, body: { errorCode: 'body.invalid' } });
  for (const [email, more] of [
    [5, {}],
    [undefined, {}],
    [null, {}],
    [rasa.email, { locale: 'x'.repeat(17) }],
    [rasa.email, { locale: 5 }],
    [rasa.email, { isAdmin: true }],
  ] as const)
    expect(await ask(email, more)).toMatchObject({ status: 400, body: { errorCode: 'body.invalid' } });
});

test('five links an hour are enough', async () => {
  const strict = await openTestShop({ rateLimitFactor: 1 });
  try {
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1)
      statuses.push(
        (
          await strict.call('POST', '/shop/reset-password-requests', {
            email: round % 2 ? 'A@example.com' : 'a@example.com',
          })
        ).status,
      );
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  } finally {
    await strict.close();
  }
}, 60_000);
