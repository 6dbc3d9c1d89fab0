/** Lockers and counters of the carriers (contract CHK-06), against a real database. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PickupPoint, ShippingPlan } from '#contract/orders/delivery.ts';
import { cartWith, openTestShop, sellableVariant, type TestShop } from '#tests/server/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  const places = [
    ['Zarasai', 'Maxima', 55.73, 26.24],
    ['Šiauliai', 'Tilžės g.', 55.93, 23.32],
    ['Ylakiai', 'Aikštė', 56.28, 21.85],
    ['Jonava', 'Žeimių g.', 55.07, 24.28],
    ['Vilnius', 'Kiosk 10', 54.69, 25.28],
    ['Ąžuolija', 'Parduotuvė', 54.5, 24.1],
    ['Vilnius', 'kiosk 2', 54.7, 25.27],
    ['Alytus', 'Naujoji g.', 54.4, 24.05],
    ['Zapyškis', 'Centras', 54.92, 23.67],
  ] as const;
  for (const [at, [city, name, latitude, longitude]] of places.entries())
    await shop.database.pool.query(
      `insert into pickup_point (provider, code, name, address, city, post_code, country_code, latitude, longitude)
         values ('SORTED', $1, $2, 'Gatvė 1', $3, 'LT-00000', 'LT', $4, $5)`,
      [`S${String(at)}`, name, city, latitude, longitude],
    );
}, 60_000);
afterAll(() => shop.close());

const places = async (query = '', locale = 'lt') => {
  const { body } = await shop.call<{ data: PickupPoint[]; meta: { totalItems: number } }>(
    'GET',
    `/shop/pickup-points?provider=SORTED${query}`,
    undefined,
    { 's-locale': locale },
  );
  return body.data.map(({ city, name }) => `${city}, ${name}`);
};

test('places stand by town, then by name, as the language of the reader sorts them, in pages too', async () => {
  const inLithuanian = [
    'Alytus, Naujoji g.',
    'Ąžuolija, Parduotuvė',
    // The letter stands beside I.
    'Ylakiai, Aikštė',
    'Jonava, Žeimių g.',
    'Šiauliai, Tilžės g.',
    'Vilnius, kiosk 2',
    'Vilnius, Kiosk 10',
    'Zapyškis, Centras',
    'Zarasai, Maxima',
  ];
  expect(await places()).toEqual(inLithuanian);
  expect(await places('&itemsPerPage=4&page=2')).toEqual(inLithuanian.slice(4, 8));
  // In Estonian Z comes directly behind S, before V.
  expect((await places('', 'et')).map((place) => place.split(',')[0]).slice(-5)).toEqual([
    'Zapyškis',
    'Zarasai',
    'Vilnius',
    'Vilnius',
    'Ylakiai',
  ]);
});

test('with a place the nearest stand first', async () => {
  expect((await places('&lat=55.9&lng=23.3&itemsPerPage=1'))[0]).toBe('Šiauliai, Tilžės g.');
  expect((await places('&lat=54.4&lng=24')).slice(0, 2)).toEqual([
    'Alytus, Naujoji g.',
    'Ąžuolija, Parduotuvė',
  ]);
});

test('a shop whose methods go to no locker offers none, and calls no parcel too heavy for them', async () => {
  const { code } = await sellableVariant(shop);
  const cart = await cartWith(shop, code);
  const offered = async () => {
    const path = `/shop/orders/${cart.tokenValue}/shipping-plans`;
    const { body } = await shop.call<{ data: ShippingPlan[] }>('GET', path);
    return body.data.map(({ kind, unavailableReason }) => [kind, unavailableReason]);
  };
  expect(await offered()).toContainEqual(['pickup_point', undefined]);
  await shop.database.pool.query(`update shipping_method set enabled = false where kind = 'pickup_point'`);
  const left = await offered();
  expect(left).toContainEqual(['courier', undefined]);
  expect(left.filter(([kind]) => kind === 'pickup_point')).toEqual([]);
  // Who brings nothing either hands everything out: a cart begins with that way.
  await shop.database.pool.query(`update shipping_method set enabled = false where kind = 'courier'`);
  const next = await cartWith(shop, code);
  const plans = await shop.call<{ data: ShippingPlan[] }>(
    'GET',
    `/shop/orders/${next.tokenValue}/shipping-plans`,
  );
  expect(new Set(plans.body.data.map(({ kind }) => kind))).toEqual(new Set(['collection']));
  expect(plans.body.data.filter(({ selected }) => selected)).toMatchObject([{ available: true }]);
});
