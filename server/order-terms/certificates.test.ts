/** Goods of professional use and the certificate that their buyer gives (contract 5.7). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptCertificate } from '#server/jobs/account-commands.ts';
import { showOrder } from '#server/jobs/look-up-commands.ts';
import { callsAs, people, signInPeople } from '#tests/server/test-people.ts';
import { whileHeld } from '#tests/server/while-held.ts';
import {
  cartWith,
  consents,
  deviceToken,
  intentOf,
  openTestShop,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

const certificate = { number: 'AP-1234', holder: 'Rasa Ąžuolė', validUntil: '2035-05-10' };
let shop: TestShop;
let goods: { code: string; price: number };
let asRasa: ReturnType<typeof callsAs>;
let rasa: number;
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop);
  await shop.database.pool.query(
    'update product set professional_use = true where id = (select product_id from product_variant where code = $1)',
    [goods.code],
  );
  const signedIn = (await signInPeople(shop)).rasa;
  rasa = signedIn.id;
  asRasa = callsAs(shop, signedIn.bearer);
}, 60_000);
afterAll(() => shop.close());

const refused = {
  status: 422,
  body: { errorCode: 'cart.certificate_required' },
};
const give = (token: string, given: object | null) =>
  shop.send('PUT', `/shop/orders/${token}`, { certificate: given });
const complete = (token: string) => shop.send('PATCH', `/shop/orders/${token}/complete`, consents);

test('a guest puts them into a cart, and buys them with a certificate only', async () => {
  const cart = await readyToPay(shop, await cartWith(shop, goods.code));
  expect(cart.items[0]?.variant.product.professionalUse).toBe(true);
  expect(await complete(cart.tokenValue)).toMatchObject(refused);
  expect(await give(cart.tokenValue, certificate)).toMatchObject({ status: 200, body: { certificate } });
  // Taken back, and given again: the step of the checkout stays.
  expect((await give(cart.tokenValue, null)).body).not.toHaveProperty('certificate');
  expect(await complete(cart.tokenValue)).toMatchObject(refused);
  expect((await give(cart.tokenValue, certificate)).body.checkoutState).toBe('payment_selected');
  const placed = await complete(cart.tokenValue);
  expect(placed).toMatchObject({ status: 200, body: { certificate } });
  expect(await showOrder(shop.database, placed.body.number ?? '')).toContain(
    'Certificate given: AP-1234, Rasa Ąžuolė, until 2035-05-10',
  );
});

test.each([
  ['number', ''],
  ['number', 'A'],
  ['number', '---'],
  ['number', 'A'.repeat(41)],
  ['holder', ''],
  ['holder', 'R2'],
  ['holder', 'R'.repeat(121)],
  ['validUntil', ''],
  ['validUntil', '2020-01-01'],
  ['validUntil', '2035-02-30'],
  ['validUntil', '10.05.2035'],
  ['validUntil', '2999-01-01'],
])(
  'a certificate whose %s is "%s" is refused at its field, in a cart and in an intent',
  async (name, value) => {
    const cart = await cartWith(shop, goods.code);
    const told = {
      status: 422,
      body: { errorCode: 'address.invalid', violations: [{ propertyPath: `certificate.${name}` }] },
    };
    const wrong = { ...certificate, [name]: value };
    expect(await give(cart.tokenValue, wrong)).toMatchObject(told);
    const intent = intentOf([{ productVariantCode: goods.code, quantity: 1 }], 1_000_000);
    expect(
      await shop.call(
        'POST',
        '/shop/order-intents',
        { ...intent, certificate: wrong },
        { 'Idempotency-Key': deviceToken() },
      ),
    ).toMatchObject(told);
  },
);

test('a certificate that ends today counts through today, one that ended is none', async () => {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Vilnius' }).format(new Date());
  const cart = await readyToPay(shop, await cartWith(shop, goods.code));
  expect((await give(cart.tokenValue, { ...certificate, validUntil: today })).status).toBe(200);
  await shop.database.pool.query(
    `update "order" set certificate = jsonb_set(certificate, '{validUntil}', '"2020-01-01"') where token = $1`,
    [cart.tokenValue],
  );
  expect(await complete(cart.tokenValue)).toMatchObject(refused);
});

test('an order of an account leaves its certificate there; the next order needs none, and what the shop accepted stays', async () => {
  const intent = (more: object = {}) =>
    asRasa('POST', '/shop/order-intents', {
      ...intentOf([{ productVariantCode: goods.code, quantity: 1 }], 1_000_000),
      ...more,
    });
  const kept = async () => {
    const { body } = await asRasa<{ data: { certificate?: object }[] }>('GET', '/shop/customers/me');
    return body.data[0]?.certificate;
  };
  await shop.database.pool.query('update customer set certificate = null where email_key = $1', [
    people.rasa.email,
  ]);
  expect(await intent()).toMatchObject(refused);
  expect(await intent({ certificate })).toMatchObject({ status: 201, body: { certificate } });
  expect(await kept()).toEqual({ ...certificate, state: 'submitted' });
  expect(await intent()).toMatchObject({ status: 201 });
  const hands = { db: shop.database.db, now: () => new Date() };
  await acceptCertificate(hands, people.rasa.email, { ...certificate, number: 'AP-9' });
  expect((await intent({ certificate })).status).toBe(201);
  expect(await kept()).toEqual({ ...certificate, number: 'AP-9', state: 'accepted' });
  await shop.database.pool.query(
    `update customer set certificate = jsonb_set(certificate, '{validUntil}', '"2020-01-01"') where email_key = $1`,
    [people.rasa.email],
  );
  expect(await kept()).toMatchObject({ state: 'expired' });
  expect(await intent()).toMatchObject(refused);
});

/** A cart of rasa at its last step, with a certificate. */
async function ready(): Promise<string> {
  const { tokenValue } = await readyToPay(shop, await cartWith(shop, goods.code));
  expect((await give(tokenValue, certificate)).status).toBe(200);
  await shop.database.pool.query('update "order" set customer_id = $2 where token = $1', [tokenValue, rasa]);
  return tokenValue;
}
const keptNumber = async () =>
  (
    await shop.database.pool.query<{ number: string }>(
      `select certificate->>'number' as number from customer where id = $1`,
      [rasa],
    )
  ).rows[0]?.number;

