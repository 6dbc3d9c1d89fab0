import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendDueMails } from '#server/mail/mail-outbox.ts';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';
import { mailPause } from '#server/accounts/account-tokens.ts';

const newcomer = { email: 'nauja.demo@example.com', password: 'Demo-Nauja-1' };
const day = 24 * 60 * 60 * 1000;
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
beforeEach(async () => {
  shop.clock.at = null;
  await shop.database.pool.query('delete from account_token');
  await shop.database.pool.query(`delete from mail_outbox`);
  await shop.database.pool.query('update customer set verified_at = null where email = $1', [newcomer.email]);
});
afterAll(() => shop.close());

const signIn = () => shop.call('POST', '/shop/authentication-token', newcomer);
const ask = (email: string) =>
  shop.call<{ errorCode: string }>('POST', '/shop/account-verification-requests', { email });
const verify = (token: string) =>
  shop.call<{ errorCode: string }>(
    'PATCH',
    `/shop/account-verification-requests/${encodeURIComponent(token)}`,
    { token },
    { 'Idempotency-Key': randomUUID() },
  );
/** Mails that went out, by what the transport was given. */
const sent: { to: string; text: string; subject: string }[] = [];
async function mails() {
  const { transport } = shop.orders.mail;
  const watching = {
    ...shop.orders.mail,
    now: () => shop.clock.at ?? new Date(),
    transport: {
      ...transport,
      send: async (mail: Parameters<typeof transport.send>[0]) => void sent.push(mail),
    },
  };
  sent.length = 0;
  await sendDueMails(watching);
  return sent.map(({ to, text, subject }) => ({
    to,
    subject,
    token: /verify-account\?token=([\w-]+)/.exec(text)?.[1] ?? '',
  }));
}
const rows = async (statement: string) =>
  (await shop.database.pool.query<{ text: string | null }>(statement)).rows[0]?.text ?? '';

test('a refused sign-in sends the link that lets the next one in', async () => {
  expect((await signIn()).status).toBe(423);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: newcomer.email, subject: 'Confirm your email' });
  const token = mail?.token ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await verify(token)).toMatchObject({ status: 202, body: '' });
  expect((await signIn()).status).toBe(200);
  // Once more changes nothing, and says that it was used.
  for (let round = 0; round < 2; round += 1)
    expect(await verify(token)).toMatchObject({ status: 202, body: { used: true } });
  // Nobody reads the link out of the database.
  expect(await rows('select string_agg(m::text, chr(10)) as text from mail_outbox m')).not.toContain(token);
  expect(await rows('select string_agg(t::text, chr(10)) as text from account_token t')).not.toContain(token);
});

test('one mail in ten minutes, however often somebody tries', async () => {
  shop.clock.at = new Date();
  for (let round = 0; round < 3; round += 1) expect((await signIn()).status).toBe(423);
  expect(await mails()).toHaveLength(1);
  shop.clock.at = new Date(shop.clock.at.getTime() + mailPause + 1000);
  await signIn();
  expect(await mails()).toHaveLength(1);
});

test('asking for the link says the same to everybody, and sends it to who needs it', async () => {
  for (const email of [newcomer.email, 'rasa.demo@example.com', 'nobody@example.com', 'not an address', '']) {
    const answer = await ask(email);
    expect([email, answer.status, answer.body]).toEqual([email, 202, '']);
  }
  await expect.poll(() => rows(`select count(*)::text as text from mail_outbox`)).toBe('1');
  expect(await mails()).toMatchObject([{ to: newcomer.email }]);
});

test('a link that is over, unknown or of another kind verifies nobody', async () => {
  shop.clock.at = new Date();
  await signIn();
  const token = (await mails())[0]?.token ?? '';
  shop.clock.at = new Date(shop.clock.at.getTime() + 7 * day + 1000);
  for (const one of [token, 'unknown', 'x'.repeat(200), "'--", '%00'])
    expect(await verify(one)).toMatchObject({ status: 422, body: { errorCode: 'verification.invalid' } });
  expect((await verify('x'.repeat(300))).status).toBe(404);
  expect((await signIn()).status).toBe(423);
});

test('five links an hour are enough', async () => {
  const strict = await openTestShop({ rateLimitFactor: 1 });
  try {
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1)
      statuses.push(
        (
          await strict.call('POST', '/shop/account-verification-requests', {
            email: round % 2 ? 'A@example.com' : 'a@example.com',
          })
        ).status,
      );
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    expect(
      (
        await strict.call<{ errorCode: string }>('POST', '/shop/account-verification-requests', {
          email: 'a@example.com',
        })
      ).body.errorCode,
    ).toBe('mail.too_many');
  } finally {
    await strict.close();
  }
});
