/** What a sign-up may hold, field by field, against a real database (contract ACC-05, 2.6). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Violation } from '#contract/errors.ts';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';
import { firm, newcomer } from '#tests/server/test-people.ts';

interface Answer {
  errorCode: string;
  detail: string;
  violations: Violation[];
}

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
beforeEach(() => shop.database.pool.query('delete from customer where id > 6'));
afterAll(() => shop.close());

const signUp = (body: unknown, options: { query?: string; headers?: Record<string, string> } = {}) =>
  shop.call<Answer>('POST', `/shop/customers${options.query ?? ''}`, body, {
    'Idempotency-Key': randomUUID(),
    ...options.headers,
  });
const rows = async <T extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  (await shop.database.pool.query<T>(statement, values)).rows;

const long = (length: number) => 'a'.repeat(length);
const label = `${long(63)}.${long(63)}.${long(63)}`;
/** Field, value, whether it passes, the rule that it breaks. */
test.each<[string, unknown, string | null, object?]>([
  ['email', '', 'email-required'],
  ['email', 'ona', 'email'],
  ['email', `${long(55)}@${label}.example`, 'max'],
  ['email', `${long(64)}@${long(64)}.example`, 'email'],
  ['email', 'o\uD800na@new.example', 'email'],
  ['password', '', 'required'],
  ['password', 'Slapt-1', 'min'],
  ['password', `Aa1${long(252)}`, 'max'],
  ['password', 'slapta-12', 'format'],
  ['password', 'SLAPTA-12', 'format'],
  ['password', 'Slapta-ab', 'format'],
  ['repeatPassword', 'Slapta-13', 'same-as'],
  ['repeatPassword', '', 'same-as'],
  ['firstName', 'O', 'min'],
  ['firstName', long(256), 'max'],
  ['firstName', 'O1a', 'name'],
  ['firstName', '\uD800\uD800', 'name'],
  ['lastName', 'O', 'min'],
  ['lastName', long(256), 'max'],
  ['lastName', '<b>', 'name'],
  ['phoneNumber', '123', 'phone'],
  ['phoneNumber', '+1 202 555 010', 'phone'],
  ['acceptedPrivacyPolicy', false, 'consent.required'],
  ['acceptedTermsAndConditions', false, 'consent.required'],
  ['companyName', '', 'required', firm],
  ['companyName', 'A', 'min', firm],
  ['companyName', long(256), 'max', firm],
  ['companyName', null, 'required', firm],
  ['companyCode', '12345678', 'format', firm],
  ['companyCode', '123', 'min', firm],
  ['companyCode', '1'.repeat(33), 'max', firm],
  ['vatNumber', 'LT119511516', 'vat', firm],
  ['countryCode', '', 'required', firm],
  ['countryCode', 'XX', 'address.country_unavailable', firm],
  ['city', 'K', 'min', firm],
  ['city', long(256), 'max', firm],
  ['street', '', 'required', firm],
  ['street', long(256), 'max', firm],
  ['houseNumber', '', 'required', firm],
  ['houseNumber', '1'.repeat(17), 'max', firm],
  ['flatNumber', '1'.repeat(17), 'max', firm],
  ['postCode', '', 'required', firm],
  ['postCode', '5728', 'format', firm],
])('%s %j breaks the rule %s', async (field, value, rule, more = {}) => {
  const body = { ...newcomer, ...more, [field]: value };
  if (field === 'password') body.repeatPassword = body.password;
  const answer = await signUp(body);
  expect(answer.status).toBe(422);
  expect(answer.body.violations.map(({ propertyPath, code }) => [propertyPath, code])).toEqual([
    [field, rule],
  ]);
  expect(answer.body.errorCode).toBe(rule?.includes('.') ? rule : 'form.invalid');
  expect(answer.body.violations[0]?.message).toBeTruthy();
  expect(await rows('select id from customer where email_key = $1', [newcomer.email])).toEqual([]);
});

test('the outermost values pass, and blank ones that nobody asked for', async () => {
  const password = `Aa1${long(251)}`;
  const widest = {
    ...newcomer,
    email: `${long(54)}@${label}.example`,
    password,
    repeatPassword: password,
    firstName: long(255),
    lastName: 'Ąž',
    phoneNumber: '',
    ...firm,
    companyName: long(255),
    companyCode: '3045678',
    city: 'Ąž',
    street: long(255),
    houseNumber: '1'.repeat(16),
    flatNumber: '1'.repeat(16),
    vatNumber: '',
  };
  expect((await signUp(widest)).status).toBe(201);
  const plain = {
    ...newcomer,
    firstName: '',
    lastName: null,
    phoneNumber: null,
    companyName: 'x',
    isCompany: false,
  };
  expect((await signUp({ ...plain, street: 'x'.repeat(1000) })).status).toBe(201);
  expect(await rows('select company from customer where email_key = $1', [newcomer.email])).toEqual([
    { company: null },
  ]);
});

test('half a character in the data of a firm is no fault of the shop', async () => {
  expect((await signUp({ ...newcomer, ...firm, street: 'Gatvė \uD83D', city: '\uDE00\uDE00' })).status).toBe(
    201,
  );
});

test.each<[string, unknown]>([
  ['no body', ''],
  ['broken JSON', '{"email":'],
  ['a list', [newcomer]],
  ['a missing e-mail', { ...newcomer, email: undefined }],
  ['a missing password', { ...newcomer, password: undefined }],
  ['no repetition', { ...newcomer, repeatPassword: undefined }],
  ['a missing consent', { ...newcomer, acceptedPrivacyPolicy: undefined }],
  ['a consent that is no answer', { ...newcomer, acceptedTermsAndConditions: 'true' }],
  ['a number for a name', { ...newcomer, firstName: 5 }],
  ['an object for a password', { ...newcomer, password: { length: 9 } }],
  ['a text for a flag', { ...newcomer, isCompany: 'no' }],
  ['a property too many', { ...newcomer, verified: true }],
  ['an id', { ...newcomer, id: 1 }],
  ['a NUL', { ...newcomer, firstName: 'O\0na' }],
  ['a prototype', `{"__proto__":{},"email":"a@new.example"}`],
])('%s is refused in the shape of the contract', async (_, body) => {
  expect(await signUp(body)).toMatchObject({ status: 400, body: { code: 400, errorCode: 'body.invalid' } });
});

test('R5.15 marks that were pasted along with an email or a code are not kept', async () => {
  const answer = await signUp({
    ...newcomer,
    ...firm,
    email: '\u202Aona@pasted.example\u202C',
    companyCode: `\u200E${firm.companyCode}`,
    postCode: '\u2066LT-57123\u2069',
  });
  expect(answer.status).toBe(201);
  expect(await rows('select email, email_key from customer where id > 6')).toEqual([
    { email: 'ona@pasted.example', email_key: 'ona@pasted.example' },
  ]);
  expect(JSON.stringify(await rows('select company from customer where id > 6'))).toMatch(/"LT-57123"/);
});

test('the sentences are in the language of the answer', async () => {
  const answer = await signUp({ ...newcomer, repeatPassword: 'x' }, { headers: { 's-locale': 'lt' } });
  expect(answer.body).toMatchObject({
    detail: 'Patikrinkite pažymėtus laukus.',
    violations: [{ propertyPath: 'repeatPassword', message: 'Slaptažodžiai nesutampa' }],
  });
});
