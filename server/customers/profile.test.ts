/** What customers change about themselves, against a real database (contract ACC-11, ACC-12). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Customer } from '#contract/customers.ts';
import type { Violation } from '#contract/errors.ts';
import { shapes } from '#contract/calls/shapes.ts';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';
import { firm, people, signInPeople, type Person } from '#tests/server/test-people.ts';

type Answer = Customer & { errorCode: string; detail: string; violations: Violation[]; token: string };

let shop: TestShop;
/** A day for the ages of people, and a sign-in of it. */
const today = new Date('2027-03-01T10:00:00Z');
let bearerOfDay: string;
let signedIn: Awaited<ReturnType<typeof signInPeople>>;
beforeAll(async () => {
  shop = await openTestShop();
  signedIn = await signInPeople(shop);
  shop.clock.at = today;
  bearerOfDay = (await shop.call<Answer>('POST', '/shop/authentication-token', people.rasa)).body.token;
  shop.clock.at = null;
}, 60_000);
beforeEach(async () => {
  await shop.database.pool.query(
    `update customer set first_name = 'Rasa', last_name = 'Demo', phone_number = '+37061234567', birthday = '1990-05-01',
       gender = 'female', is_company = false, company = null, verified_at = now(), proven_at = now(), subscribed_to_newsletter = false,
       newsletter_wanted = false, consents = null where id = $1`,
    [signedIn.rasa.id],
  );
  await shop.database.pool.query('delete from newsletter_subscriber');
});
afterAll(() => shop.close());

const put = (
  body: unknown,
  options: { who?: Person | null; of?: number | string; headers?: Record<string, string> } = {},
) => {
  const { who = 'rasa', of = signedIn.rasa.id } = options;
  return shop.call<Answer>('PUT', `/shop/customers/${of}`, body, {
    'Idempotency-Key': randomUUID(),
    ...(who === null ? {} : { Authorization: `Bearer ${signedIn[who].bearer}` }),
    ...options.headers,
  });
};
const me = async () =>
  (
    await shop.call<{ data: Customer[] }>('GET', '/shop/customers/me', undefined, {
      Authorization: `Bearer ${signedIn.rasa.bearer}`,
    })
  ).body.data[0];

test('a certificate that is kept of an order is forgotten when its owner says so, and can be given by no other call than an order', async () => {
  const kept = { number: 'AB-123', holder: 'Rasa Demo', validUntil: '2039-12-31', state: 'accepted' };
  await shop.database.pool.query('update customer set certificate = $2 where id = $1', [
    signedIn.rasa.id,
    JSON.stringify(kept),
  ]);
  expect((await me())?.certificate).toEqual(kept);
  expect((await put({ firstName: 'Rasa' })).body.certificate).toEqual(kept);
  expect((await put({ certificate: { ...kept, number: 'X-1' } })).status).toBe(400);
  expect((await put({ certificate: null })).body.certificate).toBeUndefined();
  expect((await me())?.certificate).toBeUndefined();
});

test('the whole form is kept and answered as the customer', async () => {
  const answer = await put({
    firstName: ' Rasa Ona ',
    lastName: "D'Arc",
    phoneNumber: '8 687 65432',
    birthday: '1985-02-28',
    gender: 'unknown',
    ...firm,
    vatNumber: 'lt 119 511 515',
    flatNumber: '3',
    subscribedToNewsletter: true,
    privacyPolicyAccepted: true,
    termsAndConditionsAccepted: true,
  });
  expect(answer.status).toBe(200);
  expect(shapes.updateCustomer.response.safeParse(answer.body).error?.issues ?? []).toEqual([]);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const { isCompany, ...company } = firm;
  expect(answer.body).toMatchObject({
    id: signedIn.rasa.id,
    email: people.rasa.email,
    firstName: 'Rasa Ona',
    lastName: "D'Arc",
    phoneNumber: '+37068765432',
    birthday: '1985-02-28',
    gender: 'unknown',
    isCompany,
    company: { ...company, postCode: 'LT-57289', vatNumber: 'LT119511515', flatNumber: '3' },
    subscribedToNewsletter: true,
    consents: { privacyPolicyAccepted: true, termsAndConditionsAccepted: true },
  });
  expect(await me()).toEqual(answer.body);
});

test('absent is unchanged, null and blank clear', async () => {
  const before = await me();
  expect((await put({})).body).toEqual(before);
  expect((await put({ lastName: 'Kita' })).body).toEqual({ ...before, lastName: 'Kita' });
  const { body } = await put({
    firstName: null,
    lastName: '',
    phoneNumber: null,
    birthday: ' ',
    gender: null,
  });
  expect(body).toMatchObject({ gender: 'unknown', isCompany: false });
  for (const name of ['firstName', 'lastName', 'phoneNumber', 'birthday'])
    expect(body).not.toHaveProperty(name);
});

