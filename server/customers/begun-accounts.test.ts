/** Accounts that somebody begins with the e-mail of somebody else (T11; contract ACC-05 to ACC-09, 5.9). */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { mailPause } from '#server/accounts/account-tokens.ts';
import { complete, goods, openShopOfFile, shop } from '#tests/server/shop-of-file.ts';
import { sendDue } from '#tests/server/test-letters.ts';
import { callsAs, firm, newcomer, people } from '#tests/server/test-people.ts';
import { address, cartWith, jonas, readyToPay } from '#tests/server/test-shop.ts';

openShopOfFile();

const { email } = newcomer;
const owner = { email, password: newcomer.password };
const stranger = { email, password: 'Svetimas-1' };
const chosen = { email, password: 'Pasirinktas-9' };

beforeEach(async () => {
  shop.clock.at = null;
  await shop.database.pool.query(
    `delete from mail_outbox; delete from account_token; delete from rate_limit; delete from stock_request; delete from newsletter_subscriber; delete from "order" where lower(email) = '${email}';
     delete from customer where email_key = '${email}'`,
  );
});

const signUp = ({ password }: { password: string }, more: object = {}, query = '') =>
  shop.send('POST', `/shop/customers${query}`, { ...newcomer, password, repeatPassword: password, ...more });
const signIn = (given: { email: string; password: string }) =>
  shop.call<{ token: string; errorCode: string }>('POST', '/shop/authentication-token', given);
const follow = (token: string | undefined, bearer?: string) => {
  const path = `/shop/account-verification-requests/${token ?? ''}`;
  const headers = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
  const key = { 'Idempotency-Key': randomUUID() };
  return shop.call<{ used?: true; errorCode?: string }>('PATCH', path, { token }, { ...key, ...headers });
};
const choose = (token: string | undefined) =>
  shop.send('PATCH', `/shop/reset-password-requests/${token ?? ''}`, {
    newPassword: chosen.password,
    confirmNewPassword: chosen.password,
  });
/** The links of the letters that are due now, in their order. */
const links = async () =>
  (await sendDue(shop)).map(({ text, subject }) => ({
    subject,
    confirms: /verify-account\?token=([\w-]+)/.exec(text)?.[1],
    chooses: /reset-password\/([\w-]+)/.exec(text)?.[1],
  }));
/** An order that the owner of the address has placed as a guest; nothing is left of its letter. */
async function guestOrder(): Promise<string> {
  const ready = await readyToPay(shop, await cartWith(shop, goods.code));
  await shop.send('PUT', `/shop/orders/${ready.tokenValue}`, { email });
  expect((await complete(ready)).status).toBe(200);
  await shop.database.pool.query('delete from mail_outbox');
  return ready.tokenValue;
}
/** Tokens of the orders that a sign-in lists. */
async function ordersOf(given: { email: string; password: string }): Promise<string[]> {
  const { status, body } = await signIn(given);
  expect(status).toBe(200);
  const list = await callsAs(shop, body.token)<{ data: { tokenValue: string }[] }>('GET', '/shop/orders');
  return list.body.data.map(({ tokenValue }) => tokenValue);
}
const customer = async () =>
  (
    await shop.database.pool.query<Record<string, unknown>>(
      `select first_name, phone_number, company, sign_up_order_id, consents, subscribed_to_newsletter
         from customer where email_key = $1`,
      [email],
    )
  ).rows[0];

test('T11 ACC-05 ACC-07 who signs up with an address that a stranger has begun chooses the password: no click on the letter of the stranger lets them in', async () => {
  const order = await guestOrder();
  const evil = await cartWith(shop, goods.code, 2);
  const typed = { firstName: 'Vagis', phoneNumber: '+37060000001', ...firm, subscribedToNewsletter: true };
  await signUp(stranger, typed, `?orderToken=${evil.tokenValue}`);
  expect((await signUp(owner)).status).toBe(201);
  const [first, second, ...others] = await links();
  expect([first?.subject, second?.subject, others]).toEqual([
    'Confirm your email',
    'Confirm your email with a new password',
    [],
  ]);
  expect([second?.confirms, second?.chooses]).toEqual([undefined, expect.stringMatching(/^[\w-]{43}$/)]);

  expect(await follow(first?.confirms)).toMatchObject({
    status: 422,
    body: { errorCode: 'verification.invalid' },
  });
  expect((await signIn(stranger)).status).toBe(423);

  expect((await choose(second?.chooses)).status).toBe(202);
  for (const before of [stranger, owner]) expect((await signIn(before)).status).toBe(401);
  expect(await ordersOf(chosen)).toEqual([order]);
  // Nor does anything that the stranger has typed stay, or wait for the first sign-in.
  expect(await customer()).toEqual({
    first_name: null,
    phone_number: null,
    company: null,
    sign_up_order_id: null,
    consents: null,
    subscribed_to_newsletter: false,
  });
  expect((await shop.call('GET', `/shop/orders/${evil.tokenValue}`)).status).toBe(200);
});

