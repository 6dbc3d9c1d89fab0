/** A cart that is opened by its link (contract CART-17): who made the link knows the cart's token, and reads nothing by it. */
import { beforeAll, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { sellGiftCards } from '#server/order-terms/gift-card-goods.ts';
import { goods, openShopOfFile, shop } from '#tests/server/shop-of-file.ts';
import { callsAs, signInPeople, type Person } from '#tests/server/test-people.ts';
import {
  address,
  cartWith,
  consents,
  deviceToken,
  intentOf,
  jonas,
  readyToPay,
  sellableVariant,
} from '#tests/server/test-shop.ts';

openShopOfFile();

const as = {} as Record<Person, ReturnType<typeof callsAs>>;
beforeAll(async () => {
  const signedIn = await signInPeople(shop);
  for (const who of ['rasa', 'ivan'] as const) as[who] = callsAs(shop, signedIn[who].bearer);
});

const thief = { firstName: 'Vagis', lastName: 'Vagis', phoneNumber: '+37060000001' };
const thiefsAddress = { ...address, ...thief, street: 'Vagies g.' };
const boughtCard = {
  productVariantCode: 'GIFT-CARD',
  quantity: 1,
  giftCard: { amount: 5000, recipientName: 'Vagis', recipientEmail: 'vagis@example.lt' },
};
/** A guest's cart that is filled in up to the payment with what is somebody else's, and has a gift card for them in it. */
async function thiefsCart(quantity: number): Promise<Order> {
  await sellGiftCards(shop.database.db, ['retail']);
  const cart = await cartWith(shop, goods.code, quantity);
  const path = `/shop/orders/${cart.tokenValue}`;
  expect((await shop.send('POST', `${path}/items`, boughtCard)).status).toBe(201);
  const ready = await readyToPay(shop, cart);
  const person = { email: 'vagis@example.lt', contact: thief };
  const own = { ...person, shippingAddress: thiefsAddress, saveAddress: true };
  expect((await shop.send('PUT', path, own)).status).toBe(200);
  expect(ready.tokenValue).toBe(cart.tokenValue);
  return (await read(cart.tokenValue)).body;
}
const emptyCartOf = async (who: Person) => {
  await shop.database.pool.query(
    `delete from "order" where state = 'cart' and customer_id = (select id from customer where email = $1)`,
    [`${who}.demo@example.com`],
  );
};

const open = (token: string, body = {}, key = deviceToken()) =>
  shop.call('POST', `/shop/orders/${token}/recover`, body, { 'Idempotency-Key': key });
const read = (token: string) => shop.call('GET', `/shop/orders/${token}`);
const cartsOf = async () =>
  (await shop.database.pool.query<{ count: number }>('select count(*)::int from "order"')).rows[0]?.count ??
  0;
const linesOf = ({ items }: Order) =>
  items.map(({ variant, quantity, marker }) => [variant.code, quantity, marker]);

test('CART-17 another device goes on with goods, promo code and wrap in a cart of its own: what is typed there is not read by the link', async () => {
  const first = await cartWith(shop, goods.code, Math.ceil(9000 / goods.price));
  const path = `/shop/orders/${first.tokenValue}`;
  const { body: gifts } = await shop.call<{ data: { productVariantCode: string; available: boolean }[] }>(
    'GET',
    `${path}/gifts`,
  );
  const gift = gifts.data.find(({ available }) => available)?.productVariantCode;
  for (const [method, at, body] of [
    [
      'PUT',
      path,
      {
        email: 'stranger@example.lt',
        contact: { firstName: 'Kas', lastName: 'Nors', phoneNumber: '+37060000001' },
      },
    ],
    ['PATCH', `${path}/apply-coupon`, { couponCode: 'PAVASARIS10' }],
    ['POST', `${path}/gift-cards`, { code: 'DEMO-DOVANA-5000' }],
    ['PUT', `${path}/gift-wrap`, { selected: true, message: 'Su švente' }],
    ['PUT', `${path}/gift`, { productVariantCode: gift }],
  ] as const)
    expect([at, (await shop.send(method, at, body)).status]).toEqual([at, 200]);
  const before = (await read(first.tokenValue)).body;
  const { status, body: own } = await open(first.tokenValue);
  expect(status).toBe(200);
  expect(own.tokenValue).not.toBe(first.tokenValue);
  expect(linesOf(own)).toEqual(linesOf(before));
  expect(own).toMatchObject({
    giftWrap: { selected: true },
    promotionCoupon: { code: 'PAVASARIS10' },
    // A card is money: the link gives it to nobody.
    giftCards: [],
    itemsSubtotal: before.itemsSubtotal,
  });
  // Nor is anything of who made it told to whoever opens it.
  expect(JSON.stringify(own)).not.toMatch(/stranger|Kas|DOVANA|švente/);

  const ownPath = `/shop/orders/${own.tokenValue}`;
  expect((await shop.send('POST', `${ownPath}/gift-cards`, { code: 'DEMO-DOVANA-5000' })).status).toBe(200);
  const placing = await readyToPay(shop, own);
  const placed = await shop.send('PATCH', `/shop/orders/${own.tokenValue}/complete`, {
    ...consents,
    expectedTotal: placing.total,
  });
  expect(placed).toMatchObject({ status: 200, body: { shippingAddress: { street: address.street } } });
  const after = (await read(first.tokenValue)).body;
  expect(after).toMatchObject({
    state: 'cart',
    tokenValue: first.tokenValue,
    customer: { firstName: 'Kas' },
    // What was paid with meanwhile is told at the next change, and never as less than nothing.
    giftCards: [{ amountUsed: 5000, amountLeft: 0 }],
  });
  expect(JSON.stringify(after)).not.toMatch(/Žukauskas|Basanavi|jonas@/);
});

test('CART-17 the device that has the cart goes on with the very same one', async () => {
  const cart = await cartWith(shop, goods.code, 2);
  const { body } = await open(cart.tokenValue, { orderToken: cart.tokenValue });
  expect(body).toMatchObject({ tokenValue: cart.tokenValue, items: [{ quantity: 2 }] });
});

test('CART-17 pages of an earlier build say that the link is the cart of their device, or not, and are answered as they were', async () => {
  const cart = await cartWith(shop, goods.code, 2);
  const { status, body } = await open(cart.tokenValue, { own: true });
  expect([status, body.tokenValue]).toEqual([200, cart.tokenValue]);
  const { status: ok, body: copy } = await open(cart.tokenValue, { own: false });
  expect([ok, copy.tokenValue === cart.tokenValue, linesOf(copy)]).toEqual([200, false, linesOf(cart)]);
});

test('a link whose answer was lost is answered with the same cart again, and that of the link stays what it was', async () => {
  const cart = await cartWith(shop, goods.code, 2);
  const key = deviceToken();
  const { body: own } = await open(cart.tokenValue, {}, key);
  const count = await cartsOf();
  await shop.send('PUT', `/shop/orders/${own.tokenValue}`, { email: 'jonas@example.lt', contact: jonas });
  const again = await open(cart.tokenValue, {}, key);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.body).toMatchObject({ tokenValue: own.tokenValue, customer: { lastName: jonas.lastName } });
  expect(await cartsOf()).toBe(count);
  expect((await read(cart.tokenValue)).body).toMatchObject({
    version: cart.version,
    items: [{ quantity: 2 }],
  });
});

