/** Logging in, refreshing, logging out against the shop's real server; only the wire between them is ours. */
import { QueryClient } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { waitFor } from 'xstate';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { normaliseError } from '#api/api-error.ts';
import { createCall } from '#api/call.ts';
import {
  isSignedIn,
  loseSession,
  onSessionLost,
  onSignInChange,
  readTokens,
  signedInAs,
  writeTokens,
} from '#api/session-tokens.ts';
import type { Shop } from '#api/shop.ts';
import { userKeyKey } from '#api/user-key.ts';
import { header } from '#contract/calls/endpoints.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { readCartToken } from '#features/cart/cart-token.ts';
import { takeCart } from '#features/cart/take-cart.ts';
import type { Wishlist } from '#contract/wishlists.ts';
import { accountListQuery, wishedIn } from '#features/wishlist/account-list.ts';
import { openDeviceStore } from '#offline/storage/device-storage.ts';
import { readData } from '#server/seed/read-data.ts';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';
import { sessionOf } from './session-actor.ts';
import { createSessionOperations, keepFollowedLink, logoutAtKey } from './session-operations.ts';
import { sessionQueries } from './session-queries.ts';

const rasa = { email: 'rasa.demo@example.com', password: 'Demo-Rasa-1' };
let server: TestShop;
let asked: { path: string; authorization: string | null; body: string }[] = [];
/** What becomes of a request instead of reaching the shop. */
let fault: ((path: string, request: Request) => Promise<Response> | Request | undefined) | undefined;

beforeAll(async () => {
  server = await openTestShop();
}, 60_000);
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  fault = undefined;
  server.clock.at = null;
  const cells = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => cells.set(key, value),
    removeItem: (key: string) => cells.delete(key),
  });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const request = new Request(new URL(address, 'http://localhost'), init);
    const path = new URL(request.url).pathname.replace('/api/v2', '');
    asked.push({
      path,
      authorization: request.headers.get('authorization'),
      body: await request.clone().text(),
    });
    const changed = fault?.(path, request);
    if (changed instanceof Promise) return changed;
    return server.app.fetch(changed ?? request, 'test');
  });
});
afterEach(() => vi.unstubAllGlobals());

function open() {
  const call = createCall({ locale: 'en', channel: 'retail', baseUrl: '', onOutcome: () => undefined });
  const shop: Shop = {
    locale: 'en',
    localePath: '',
    channel: 'retail',
    newUrls: false,
    call,
    scope: { locale: 'en', channel: 'retail' },
  };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return { shop, queryClient, ...createSessionOperations(shop, queryClient) };
}
const signedIn = async () => {
  const opened = open();
  expect(await opened.login.run(rasa)).toMatch(/^\/api\/v2\/shop\/customers\/\d+$/);
  asked = [];
  return opened;
};
const paths = () => asked.map(({ path }) => path);
const me = '/shop/customers/me';
const refreshPath = '/shop/refresh-token';

test('R8.03 a login that the shop refuses returns false and does not throw', async () => {
  const { login } = open();
  expect(await login.run({ ...rasa, password: 'wrong' })).toBe(false);
  expect(readTokens()).toEqual({ token: null, refreshToken: null });
});

test('R8.03 a token refresh that fails returns false and does not throw, whatever it was that failed', async () => {
  const { refreshToken } = open();
  writeTokens({ refreshToken: 'unknown-token' });
  expect(await refreshToken.run()).toBe(false);
  writeTokens({ refreshToken: 'unknown-token' });
  fault = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await refreshToken.run()).toBe(false);
  fault = () => Promise.resolve(new Response('<html>', { status: 200 }));
  expect(await refreshToken.run()).toBe(false);
});

test('R8.02 the failure of a login is stored with it and with nothing else, and its reset restores the start', async () => {
  const { login, refreshToken, logout } = open();
  await login.run({ ...rasa, password: 'wrong' });
  const stored = login.observer.getCurrentResult();
  expect(stored.status).toBe('error');
  expect(normaliseError(stored.error)).toEqual({ message: 'The email or password is wrong.', status: 401 });
  for (const other of [refreshToken, logout])
    expect(other.observer.getCurrentResult()).toMatchObject({ status: 'idle', error: null });
  login.observer.reset();
  expect(login.observer.getCurrentResult()).toMatchObject({ status: 'idle', error: null });
  expect(await login.run(rasa)).not.toBe(false);
  expect(login.observer.getCurrentResult()).toMatchObject({ status: 'success', error: null });
});

