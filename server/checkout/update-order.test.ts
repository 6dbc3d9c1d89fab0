import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  address,
  cartWith,
  jonas,
  openTestShop,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
afterAll(() => shop.close());

const home = { ...address, street: 'Namų gatvė' };
const office = { ...address, street: 'Darbo gatvė' };
const company = {
  companyName: 'UAB Darbas',
  companyCode: '304567890',
  countryCode: 'LT',
  city: office.city,
  street: office.street,
  houseNumber: office.houseNumber,
  postCode: office.postCode,
};

test('what an update leaves out stays, null clears it, and a new delivery address takes the billing one with it', async () => {
  const goods = await sellableVariant(shop);
  const cart = await cartWith(shop, goods.code);
  const path = `/shop/orders/${cart.tokenValue}`;
  await shop.send('PATCH', `${path}/shipments/${cart.shipments[0]?.id}`, { shippingMethod: 'COURIER_HOME' });
  await shop.send('PUT', path, { email: 'jonas@example.lt', contact: jonas });
  const update = async (body: unknown) => {
    const answer = await shop.send('PUT', path, body);
    expect(answer.status).toBe(200);
    const { shippingAddress, billingAddress, invoice } = answer.body;
    return [shippingAddress?.street, billingAddress?.street, invoice?.companyName];
  };
  expect(await update({ shippingAddress: home, billingAddress: office, invoice: company })).toEqual([
    home.street,
    office.street,
    company.companyName,
  ]);
  expect(await update({ subscribedToNewsletter: true })).toEqual([
    home.street,
    office.street,
    company.companyName,
  ]);
  expect(await update({ invoice: null })).toEqual([home.street, office.street, undefined]);
  expect(await update({ billingAddress: null })).toEqual([home.street, home.street, undefined]);
  expect(await update({ billingAddress: office })).toEqual([home.street, office.street, undefined]);
  expect(await update({ shippingAddress: { ...home, houseNumber: '7' } })).toEqual([
    home.street,
    home.street,
    undefined,
  ]);
  expect(await shop.send('PUT', path, { shippingAddress: null })).toMatchObject({
    status: 422,
    body: { errorCode: 'address.required' },
  });
});