test('gift cards that are bought stay in the cart in which somebody was named for them', async () => {
  await sellGiftCards(shop.database.db, ['retail']);
  const cart = await cartWith(shop, goods.code, 2);
  const giftCard = { amount: 5000, recipientName: 'Kas', recipientEmail: 'kas@example.lt' };
  const path = `/shop/orders/${cart.tokenValue}`;
  const bought = { productVariantCode: 'GIFT-CARD', quantity: 1, giftCard };
  expect((await shop.send('POST', `${path}/items`, bought)).body.items).toHaveLength(2);
  const { body } = await open(cart.tokenValue);
  expect(linesOf(body)).toEqual([[goods.code, 2, undefined]]);
  expect(JSON.stringify(body)).not.toContain('kas@example.lt');
  expect((await read(cart.tokenValue)).body.items).toHaveLength(2);
});

test('what is no token says nothing of whose the cart is', async () => {
  const { tokenValue } = await cartWith(shop, goods.code);
  for (const orderToken of [null, 1, true, 'true', [tokenValue], {}])
    expect([orderToken, (await open(tokenValue, { orderToken })).status]).toEqual([orderToken, 400]);
  expect((await open(tokenValue, { orderToken: tokenValue, more: 1 })).status).toBe(400);
});

test('CART-17 T45 who is signed in gets the goods of a link and nothing of a person: the order goes to who pays it', async () => {
  await emptyCartOf('ivan');
  const evil = await thiefsCart(2);
  expect(evil).toMatchObject({ shippingAddress: { street: 'Vagies g.' }, customer: { lastName: 'Vagis' } });
  const link = `/shop/orders/${evil.tokenValue}/recover`;
  const key = deviceToken();
  const { status, body: own } = await as.ivan('POST', link, {}, key);
  expect(status).toBe(200);
  expect(own.tokenValue).not.toBe(evil.tokenValue);
  expect(linesOf(own)).toEqual([[goods.code, 2, undefined]]);
  expect([own.checkoutState, own.shippingAddress]).toEqual(['cart', undefined]);
  expect(JSON.stringify(own)).not.toMatch(/[Vv]agi|37060000001/);
  // A lost answer, and the link once more: the same cart, with no goods twice.
  const again = await as.ivan('POST', link, {}, key);
  expect([again.headers.get('idempotency-replayed'), again.body.tokenValue]).toEqual([
    'true',
    own.tokenValue,
  ]);
  const once = await as.ivan('POST', link, {});
  expect([once.body.tokenValue, linesOf(once.body)]).toEqual([own.tokenValue, linesOf(own)]);
  // The cart of the link stays a guest's, and says nothing of who followed it.
  expect((await read(evil.tokenValue)).body).toMatchObject({
    version: evil.version,
    customer: { lastName: 'Vagis' },
  });
  expect((await read(own.tokenValue)).status).toBe(404);
});

