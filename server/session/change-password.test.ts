/** A new password for who is signed in, against a real database (contract ACC-13). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Violation } from '#contract/errors.ts';
import { shapes } from '#contract/calls/shapes.ts';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';

interface Answer {
  token: string;
  refreshToken: string;
  customer: string;
  errorCode: string;
  violations: Violation[];
}
const rasa = { email: 'rasa.demo@example.com', password: 'Demo-Rasa-1' };
const change = {
  currentPassword: rasa.password,
  newPassword: 'Kita-Rasa-22',
  confirmNewPassword: 'Kita-Rasa-22',
};

let shop: TestShop;
let id: number;
let original: string;
beforeAll(async () => {
  shop = await openTestShop();
  const { rows } = await shop.database.pool.query<{ id: number; password_hash: string }>(
    'select id, password_hash from customer where email = $1',
    [rasa.email],
  );
  id = rows[0]?.id ?? 0;
  original = rows[0]?.password_hash ?? '';
}, 60_000);
beforeEach(() =>
  shop.database.pool.query('update customer set password_hash = $2 where id = $1', [id, original]),
);
afterAll(() => shop.close());

const signIn = async (password = rasa.password, email = rasa.email) =>
  shop.call<Answer>('POST', '/shop/authentication-token', { email, password });
const put = (
  bearer: string | null,
  body: unknown = change,
  options: { of?: number | string; headers?: Record<string, string> } = {},
) =>
  shop.call<Answer>('PUT', `/shop/customers/${options.of ?? id}/password`, body, {
    'Idempotency-Key': randomUUID(),
    ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
    ...options.headers,
  });
const refresh = (refreshToken: string) => shop.call<Answer>('POST', '/shop/refresh-token', { refreshToken });
const me = async (bearer: string) =>
  (await shop.call('GET', '/shop/customers/me', undefined, { Authorization: `Bearer ${bearer}` })).status;

test('this device goes on with new tokens, all others are signed out, the old password opens nothing', async () => {
  const here = (await signIn()).body;
  const elsewhere = (await signIn()).body;
  const answer = await put(here.token);
  expect(answer.status).toBe(200);
  expect(shapes.changePassword.response.safeParse(answer.body).success).toBe(true);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(await me(answer.body.token)).toBe(200);
  expect((await refresh(answer.body.refreshToken)).status).toBe(200);
  // A copy of this device's earlier token is worth nothing, and does not sign the device out.
  expect((await refresh(here.refreshToken)).status).toBe(401);
  expect(await me(answer.body.token)).toBe(200);
  expect(await me(elsewhere.token)).toBe(401);
  expect((await refresh(elsewhere.refreshToken)).status).toBe(401);
  expect((await signIn()).status).toBe(401);
  expect((await signIn(change.newPassword)).status).toBe(200);
});

test('sent again with its key it is done, and says no more: tokens are kept nowhere', async () => {
  const { token } = (await signIn()).body;
  const headers = { 'Idempotency-Key': randomUUID() };
  const first = await put(token, change, { headers });
  const again = await put(token, change, { headers });
  expect([again.status, again.body]).toEqual([204, '']);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const { rows } = await shop.database.pool.query<{ text: string }>(
    `select string_agg(k::text, '') as text from idempotency_key k where endpoint = 'ACC-13'`,
  );
  expect(rows[0]?.text).toContain('204');
  for (const secret of [first.body.token, first.body.refreshToken, change.newPassword])
    expect(rows[0]?.text).not.toContain(secret);
  // Without the key it is another change, with a password that is wrong by now.
  expect((await put(first.body.token)).body.errorCode).toBe('password.wrong_current');
});

test('two changes at once: one counts, the other no longer knows the password', async () => {
  const { token } = (await signIn()).body;
  const answers = await Promise.all([put(token), put(token)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(answers.find(({ status }) => status === 422)?.body.errorCode).toBe('password.wrong_current');
});

test('a sign-in whose password is changed after it was compared opens nothing', async () => {
  const other = await shop.database.pool.connect();
  try {
    await other.query('begin');
    await other.query('update customer set password_hash = $2 where id = $1', [id, 'another']);
    let isOver = false;
    const signingIn = signIn().finally(() => (isOver = true));
    const isWaiting = async () =>
      isOver ||
      (
        await shop.database.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount !== 0;
    await expect.poll(isWaiting, { timeout: 15_000 }).toBe(true);
    await other.query('commit');
    expect(await signingIn).toMatchObject({ status: 401, body: { errorCode: 'auth.bad_credentials' } });
  } finally {
    other.release();
  }
});

test('R6.16 nobody changes a password without being signed in, nor that of somebody else', async () => {
  expect(await put(null)).toMatchObject({ status: 401, body: { errorCode: 'auth.required' } });
  expect((await put('not.a.token')).status).toBe(401);
  const { token } = (await signIn()).body;
  const ivan = (await signIn('Demo-Ivan-1', 'ivan.demo@example.com')).body;
  const foreign = { ...change, currentPassword: 'Demo-Ivan-1' };
  expect((await put(ivan.token, foreign)).status).toBe(404);
  for (const of of ['999999', '0', '-1', 'me', '1e1', '99999999999'])
    expect((await put(token, change, { of })).status).toBe(404);
  expect((await signIn()).status).toBe(200);
});

test('a wrong password and a new one that may be none are told by their fields', async () => {
  const { token } = (await signIn()).body;
  const long = `Aa1${'a'.repeat(252)}`;
  for (const [changes, field, code] of [
    [{ currentPassword: 'Demo-Rasa-2' }, 'currentPassword', 'password.wrong_current'],
    [{ currentPassword: '' }, 'currentPassword', 'password.wrong_current'],
    [{ confirmNewPassword: 'Kita-Rasa-23' }, 'confirmNewPassword', 'same-as'],
    [{ newPassword: '', confirmNewPassword: '' }, 'newPassword', 'required'],
    [{ newPassword: 'Kita-22', confirmNewPassword: 'Kita-22' }, 'newPassword', 'min'],
    [{ newPassword: long, confirmNewPassword: long }, 'newPassword', 'max'],
    [{ newPassword: 'kita-rasa-22', confirmNewPassword: 'kita-rasa-22' }, 'newPassword', 'format'],
  ] as const) {
    const answer = await put(token, { ...change, ...changes });
    expect([answer.status, answer.body.errorCode]).toEqual([422, code.includes('.') ? code : 'form.invalid']);
    expect(answer.body.violations.map((one) => [one.propertyPath, one.code])).toEqual([[field, code]]);
  }
  expect(await me(token)).toBe(200);
});

test('a body in another shape is refused', async () => {
  const { token } = (await signIn()).body;
  for (const body of [
    '',
    '{"currentPassword":',
    [],
    { ...change, currentPassword: undefined },
    { ...change, confirmNewPassword: undefined },
    { ...change, newPassword: 5 },
    { ...change, email: 'x@example.com' },
  ])
    expect(await put(token, body)).toMatchObject({ status: 400, body: { errorCode: 'body.invalid' } });
});

test('who guesses the password on a device left open is slowed down', async () => {
  const strict = await openTestShop({ rateLimitFactor: 1 });
  try {
    const { token } = (await strict.call<Answer>('POST', '/shop/authentication-token', rasa)).body;
    const tries = Array.from({ length: 11 }, (_, at) =>
      strict.call<Answer>(
        'PUT',
        `/shop/customers/${id}/password`,
        { ...change, currentPassword: `Spejimas-${at}` },
        { Authorization: `Bearer ${token}` },
      ),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  } finally {
    await strict.close();
  }
}, 60_000);
