/** The shop's letters against a real database: who gets them, and what bad input meets. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shapes } from '#contract/calls/shapes.ts';
import { sendDueMails } from '#server/mail/mail-outbox.ts';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';
import { mailPause } from '#server/accounts/account-tokens.ts';
import { confirmationLifetime } from './newsletter-commands.ts';

const rasa = { email: 'rasa.demo@example.com', password: 'Demo-Rasa-1' };
interface Answer {
  email: string;
  status: string;
  errorCode: string;
  detail: string;
  violations: { propertyPath: string; message: string }[];
}
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
beforeEach(async () => {
  shop.clock.at = null;
  await shop.database.pool.query('delete from newsletter_subscriber');
  await shop.database.pool.query('delete from mail_outbox');
  await shop.database.pool.query('update customer set subscribed_to_newsletter = false');
});
afterAll(() => shop.close());

const ask = (email: unknown, headers: Record<string, string> = {}) =>
  shop.call<Answer>(
    'POST',
    '/shop/customers/subscribe-newsletter',
    { email },
    { 'Idempotency-Key': randomUUID(), ...headers },
  );
const confirm = (token: string) =>
  shop.call<Answer>('GET', `/shop/newsletter/confirm/${encodeURIComponent(token)}`);
const stop = (token: unknown) => shop.call<Answer>('POST', '/shop/newsletter/unsubscribe', { token });
const rows = async <T>(statement: string) => (await shop.database.pool.query(statement)).rows as T[];
const status = async (email: string) =>
  (await rows<{ email: string; status: string }>('select email, status from newsletter_subscriber')).find(
    (one) => one.email === email,
  )?.status;
const later = (ms: number) => {
  shop.clock.at = new Date((shop.clock.at ?? new Date()).getTime() + ms);
};

/** Letters that went out, with the tokens of their two links. */
async function letters() {
  const sent: { to: string; text: string; html: string; subject: string }[] = [];
  const { transport } = shop.orders.mail;
  await sendDueMails({
    ...shop.orders.mail,
    now: () => shop.clock.at ?? new Date(),
    transport: {
      ...transport,
      send: async (mail: Parameters<typeof transport.send>[0]) => void sent.push(mail),
    },
  });
  return sent.map(({ to, subject, text, html }) => ({
    to,
    subject,
    html,
    confirm: /\/newsletter\/confirm\/([\w-]+)/.exec(text)?.[1] ?? '',
    stop: /\/newsletter\/unsubscribe\/([\w-]+)/.exec(text)?.[1] ?? '',
  }));
}

test('R7.24 a guest asks with an email; a letter asks whose it is, and its link subscribes', async () => {
  const answer = await ask('ruta@example.com');
  expect(answer.status).toBe(200);
  expect(shapes.subscribeNewsletter.response.parse(answer.body)).toEqual({
    email: 'ruta@example.com',
    status: 'confirmation_sent',
  });
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(await status('ruta@example.com')).toBe('pending');
  const [letter, ...others] = await letters();
  expect(others).toEqual([]);
  expect(letter).toMatchObject({ to: 'ruta@example.com', subject: 'Confirm your newsletter subscription' });
  expect((await confirm(letter?.confirm ?? '')).body).toEqual({
    email: 'ruta@example.com',
    status: 'subscribed',
  });
  expect(await status('ruta@example.com')).toBe('subscribed');
  // Following it again says that it was used; the link is not left in the database.
  expect(await confirm(letter?.confirm ?? '')).toMatchObject({
    status: 200,
    body: { email: 'ruta@example.com', status: 'subscribed', used: true },
  });
  expect(await rows('select payload from mail_outbox')).toEqual([{ payload: {} }]);
});

test('the moment of the consent the versions of its texts and the words at its boxes are kept', async () => {
  await ask('ruta@example.com');
  const [row] = await rows<{
    consented_at: Date;
    consented_texts: { page: string; version: string; words: string }[];
  }>('select * from newsletter_subscriber');
  expect(Date.now() - (row?.consented_at.getTime() ?? 0)).toBeLessThan(60_000);
  const pages = await rows<{ code: string; updated_at: Date }>(
    `select code, updated_at from page where code in ('privacy', 'terms') order by code`,
  );
  expect(row?.consented_texts).toEqual(
    pages.map(({ code, updated_at }) => ({
      page: code,
      version: updated_at.toISOString(),
      words: {
        privacy: 'I have read the privacy policy',
        terms: 'I have read and accept the terms of purchase',
      }[code],
    })),
  );
});

test('a shop without the texts of the consents subscribes nobody and says so', async () => {
  await shop.database.pool.query(`update page set code = 'privacy-gone' where code = 'privacy'`);
  try {
    expect(await ask('ruta@example.com')).toMatchObject({
      status: 422,
      body: { errorCode: 'newsletter.failed', detail: 'The subscription did not succeed.' },
    });
  } finally {
    await shop.database.pool.query(`update page set code = 'privacy' where code = 'privacy-gone'`);
  }
  expect(await status('ruta@example.com')).toBeUndefined();
});

test('who is signed in with the address is subscribed at once; somebody else’s address waits for its owner', async () => {
  const { token } = (await shop.call<{ token: string }>('POST', '/shop/authentication-token', rasa)).body;
  const bearer = { Authorization: `Bearer ${token}` };
  expect((await ask(' Rasa.Demo@Example.com ', bearer)).body).toMatchObject({ status: 'subscribed' });
  expect(await letters()).toEqual([]);
  expect(
    await rows(`select subscribed_to_newsletter as yes from customer where email = '${rasa.email}'`),
  ).toEqual([{ yes: true }]);
  expect((await ask('other@example.com', bearer)).body).toMatchObject({ status: 'confirmation_sent' });
  expect((await ask('x@example.com', { Authorization: 'Bearer nobody' })).status).toBe(401);
});