test('T11 ACC-06 a stranger who signs up after the owner does not get the account by a link either: it, and each later one, chooses a password', async () => {
  shop.clock.at = new Date();
  await signUp(owner);
  await signUp(stranger);
  const [first, second] = await links();
  expect((await follow(first?.confirms)).status).toBe(422);
  expect(second?.chooses).toBeDefined();
  // Asked for by the page, and by a sign-in with the password that the account has.
  const ask = () => shop.call('POST', '/shop/account-verification-requests', { email });
  for (const again of [ask, () => signIn(owner)]) {
    shop.clock.at = new Date(shop.clock.at.getTime() + mailPause + 1000);
    await again();
    await expect
      .poll(async () => (await links()).map((one) => [one.confirms, typeof one.chooses]))
      .toEqual([[undefined, 'string']]);
  }
  expect((await choose(second?.chooses)).status).toBe(202);
  expect((await signIn(chosen)).status).toBe(200);
});

test('T11 ACC-07 a click on the letter of an account that a stranger has begun brings no earlier order into it; a password that its reader chooses does', async () => {
  const order = await guestOrder();
  await signUp(stranger);
  const [letter] = await links();
  expect((await follow(letter?.confirms)).status).toBe(202);
  expect(await ordersOf(stranger)).toEqual([]);
  const { body: session } = await signIn(stranger);

  await shop.call('POST', '/shop/reset-password-requests', { email, locale: 'en' });
  const sent = { link: '' };
  await expect
    .poll(async () => (sent.link = (await links()).find(({ chooses }) => chooses)?.chooses ?? ''))
    .not.toBe('');
  expect((await choose(sent.link)).status).toBe(202);
  expect((await callsAs(shop, session.token)('GET', '/shop/orders')).status).toBe(401);
  expect((await signIn(stranger)).status).toBe(401);
  expect(await ordersOf(chosen)).toEqual([order]);
});

test('ACC-07 followed by who is signed in to its account, the link brings earlier orders, and no others', async () => {
  shop.clock.at = new Date();
  const order = await guestOrder();
  await signUp(owner);
  const [letter] = await links();
  expect((await follow(letter?.confirms)).status).toBe(202);
  shop.clock.at = new Date(shop.clock.at.getTime() + 60_000);
  // What a guest orders with the address of an account is not the account's (contract 5.9).
  const later = await guestOrder();

  const { body: other } = await signIn(people.ivan);
  expect(await follow(letter?.confirms, other.token)).toMatchObject({ status: 202, body: { used: true } });
  expect(await ordersOf(owner)).toEqual([]);
  const { body: session } = await signIn(owner);
  expect((await follow(letter?.confirms, session.token)).status).toBe(202);
  expect(await ordersOf(owner)).toEqual([order]);
  expect(await ordersOf(owner)).not.toContain(later);
  // Whoever had its link reads it as before.
  expect((await shop.call('GET', `/shop/orders/${order}`)).status).toBe(200);
});

test('a link of the letter that is over brings no orders any more', async () => {
  shop.clock.at = new Date();
  await guestOrder();
  await signUp(owner);
  const [letter] = await links();
  await follow(letter?.confirms);
  shop.clock.at = new Date(shop.clock.at.getTime() + 8 * 24 * 60 * 60 * 1000);
  const { body: late } = await signIn(owner);
  expect((await follow(letter?.confirms, late.token)).status).toBe(202);
  expect(await ordersOf(owner)).toEqual([]);
});