test('CART-17 T45 goods of a link come to those in the cart of the account, which keeps whose it is; another customer may follow it too', async () => {
  await emptyCartOf('rasa');
  await emptyCartOf('ivan');
  const { body: begun } = await as.rasa('POST', '/shop/orders', {});
  const line = { productVariantCode: goods.code, quantity: 1 };
  const { body: mine } = await as.rasa('POST', `/shop/orders/${begun.tokenValue}/items`, line);
  await readyToPay({ ...shop, send: as.rasa }, mine);
  const path = `/shop/orders/${mine.tokenValue}`;
  const evil = await thiefsCart(2);
  const link = `/shop/orders/${evil.tokenValue}/recover`;
  for (let round = 0; round < 2; round += 1) {
    const { status, body } = await as.rasa('POST', link, {});
    expect([status, body.tokenValue, linesOf(body)]).toEqual([
      200,
      mine.tokenValue,
      [[goods.code, 3, undefined]],
    ]);
    expect(body.shippingAddress?.street).toBe(address.street);
    expect(JSON.stringify(body)).not.toMatch(/[Vv]agi|37060000001/);
  }
  const { body: others } = await as.ivan('POST', link, {});
  expect([others.tokenValue === mine.tokenValue, linesOf(others)]).toEqual([
    false,
    [[goods.code, 2, undefined]],
  ]);
  // What was ordered is over: the link brings the goods once more.
  const { body: current } = await as.rasa('GET', path);
  await readyToPay({ ...shop, send: as.rasa }, current);
  expect((await as.rasa('PATCH', `${path}/complete`, consents)).status).toBe(200);
  const { body: next } = await as.rasa('POST', link, {});
  expect([next.tokenValue === mine.tokenValue, linesOf(next)]).toEqual([false, [[goods.code, 2, undefined]]]);
});

