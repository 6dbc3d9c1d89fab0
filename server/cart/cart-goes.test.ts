/** A cart that goes (CART-18, a sign-in, its expiry) while a call that has found it reads it (contract 1.6, 1.11). */
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { expireCarts } from '#server/jobs/run-due.ts';
import {
  goods,
  ofCustomer,
  openShopOfFile,
  placeIntent,
  rasaWithNoCart,
  shop,
} from '#tests/server/shop-of-file.ts';
import { cartWith, deviceToken, intentOf } from '#tests/server/test-shop.ts';

openShopOfFile();

type Body = Partial<Order> & { errorCode?: string };
type Query = (text: string, values?: unknown[]) => Promise<unknown>;

/** Runs `call` until it waits for what `hold` has locked, then `meanwhile`, and lets it go on. */
async function between<T>(
  hold: string,
  values: unknown[],
  call: () => Promise<T>,
  meanwhile: (query: Query) => Promise<unknown>,
): Promise<T> {
  const holder = await shop.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(hold, values);
    const answer = call();
    await vi.waitFor(async () => {
      const waiting = await shop.database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting.rowCount).toBe(1);
    }, 4_000);
    await meanwhile((text, given) => holder.query(text, given));
    await holder.query('commit');
    return await answer;
  } finally {
    holder.release();
  }
}
/** The order is found without this table, and read with it. */
const whileRead = 'lock table adjustment in access exclusive mode';
const row = 'select 1 from "order" where token = $1 for update';
const cleared = (token: string) => (query: Query) => query('delete from "order" where token = $1', [token]);
/** As a sign-in does it with a guest's cart. */
const merged = (token: string, into: string, customerId: number) => async (query: Query) => {
  await query(
    `insert into order_alias (token, order_id, customer_id)
     select $1, id, $3 from "order" where token = $2`,
    [token, into, customerId],
  );
  await cleared(token)(query);
};

const reads = ['', '/gifts', '/shipping-plans', '/warehouses'];

test.each(reads)(
  'GET …/{token}%s of a cart that is cleared meanwhile tells that there is none',
  async (at) => {
    const { tokenValue } = await cartWith(shop, goods.code);
    const read = () => shop.call<Body>('GET', `/shop/orders/${tokenValue}${at}`);
    expect(await between(whileRead, [], read, cleared(tokenValue))).toMatchObject({
      status: 404,
      body: { errorCode: 'order.not_found' },
    });
  },
);

test('of a cart that goes into an account meanwhile the guest is told so, and its owner reads the one it went into', async () => {
  const { id, bearer } = await rasaWithNoCart();
  const own = await ofCustomer(id);
  const reading = async (headers: Record<string, string>) => {
    const { tokenValue } = await cartWith(shop, goods.code);
    return between(
      whileRead,
      [],
      () => shop.call<Body>('GET', `/shop/orders/${tokenValue}`, undefined, headers),
      merged(tokenValue, own, id),
    );
  };
  expect(await reading({})).toMatchObject({ status: 404, body: { errorCode: 'cart.claimed' } });
  expect(await reading({ Authorization: `Bearer ${bearer}` })).toMatchObject({
    status: 200,
    body: { tokenValue: own, items: [{ quantity: 3 }] },
  });
});

test('CART-18 a device that holds a copy of an emptied cart, under whichever of its names, is told that it was emptied', async () => {
  const { bearer } = await rasaWithNoCart();
  const signedIn = { Authorization: `Bearer ${bearer}` };
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    shop.call<Body>(method, `/shop/orders${path}`, body, {
      'Idempotency-Key': randomUUID(),
      ...signedIn,
      ...headers,
    });
  const names = [deviceToken(), deviceToken()];
  const add = (name: string) =>
    call('POST', `/${name}/items`, { productVariantCode: goods.code, quantity: 1 });
  await call('POST', '', { tokenValue: names[0] });
  await add(names[0] ?? '');
  await call('POST', '', { tokenValue: names[1] });
  expect((await add(names[1] ?? '')).body.items).toMatchObject([{ quantity: 2 }]);
  expect((await call('DELETE', `/${names[0]}`)).status).toBe(204);
  const emptied = { status: 404, body: { errorCode: 'cart.emptied' } };
  for (const name of names) {
    expect(await call('GET', `/${name}`)).toMatchObject(emptied);
    expect(await add(name)).toMatchObject(emptied);
    expect(await call('POST', `/${name}/recover`)).toMatchObject({
      status: 404,
      body: { errorCode: 'cart.recover_gone' },
    });
    // It is gone, as was asked.
    expect((await call('DELETE', `/${name}`)).status).toBe(204);
  }
  // Whoever knows the token begins no cart that its owner would find as theirs.
  expect(await shop.call('POST', '/shop/orders', { tokenValue: names[1] })).toMatchObject({
    status: 409,
    body: { errorCode: 'cart.token_taken' },
  });
  expect(await call('GET', `/${names[1]}`)).toMatchObject(emptied);
  // An expired one, and one that never was, are made anew by the device.
  expect(await call('GET', `/${deviceToken()}`)).toMatchObject({ body: { errorCode: 'order.not_found' } });
  expect((await call('POST', '', { tokenValue: names[1] })).status).toBe(201);
  expect((await call('GET', `/${names[1]}`)).status).toBe(200);
  const after = (days: number) => ({
    ...shop.orders.mail,
    now: () => new Date(Date.now() + days * 24 * 60 * 60 * 1000),
  });
  // Begun once more, this one was not emptied: it is over when its time is.
  await expireCarts(after(399));
  expect(await call('GET', `/${names[1]}`)).toMatchObject({ body: { errorCode: 'order.not_found' } });
  expect(await call('GET', `/${names[0]}`)).toMatchObject(emptied);
  await expireCarts(after(401));
  expect(await call('GET', `/${names[0]}`)).toMatchObject({ body: { errorCode: 'order.not_found' } });
});