test('a sign-in of earlier on the device does not answer in the place of a wrong password', async () => {
  const { shop, queryClient, logout } = await signedIn();
  const old = readTokens();
  await logout.run();
  const seen: boolean[] = [];
  // Valid, or long over: the password is wrong in either case.
  for (const refreshToken of [old.refreshToken, 'long-over']) {
    const session = sessionOf({ shop, queryClient });
    await waitFor(session, (state) => state.matches('signedOut'));
    writeTokens({ token: null, refreshToken });
    session.send({ type: 'LOGIN', credentials: { ...rasa, password: 'wrong' } });
    await waitFor(session, (state) => state.matches('signedOut'));
    expect(normaliseError(session.getSnapshot().context.error)).toMatchObject({ status: 401 });
    seen.push(isSignedIn());
    // The page asks for the chart anew: it is the one that knows what went wrong.
    expect(sessionOf({ shop, queryClient })).toBe(session);
  }
  expect(seen).toEqual([false, false]);
});

test('a sign-in whose person was never stored beside it is renewed as theirs: what is asked meanwhile is answered', async () => {
  const { shop, queryClient } = await signedIn();
  const who = signedInAs();
  localStorage.removeItem('AUTH_CUSTOMER');
  const people: (string | null)[] = [];
  const stop = onSignInChange(() => people.push(signedInAs()));
  let isOver = true;
  fault = (path) => {
    if (path !== me || !isOver) return undefined;
    isOver = false;
    const body = { code: 401, message: 'x', errorCode: 'auth.expired', violations: [] };
    return Promise.resolve(
      new Response(JSON.stringify(body), { status: 401, headers: { 'X-Shop-Api': '2' } }),
    );
  };
  const customer = await queryClient.fetchQuery({ ...sessionQueries.customer(shop), staleTime: 0 });
  stop();
  expect(customer?.email).toBe(rasa.email);
  expect(paths()).toEqual([me, refreshPath, me]);
  expect(new Set(people)).toEqual(new Set([who]));
});

test('everybody of the demo shop signs in as who they are, the companies too', async () => {
  interface Person {
    email: string;
    demoPassword: string;
    isCompany: boolean;
    verified: boolean;
  }
  const { customers } = readData<{ customers: Person[] }>('catalogue/customers.json', new Date());
  const people = customers.filter(({ verified }) => verified);
  expect(people.filter(({ isCompany }) => isCompany).length).toBeGreaterThan(1);
  for (const { email, demoPassword, isCompany } of people) {
    const { shop, queryClient, login } = open();
    expect([email, await login.run({ email, password: demoPassword })]).toEqual([email, expect.any(String)]);
    const customer = queryClient.getQueryData(sessionQueries.customer(shop).queryKey);
    expect(customer).toMatchObject({ email, isCompany });
    if (isCompany) expect(customer?.company?.companyName).toEqual(expect.any(String));
    writeTokens({ token: null, refreshToken: null });
  }
});

test('a login stores both tokens, loads the customer and takes the cart that the shop has for them', async () => {
  const { shop, queryClient, login } = open();
  localStorage.setItem('CART_TOKEN', 'a'.repeat(32));
  await login.run(rasa);
  const { token, refreshToken } = readTokens();
  expect(localStorage.getItem('AUTH_TOKEN')).toBe(token);
  expect(localStorage.getItem('AUTH_REFRESH_TOKEN')).toBe(refreshToken);
  expect(queryClient.getQueryData(sessionQueries.customer(shop).queryKey)).toMatchObject({
    email: rasa.email,
  });
  // No cart is hers, and the one that the cell named does not exist.
  expect(localStorage.getItem('CART_TOKEN')).toBeNull();
  expect(asked[0]).toMatchObject({ path: '/shop/authentication-token', authorization: null });
  expect(asked[1]).toMatchObject({ path: me, authorization: `Bearer ${token}` });
});

