/** Prices of delivery and of giving back, set beside the running shop. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShopTerms, termsWords } from '#server/content/shop-terms.ts';
import { createOfferTerms } from '#server/discovery/offer-terms.ts';
import {
  cartWith,
  openTestShop,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';
import { listDelivery, setDelivery } from './delivery-commands.ts';
import { endPromotion } from './promotion-commands.ts';
import { listPromotions } from './list-promotions.ts';

let shop: TestShop;
let goods: { code: string; price: number };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop);
  // As in a shop of one's own: nothing is free yet.
  await endPromotion(shop.orders.mail, 'FREE_SHIPPING_50');
}, 60_000);
afterAll(() => shop.close());

const set = (code: string, ...words: string[]) => setDelivery(shop.orders.mail, code, words);
const list = async () =>
  (await listDelivery(shop.orders.mail)).split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | '));
/** What delivery by courier costs a cart, from its own sums. */
const deliveryOf = async (pieces: number) => {
  const ready = await readyToPay(shop, await cartWith(shop, goods.code, pieces));
  return ready.shippingTotal;
};
const page = async (name: string) =>
  termsWords(await createShopTerms(shop.database.db)('retail'), 'en').get(name) ?? '';

test('a price holds for the next cart, on pages and in feeds, and free delivery from the sum that was said', async () => {
  expect(await set('COURIER_HOME', '--price', '5,45', '--channel', 'retail')).toBe(
    'COURIER_HOME in retail: on, 5.45 EUR.',
  );
  expect(await deliveryOf(1)).toBe(545);
  expect(await page('deliveryTable')).toContain('5.45');
  const offered = await createOfferTerms(shop.database.db)('retail');
  expect(offered?.methods.find(({ code }) => code === 'COURIER_HOME')?.price).toBe(545);
  const sum = (goods.price * 2) / 100;
  expect(await set('COURIER_HOME', '--free-from', String(sum), '--channel', 'retail')).toBe(
    `COURIER_HOME in retail: on, 5.45 EUR, free from ${sum.toFixed(2)} EUR.`,
  );
  expect([await deliveryOf(1), await deliveryOf(2)]).toEqual([545, 0]);
  expect(await page('freeDelivery')).toMatch(/^<p>Free from [^<]*: Courier[^,]*\.<\/p>$/);
  expect((await list()).find((line) => line.startsWith('COURIER_HOME | retail'))).toMatch(
    new RegExp(`^COURIER_HOME \\| retail \\| on \\| 5\\.45 EUR \\| ${sum.toFixed(2)} EUR \\| `),
  );
  // The other channel keeps its own price.
  expect((await list()).find((line) => line.startsWith('COURIER_HOME | business'))).not.toContain('5.45');
  expect(await set('COURIER_HOME', '--free-from', 'never')).not.toContain('free from');
  expect(await deliveryOf(2)).toBe(545);
  expect(await set('COURIER_HOME', '--price', '0', '--channel', 'retail')).toBe(
    'COURIER_HOME in retail: on, free.',
  );
  expect(await deliveryOf(1)).toBe(0);
});

