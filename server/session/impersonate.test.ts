/** A shopkeeper acts for a customer (contract 4.13): let in by a command alone, with less than the customer may, on record. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChannelDirectory } from '#server/channels/channel-directory.ts';
import { callsAs, people, signInPeople } from '#tests/server/test-people.ts';
import { CommandError } from '#server/jobs/command-error.ts';
import { addressToActAs } from '#server/jobs/shop-commands.ts';
import {
  cartWith,
  consents,
  openTestShop,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';
import { actingLifetime } from './impersonate.ts';

let shop: TestShop;
let bearer: string;
let id: number;
const act = async (given: { email?: string; channelCode?: string } = {}) => {
  const directory = await openChannelDirectory(shop.database.db, {
    channelByHost: {},
    channelCode: undefined,
    activeLocales: ['lt'],
  });
  const address = await addressToActAs(shop.orders.mail, {
    email: people.rasa.email,
    actor: 'Keeper',
    directory,
    origin: 'https://shop.example',
    ...given,
  });
  const text = Buffer.from(new URL(address).searchParams.get('x-auth') ?? '', 'base64url').toString();
  return { address, token: (JSON.parse(text) as { token: string }).token };
};
const send = <T = Record<string, unknown>>(method: string, path: string, body?: unknown, token = bearer) =>
  callsAs(shop, token)<T>(method, path, body);
beforeAll(async () => {
  shop = await openTestShop();
  bearer = (await act()).token;
  id = (await signInPeople(shop)).rasa.id;
}, 60_000);
afterAll(() => shop.close());

test('the command prints an address with a token that says what it was made for, for half an hour', async () => {
  const { address, token } = await act({ email: ' Rasa.Demo@Example.com' });
  expect(address).toMatch(/^https:\/\/shop\.example\/\?x-auth=[\w-]+$/);
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    [name: string]: unknown;
  };
  expect(claims).toMatchObject({ sub: String(id), actor: 'Keeper', imp: expect.stringMatching(/.+/) });
  expect(Number(claims['exp']) - Number(claims['iat'])).toBe(actingLifetime / 1000);
  expect((await send('GET', '/shop/customers/me', undefined, token)).status).toBe(200);
  shop.clock.at = new Date(Date.now() + actingLifetime + 1000);
  try {
    expect((await send('GET', '/shop/customers/me', undefined, token)).status).toBe(401);
  } finally {
    shop.clock.at = null;
  }
  await expect(act({ email: 'nobody@example.com' })).rejects.toThrow(CommandError);
  await expect(act({ channelCode: 'none' })).rejects.toThrow(CommandError);
  // Good in the channel it was made for, as every token.
  const elsewhere = (await act({ channelCode: 'business' })).token;
  expect((await send('GET', '/shop/customers/me', undefined, elsewhere)).status).toBe(401);
});

test("the customer's own sign-in makes no such token", async () => {
  const { body } = await shop.call<{ token: string }>('POST', '/shop/authentication-token', people.rasa);
  const claims = Buffer.from(body.token.split('.')[1] ?? '', 'base64url').toString();
  expect(claims).not.toMatch(/"imp"|"actor"/);
});

test("password and the end of the account are the customer's alone", async () => {
  const password = { currentPassword: 'x', newPassword: 'Slapta-123', confirmNewPassword: 'Slapta-123' };
  for (const [method, path, body] of [
    ['PUT', `/shop/customers/${String(id)}/password`, password],
    ['POST', '/shop/user/account-remove', {}],
    ['GET', '/shop/user/cancel-account-remove?accountDeletionToken=x', undefined],
    ['PATCH', '/shop/reset-password-requests/x', { newPassword: 'a', confirmNewPassword: 'a' }],
  ] as const)
    expect(await send(method, path, body)).toMatchObject({
      status: 403,
      body: { errorCode: 'impersonation.forbidden' },
    });
  expect((await send('PUT', `/shop/customers/${String(id)}`, { firstName: 'Rasa' })).status).toBe(200);
});

test('an order says who placed it, and each change who made it', async () => {
  const { code } = await sellableVariant(shop);
  const cart = await cartWith(shop, code);
  const path = `/shop/orders/${cart.tokenValue}`;
  await shop.database.pool.query('delete from audit');
  const steps = [
    [
      'PUT',
      path,
      {
        email: people.rasa.email,
        contact: { firstName: 'Rasa', lastName: 'Rasaitė', phoneNumber: '+37061234567' },
      },
    ],
    ['PUT', path, { email: people.rasa.email }],
  ] as const;
  for (const [method, at, body] of steps) expect((await send(method, at, body)).status).toBe(200);
  expect((await send('GET', path)).status).toBe(200);
  const { rows } = await shop.database.pool.query<{ data: Record<string, unknown> }>(
    `select data from audit where action = 'impersonation.call' order by id`,
  );
  expect(rows.map(({ data }) => data)).toEqual(
    steps.map(() => ({ actor: 'Keeper', customerId: id, call: 'CHK-01', imp: expect.any(String) as string })),
  );
  const own = { ...shop, send };
  const ready = await readyToPay(own as unknown as TestShop, cart);
  const placed = await send('PATCH', `/shop/orders/${ready.tokenValue}/complete`, consents);
  expect(placed.status).toBe(200);
  const { rows: orders } = await shop.database.pool.query<{ placed_by: string | null }>(
    'select placed_by from "order" where token = $1',
    [cart.tokenValue],
  );
  expect(orders).toEqual([{ placed_by: 'Keeper' }]);
});
