/** Making an account, against a real database (contract ACC-05, ACC-07, 5.9). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Violation } from '#contract/errors.ts';
import { shapes } from '#contract/calls/shapes.ts';
import { sendDueMails } from '#server/mail/mail-outbox.ts';
import {
  cartWith,
  consents,
  intentOf,
  openTestShop,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';
import { firm, newcomer } from '#tests/server/test-people.ts';

interface Answer {
  email: string;
  verified: boolean;
  code: number;
  errorCode: string;
  detail: string;
  violations: Violation[];
  token: string;
}

let shop: TestShop;
let goods: { code: string };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop, { atLeast: 20 });
}, 60_000);
beforeEach(async () => {
  shop.clock.at = null;
  await shop.database.pool.query('delete from mail_outbox; delete from account_token');
  await shop.database.pool.query(
    `delete from customer where email_key like '%@new.example' or email_key like 'aaaa%'`,
  );
});
afterAll(() => shop.close());

const signUp = (body: unknown, options: { query?: string; headers?: Record<string, string> } = {}) =>
  shop.call<Answer>('POST', `/shop/customers${options.query ?? ''}`, body, {
    'Idempotency-Key': randomUUID(),
    ...options.headers,
  });
const signIn = (given: { email: string; password: string }, query = '') =>
  shop.call<Answer>('POST', `/shop/authentication-token${query}`, {
    email: given.email,
    password: given.password,
  });
const me = async (token: string) =>
  (
    await shop.call<{ data: Record<string, unknown>[] }>('GET', '/shop/customers/me', undefined, {
      Authorization: `Bearer ${token}`,
    })
  ).body.data[0];
const verify = (token: string) =>
  shop.send<Answer>('PATCH', `/shop/account-verification-requests/${token}`, { token });
const rows = async <T extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  (await shop.database.pool.query<T>(statement, values)).rows;

/** Mails that are due, as the transport is given them. */
async function mails() {
  const sent: { to: string; text: string; subject: string; html: string }[] = [];
  const { transport } = shop.orders.mail;
  const send = async (mail: Parameters<typeof transport.send>[0]) => void sent.push(mail);
  const now = () => shop.clock.at ?? new Date();
  await sendDueMails({ ...shop.orders.mail, now, transport: { ...transport, send } });
  return sent.map((mail) => ({
    ...mail,
    verification: /verify-account\?token=([\w-]+)/.exec(mail.text)?.[1] ?? '',
    reset: /reset-password\/([\w-]+)/.exec(mail.text)?.[1] ?? '',
  }));
}

describe('an account is made', () => {
  test('R6.25 without a token: it can be used when its e-mail is confirmed', async () => {
    const answer = await signUp({
      ...newcomer,
      email: '  Ona@New.example ',
      firstName: ' Ona ',
      lastName: "D'Arc-Žukienė",
      phoneNumber: '8 612 34567',
    });
    expect([answer.status, answer.body]).toEqual([201, { email: 'Ona@New.example', verified: false }]);
    expect(shapes.signUp.response.safeParse(answer.body).success).toBe(true);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await signIn(newcomer)).toMatchObject({ status: 423, body: { errorCode: 'auth.not_verified' } });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: 'Ona@New.example', subject: 'Confirm your email' });
    expect((await verify(mail?.verification ?? '')).status).toBe(202);
    const { status, body } = await signIn(newcomer);
    expect(status).toBe(200);
    expect(await me(body.token)).toMatchObject({
      email: 'Ona@New.example',
      firstName: 'Ona',
      lastName: "D'Arc-Žukienė",
      phoneNumber: '+37061234567',
      gender: 'unknown',
      isCompany: false,
      subscribedToNewsletter: false,
      user: { verified: true },
      consents: { privacyPolicyAccepted: true, termsAndConditionsAccepted: true },
    });
  });

  test('of a firm, with its data; nobody is greeted by a name that a stranger may have typed', async () => {
    const answer = await signUp({
      ...newcomer,
      ...firm,
      firstName: 'Paimk prizą',
      vatNumber: 'lt 119 511 515',
      flatNumber: ' 3 ',
    });
    expect(answer.status).toBe(201);
    const [mail] = await mails();
    expect(mail?.text + (mail?.html ?? '')).not.toContain('Paimk');
    expect(
      await rows(`select company, is_company from customer where email_key = $1`, [newcomer.email]),
    ).toEqual([
      {
        is_company: true,
        company: {
          companyName: 'Ūkis ir sūnūs',
          vatNumber: 'LT119511515',
          companyCode: '304567891',
          countryCode: 'LT',
          city: 'Kėdainiai',
          street: 'Basanavičiaus g.',
          houseNumber: '12A',
          flatNumber: '3',
          postCode: 'LT-57289',
        },
      },
    ]);
  });

  test('the password is kept as it was typed, as a hash; nothing of the links is readable in the database', async () => {
    const spaced = { ...newcomer, password: ' Slapta 12 ', repeatPassword: ' Slapta 12 ' };
    await signUp(spaced, { headers: { 's-locale': 'ru' } });
    const [mail] = await mails();
    expect(mail?.subject).toBe('Подтвердите адрес почты');
    await verify(mail?.verification ?? '');
    expect((await signIn({ ...spaced, password: 'Slapta 12' })).status).toBe(401);
    expect((await signIn(spaced)).status).toBe(200);
    const kept = await rows<{ text: string }>(
      `select (select string_agg(c::text, '') from customer c) || (select string_agg(m::text, '') from mail_outbox m)
         || (select string_agg(t::text, '') from account_token t) || (select string_agg(k::text, '') from idempotency_key k) as text`,
    );
    expect(kept[0]?.text).toContain(newcomer.email);
    for (const secret of [mail?.verification ?? '', spaced.password])
      expect(kept[0]?.text).not.toContain(secret);
  });

  test('the letters that were asked for come when the address is confirmed, with the consent of the sign-up', async () => {
    shop.clock.at = new Date();
    await signUp({ ...newcomer, subscribedToNewsletter: true });
    const state = () =>
      rows(
        `select c.subscribed_to_newsletter as flag, n.status, n.consented_at, jsonb_array_length(n.consented_texts) as texts
           from customer c left join newsletter_subscriber n on n.email_key = c.email_key where c.email_key = $1`,
        [newcomer.email],
      );
    expect(await state()).toEqual([{ flag: false, status: null, consented_at: null, texts: null }]);
    const [mail] = await mails();
    const signedUpAt = shop.clock.at;
    shop.clock.at = new Date(signedUpAt.getTime() + 24 * 60 * 60 * 1000);
    await verify(mail?.verification ?? '');
    expect(await state()).toEqual([{ flag: true, status: 'subscribed', consented_at: signedUpAt, texts: 2 }]);
  });
});

