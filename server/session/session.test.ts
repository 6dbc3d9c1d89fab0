/** Signing in against a real database: who gets in, what the tokens are worth, and what bad input meets. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { shapes } from '#contract/calls/shapes.ts';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';
import { hashPassword, isPassword } from '#server/accounts/password-hash.ts';
import { networkOf } from '#server/http/client-network.ts';
import { grace, idleLifetime, sessionLifetime } from './session-store.ts';

interface Pair {
  token: string;
  refreshToken: string;
}
interface Failure {
  code: number;
  errorCode: string;
  detail: string;
}

const rasa = { email: 'rasa.demo@example.com', password: 'Demo-Rasa-1' };
const minute = 60_000;
const day = 24 * 60 * minute;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
afterEach(() => {
  shop.clock.at = null;
});
afterAll(() => shop.close());

const signIn = (given: unknown = rasa, headers = {}) =>
  shop.call<Pair & { customer: string } & Failure>('POST', '/shop/authentication-token', given, headers);
const refresh = (refreshToken: unknown) =>
  shop.call<Pair & Failure>('POST', '/shop/refresh-token', { refreshToken });
const me = (bearer?: string, headers = {}) =>
  shop.call<{ data: { id: number; email: string }[] } & Failure>('GET', '/shop/customers/me', undefined, {
    ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
    ...headers,
  });
const later = (ms: number) => {
  shop.clock.at = new Date((shop.clock.at ?? new Date()).getTime() + ms);
};

describe('signing in', () => {
  test('e-mail and password give a token, a refresh token and the address of the customer', async () => {
    const answer = await signIn();
    expect(answer.status).toBe(200);
    expect(shapes.signIn.response.safeParse(answer.body).success).toBe(true);
    expect(answer.body.customer).toMatch(/^\/api\/v2\/shop\/customers\/\d+$/);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const own = await me(answer.body.token);
    expect(shapes.customer.response.safeParse(own.body).error?.issues ?? []).toEqual([]);
    expect(own.body.data).toHaveLength(1);
    expect(own.body.data[0]).toMatchObject({
      email: rasa.email,
      firstName: 'Rasa',
      gender: 'female',
      isCompany: false,
      defaultAddress: expect.stringMatching(/^\/api\/v2\/shop\/addresses\/\d+$/) as string,
      user: { verified: true },
      loyaltyRules: [
        { loyaltyCard: { number: '2900000000018', pointsTotal: 320 }, loyaltyRule: { code: 'KLUBAS' } },
      ],
    });
  });

  test('the spelling of the e-mail does not matter, that of the password does', async () => {
    expect((await signIn({ ...rasa, email: '  Rasa.Demo@EXAMPLE.com ' })).status).toBe(200);
    expect((await signIn({ ...rasa, password: 'demo-rasa-1' })).status).toBe(401);
    expect((await signIn({ ...rasa, password: 'Demo-Rasa-1 ' })).status).toBe(401);
  });

  test('an unknown e-mail and a wrong password get the same answer', async () => {
    const wrong = await signIn({ ...rasa, password: 'Demo-Rasa-2' });
    const unknown = await signIn({ email: 'nobody@example.com', password: 'Demo-Rasa-1' });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    const said = ({ body }: { body: Failure }) => ({ ...body, requestId: '' });
    expect(said(wrong)).toEqual(said(unknown));
    expect(wrong.body).toMatchObject({
      errorCode: 'auth.bad_credentials',
      detail: 'The email or password is wrong.',
    });
    const names = ({ headers }: { headers: Headers }) => [...headers.keys()].sort();
    expect(names(wrong)).toEqual(names(unknown));
  });

  test('the work for an unknown e-mail is the work for a known one', async () => {
    const took = async (stored: string | null) => {
      const startedAt = process.cpuUsage();
      // The clock of the processor has steps as long as some of these.
      for (let time = 0; time < 30; time += 1) await isPassword('Some-Password-1', stored);
      return process.cpuUsage(startedAt).user;
    };
    const stored = await hashPassword('Another-Password-1');
    const known = await took(stored);
    const unknown = await took(null);
    // Without the comparison an unknown e-mail would cost nothing at all.
    expect(unknown).toBeGreaterThan(known / 4);
  });

  test('an account whose e-mail is not confirmed is told so, with the right password only', async () => {
    const newcomer = { email: 'nauja.demo@example.com', password: 'Demo-Nauja-1' };
    expect(await signIn(newcomer)).toMatchObject({ status: 423, body: { errorCode: 'auth.not_verified' } });
    expect(await signIn({ ...newcomer, password: 'x' })).toMatchObject({
      status: 401,
      body: { errorCode: 'auth.bad_credentials' },
    });
  });

  test('an account that is not active is told so, with the right password only, and its tokens end', async () => {
    const given = { email: 'ukis.baigesi@example.com', password: 'Demo-Ukis-2' };
    const { token, refreshToken } = (await signIn(given)).body;
    await shop.database.pool.query('update customer set enabled = false where email = $1', [given.email]);
    expect(await signIn(given)).toMatchObject({ status: 401, body: { errorCode: 'auth.disabled' } });
    expect(await signIn({ ...given, password: 'x' })).toMatchObject({
      body: { errorCode: 'auth.bad_credentials' },
    });
    expect((await me(token)).status).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  test('a password is stored as a salted hash, and an old form of it still opens', async () => {
    // Loaded anew it hashes as the shop does, not as tests do (tests/server-setup.ts).
    vi.resetModules();
    const ofShop = await import('#server/accounts/password-hash.ts');
    const one = await ofShop.hashPassword('Slapta-1');
    const two = await ofShop.hashPassword('Slapta-1');
    expect(one).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(two);
    expect(await isPassword('Slapta-1', one)).toBe(true);
    expect(await isPassword('Slapta-2', one)).toBe(false);
    // The same letter from another keyboard.
    expect(await isPassword('Z\u030Coli\u0173-1', await hashPassword('\u017Doli\u0173-1'))).toBe(true);
    const { rows } = await shop.database.pool.query<{ text: string }>(
      'select string_agg(c::text, chr(10)) as text from customer c',
    );
    expect(rows[0]?.text).toContain('$scrypt$');
    expect(rows[0]?.text).not.toContain('Demo-Rasa-1');
  });
});

describe('bad input', () => {
  test.each([
    ['no body', '', 400],
    ['no password', { email: rasa.email }, 400],
    ['a number for a password', { ...rasa, password: 12345678 }, 400],
    ['null', { email: null, password: null }, 400],
    ['a list', [rasa], 400],
    ['an object for an e-mail', { ...rasa, email: { $ne: '' } }, 400],
    ['one property too many', { ...rasa, isAdmin: true }, 400],
    ['broken JSON', '{"email":', 400],
    ['a NUL', '{"email":"a\\u0000@b.lt","password":"x"}', 400],
    ['a prototype', '{"email":"a@b.lt","password":"x","__proto__":{}}', 400],
    ['an endless password', { ...rasa, password: 'x'.repeat(5000) }, 422],
    ['an empty e-mail', { email: '', password: '' }, 401],
    ['quotes and comments', { email: "' or 1=1 --", password: "' or 1=1 --" }, 401],
    ['half a surrogate', { email: '\uD800@example.com', password: '\uDFFF' }, 401],
  ])('%s is refused in the shape of the contract', async (_, body, status) => {
    const answer = await signIn(body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      code: status,
      errorCode: { 400: 'body.invalid', 422: 'form.invalid' }[status] ?? 'auth.bad_credentials',
    });
  });

  test.each(['', 'x', 'x'.repeat(900), '\uD800', '../../etc', 'null'])(
    'the refresh token %j is worth nothing',
    async (token) => {
      expect(await refresh(token)).toMatchObject({ status: 401, body: { errorCode: 'auth.bad_refresh' } });
    },
  );

  test('a refresh token of another kind is no request', async () => {
    for (const token of [null, 7, {}, [], undefined]) expect((await refresh(token)).status).toBe(400);
    expect((await shop.call('POST', '/shop/logout', { refreshToken: 7 })).status).toBe(400);
  });

  test.each(['x', '', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.', '\u00FF', 'x'.repeat(5000)])(
    'the bearer %j is nobody',
    async (bearer) => {
      expect((await me(bearer)).status).toBe(401);
    },
  );

  test('a cart token that names nothing does not stop anybody from signing in', async () => {
    for (const value of ['nothing', '%00', "'", 'x'.repeat(200)])
      expect(
        (await shop.call('POST', `/shop/authentication-token?orderToken=${encodeURIComponent(value)}`, rasa))
          .status,
      ).toBe(200);
  });
});

describe('access tokens', () => {
  test('a call for customers wants one, says how, and takes no other', async () => {
    const guest = await me();
    expect(guest.status).toBe(401);
    expect(guest.body).toMatchObject({ errorCode: 'auth.required' });
    expect(guest.headers.get('www-authenticate')).toBe('Bearer');
    const { token, refreshToken } = (await signIn()).body;
    expect((await me(token)).status).toBe(200);
    expect((await me(refreshToken)).status).toBe(401);
    const [head, claims, mark] = token.split('.');
    expect((await me(`${head}.${claims}.${mark?.slice(0, -2)}AA`)).status).toBe(401);
    const changed = Buffer.from(
      JSON.stringify({
        ...(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as object),
        sub: '2',
      }),
    ).toString('base64url');
    expect((await me(`${head}.${changed}.${mark}`)).status).toBe(401);
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    expect((await me(`${unsigned}.${claims}.`)).status).toBe(401);
  });

  test('the claims are those of the contract, and no more of the person', async () => {
    const { token } = (await signIn()).body;
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
      string,
      unknown
    >;
    expect(claims).toMatchObject({ username: rasa.email, channel: 'retail' });
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(600);
    expect(Object.keys(claims).sort()).toEqual([
      'aud',
      'channel',
      'exp',
      'iat',
      'iss',
      'sid',
      'sub',
      'username',
    ]);
  });

  test('it is over after ten minutes, also for a call that guests may make', async () => {
    const { token } = (await signIn()).body;
    const channel = () =>
      shop.call<Failure>('GET', '/shop/orders/unknown-token-unknown-token', undefined, {
        Authorization: `Bearer ${token}`,
      });
    later(10 * minute - 2000);
    expect((await me(token)).status).toBe(200);
    expect((await channel()).status).toBe(404);
    later(3000);
    expect((await me(token)).status).toBe(401);
    expect(await channel()).toMatchObject({ status: 401, body: { errorCode: 'auth.required' } });
  });

  test('it is of one channel', async () => {
    const { token, refreshToken } = (await signIn()).body;
    expect((await me(token, { 's-channel': 'business' })).status).toBe(401);
    const moved = await shop.call(
      'POST',
      '/shop/refresh-token',
      { refreshToken },
      { 's-channel': 'business' },
    );
    expect(moved.status).toBe(401);
    expect((await signIn(rasa, { 's-channel': 'business' })).status).toBe(200);
  });
});

describe('refreshing', () => {
  test('a refresh token is good once and gives the next pair', async () => {
    const first = (await signIn()).body;
    const second = await refresh(first.refreshToken);
    expect(second.status).toBe(200);
    expect(second.body.refreshToken).not.toBe(first.refreshToken);
    expect((await me(second.body.token)).status).toBe(200);
    const third = await refresh(second.body.refreshToken);
    expect(third.status).toBe(200);
    const { rows } = await shop.database.pool.query<{ text: string }>(
      'select string_agg(r::text, chr(10)) as text from refresh_token r',
    );
    for (const { body } of [second, third]) expect(rows[0]?.text).not.toContain(body.refreshToken);
  });

  test('for a minute the same token answers with the same successor: an answer may be lost', async () => {
    const first = (await signIn()).body;
    const answers = [await refresh(first.refreshToken), await refresh(first.refreshToken)];
    later(grace - 5000);
    answers.push(await refresh(first.refreshToken));
    expect(new Set(answers.map(({ body }) => body.refreshToken)).size).toBe(1);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.token).toBeTruthy();
    }
    expect((await refresh(answers[0]?.body.refreshToken)).status).toBe(200);
  });

  test('a tab that comes late within the minute is given the newest one, not one that is used up', async () => {
    const first = (await signIn()).body;
    const second = (await refresh(first.refreshToken)).body;
    const third = (await refresh(second.refreshToken)).body;
    expect((await refresh(first.refreshToken)).body.refreshToken).toBe(third.refreshToken);
    later(10 * minute);
    expect((await refresh(third.refreshToken)).status).toBe(200);
  });

  test('a token replayed after its minute ends the whole sign-in, for the thief and for the owner', async () => {
    const stolen = (await signIn()).body;
    const owner = (await refresh(stolen.refreshToken)).body;
    const other = (await signIn()).body;
    later(grace + 1000);
    expect(await refresh(stolen.refreshToken)).toMatchObject({
      status: 401,
      body: { errorCode: 'auth.bad_refresh' },
    });
    expect((await refresh(owner.refreshToken)).status).toBe(401);
    expect((await me(owner.token)).status).toBe(401);
    // Another device of the same person goes on.
    expect((await me(other.token)).status).toBe(200);
    expect((await refresh(other.refreshToken)).status).toBe(200);
  });

  test('fifty at once get one successor, and nobody is signed out', async () => {
    const { refreshToken } = (await signIn()).body;
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(new Set(answers.map(({ body }) => body.refreshToken)).size).toBe(1);
    const { rows } = await shop.database.pool.query<{ count: number }>(
      `select count(*) from refresh_token where session_id = (select session_id from refresh_token
        where hash = sha256($1))`,
      [Buffer.from(refreshToken)],
    );
    expect(rows[0]?.count).toBe(2);
  });

  test('it lives sixty days without use, and half a year in all', async () => {
    const { refreshToken } = (await signIn()).body;
    let current = refreshToken;
    for (let spent = 0; spent + 50 * day < sessionLifetime; spent += 50 * day) {
      later(50 * day);
      const next = await refresh(current);
      expect(next.status).toBe(200);
      current = next.body.refreshToken;
    }
    later(50 * day);
    expect((await refresh(current)).status).toBe(401);
    shop.clock.at = null;
    const idle = (await signIn()).body;
    later(idleLifetime + minute);
    expect((await refresh(idle.refreshToken)).status).toBe(401);
  });
});

describe('logging out', () => {
  test('ends both tokens at once, whichever of them is shown', async () => {
    const first = (await signIn()).body;
    expect((await shop.call('POST', '/shop/logout', { refreshToken: first.refreshToken })).status).toBe(204);
    expect((await me(first.token)).status).toBe(401);
    expect((await refresh(first.refreshToken)).status).toBe(401);
    const second = (await signIn()).body;
    const answer = await shop.call('POST', '/shop/logout', {}, { Authorization: `Bearer ${second.token}` });
    expect(answer.status).toBe(204);
    expect((await me(second.token)).status).toBe(401);
    expect((await refresh(second.refreshToken)).status).toBe(401);
  });

  test('who is signed out already is told nothing else', async () => {
    for (const body of [{}, { refreshToken: 'unknown' }, ''])
      expect((await shop.call('POST', '/shop/logout', body)).status).toBe(204);
  });
});

test('a network is the first half of an IPv6 address, and the whole of an IPv4 one', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2:ffff::1'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('not an address')).toBe('not an address');
});
