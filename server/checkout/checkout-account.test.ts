/** Checkout of somebody who is signed in: the account's e-mail, its book of addresses (contract CHK-01, CHK-09, CHK-19). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CustomerAddress } from '#contract/addresses.ts';
import type { Order } from '#contract/orders/orders.ts';
import { callsAs, people, signInPeople } from '#tests/server/test-people.ts';
import {
  address,
  cartWith,
  consents,
  deviceToken,
  intentOf,
  jonas,
  openTestShop,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
let signedIn: Awaited<ReturnType<typeof signInPeople>>;
let goods: { code: string; price: number };
beforeAll(async () => {
  shop = await openTestShop();
  signedIn = await signInPeople(shop);
  goods = await sellableVariant(shop);
}, 60_000);
afterAll(() => shop.close());
beforeEach(() => shop.database.pool.query(`delete from "order" where state = 'cart'`));

const by =
  (who: 'rasa' | 'ivan') =>
  <T = Order>(method: string, path: string, body?: unknown) =>
    callsAs(shop, signedIn[who].bearer)<T>(method, path, body);
const rasa = by('rasa');
const bookOf = async () =>
  (await rasa<{ data: CustomerAddress[] }>('GET', '/shop/addresses')).body.data.map(({ id, street }) => ({
    id,
    street,
  }));

/** A cart of Rasa's with a courier chosen. */
async function cartOfRasa(): Promise<Order> {
  const cart = (await rasa('POST', '/shop/orders', {})).body;
  const path = `/shop/orders/${cart.tokenValue}`;
  const { body } = await rasa('POST', `${path}/items`, { productVariantCode: goods.code, quantity: 1 });
  return (
    await rasa('PATCH', `${path}/shipments/${body.shipments[0]?.id}`, { shippingMethod: 'COURIER_HOME' })
  ).body;
}
async function complete(order: Order) {
  const path = `/shop/orders/${order.tokenValue}`;
  await rasa('PATCH', `${path}/payments/${order.payments.at(-1)?.id}`, { paymentMethod: 'TRANSFER' });
  return rasa('PATCH', `${path}/complete`, consents);
}

test("a signed-in buyer gives no e-mail, and an order has the account's, whatever is sent", async () => {
  const cart = await cartOfRasa();
  const path = `/shop/orders/${cart.tokenValue}`;
  const contacts = await rasa('PUT', path, { contact: jonas });
  expect(contacts).toMatchObject({ status: 200, body: { customer: { email: people.rasa.email } } });
  const other = await rasa('PUT', path, {
    email: 'other@example.lt',
    contact: jonas,
    shippingAddress: address,
  });
  expect(other.body.customer?.email).toBe(people.rasa.email);
  expect((await complete(other.body)).body).toMatchObject({
    number: expect.any(String) as string,
    customer: { email: people.rasa.email },
  });
});

test("an e-mail that was typed while the cart was a guest's gives way to the account's when it is ordered", async () => {
  const guest = await cartWith(shop, goods.code);
  const path = `/shop/orders/${guest.tokenValue}`;
  await shop.send('PUT', path, { email: 'guest@example.lt', contact: jonas });
  await rasa('PATCH', `${path}/shipments/${guest.shipments[0]?.id}`, { shippingMethod: 'COURIER_HOME' });
  await shop.database.pool.query(`update "order" set email = 'guest@example.lt' where token = $1`, [
    guest.tokenValue,
  ]);
  const addressed = await rasa('PUT', path, { shippingAddress: address });
  await shop.database.pool.query(`update "order" set email = 'guest@example.lt' where token = $1`, [
    guest.tokenValue,
  ]);
  expect((await complete(addressed.body)).body.customer?.email).toBe(people.rasa.email);
});

test("a guest's cart that is ordered while signed in is the account's, without a change before", async () => {
  const cart = await readyToPay(shop, await cartWith(shop, goods.code));
  const placed = await rasa('PATCH', `/shop/orders/${cart.tokenValue}/complete`, consents);
  expect(placed).toMatchObject({ status: 200, body: { customer: { email: people.rasa.email } } });
  expect((await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).status).toBe(404);
  expect((await rasa('GET', `/shop/orders/${cart.tokenValue}`)).body.number).toBe(placed.body.number);
});

test('an address of the book is taken by its number; a guest has no book, and nobody has another one', async () => {
  const [first] = await bookOf();
  const cart = await cartOfRasa();
  const path = `/shop/orders/${cart.tokenValue}`;
  const taken = await rasa('PUT', path, { contact: jonas, addressId: first?.id });
  expect(taken).toMatchObject({
    status: 200,
    body: { checkoutState: 'addressed', shippingAddress: { street: first?.street } },
  });
  const typed = await rasa('PUT', path, { addressId: first?.id, shippingAddress: address });
  expect(typed.body.shippingAddress?.street).toBe(address.street);
  const emptied = await rasa('PUT', path, { addressId: first?.id, shippingAddress: null });
  expect(emptied.body.shippingAddress?.street).toBe(first?.street);
  const notTheirs = { errorCode: 'address.not_found', violations: [{ propertyPath: 'addressId' }] };
  const guest = await cartWith(shop, goods.code);
  const guestPath = `/shop/orders/${guest.tokenValue}`;
  expect(await shop.send('PUT', guestPath, { addressId: first?.id })).toMatchObject({
    status: 422,
    body: notTheirs,
  });
  const ivan = by('ivan');
  const his = (await ivan('POST', '/shop/orders', {})).body;
  expect(await ivan('PUT', `/shop/orders/${his.tokenValue}`, { addressId: first?.id })).toMatchObject({
    status: 422,
    body: notTheirs,
  });
});

test('a new address goes into the book with the order, once, and not before', async () => {
  const before = await bookOf();
  const place = async () => {
    const cart = await cartOfRasa();
    const body = { contact: jonas, shippingAddress: { ...address, street: 'Naujoji g.' }, saveAddress: true };
    const addressed = await rasa('PUT', `/shop/orders/${cart.tokenValue}`, body);
    expect(await bookOf()).toHaveLength(saved);
    expect((await complete(addressed.body)).status).toBe(200);
  };
  let saved = before.length;
  await place();
  saved += 1;
  expect((await bookOf()).map(({ street }) => street)).toContain('Naujoji g.');
  await place();
  expect(await bookOf()).toHaveLength(saved);
});

test('an order made on the device takes e-mail and address from the account and leaves its own in the book', async () => {
  const [first] = await bookOf();
  const send = (changes: Parameters<typeof intentOf>[2]) =>
    shop.call(
      'POST',
      '/shop/order-intents',
      intentOf([{ productVariantCode: goods.code, quantity: 1 }], goods.price + 499, changes),
      { Authorization: `Bearer ${signedIn.rasa.bearer}`, 'Idempotency-Key': deviceToken() },
    );
  const byNumber = await send({ email: '', shippingAddress: null, addressId: first?.id });
  expect(byNumber).toMatchObject({
    status: 201,
    body: { customer: { email: people.rasa.email }, shippingAddress: { street: first?.street } },
  });
  const typed = { ...address, street: 'Lauko g.' };
  expect((await send({ shippingAddress: typed, saveAddress: true })).status).toBe(201);
  expect((await bookOf()).map(({ street }) => street)).toContain('Lauko g.');
  expect(await send({ shippingAddress: null, addressId: 2_147_483_647 })).toMatchObject({
    status: 422,
    body: { errorCode: 'address.not_found' },
  });
});
