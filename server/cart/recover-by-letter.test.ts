/** A cart opened by the link of its letter (contract CART-17, 5.9): whoever has the letter gets the goods, and nothing of its buyer (T45). */
import { beforeAll, expect, test } from 'vitest';
import { cartLink } from '#server/newsletter/cart-link.ts';
import { goods, openShopOfFile, shop } from '#tests/server/shop-of-file.ts';
import { callsAs, signInPeople, type Person } from '#tests/server/test-people.ts';
import { cartWith, consents, deviceToken, readyToPay } from '#tests/server/test-shop.ts';

openShopOfFile();

const as = {} as Record<Person, ReturnType<typeof callsAs>>;
beforeAll(async () => {
  const signedIn = await signInPeople(shop);
  for (const who of ['rasa', 'ivan'] as const) as[who] = callsAs(shop, signedIn[who].bearer);
});

const linkOf = (cart: { id: number; tokenValue: string }) =>
  cartLink(shop.orders.mail.letterSecret, { id: cart.id, token: cart.tokenValue });
const at = (link: string) => `/shop/orders/${link}/recover`;
const open = (link: string, body: object = {}) => shop.send('POST', at(link), body);
const gone = { status: 404, body: { errorCode: 'cart.recover_gone' } };

test('CART-17 T45 the link of a letter opens a copy with nothing of the buyer, and nothing else; the device that has the cart goes on with it', async () => {
  const cart = await readyToPay(shop, await cartWith(shop, goods.code, 2));
  const path = `/shop/orders/${cart.tokenValue}`;
  expect((await shop.send('POST', `${path}/gift-cards`, { code: 'DEMO-DOVANA-5000' })).status).toBe(200);
  const link = linkOf(cart);
  const named = `/shop/orders/${link}`;
  const line = { productVariantCode: goods.code, quantity: 1 };
  for (const [method, from, body] of [
    ['GET', named],
    ['GET', `${named}/gifts`],
    ['GET', `${named}/payment-methods`],
    ['POST', `${named}/items`, line],
    ['PATCH', `${named}/complete`, consents],
    ['DELETE', named],
  ] as const)
    expect([method, from, (await shop.send(method, from, body)).status]).toEqual([method, from, 404]);

  // Neither a word, nor another cart, nor the link itself makes it the device's own.
  expect((await open(link, { orderToken: link })).status).toBe(400);
  const other = await cartWith(shop, goods.code);
  for (const body of [{}, { own: true }, { orderToken: other.tokenValue }]) {
    const { status, body: copy } = await open(link, body);
    expect([status, copy.items.map(({ quantity }) => quantity), copy.giftCards]).toEqual([200, [2], []]);
    expect([cart.tokenValue, other.tokenValue]).not.toContain(copy.tokenValue);
    expect(JSON.stringify(copy)).not.toMatch(/jonas|Žukauskas|Basanavi|DOVANA/i);
  }
  expect(await open(link, { orderToken: cart.tokenValue })).toMatchObject({
    status: 200,
    body: { tokenValue: cart.tokenValue, giftCards: [{ code: expect.stringContaining('5000') as string }] },
  });
});

test('T45 the link of a letter tells nobody the name of the order that the cart became', async () => {
  const cart = await readyToPay(shop, await cartWith(shop, goods.code, 2));
  const placed = await shop.send('PATCH', `/shop/orders/${cart.tokenValue}/complete`, consents);
  expect(placed.status).toBe(200);
  const told = await open(linkOf(cart));
  expect(told).toMatchObject({ status: 409, body: { errorCode: 'cart.already_completed' } });
  expect(JSON.stringify(told.body)).not.toContain(cart.tokenValue);
  expect(JSON.stringify(told.body)).not.toContain(placed.body.number);
  for (const known of [open(linkOf(cart), { orderToken: cart.tokenValue }), open(cart.tokenValue)])
    expect(await known).toMatchObject({ status: 409, body: { context: { tokenValue: cart.tokenValue } } });
});

test('CART-17 the cart of a customer opens to them alone, also by its letter from before it went into the one of the account', async () => {
  await shop.database.pool.query(`delete from "order" where state = 'cart' and customer_id is not null`);
  const mine = await cartWith(shop, goods.code, 2);
  const claiming = await as.rasa('POST', at(mine.tokenValue), { orderToken: mine.tokenValue });
  expect(claiming.body.tokenValue).toBe(mine.tokenValue);
  const later = await cartWith(shop, goods.code, 1);
  const merging = await as.rasa('POST', at(later.tokenValue), { orderToken: later.tokenValue });
  expect(merging.body.tokenValue).toBe(mine.tokenValue);
  for (const link of [linkOf(mine), linkOf(later)]) {
    expect(await open(link)).toMatchObject({ status: 404, body: { errorCode: 'cart.claimed' } });
    expect(await open(link, { orderToken: mine.tokenValue })).toMatchObject({ status: 404 });
    expect(await as.ivan('POST', at(link), {})).toMatchObject(gone);
    expect(await as.rasa('POST', at(link), {})).toMatchObject({
      status: 200,
      body: { tokenValue: mine.tokenValue, items: [{ quantity: 3 }] },
    });
  }
});

test('a link that is broken, cut, made up or of another shop says that the cart is gone', async () => {
  const cart = await cartWith(shop, goods.code);
  const link = linkOf(cart);
  const id = String(cart.id);
  const sealed = link.slice(id.length + 1);
  for (const broken of [
    link.slice(0, -1),
    link.slice(0, 30),
    link.slice(0, id.length + 20),
    `${id}_`,
    `${link}.`,
    `${link}${'A'.repeat(400)}`,
    `${String(cart.id + 1)}_${sealed}`,
    `9999999999_${sealed}`,
    sealed,
    `${id}_${'A'.repeat(sealed.length)}`,
    `${id}_${deviceToken()}`,
    cartLink(Buffer.alloc(32, 1), { id: cart.id, token: cart.tokenValue }),
    '%F0%9F%9B%92',
    '%2e%2e%2f'.repeat(9),
    '-'.repeat(100),
  ])
    expect([broken, await open(broken)]).toMatchObject([broken, gone]);
  expect((await open(link)).status).toBe(200);
});