test.each([
  ['CHK-12', (tokenValue: string) => asRasa('PATCH', `/shop/orders/${tokenValue}/complete`, consents)],
  [
    'CHK-19',
    (tokenValue: string) =>
      asRasa('POST', '/shop/order-intents', {
        ...intentOf([{ productVariantCode: goods.code, quantity: 1 }], 1_000_000, { tokenValue }),
        certificate,
      }),
  ],
])(
  '%s with a certificate waits for whoever holds its account before it holds cart and goods, and the account keeps it',
  async (_, place) => {
    await shop.database.pool.query('update customer set certificate = null where id = $1', [rasa]);
    const tokenValue = await ready();
    const placed = await whileHeld(
      shop.database.pool,
      ['select 1 from customer where id = $1 for no key update', [rasa]],
      [
        `with goods as (select 1 from stock where variant_id = (select id from product_variant where code = $2) for update nowait)
         select 1 from "order", goods where token = $1 for update of "order" nowait`,
        [tokenValue, goods.code],
      ],
      () => place(tokenValue),
    );
    expect(placed).toMatchObject({ body: { state: 'new', certificate } });
    expect(await keptNumber()).toBe(certificate.number);
  },
);

test('an order whose certificate comes at the last moment waits for nobody with its goods in hand, and the certificate stands in it', async () => {
  const { pool } = shop.database;
  await pool.query('update customer set certificate = null where id = $1', [rasa]);
  const tokenValue = await ready();
  await pool.query('update "order" set certificate = null where token = $1', [tokenValue]);
  const claim = await pool.connect();
  try {
    await claim.query('begin');
    await claim.query('select 1 from customer where id = $1 for no key update', [rasa]);
    const placed = await whileHeld(
      pool,
      ['update "order" set certificate = $2 where token = $1', [tokenValue, JSON.stringify(certificate)]],
      ['select 1', []],
      () => asRasa('PATCH', `/shop/orders/${tokenValue}/complete`, consents),
    );
    expect(placed).toMatchObject({ status: 200, body: { state: 'new', certificate } });
  } finally {
    await claim.query('rollback');
    claim.release();
  }
});