test('a login whose customer could not be loaded is a login, and keeps the cart', async () => {
  const { login } = open();
  localStorage.setItem('CART_TOKEN', 'a'.repeat(32));
  fault = (path) => (path === me ? Promise.reject(new TypeError('Failed to fetch')) : undefined);
  expect(await login.run(rasa)).not.toBe(false);
  expect(localStorage.getItem('CART_TOKEN')).toBe('a'.repeat(32));
});

const lists = '/shop/wishlists';
/** Codes of four products that are sold. */
const someGoods = async () =>
  (
    await server.database.pool.query<{ code: string }>(
      `select distinct p.code from product p join product_variant v on v.product_id = p.id
       join channel_price c on c.variant_id = v.id join channel on channel.id = c.channel_id and channel.code = 'retail'
       where p.enabled and v.enabled and not p.is_gift order by p.code limit 4`,
    )
  ).rows.map(({ code }) => code);
/** Has a list with B and C at the shop and is signed out; the device has marked A and B. */
async function markedBefore() {
  const [a = '', b = '', c = ''] = await someGoods();
  await server.database.pool.query('delete from wishlist');
  const { shop, logout } = await signedIn();
  await shop.call('addWished', { body: { products: [{ productCode: b }, { productCode: c }] } });
  await logout.run();
  localStorage.setItem('PRODUCTS_WISHLIST', JSON.stringify([{ productCode: a }, { productCode: b }]));
  asked = [];
  return { a, b, c };
}

test('R4.58 what a guest has marked is in the wishlist after a login, each product once, and no longer on the device', async () => {
  const { a, b, c } = await markedBefore();
  const { shop, queryClient, login } = open();
  await login.run(rasa);
  const list = queryClient.getQueryData(accountListQuery(shop).queryKey) ?? null;
  expect(wishedIn(list).map(({ productCode }) => productCode)).toEqual([a, b, c]);
  expect(localStorage.getItem('PRODUCTS_WISHLIST')).toBe('[]');
  expect((await shop.call('wishlists', {})).data.at(-1)).toEqual(list);
  expect(paths().filter((path) => path === `${lists}/merge`)).toHaveLength(1);
});

test('R4.59 a merge that fails keeps the guest’s list and stops no login', async () => {
  const { a, b } = await markedBefore();
  const { login } = open();
  fault = (path) =>
    path === `${lists}/merge`
      ? Promise.resolve(new Response('{}', { status: 500, headers: { 'X-Shop-Api': '2' } }))
      : undefined;
  expect(await login.run(rasa)).not.toBe(false);
  expect(readTokens().token).not.toBeNull();
  expect(JSON.parse(localStorage.getItem('PRODUCTS_WISHLIST') ?? '')).toEqual([
    { productCode: a },
    { productCode: b },
  ]);
});

test('R4.62 customer and wishlists are asked for side by side, the merge waits for the list, and the cart is taken from the customer', async () => {
  await markedBefore();
  const { login } = open();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  fault = (path, request) =>
    path === me || path === lists ? held.then(() => server.app.fetch(request, 'test')) : undefined;
  localStorage.setItem('CART_TOKEN', 'a'.repeat(32));
  const end = login.run(rasa);
  await vi.waitFor(() => expect(paths().toSorted()).toEqual(['/shop/authentication-token', me, lists]), {
    timeout: 10_000,
  });
  expect(localStorage.getItem('CART_TOKEN')).toBe('a'.repeat(32));
  release();
  expect(await end).not.toBe(false);
  expect(paths().at(-1)).toBe(`${lists}/merge`);
  expect(localStorage.getItem('CART_TOKEN')).toBeNull();
});