test('a company changes field by field, and is forgotten by who is none any more', async () => {
  expect((await put(firm)).body.company).toMatchObject({ companyName: 'Ūkis ir sūnūs' });
  expect((await put({ city: 'Vilnius', vatNumber: 'LT119511515' })).body.company).toMatchObject({
    companyName: 'Ūkis ir sūnūs',
    city: 'Vilnius',
    vatNumber: 'LT119511515',
  });
  const cleared = (await put({ vatNumber: null })).body.company;
  expect(cleared).not.toHaveProperty('vatNumber');
  expect(cleared).toMatchObject({ city: 'Vilnius' });
  expect((await put({ companyName: '' })).body.violations).toMatchObject([{ propertyPath: 'companyName' }]);
  const { body } = await put({ ...firm, isCompany: false });
  expect(body.isCompany).toBe(false);
  expect(body).not.toHaveProperty('company');
  // Fields of a firm that there is not are passed over.
  const passedOver = await put({ companyName: 'X' });
  expect(passedOver.status).toBe(200);
  expect(passedOver.body).not.toHaveProperty('company');
});

test('to be a company takes the data of one', async () => {
  const answer = await put({ isCompany: true });
  expect(answer.status).toBe(422);
  expect(answer.body.violations.map(({ propertyPath, code }) => [propertyPath, code])).toEqual(
    ['companyName', 'companyCode', 'countryCode', 'city', 'street', 'houseNumber', 'postCode'].map((name) => [
      name,
      'required',
    ]),
  );
  expect((await me())?.isCompany).toBe(false);
});

test('the letters begin and end at once for an address that is confirmed, else with its confirmation', async () => {
  const state = async () =>
    (
      await shop.database.pool.query(
        `select c.subscribed_to_newsletter as flag, c.newsletter_wanted as wanted, n.status from customer c
           left join newsletter_subscriber n on n.email_key = c.email_key where c.id = $1`,
        [signedIn.rasa.id],
      )
    ).rows[0] as unknown;
  await put({ subscribedToNewsletter: true });
  expect(await state()).toEqual({ flag: true, wanted: false, status: 'subscribed' });
  await put({ subscribedToNewsletter: false });
  expect(await state()).toEqual({ flag: false, wanted: false, status: 'unsubscribed' });
  await shop.database.pool.query('update customer set verified_at = null where id = $1', [signedIn.rasa.id]);
  expect((await put({ subscribedToNewsletter: true })).body.subscribedToNewsletter).toBe(false);
  expect(await state()).toEqual({ flag: false, wanted: true, status: 'unsubscribed' });
  await put({ subscribedToNewsletter: false });
  expect(await state()).toEqual({ flag: false, wanted: false, status: 'unsubscribed' });
});

test('a letter that asks an address which is not proven counts with those that are asked for at the form: five in an hour', async () => {
  const strict = await openTestShop({ rateLimitFactor: 1 });
  try {
    const { rasa } = await signInPeople(strict);
    await strict.database.pool.query(
      'update customer set proven_at = null, subscribed_to_newsletter = false',
    );
    const save = (body: object) =>
      strict.call<Answer>('PUT', `/shop/customers/${String(rasa.id)}`, body, {
        'Idempotency-Key': randomUUID(),
        Authorization: `Bearer ${rasa.bearer}`,
      });
    // What asks for no letter takes no try.
    for (let turn = 0; turn < 6; turn += 1)
      expect((await save({ subscribedToNewsletter: false })).status).toBe(200);
    for (let turn = 0; turn < 4; turn += 1)
      expect((await save({ subscribedToNewsletter: true })).body.subscribedToNewsletter).toBe(false);
    const { email } = people.rasa;
    expect((await strict.send('POST', '/shop/customers/subscribe-newsletter', { email })).status).toBe(200);
    expect(await save({ subscribedToNewsletter: true, lastName: 'Other' })).toMatchObject({
      status: 429,
      body: { errorCode: 'mail.too_many' },
    });
    // Nothing was saved; without the letters the rest is.
    expect((await save({ subscribedToNewsletter: false })).body.lastName).not.toBe('Other');
    expect((await save({ subscribedToNewsletter: false, lastName: 'Other' })).body.lastName).toBe('Other');
  } finally {
    await strict.close();
  }
}, 60_000);