test('the sum that is said is the one rule of a way, whatever promotion made it free before; other ways and channels keep theirs', async () => {
  const { pool } = shop.database;
  // Any sum of goods, two ways of two channels: only one of them is changed.
  await pool.query(`update cart_promotion set ends_at = null, channels = '{retail,business}',
    rules = '[{"type": "item_total", "amount": 1}]' where code = 'FREE_SHIPPING_50'`);
  const sum = (goods.price * 2) / 100;
  expect(await set('COURIER_HOME', '--price', '5', '--channel', 'retail')).toBe(
    'COURIER_HOME in retail: on, 5.00 EUR, free from 0.01 EUR by promotion FREE_SHIPPING_50.',
  );
  expect(await set('COURIER_HOME', '--free-from', String(sum), '--channel', 'retail')).toBe(
    `COURIER_HOME in retail: on, 5.00 EUR, free from ${sum.toFixed(2)} EUR. Promotion FREE_SHIPPING_50 leaves it out there from now on.`,
  );
  expect([await deliveryOf(1), await deliveryOf(2)]).toEqual([500, 0]);
  const freeFrom = async () =>
    new Map(
      (await list()).flatMap((line) => {
        const [code = '', channel = '', , , from = ''] = line.split(' | ');
        return channel === 'retail' || channel === 'business' ? [[`${code} ${channel}`, from]] : [];
      }),
    );
  const told = await freeFrom();
  expect(told.get('COURIER_HOME retail')).toBe(`${sum.toFixed(2)} EUR`);
  expect(told.get('COURIER_HOME business')).toBe('0.01 EUR');
  expect(told.get('LOCKER_SIUNTUKAS retail')).toBe('0.01 EUR');
  // A page says of the way what the way is.
  const pageLines = (await page('freeDelivery')).split('</p>').filter((line) => line.includes('Courier'));
  expect(pageLines).toEqual([expect.stringContaining(sum.toFixed(2))]);
  const promotions = (await listPromotions(shop.orders.mail)).split('\n');
  expect(promotions.find((line) => line.startsWith('FREE_SHIPPING_50-retail-'))).toMatch(
    /100% of delivery by courier and pickup_point, not COURIER_HOME +from 0\.01 EUR .* retail /,
  );
  expect(promotions.find((line) => line.startsWith('FREE-COURIER_HOME-retail '))).toContain(
    '100% of delivery by COURIER_HOME',
  );

  expect(await set('COURIER_HOME', '--free-from', 'never')).toBe(
    'COURIER_HOME in retail: on, 5.00 EUR.\nCOURIER_HOME in business: on, 4.99 EUR. Promotion FREE_SHIPPING_50 leaves it out there from now on.',
  );
  expect(await deliveryOf(2)).toBe(500);
  await pool.query("update cart_promotion set enabled = false where code like 'FREE_SHIPPING_50%'");
});

test('of a promotion that is split each part counts the uses of its limit, which is said', async () => {
  const { pool } = shop.database;
  await pool.query(`insert into cart_promotion (code, name, priority, exclusive, coupon_based, channels, usage_limit, used, rules, actions)
    values ('FEW', '{"en": "Few"}', 60, false, false, '{retail,business}', 9, 4, '[]', '[{"type": "shipping_percentage", "percentage": 100}]')`);
  expect(await set('COURIER_HOME', '--free-from', '9000', '--channel', 'retail')).toMatch(
    /Promotion FEW leaves it out there from now on\. There it is FEW-retail-\d+ now: each of the two counts its 9 uses alone\.$/,
  );
  const promotions = (await listPromotions(shop.orders.mail)).split('\n');
  expect(promotions.filter((line) => /^FEW.* 4 of 9 /.test(line))).toHaveLength(2);
  await pool.query("delete from cart_promotion where code like 'FEW%'");
});

test('what makes a way free from next week on, or by its second effect, leaves it out too', async () => {
  const { pool } = shop.database;
  await pool.query(`insert into cart_promotion (code, name, priority, exclusive, coupon_based, channels, starts_at, rules, actions)
    values ('SPRING', '{"en": "Spring"}', 60, false, false, '{retail}', now() + interval '7 days', '[]',
      '[{"type": "shipping_percentage", "percentage": 10}, {"type": "shipping_percentage", "percentage": 100}]')`);
  expect(await set('COURIER_HOME', '--free-from', '9000', '--channel', 'retail')).toContain(
    'Promotion SPRING leaves it out there from now on.',
  );
  const { rows } = await pool.query<{ actions: unknown }>(
    "select actions from cart_promotion where code = 'SPRING'",
  );
  expect(rows[0]?.actions).toEqual([
    { type: 'shipping_percentage', percentage: 10, excludeMethods: ['COURIER_HOME'] },
    { type: 'shipping_percentage', percentage: 100, excludeMethods: ['COURIER_HOME'] },
  ]);
  await pool.query("delete from cart_promotion where code = 'SPRING'");
  await set('COURIER_HOME', '--free-from', 'never');
});