test('ACC-05 with the same password it is the same sign-up: the first letter stays good, and comes again once it may be lost', async () => {
  shop.clock.at = new Date();
  for (let round = 0; round < 3; round += 1) expect((await signUp(owner)).status).toBe(201);
  const [letter, ...others] = await links();
  expect(others).toEqual([]);
  shop.clock.at = new Date(shop.clock.at.getTime() + mailPause + 1000);
  await signUp(owner);
  expect(await links()).toMatchObject([{ subject: 'Confirm your email' }]);
  expect((await follow(letter?.confirms)).status).toBe(202);
  expect((await signIn(owner)).status).toBe(200);
});

test('of two sign-ups at once with different passwords neither is confirmed by a link', async () => {
  await Promise.all([signUp(owner), signUp(stranger)]);
  const sent = await links();
  expect(sent.map(({ subject }) => subject).toSorted((a, b) => a.length - b.length)).toEqual([
    'Confirm your email',
    'Confirm your email with a new password',
  ]);
  expect((await follow(sent.find(({ confirms }) => confirms)?.confirms)).status).toBe(422);
});

test('an account in use that nobody has confirmed keeps what is in it when somebody else signs up with its address', async () => {
  await shop.database.pool.query('update channel set account_verification_required = false');
  try {
    await signUp(owner, { firstName: 'Ona' });
    const { body } = await signIn(owner);
    const calls = callsAs(shop, body.token);
    expect((await calls('POST', '/shop/addresses', { ...address, ...jonas })).status).toBe(201);
    await signUp(stranger);
    const asked = await calls('GET', '/shop/customers/me');
    expect(asked.status).toBe(200);
    expect((await signIn(owner)).status).toBe(200);
    expect((await signIn(stranger)).status).toBe(401);
    const sent = await links();
    expect((await choose(sent.find(({ chooses }) => chooses)?.chooses)).status).toBe(202);
    expect(await customer()).toMatchObject({ first_name: 'Ona' });
  } finally {
    await shop.database.pool.query('update channel set account_verification_required = true');
  }
});

const sellOut = (code: string) =>
  shop.database.pool.query(
    `update stock set on_hand = 0, on_hold = 0 where variant_id = (select id from product_variant where code = $1)`,
    [code],
  );

/** What a stranger finds in the account that they began, once its reader has clicked on its letter. */
test('T11 STK-02 MSG-01 ACC-11 before the account is known to be the reader’s, it shows none of their requests and speaks for no letters', async () => {
  const goodsGone = 'DS1001A';
  await sellOut(goodsGone);
  const asked = { productVariantCode: goodsGone, email, acceptedPrivacyPolicy: true };
  expect((await shop.send('POST', '/shop/stock-requests', asked)).status).toBe(201);
  await shop.database.pool.query('delete from mail_outbox');
  await signUp(stranger);
  const [letter] = await links();
  expect((await follow(letter?.confirms)).status).toBe(202);
  const inside = callsAs(shop, (await signIn(stranger)).body.token);
  const requests = async (calls = inside) =>
    (await calls<{ data: unknown[] }>('GET', '/shop/stock-requests')).body.data.length;
  expect(await requests()).toBe(0);
  const subscribe = await inside('POST', '/shop/customers/subscribe-newsletter', { email });
  expect(subscribe).toMatchObject({ status: 200, body: { status: 'confirmation_sent' } });
  expect((await links()).map(({ subject }) => subject)).toEqual(['Confirm your newsletter subscription']);
  const { body } = await inside<{ data: { id: number }[] }>('GET', '/shop/customers/me');
  const profile = `/shop/customers/${body.data[0]?.id}`;
  expect(await inside('PUT', profile, { subscribedToNewsletter: true })).toMatchObject({
    status: 200,
    body: { subscribedToNewsletter: false },
  });
  // With the link and the password together all of it is theirs.
  expect((await follow(letter?.confirms, (await signIn(stranger)).body.token)).status).toBe(202);
  expect(await requests()).toBe(1);
  expect(await inside('PUT', profile, { subscribedToNewsletter: true })).toMatchObject({
    body: { subscribedToNewsletter: true },
  });
});

test('STK-02 what was asked for in an account is shown there before it is proven', async () => {
  const requested = { productVariantCode: 'DS1001A' };
  await sellOut('DS1001A');
  await signUp(owner);
  const [letter] = await links();
  await follow(letter?.confirms);
  const inside = callsAs(shop, (await signIn(owner)).body.token);
  expect((await inside('POST', '/shop/stock-requests', requested)).status).toBe(201);
  expect(await inside('GET', '/shop/stock-requests')).toMatchObject({ body: { data: [requested] } });
});