const long = (length: number) => 'a'.repeat(length);
test.each<[string, unknown, string, object?]>([
  ['firstName', 'O', 'min'],
  ['firstName', long(256), 'max'],
  ['firstName', 'R2', 'name'],
  ['lastName', 'O', 'min'],
  ['lastName', long(256), 'max'],
  ['lastName', '💧💧', 'name'],
  ['phoneNumber', '12', 'phone'],
  ['birthday', '2013-03-02', 'format'],
  ['birthday', '1906-03-01', 'format'],
  ['birthday', '2027-03-02', 'format'],
  ['birthday', '1990-02-30', 'format'],
  ['birthday', '1990-13-01', 'format'],
  ['birthday', '1990-5-1', 'format'],
  ['birthday', '01.05.1990', 'format'],
  ['birthday', '1990-05-01T00:00:00Z', 'format'],
  ['privacyPolicyAccepted', false, 'consent.required'],
  ['termsAndConditionsAccepted', false, 'consent.required'],
  ['companyName', 'A', 'min', firm],
  ['companyName', long(256), 'max', firm],
  ['companyCode', '12345678', 'format', firm],
  ['vatNumber', 'LT1', 'vat', firm],
  ['countryCode', 'US', 'address.country_unavailable', firm],
  ['city', long(256), 'max', firm],
  ['street', 'g', 'min', firm],
  ['houseNumber', '1'.repeat(17), 'max', firm],
  ['flatNumber', '1'.repeat(17), 'max', firm],
  ['postCode', '5728', 'format', firm],
  ['defaultAddress', '/api/v2/shop/addresses/999999', 'address.not_found'],
  ['defaultAddress', '17', 'address.not_found'],
  ['defaultAddress', '', 'address.not_found'],
])('%s %j breaks the rule %s, and nothing is changed', async (field, value, rule, more = {}) => {
  shop.clock.at = today;
  const answer = await put(
    { gender: 'male', ...more, [field]: value },
    { headers: { Authorization: `Bearer ${bearerOfDay}` } },
  );
  shop.clock.at = null;
  expect(answer.status).toBe(422);
  expect(answer.body.violations.map(({ propertyPath, code }) => [propertyPath, code])).toEqual([
    [field, rule],
  ]);
  expect(answer.body.errorCode).toBe(rule.includes('.') ? rule : 'form.invalid');
  expect((await me())?.gender).toBe('female');
});

test('a body in another shape is refused, also one that would change the e-mail', async () => {
  for (const body of [
    '{"firstName":',
    [],
    { email: 'kita@example.com' },
    { id: 1 },
    { password: 'Slapta-12' },
    { verified: true },
    { firstName: 5 },
    { gender: 'other' },
    { gender: '' },
    { isCompany: 'true' },
    { isCompany: null },
    { subscribedToNewsletter: 1 },
    { company: {} },
    { defaultAddress: 17 },
    { defaultAddress: long(257) },
    { firstName: 'a\0b' },
  ])
    expect([body, (await put(body)).body.errorCode]).toEqual([body, 'body.invalid']);
});

test('R6.04 R6.20 R6.21 R6.22 nobody reads or changes a customer without being signed in, nor changes another one or takes an address of theirs', async () => {
  const refused = { status: 401, body: { errorCode: 'auth.required' } };
  expect(await shop.call('GET', '/shop/customers/me')).toMatchObject(refused);
  const { rows } = await shop.database.pool.query<{ id: number }>(
    'select id from customer_address where customer_id <> $1 limit 1',
    [signedIn.rasa.id],
  );
  expect(rows).toHaveLength(1);
  const theirs = `/api/v2/shop/addresses/${String(rows[0]?.id)}`;
  for (const change of [{ firstName: 'Piktas' }, { defaultAddress: theirs }, { defaultAddress: null }])
    expect(await put(change, { who: null })).toMatchObject(refused);
  expect(await put({ defaultAddress: theirs })).toMatchObject({
    status: 422,
    body: { violations: [{ propertyPath: 'defaultAddress', code: 'address.not_found' }] },
  });
  expect((await put({ firstName: 'Piktas' }, { who: 'ivan' })).status).toBe(404);
  for (const of of ['999999', '0', '-1', 'me', '1.5', '99999999999'])
    expect((await put({ firstName: 'Piktas' }, { of })).status).toBe(404);
  expect((await me())?.firstName).toBe('Rasa');
});

test('of two changes of a company at once neither is lost', async () => {
  await put(firm);
  // Both wait for the same row, so neither has seen what the other keeps.
  const holder = await shop.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select id from customer where id = $1 for update', [signedIn.rasa.id]);
    const both = Promise.all([put({ city: 'Vilnius' }), put({ street: 'Gedimino pr.' })]);
    const waiting = async () =>
      (
        await shop.database.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount;
    await expect.poll(waiting, { timeout: 15_000 }).toBe(2);
    await holder.query('commit');
    expect((await both).map(({ status }) => status)).toEqual([200, 200]);
  } finally {
    holder.release();
  }
  expect((await me())?.company).toMatchObject({ city: 'Vilnius', street: 'Gedimino pr.' });
});

test('forms sent at once are laid over each other; a repeat with its key is the same change', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const answers = await Promise.all([
    put({ firstName: 'Viena' }, { headers }),
    put({ lastName: 'Antra' }),
    put({ gender: 'male' }),
    put({ ...firm }),
    put({ defaultAddress: null }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await me()).toMatchObject({
    firstName: 'Viena',
    lastName: 'Antra',
    gender: 'male',
    isCompany: true,
  });
  await put({ firstName: 'Vėliau' });
  const again = await put({ firstName: 'Viena' }, { headers });
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect((await me())?.firstName).toBe('Vėliau');
  expect(await put({ firstName: 'Kita' }, { headers })).toMatchObject({
    status: 422,
    body: { errorCode: 'idempotency.key_reused' },
  });
});