describe('an e-mail that has an account', () => {
  const taken = { ...newcomer, email: 'RASA.demo@example.com ' };

  test('gets the same answer; nothing changes, and its owner is told', async () => {
    const before = await rows(`select c::text from customer c where email_key = 'rasa.demo@example.com'`);
    const [first, second] = [await signUp(taken), await signUp(newcomer)];
    expect([first.status, first.body]).toEqual([201, { email: 'RASA.demo@example.com', verified: false }]);
    expect([second.status, Object.keys(second.body)]).toEqual([201, Object.keys(first.body)]);
    const names = ({ headers }: { headers: Headers }) => [...headers.keys()].sort();
    expect(names(first)).toEqual(names(second));
    expect(await rows(`select c::text from customer c where email_key = 'rasa.demo@example.com'`)).toEqual(
      before,
    );
    const told = (await mails()).find(({ to }) => to === 'rasa.demo@example.com');
    expect(told?.subject).toBe('You already have an account');
    expect(told?.verification).toBe('');
    expect(told?.reset).toMatch(/^[\w-]{43}$/);
    expect(told?.text).toContain('/en/auth\n');
    expect((await signIn({ email: taken.email, password: taken.password })).status).toBe(401);
  });

  test('costs as much work as a new one', async () => {
    const took = async (body: typeof newcomer) => {
      const startedAt = process.cpuUsage();
      await signUp(body);
      return process.cpuUsage(startedAt).user;
    };
    const fresh = await took(newcomer);
    expect(await took(taken)).toBeGreaterThan(fresh / 4);
  });

  test('is told once when a button was pressed twice, and again a minute later', async () => {
    shop.clock.at = new Date();
    for (let round = 0; round < 2; round += 1) expect((await signUp(taken)).status).toBe(201);
    expect(await rows('select kind from mail_outbox')).toEqual([{ kind: 'account_known' }]);
    shop.clock.at = new Date(shop.clock.at.getTime() + 61_000);
    await signUp(taken);
    expect(await rows('select kind from mail_outbox')).toHaveLength(2);
  });

  test('that is not active, nobody is written to', async () => {
    await shop.database.pool.query(
      `update customer set enabled = false where email = 'trinti.demo@example.com'`,
    );
    expect((await signUp({ ...newcomer, email: 'trinti.demo@example.com' })).status).toBe(201);
    expect(await rows('select kind from mail_outbox')).toEqual([]);
  });

  test('two sign-ups at once make one account and one mail', async () => {
    const answers = await Promise.all([
      signUp(newcomer),
      signUp({ ...newcomer, email: 'ONA@new.example' }),
      signUp(newcomer),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await rows('select id from customer where email_key = $1', [newcomer.email])).toHaveLength(1);
    expect(await rows('select kind from mail_outbox')).toEqual([{ kind: 'account_verification' }]);
  });
});

describe('a sign-up sent again', () => {
  test('with its key is the same sign-up, with another body it is refused', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await signUp(newcomer, { headers });
    const again = await signUp(newcomer, { headers });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await rows('select kind from mail_outbox')).toEqual([{ kind: 'account_verification' }]);
    expect(await signUp({ ...newcomer, email: 'kita@new.example' }, { headers })).toMatchObject({
      status: 422,
      body: { errorCode: 'idempotency.key_reused' },
    });
  });

  test('is answered as the first one however often; its reader gets five letters in an hour and the next one later', async () => {
    const { mail } = shop.orders;
    const letters = async (email: string) =>
      rows(
        `select kind, sent_at is not null as sent from mail_outbox where lower(recipient) = lower('${email}') order by id`,
      );
    for (const email of ['ona@new.example', 'rasa.demo@example.com']) {
      const start = Date.now();
      const minute = async (passed: number, answer: () => Promise<unknown>) => {
        shop.clock.at = new Date(start + passed * 60_000);
        await answer();
        await sendDueMails({ ...mail, now: () => shop.clock.at ?? new Date(), mailsAnHour: 5 });
      };
      for (let passed = 0; passed < 20; passed += 2)
        await minute(passed, async () => {
          const password = `Kita-Ona-${String(passed)}`;
          const given = { ...newcomer, email, password, repeatPassword: password };
          const answer = await signUp(given);
          expect([answer.status, answer.body]).toEqual([201, { email, verified: false }]);
        });
      const held = (await letters(email)).map(({ sent }) => sent);
      expect([email, held]).toEqual([email, [true, true, true, true, true, false]]);
      await minute(100, async () => {});
      expect((await letters(email)).at(-1)).toMatchObject({ sent: true });
    }
  });

  test('from anywhere does not keep the owner of the e-mail from theirs', async () => {
    const strict = await openTestShop({ rateLimitFactor: 1 });
    try {
      const from = (client: string) =>
        strict.app.fetch(
          new Request('http://localhost/api/v2/shop/customers', {
            method: 'POST',
            headers: {
              'Content-Type': 'application/json',
              's-channel': 'retail',
              'Idempotency-Key': randomUUID(),
            },
            body: JSON.stringify(newcomer),
          }),
          client,
        );
      for (let round = 0; round < 7; round += 1) expect((await from('203.0.113.70')).status).toBe(201);
      expect((await from('203.0.113.71')).status).toBe(201);
    } finally {
      await strict.close();
    }
  }, 60_000);
});

