import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cartWith,
  intentOf,
  openTestShop,
  sellableVariants,
  type TestShop,
} from '#tests/server/test-shop.ts';
import { endGift, listGifts, setGift } from './keeper-gifts.ts';

let shop: TestShop;
let goods: { code: string; price: number };
let gift: { code: string };
/** Of the demo shop: given in the retail channel from 30 euros. */
const seeded = 'DV1004A';
beforeAll(async () => {
  shop = await openTestShop();
  const [first, second] = await sellableVariants(shop, 2);
  if (!first || !second) throw new Error('Two goods are needed.');
  goods = first;
  gift = second;
  await shop.database.pool.query('update cart_promotion set enabled = false');
}, 60_000);
afterAll(() => shop.close());

const set = (words: string, code = gift.code) => setGift(shop.orders.mail, code, words.split(' '));
const off = (words: string[] = [], code = gift.code) => endGift(shop.orders.mail, code, words);
const linesOf = async (code: string) =>
  (await listGifts(shop.orders.mail)).split('\n').filter((line) => line.includes(` ${code} `));
const offered = async (token: string) => {
  const answer = await shop.send<{ data: { productVariantCode: string; threshold: number }[] }>(
    'GET',
    `/shop/orders/${token}/gifts`,
  );
  return answer.body.data.find((one) => one.productVariantCode === gift.code);
};
const choose = (token: string) =>
  shop.send('PUT', `/shop/orders/${token}/gift`, { productVariantCode: gift.code });

test('goods that are sold are given from a sum on, in carts at once, with one threshold in a channel, until they are not', async () => {
  const from = ((goods.price * 3) / 100).toFixed(2);
  expect(await set(`--from ${from} --channel retail`)).toBe(
    `${gift.code} is a gift in retail from ${from} EUR, always.`,
  );
  const { tokenValue: token, items } = await cartWith(shop, goods.code, 3);
  expect(await offered(token)).toMatchObject({ threshold: goods.price * 3 });
  const chosen = await choose(token);
  expect(chosen.body.items.find(({ marker }) => marker === 'gift-selected')).toMatchObject({
    total: 0,
    variant: { code: gift.code },
  });

  await set('--from 9000 --until 2099-12-31 --channel retail');
  expect(await offered(token)).toMatchObject({ threshold: 900_000 });
  expect(await linesOf(gift.code)).toEqual([
    expect.stringMatching(/^retail +9000\.00 EUR +\S+ +on +\d+ +until 2099-12-31 /),
  ]);
  const lost = await shop.send('PATCH', `/shop/orders/${token}/items/${items[0]?.id ?? 0}`, { quantity: 4 });
  expect(lost.body.warnings).toMatchObject([{ errorCode: 'gift.removed' }]);

  expect(await off()).toBe(`${gift.code} is no gift any more in retail.`);
  expect(await offered(token)).toBeUndefined();
  expect(await linesOf(gift.code)).toEqual([]);
  await expect(off()).rejects.toThrow(`${gift.code} is no gift: gifts lists what is.`);
});

test('what a campaign gives in other channels, and its other goods, stay', async () => {
  const { pool } = shop.database;
  await pool.query(`update gift_campaign set channels = '{retail,business}' where code = 'GIFT_30'`);
  await pool.query(
    `insert into channel_price (variant_id, channel_id, price, minimum_price) select v.id, c.id, 100, 0
     from product_variant v, channel c where v.code = $1 on conflict do nothing`,
    [seeded],
  );
  const before = await linesOf('DV1003A');
  expect(await set('--from 45 --channel retail', seeded)).toContain('in retail from 45.00 EUR');
  expect(await linesOf(seeded)).toEqual([
    expect.stringMatching(/^retail +45\.00 EUR/),
    expect.stringMatching(/^business +30\.00 EUR/),
  ]);
  expect(await linesOf('DV1003A')).toEqual(before);
  expect(await off(['--channel', 'business'], seeded)).toContain('in business');
  expect(await linesOf(seeded)).toEqual([expect.stringMatching(/^retail +45\.00 EUR/)]);
});