test('free delivery by one way is not free by another, also not by one that is added afterwards', async () => {
  const { pool } = shop.database;
  await set('COURIER_HOME', '--price', '5', '--free-from', '1', '--channel', 'retail');
  await pool.query(`insert into shipping_method
    select (jsonb_populate_record(m, jsonb_build_object('id', (select max(id) + 1 from shipping_method), 'code', 'COURIER_NEW'))).*
    from shipping_method m where code = 'COURIER_HOME'`);
  expect(await set('COURIER_NEW', '--on', '--price', '7', '--channel', 'retail')).toBe(
    'COURIER_NEW in retail: on, 7.00 EUR.',
  );
  const cart = await cartWith(shop, goods.code);
  const ready = await readyToPay(shop, cart);
  expect(ready.shippingTotal).toBe(0);
  const other = await shop.send(
    'PATCH',
    `/shop/orders/${ready.tokenValue}/shipments/${ready.shipments[0]?.id}`,
    {
      shippingMethod: 'COURIER_NEW',
    },
  );
  expect([other.status, other.body.shippingTotal]).toEqual([200, 700]);
  expect(await listPromotions(shop.orders.mail)).not.toContain('freight too');
  await pool.query(`delete from shipping_method where code = 'COURIER_NEW'`);
});

test('a way is off in one channel, and on again with the price that it had', async () => {
  const at = async (channel: string) => {
    const { methods } = (await createOfferTerms(shop.database.db)(channel)) ?? { methods: [] };
    return methods.map(({ code }) => code);
  };
  await set('COURIER_PALLET', '--price', '55', '--channel', 'retail');
  expect(await set('COURIER_PALLET', '--off', '--channel', 'retail')).toBe(
    'COURIER_PALLET in retail: off, 55.00 EUR.',
  );
  expect([await at('retail'), await at('business')].map((codes) => codes.includes('COURIER_PALLET'))).toEqual(
    [false, true],
  );
  expect(await page('deliveryList')).not.toContain('55');
  expect(await set('COURIER_PALLET', '--on', '--channel', 'retail')).toBe(
    'COURIER_PALLET in retail: on, 55.00 EUR.',
  );
  expect(await at('retail')).toContain('COURIER_PALLET');
});

test('giving back costs what the shop says, in every channel', async () => {
  expect(await set('RETURN_COURIER', '--price', '2.50')).toBe('RETURN_COURIER: on, 2.50 EUR.');
  expect(await page('returnWays')).toContain('2.50');
  expect((await list()).find((line) => line.startsWith('RETURN_COURIER'))).toMatch(
    /^RETURN_COURIER \| on \| 2\.50 EUR \| Kurjeris$/,
  );
  await set('RETURN_COURIER', '--off');
  expect(await page('returnWays')).not.toContain('2.50');
  const { returns } = (await createOfferTerms(shop.database.db)('retail')) ?? {};
  expect(returns?.ways.map(({ kind }) => kind)).toEqual(['collection']);
});

test('what is wrong is said in a line, and nothing is changed', async () => {
  const { pool } = shop.database;
  await pool.query(`delete from pickup_point where provider = (select provider from shipping_method
    where kind = 'pickup_point' order by position limit 1)`);
  const { rows } = await pool.query<{ code: string }>(
    `select code from shipping_method where kind = 'pickup_point' order by position limit 1`,
  );
  const before = await list();
  for (const [words, why] of [
    [['NOPE', '--price', '1'], 'There is no way of delivery NOPE'],
    [['COURIER_HOME'], 'Say what should change'],
    [['COURIER_HOME', '--price', '-1'], '--price should be an amount like 5 or 5.50'],
    [['COURIER_HOME', '--price', '5.459'], '--price should be'],
    [['COURIER_HOME', '--free-from', '0'], '--free-from should be an amount above 0'],
    [['COURIER_HOME', '--on', '--off'], 'exclude each other'],
    [['COURIER_HOME', '--price', '1', '--channel', 'nope'], 'There is no channel nope'],
    [['RETURN_COURIER', '--free-from', '5'], 'a way of giving back'],
    [[rows[0]?.code ?? '', '--on'], 'a buyer could choose none'],
  ] as [string[], string][])
    await expect(set(words[0] ?? '', ...words.slice(1))).rejects.toThrow(why);
  expect(await list()).toEqual(before);
});

test('a price that no parcel has is refused in words: buyers would pay what was mistyped', async () => {
  await expect(set('COURIER_HOME', '--price', '49900')).rejects.toThrow(
    '--price should be 1000.00 EUR at most, not "49900".',
  );
});