test('ACC-07 the link of a confirming letter that was followed here goes once more with the sign-in, until the shop has heard of it', async () => {
  const path = '/shop/account-verification-requests/link-of-a-letter';
  const sent = () => asked.filter((one) => one.path === path);
  keepFollowedLink('link-of-a-letter');
  // Nobody is kept from signing in by it.
  fault = (to) => (to === path ? Promise.reject(new TypeError('Failed to fetch')) : undefined);
  await signedIn();
  const done = { status: 202, headers: { [header.marker]: '2' } };
  fault = (to) => (to === path ? Promise.resolve(new Response(null, done)) : undefined);
  const { login, logout } = open();
  for (let round = 0; round < 2; round += 1) {
    await logout.run();
    expect(await login.run(rasa)).not.toBe(false);
  }
  expect(sent()).toHaveLength(1);
  expect(sent()[0]).toMatchObject({
    authorization: expect.stringMatching(/^Bearer /) as string,
    body: '{"token":"link-of-a-letter"}',
  });
});

test('R5.37 a guest who has marked nothing signs in without a merge', async () => {
  const { login } = open();
  await login.run(rasa);
  expect(paths()).toContain(lists);
  expect(paths()).not.toContain(`${lists}/merge`);
});

test('who signs in does not meet what the device had kept of somebody else', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const kept = openDeviceStore<string>('arimas-own');
  await kept.setItem('query', 'of somebody else');
  const { shop, queryClient, login } = open();
  const { queryKey } = accountListQuery(shop);
  const theirs: Wishlist = { token: 'b'.repeat(32), wishlistProducts: [] };
  queryClient.getQueryCache().build(queryClient, queryClient.defaultQueryOptions(accountListQuery(shop)));
  queryClient.setQueryData(queryKey, theirs);
  await login.run(rasa);
  expect(await kept.entries()).toEqual([]);
  expect(queryClient.getQueryData(queryKey)?.token).not.toBe(theirs.token);
});

test('R4.73 without a stored refresh token a refresh is false and asks nobody', async () => {
  const { refreshToken } = open();
  expect(await refreshToken.run()).toBe(false);
  expect(asked).toEqual([]);
});

test('R4.74 a refresh clears the current token before it posts, and stores the new pair', async () => {
  const { refreshToken } = await signedIn();
  const before = readTokens();
  let during: unknown;
  fault = () => {
    during = localStorage.getItem('AUTH_TOKEN');
    return undefined;
  };
  expect(await refreshToken.run()).toBe(true);
  expect(asked).toEqual([
    { path: refreshPath, authorization: null, body: JSON.stringify({ refreshToken: before.refreshToken }) },
  ]);
  expect(during).toBeNull();
  const after = readTokens();
  expect(after.refreshToken).not.toBe(before.refreshToken);
  expect(after.token).not.toBeNull();
});

test('R7.08 a 401 that stays is asked about twice, with one refresh, and reaches the caller', async () => {
  const { shop } = await signedIn();
  fault = (path, request) => {
    if (path === me) request.headers.set('authorization', 'Bearer broken');
    return request;
  };
  await expect(shop.call('customer', {})).rejects.toMatchObject({ kind: 'refused', status: 401 });
  expect(paths()).toEqual([me, refreshPath, me]);
});

test('R7.09 five calls at once that all meet 401 share one refresh and are asked again with its token', async () => {
  const { shop } = await signedIn();
  server.clock.at = new Date(Date.now() + 11 * 60_000);
  const answers = await Promise.all(Array.from({ length: 5 }, () => shop.call('customer', {})));
  expect(answers.map(({ data }) => data[0]?.email)).toEqual(Array.from({ length: 5 }, () => rasa.email));
  expect(paths().filter((path) => path === refreshPath)).toHaveLength(1);
  const { token } = readTokens();
  expect(asked.slice(-5).map(({ authorization }) => authorization)).toEqual(
    Array.from({ length: 5 }, () => `Bearer ${token}`),
  );
});

test('R7.10 a 401 of an older token that comes after the refresh is asked again without another one', async () => {
  const { shop } = await signedIn();
  server.clock.at = new Date(Date.now() + 11 * 60_000);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  fault = (path, request) => {
    if (path !== me || asked.filter((one) => one.path === me).length > 1) return undefined;
    return held.then(() => server.app.fetch(request, 'test'));
  };
  const slow = shop.call('customer', {});
  await shop.call('customer', {});
  release();
  await slow;
  expect(paths().filter((path) => path === refreshPath)).toHaveLength(1);
});