test.each([
  ['begun', 201, {}],
  ['named another name of the customer’s', 200, { isSignedIn: true }],
] as const)(
  'CART-01 a cart that is %s with the token of an emptied one, and expires, is told of as expired',
  async (_how, status, { isSignedIn = false }: { isSignedIn?: boolean }) => {
    const { tokenValue } = await cartWith(shop, goods.code);
    const path = `/shop/orders/${tokenValue}`;
    expect((await shop.call('DELETE', path)).status).toBe(204);
    const { bearer, id } = await rasaWithNoCart();
    if (isSignedIn) await ofCustomer(id);
    const headers = isSignedIn ? { Authorization: `Bearer ${bearer}` } : {};
    const read = () => shop.call<Body>('GET', path, undefined, headers);
    expect(await read()).toMatchObject({ body: { errorCode: 'cart.emptied' } });
    expect((await shop.call('POST', '/shop/orders', { tokenValue }, headers)).status).toBe(status);
    expect((await read()).status).toBe(200);
    const late = () => new Date(Date.now() + 91 * 24 * 60 * 60 * 1000);
    await expireCarts({ ...shop.orders.mail, now: late });
    expect(await read()).toMatchObject({ status: 404, body: { errorCode: 'order.not_found' } });
  },
);

test('a repeat for a cart that is cleared meanwhile tells that there is none', async () => {
  const { tokenValue } = await cartWith(shop, goods.code);
  const key = randomUUID();
  const add = () =>
    shop.call<Body>(
      'POST',
      `/shop/orders/${tokenValue}/items`,
      { productVariantCode: goods.code, quantity: 1 },
      { 'Idempotency-Key': key },
    );
  expect((await add()).status).toBe(201);
  expect(await between(whileRead, [], add, cleared(tokenValue))).toMatchObject({
    status: 404,
    body: { errorCode: 'order.not_found' },
  });
});

test('CART-01 a cart that is cleared while it is picked up is begun anew', async () => {
  const { tokenValue } = await cartWith(shop, goods.code);
  const pickUp = () =>
    shop.call<Body>('POST', '/shop/orders', { tokenValue }, { 'Idempotency-Key': randomUUID() });
  const answer = await between(row, [tokenValue], pickUp, cleared(tokenValue));
  expect(answer).toMatchObject({ status: 201, body: { tokenValue, items: [] } });
  expect((await shop.call<Body>('GET', `/shop/orders/${tokenValue}`)).body.items).toEqual([]);
});

test('CART-01 signed in, a cart that is cleared while it is picked up is not named by the token of a new one', async () => {
  const { id, bearer } = await rasaWithNoCart();
  const own = await ofCustomer(id);
  const tokenValue = deviceToken();
  const pickUp = () =>
    shop.call<Body>(
      'POST',
      '/shop/orders',
      { tokenValue },
      { 'Idempotency-Key': randomUUID(), Authorization: `Bearer ${bearer}` },
    );
  expect(await between(row, [own], pickUp, cleared(own))).toMatchObject({
    status: 201,
    body: { tokenValue, items: [] },
  });
});

test('CHK-19 the token of a cart that is cleared meanwhile is free for the order', async () => {
  const { tokenValue } = await cartWith(shop, goods.code);
  const intent = intentOf([{ productVariantCode: goods.code, quantity: 1 }], goods.price + 499, {
    tokenValue,
  });
  const answer = await between(row, [tokenValue], () => placeIntent<Body>(intent), cleared(tokenValue));
  expect(answer).toMatchObject({ status: 201, body: { tokenValue, state: 'new' } });
});