test('goods of two campaigns of another channel stay in both, each with its sum and its days', async () => {
  const { pool } = shop.database;
  await pool.query(
    `with made as (insert into gift_campaign (code, name, channels, threshold, enabled, starts_at)
       values ('NOW', '{}', '{retail,business}', 5000, true, null),
         ('LATER', '{}', '{retail,business}', 8000, true, '2099-01-01') returning id)
     insert into gift_campaign_variant (campaign_id, variant_id, position)
     select made.id, v.id, 0 from made, product_variant v where v.code = $1`,
    [gift.code],
  );
  await off(['--channel', 'retail']);
  expect(await linesOf(gift.code)).toEqual([
    expect.stringMatching(/^business +50\.00 EUR/),
    expect.stringMatching(/^business +80\.00 EUR .*2099-01-01/),
  ]);
  await off(['--channel', 'business']);
});

test('a gift whose last pieces the cart itself buys cannot be chosen', async () => {
  await set('--from 0.01 --channel retail');
  const { tokenValue: token, items } = await cartWith(shop, gift.code, 2);
  const { pool } = shop.database;
  await pool.query(
    `update stock set on_hand = on_hold where variant_id = (select id from product_variant where code = $1)`,
    [gift.code],
  );
  await pool.query(
    `update stock set on_hand = on_hold + 2 where (variant_id, warehouse_id) = (select s.variant_id, s.warehouse_id
     from stock s join product_variant v on v.id = s.variant_id join warehouse w on w.id = s.warehouse_id
     where v.code = $1 and w.ships order by w.priority limit 1)`,
    [gift.code],
  );
  expect(await choose(token)).toMatchObject({ status: 422, body: { errorCode: 'gift.unavailable' } });
  expect(await offered(token)).toMatchObject({ available: false });
  const intent = {
    ...intentOf([{ productVariantCode: gift.code, quantity: 2 }], 1_000_000),
    gift: gift.code,
  };
  expect(await shop.send('POST', '/shop/order-intents', intent)).toMatchObject({
    status: 422,
    body: { errorCode: 'gift.unavailable' },
  });
  await shop.send('PATCH', `/shop/orders/${token}/items/${items[0]?.id ?? 0}`, { quantity: 1 });
  expect((await choose(token)).status).toBe(200);
});

test('what cannot be a gift is refused in words, and nothing changes', async () => {
  const before = await listGifts(shop.orders.mail);
  for (const [words, message] of [
    ['--channel retail', '--from is missing'],
    ['--from 0', '--from should be an amount above 0'],
    ['--from -5', '--from should be an amount above 0'],
    ['--from 99999999', '--from should be an amount above 0'],
    ['--from 1.005', '--from should be an amount above 0'],
    ['--from 10 --until 2020-01-01', '--until is over already.'],
    ['--from 10 --channel moon', 'There is no channel moon'],
    ['--from 10 --unless', "Unknown option '--unless'."],
  ] as const)
    await expect(set(words)).rejects.toThrow(message);
  await expect(set('--from 10', 'NONE')).rejects.toThrow('There are no goods NONE');
  await expect(off([], 'NONE')).rejects.toThrow('There are no goods NONE');
  const { rows } = await shop.database.pool.query<{ code: string; kind: string }>(
    `select distinct on (kind) code, kind from (select v.code, case when p.type = 'bundle' then 'set' when p.is_chemical then 'chemical'
       when p.professional_use or p.ammonium_nitrate16 then 'restricted' end as kind
     from product_variant v join product p on p.id = v.product_id where p.type <> 'gift_card') as one where kind is not null order by kind`,
  );
  const why: Record<string, string> = {
    set: 'it is a set',
    chemical: 'a chemical is collected',
    restricted: 'not everybody may have it',
  };
  expect(rows.map(({ kind }) => kind)).toEqual(['chemical', 'restricted', 'set']);
  for (const { code, kind } of rows)
    await expect(set('--from 10', code)).rejects.toThrow(`${code} cannot be a gift: ${why[kind] ?? ''}`);
  expect(await listGifts(shop.orders.mail)).toBe(before);
});