describe('what was there before the account', () => {
  test("the guest's cart of the sign-up is theirs with the first sign-in after the e-mail is confirmed", async () => {
    const cart = await cartWith(shop, goods.code, 2);
    expect((await signUp(newcomer, { query: `?orderToken=${cart.tokenValue}` })).status).toBe(201);
    // Until then it is the guest's: a device that may not read its cart any more makes it anew, and all would be there twice.
    expect((await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).status).toBe(200);
    const [mail] = await mails();
    await verify(mail?.verification ?? '');
    expect((await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).status).toBe(200);
    expect(await me((await signIn(newcomer)).body.token)).toMatchObject({ orderToken: cart.tokenValue });
    const asked = async (token: string) => {
      const { status, body } = await shop.call<{ errorCode: string }>('GET', `/shop/orders/${token}`);
      return [status, body.errorCode];
    };
    // Its device is told what has become of it.
    expect(await asked(cart.tokenValue)).toEqual([404, 'cart.claimed']);
    expect(await asked('x'.repeat(32))).toEqual([404, 'order.not_found']);
    // So is one whose cart went into another.
    const other = await cartWith(shop, goods.code, 1);
    await signIn(newcomer, `?orderToken=${other.tokenValue}`);
    expect(await asked(other.tokenValue)).toEqual([404, 'cart.claimed']);
  });

  test('a guest is told on every call that the cart went into an account, and the same key works for its owner', async () => {
    await signUp(newcomer);
    const [mail] = await mails();
    await verify(mail?.verification ?? '');
    const cart = await cartWith(shop, goods.code, 1);
    const path = `/shop/orders/${cart.tokenValue}`;
    const line = { productVariantCode: goods.code, quantity: 2 };
    const keyed = (key: string, bearer?: string) => ({
      'Idempotency-Key': key,
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
    });
    const [before, waiting, picked, intended, cleared] = [1, 2, 3, 4, 5].map(() => randomUUID()) as string[];
    expect((await shop.call('POST', `${path}/items`, line, keyed(before ?? ''))).status).toBe(201);
    // Whatever stands in the cell of the browser: nobody is kept out by it.
    expect((await signIn(newcomer, `?orderToken=${'x'.repeat(5000)}`)).status).toBe(200);
    const { body: session } = await signIn(newcomer, `?orderToken=${cart.tokenValue}`);
    const intent = intentOf([{ productVariantCode: goods.code, quantity: 3 }], 1000, {
      tokenValue: cart.tokenValue,
    });
    const calls = [
      ['POST', `${path}/items`, line, before],
      ['POST', `${path}/items`, line, waiting],
      ['POST', '/shop/orders', { tokenValue: cart.tokenValue }, picked],
      ['POST', '/shop/order-intents', intent, intended],
      ['DELETE', path, undefined, cleared],
    ] as const;
    for (const [method, to, body, key = ''] of calls) {
      const answer = await shop.call<{ errorCode: string }>(method, to, body, keyed(key));
      expect([method, to, answer.status, answer.body.errorCode]).toEqual([method, to, 404, 'cart.claimed']);
    }
    const added = await shop.call('POST', `${path}/items`, line, keyed(waiting ?? '', session.token));
    expect([added.status, added.body.items[0]?.quantity]).toEqual([201, 5]);
    expect((await shop.call('DELETE', `/shop/orders/${'x'.repeat(32)}`)).status).toBe(204);
  });

  test('where the channel asks for no confirmation, with the first sign-in', async () => {
    await shop.database.pool.query('update channel set account_verification_required = false');
    try {
      const cart = await cartWith(shop, goods.code, 2);
      await signUp(
        { ...newcomer, subscribedToNewsletter: true },
        { query: `?orderToken=${cart.tokenValue}` },
      );
      const { body } = await signIn(newcomer);
      expect(await me(body.token)).toMatchObject({
        orderToken: cart.tokenValue,
        user: { verified: false },
        subscribedToNewsletter: false,
      });
      // Nor can the newsletter be ordered for an address that may be somebody else's.
      const asked = await shop.call<{ status: string }>(
        'POST',
        '/shop/customers/subscribe-newsletter',
        { email: newcomer.email },
        { Authorization: `Bearer ${body.token}` },
      );
      expect(asked.body.status).toBe('confirmation_sent');
    } finally {
      await shop.database.pool.query('update channel set account_verification_required = true');
    }
  });

  test.each(['nothing', 'x'.repeat(256), "';--", 'rasa'])('the cart %j is passed over', async (named) => {
    const cart = named === 'rasa' ? await cartWith(shop, goods.code) : null;
    if (cart)
      await signIn(
        { email: 'rasa.demo@example.com', password: 'Demo-Rasa-1' },
        `?orderToken=${cart.tokenValue}`,
      );
    const query = `?orderToken=${encodeURIComponent(cart?.tokenValue ?? named)}`;
    expect((await signUp(newcomer, { query })).status).toBe(201);
    const [mail] = await mails();
    await verify(mail?.verification ?? '');
    expect(
      await rows(
        'select o.id from "order" o join customer c on c.id = o.customer_id where c.email_key = $1',
        [newcomer.email],
      ),
    ).toEqual([]);
  });

  test('orders placed as a guest with the e-mail are theirs with the confirmation and the sign-in; their links keep working', async () => {
    const ready = await readyToPay(shop, await cartWith(shop, goods.code));
    const path = `/shop/orders/${ready.tokenValue}`;
    await shop.send('PUT', path, { email: 'ONA@new.example' });
    expect((await shop.send('PATCH', `${path}/complete`, consents)).status).toBe(200);
    await shop.database.pool.query('delete from mail_outbox');
    await signUp(newcomer);
    const owner = async () =>
      (
        await rows<{ email: string | null }>(
          'select c.email from "order" o left join customer c on c.id = o.customer_id where o.token = $1',
          [ready.tokenValue],
        )
      )[0]?.email;
    expect(await owner()).toBeNull();
    const [mail] = await mails();
    await verify(mail?.verification ?? '');
    // Anybody can sign up with an address, and its reader follow a link: the link with the sign-in says whose account it is (T11).
    expect(await owner()).toBeNull();
    const { body: session } = await signIn(newcomer);
    const link = `/shop/account-verification-requests/${mail?.verification ?? ''}`;
    const bearer = { Authorization: `Bearer ${session.token}` };
    expect(
      (
        await shop.call(
          'PATCH',
          link,
          { token: mail?.verification },
          { 'Idempotency-Key': randomUUID(), ...bearer },
        )
      ).status,
    ).toBe(202);
    expect(await owner()).toBe(newcomer.email);
    const as = async (given: { email: string; password: string }) =>
      (
        await shop.call('GET', path, undefined, {
          Authorization: `Bearer ${(await signIn(given)).body.token}`,
        })
      ).status;
    expect((await shop.call('GET', path)).status).toBe(200);
    expect(await as(newcomer)).toBe(200);
    expect(await as({ email: 'ivan.demo@example.com', password: 'Demo-Ivan-1' })).toBe(404);
  });
});