test('the answer to a guest does not tell whether an address is known; the link sets the flag of its account', async () => {
  const said = async (email: string) => {
    const { status, body, headers } = await ask(email);
    return { status, body: { ...body, email: '' }, names: [...headers.keys()].sort() };
  };
  const unknown = await said('nobody@example.com');
  expect(await said(rasa.email)).toEqual(unknown);
  const letter = (await letters()).find(({ to }) => to === rasa.email);
  await confirm(letter?.confirm ?? '');
  expect(await said(rasa.email)).toEqual(unknown);
  expect(await letters()).toEqual([]);
  expect(
    await rows(`select subscribed_to_newsletter as yes from customer where email = '${rasa.email}'`),
  ).toEqual([{ yes: true }]);
});

test('one press on the other link stops the letters, for good, and a new start needs a new letter', async () => {
  await ask('ruta@example.com');
  const [first] = await letters();
  await confirm(first?.confirm ?? '');
  expect((await stop(first?.stop)).body).toEqual({ email: 'ruta@example.com', status: 'unsubscribed' });
  expect(await stop(first?.stop)).toMatchObject({
    status: 200,
    body: { email: 'ruta@example.com', status: 'unsubscribed', used: true },
  });
  expect(await status('ruta@example.com')).toBe('unsubscribed');
  expect(await confirm(first?.confirm ?? '')).toMatchObject({
    status: 404,
    body: { errorCode: 'newsletter.not_found' },
  });
  await ask('ruta@example.com');
  const [second] = await letters();
  expect((await confirm(second?.confirm ?? '')).body.status).toBe('subscribed');
});

test('a link confirms for seven days; two asks in ten minutes are one letter', async () => {
  await ask('ruta@example.com');
  await ask('ruta@example.com');
  const [letter, ...others] = await letters();
  expect(others).toEqual([]);
  later(confirmationLifetime + 1000);
  expect((await confirm(letter?.confirm ?? '')).status).toBe(404);
  expect((await stop(letter?.stop)).status).toBe(200);
  shop.clock.at = null;
  await ask('jonas@example.com');
  later(mailPause + 1000);
  await ask('jonas@example.com');
  expect(await letters()).toHaveLength(2);
});

test('the same press twice, at once or later, is one subscription', async () => {
  const key = randomUUID();
  const press = () => ask('ruta@example.com', { 'Idempotency-Key': key });
  const answers = await Promise.all([press(), press()]);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect((await press()).body).toEqual({ email: 'ruta@example.com', status: 'confirmation_sent' });
  expect(await rows('select 1 from mail_outbox')).toHaveLength(1);
  await Promise.all(['a', 'b', 'c'].map(() => ask('many@example.com')));
  expect(await rows(`select 1 from newsletter_subscriber where email = 'many@example.com'`)).toHaveLength(1);
  expect(await rows(`select 1 from mail_outbox where recipient = 'many@example.com'`)).toHaveLength(1);
});

test('more than five letters an hour to one address are refused', async () => {
  const strict = await openTestShop({ rateLimitFactor: 1 });
  try {
    const one = () =>
      strict.send<Answer>('POST', '/shop/customers/subscribe-newsletter', { email: 'ruta@example.com' });
    for (let count = 0; count < 5; count += 1) expect((await one()).status).toBe(200);
    expect(await one()).toMatchObject({ status: 429, body: { errorCode: 'mail.too_many' } });
  } finally {
    await strict.close();
  }
}, 60_000);

test.each([
  ['', 'Please enter your email.'],
  ['   ', 'Please enter your email.'],
  ['ruta', 'This email is invalid.'],
  ['a@b', 'This email is invalid.'],
  [`${'a'.repeat(300)}@example.com`, 'This value is too long. It should have 254 characters or less.'],
  ['a@example.com\r\nBcc: b@example.com', 'This email is invalid.'],
  ["' or 1=1 --", 'This email is invalid.'],
])('the email %j is refused at its field', async (email, message) => {
  expect(await ask(email)).toMatchObject({
    status: 422,
    body: { violations: [{ propertyPath: 'email', message }] },
  });
});

test('what is no request is refused in the shape of the contract', async () => {
  for (const email of [null, 7, {}, [], undefined])
    expect(await ask(email)).toMatchObject({ status: 400, body: { code: 400, errorCode: 'body.invalid' } });
  expect(
    (
      await shop.send('POST', '/shop/customers/subscribe-newsletter', {
        email: 'a@example.com',
        acceptedTermsAndConditions: true,
      })
    ).status,
  ).toBe(400);
  for (const token of [
    '',
    '1',
    '1_',
    '1_x',
    '0_x',
    `1_${'x'.repeat(43)}`,
    '%00',
    '\uD800',
    '../../1',
    `999999999_${'a'.repeat(43)}`,
  ]) {
    expect((await stop(token)).status).toBe(404);
    if (token !== '' && token !== '\uD800') expect((await confirm(token)).status).toBe(404);
  }
  for (const token of [null, 7, {}, undefined]) expect((await stop(token)).status).toBe(400);
});