test('R7.12 R7.04 a call that is asked again after a refresh is the same but for its bearer', async () => {
  const { shop } = await signedIn();
  server.clock.at = new Date(Date.now() + 11 * 60_000);
  const sent: Request[] = [];
  fault = (path, request) => {
    if (path === '/shop/wishlists') sent.push(request.clone());
    return undefined;
  };
  const before = readTokens().token;
  const idempotencyKey = crypto.randomUUID();
  await shop.call('addWished', { body: { products: [{ productCode: 'DS1001' }] }, idempotencyKey });
  const told = await Promise.all(
    sent.map(async (request) => ({
      method: request.method,
      body: await request.text(),
      headers: [...request.headers].filter(([name]) => name !== 'authorization'),
    })),
  );
  expect(told).toHaveLength(2);
  expect(told[1]).toEqual(told[0]);
  expect(told[0]).toMatchObject({ method: 'POST', body: '{"products":[{"productCode":"DS1001"}]}' });
  expect(new Map(told[0]?.headers).get('idempotency-key')).toBe(idempotencyKey);
  expect(sent.map((request) => request.headers.get('authorization'))).toEqual([
    `Bearer ${before}`,
    `Bearer ${readTokens().token}`,
  ]);
});

test('R7.14 a 401 of the sign-up starts no refresh, one of the customer does', async () => {
  const { shop } = await signedIn();
  fault = (path) =>
    ['/shop/customers', me].includes(path)
      ? Promise.resolve(
          Response.json(
            { code: 401, errorCode: 'auth.required', message: 'No' },
            {
              status: 401,
              headers: { 'X-Shop-Api': '2' },
            },
          ),
        )
      : undefined;
  await expect(
    shop.call('signUp', {
      body: {
        email: 'ona@new.example',
        password: 'Slapta-12',
        repeatPassword: 'Slapta-12',
        acceptedPrivacyPolicy: true,
        acceptedTermsAndConditions: true,
      },
      idempotencyKey: crypto.randomUUID(),
    }),
  ).rejects.toMatchObject({ status: 401 });
  expect(paths()).toEqual(['/shop/customers']);
  asked = [];
  await expect(shop.call('customer', {})).rejects.toMatchObject({ status: 401 });
  expect(paths()).toEqual([me, refreshPath, me]);
});

test('R7.13 R7.15 a 401 of the login and of the refresh itself starts no refresh', async () => {
  const { shop, login, refreshToken } = await signedIn();
  await login.run({ ...rasa, password: 'wrong' });
  expect(paths()).toEqual(['/shop/authentication-token']);
  asked = [];
  await shop.call('refreshSession', { body: { refreshToken: 'unknown' } }).catch(() => undefined);
  expect(paths()).toEqual([refreshPath]);
  asked = [];
  writeTokens({ refreshToken: 'unknown' });
  await refreshToken.run();
  expect(paths()).toEqual([refreshPath]);
});

test('who listens too late for the end of a sign-in still hears of it, once', async () => {
  onSessionLost(() => undefined)();
  loseSession();
  let told = 0;
  const off = [onSessionLost(() => (told += 1)), onSessionLost(() => (told += 1))];
  expect(told).toBe(1);
  for (const end of off) end();
});