test('CART-17 the cart of the device becomes the one of the account as it is, and a customer goes on with their own by its link', async () => {
  await emptyCartOf('ivan');
  const cart = await thiefsCart(2);
  const link = `/shop/orders/${cart.tokenValue}/recover`;
  for (const body of [{ orderToken: cart.tokenValue }, {}])
    expect(await as.ivan('POST', link, body)).toMatchObject({
      status: 200,
      body: { tokenValue: cart.tokenValue, shippingAddress: { street: 'Vagies g.' } },
    });
  // To everybody else it is a customer's from now on.
  expect((await as.rasa('POST', link, {})).status).toBe(404);
  expect((await open(cart.tokenValue)).status).toBe(404);
});

test('CART-17 goods of a link stay out of a cart whose order waits on the device: it would take them along', async () => {
  await emptyCartOf('rasa');
  const line = { productVariantCode: goods.code, quantity: 1 };
  const { body: begun } = await as.rasa('POST', '/shop/orders', {});
  await as.rasa('POST', `/shop/orders/${begun.tokenValue}/items`, line);
  const { tokenValue } = await cartWith(shop, goods.code, 2);
  const exceptTokens = [begun.tokenValue];
  const { body: beside } = await as.rasa('POST', `/shop/orders/${tokenValue}/recover`, { exceptTokens });
  expect([beside.tokenValue === begun.tokenValue, linesOf(beside)]).toEqual([
    false,
    [[goods.code, 2, undefined]],
  ]);
  const order = intentOf([line], 100_000, { tokenValue: begun.tokenValue });
  expect((await as.rasa('POST', '/shop/order-intents', order)).status).toBe(201);
  expect(linesOf((await as.rasa('GET', `/shop/orders/${beside.tokenValue}`)).body)).toEqual(linesOf(beside));
});

test('CART-17 a link followed again leads to no cart that waits on the device: its goods come once more, and once only', async () => {
  await emptyCartOf('rasa');
  const { tokenValue } = await cartWith(shop, goods.code, 2);
  const follow = async (exceptTokens: string[]) =>
    (await as.rasa('POST', `/shop/orders/${tokenValue}/recover`, { exceptTokens })).body;
  const first = await follow([]);
  const second = await follow([first.tokenValue]);
  expect([second.tokenValue === first.tokenValue, linesOf(second)]).toEqual([false, linesOf(first)]);
  const third = await follow([first.tokenValue]);
  expect([third.tokenValue, linesOf(third)]).toEqual([second.tokenValue, linesOf(first)]);
  expect(linesOf((await as.rasa('GET', `/shop/orders/${first.tokenValue}`)).body)).toEqual(linesOf(first));
});

test('CART-17 the goods of a link come once more after they were ordered, and once only; a cart that waits is known by each of its names', async () => {
  await emptyCartOf('rasa');
  const { body: begun } = await as.rasa('POST', '/shop/orders', {});
  const other = await sellableVariant(shop, { except: goods.code });
  const line = { productVariantCode: other.code, quantity: 1 };
  await as.rasa('POST', `/shop/orders/${begun.tokenValue}/items`, line);
  const name = deviceToken();
  // Another name of the same cart: what was begun on a device while it lay there.
  expect((await as.rasa('POST', '/shop/orders', { tokenValue: name })).body.tokenValue).toBe(
    begun.tokenValue,
  );
  const { tokenValue } = await cartWith(shop, goods.code, 2);
  const follow = async (exceptTokens: string[] = []) =>
    (await as.rasa('POST', `/shop/orders/${tokenValue}/recover`, { exceptTokens })).body;
  const into = await follow();
  expect(into.tokenValue).toBe(begun.tokenValue);
  const beside = await follow([name]);
  expect([beside.tokenValue === into.tokenValue, linesOf(beside)]).toEqual([
    false,
    [[goods.code, 2, undefined]],
  ]);
  const order = intentOf([{ productVariantCode: goods.code, quantity: 2 }], 100_000, {
    tokenValue: beside.tokenValue,
  });
  await emptyCartOf('ivan');
  expect((await as.rasa('POST', '/shop/order-intents', order)).status).toBe(201);
  await as.rasa('DELETE', `/shop/orders/${into.tokenValue}`);
  const anew = await follow();
  expect(linesOf(anew)).toEqual([[goods.code, 2, undefined]]);
  expect(linesOf(await follow())).toEqual(linesOf(anew));
});