test('a refresh that the shop refuses ends the sign-in on this device, once for all who asked', async () => {
  // What earlier tests have lost unheard is none of this one's.
  onSessionLost(() => undefined)();
  for (const late of [false, true]) {
    const { shop } = await signedIn();
    let told = 0;
    const off = onSessionLost(() => (told += 1));
    await server.database.pool.query('update customer_session set revoked_at = now()');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The second 401 comes while the refresh is on its way, or after it has failed.
    fault = (path, request) =>
      late && path === me && paths().filter((one) => one === me).length > 1
        ? held.then(() => server.app.fetch(request, 'test'))
        : undefined;
    const first = shop.call('customer', {});
    const second = shop.call('customer', {}).catch((error: unknown) => error);
    await expect(first).rejects.toMatchObject({ kind: 'session lost', status: 401 });
    release();
    expect(await second).toMatchObject({ kind: 'session lost', status: 401 });
    expect(told).toBe(1);
    expect(readTokens()).toEqual({ token: null, refreshToken: null });
    fault = undefined;
    off();
  }
});

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a network’s own page', () => Promise.resolve(new Response('<html>', { status: 200 }))],
  ['a gate’s own 401', () => Promise.resolve(new Response('{}', { status: 401 }))],
  [
    'a fault of the shop',
    () => Promise.resolve(new Response('{}', { status: 500, headers: { 'X-Shop-Api': '2' } })),
  ],
  [
    'too many calls',
    () => Promise.resolve(new Response('{}', { status: 429, headers: { 'X-Shop-Api': '2' } })),
  ],
])('%s during a refresh signs nobody out, and the next call refreshes first', async (_, answer) => {
  const { shop } = await signedIn();
  const { refreshToken } = readTokens();
  server.clock.at = new Date(Date.now() + 11 * 60_000);
  fault = (path) => (path === refreshPath ? answer() : undefined);
  await expect(shop.call('customer', {})).rejects.toMatchObject({
    kind: expect.stringMatching(/unreachable|refused/) as string,
  });
  expect(readTokens().refreshToken).toBe(refreshToken);
  fault = undefined;
  asked = [];
  expect((await shop.call('customer', {})).data[0]?.email).toBe(rasa.email);
  expect(paths()).toEqual([refreshPath, me]);
});

test('a guest’s call carries no bearer and a 401 of it asks for no refresh', async () => {
  const { shop } = open();
  await expect(shop.call('customer', {})).rejects.toMatchObject({
    kind: 'refused',
    status: 401,
    errorCode: 'auth.required',
  });
  expect(asked).toEqual([{ path: me, authorization: null, body: '' }]);
});

test('public calls carry no bearer', async () => {
  const { shop } = await signedIn();
  await shop.call('pickupPoints', { query: { shippingMethod: 'LOCKER_SIUNTUKAS' } });
  expect(asked[0]?.authorization).toBeNull();
});

test('a log out forgets the person here and at the shop, and writes when', async () => {
  const { shop, queryClient, logout } = await signedIn();
  const { token, refreshToken } = readTokens();
  localStorage.setItem('CART_TOKEN', 'a'.repeat(32));
  localStorage.setItem(userKeyKey, 'a'.repeat(64));
  expect(await logout.run()).toBe(true);
  for (const key of ['AUTH_TOKEN', 'AUTH_REFRESH_TOKEN', 'CART_TOKEN', userKeyKey])
    expect([key, localStorage.getItem(key)]).toEqual([key, null]);
  expect(Math.abs(Date.parse(localStorage.getItem(logoutAtKey) ?? '') - Date.now())).toBeLessThan(5_000);
  expect(queryClient.getQueryData(sessionQueries.customer(shop).queryKey)).toBeUndefined();
  writeTokens({ token, refreshToken });
  await expect(shop.call('customer', {})).rejects.toMatchObject({ kind: 'session lost' });
});

test('a log out without a connection is one on this device', async () => {
  const { logout } = await signedIn();
  fault = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await logout.run()).toBe(true);
  expect(readTokens()).toEqual({ token: null, refreshToken: null });
});

test('R0.28 a cart that the shop answers after its customer has left does not come in front of the next person', async () => {
  const { shop, queryClient, logout } = await signedIn();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let hasAnswered = false;
  const late = async (request: Request) => {
    const answer = await server.app.fetch(request, 'test');
    hasAnswered = true;
    await held;
    return answer;
  };
  fault = (path, request) => (path === '/shop/orders' ? late(request) : undefined);
  const pressed = shop
    .call('pickUpCart', {
      body: { localeCode: 'en', tokenValue: newCartToken() },
      idempotencyKey: crypto.randomUUID(),
    })
    .then((order) => takeCart({ shop, queryClient }, order));
  await expect.poll(() => hasAnswered).toBe(true);
  await logout.run();
  release();
  await expect(pressed).rejects.toMatchObject({ kind: 'session lost' });
  expect(readCartToken()).toBeNull();
});
