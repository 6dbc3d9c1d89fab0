import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, sellableVariant, type TestShop } from '#tests/server/test-shop.ts';
import { listGoods } from './goods-look-up.ts';
import { endTiers, setTiers } from './tier-price-commands.ts';

let shop: TestShop;
let goods: { code: string; price: number };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop);
}, 60_000);
afterAll(() => shop.close());

const set = (words: string, code = goods.code) => setTiers(shop.orders.mail, code, words.split(' '));
const stored = async () =>
  (
    await shop.database.pool.query(
      `select c.code as channel, quantity, pack, t.price from tier_price t join channel c on c.id = t.channel_id
       where variant_id = (select id from product_variant where code = $1) order by 1, 2`,
      [goods.code],
    )
  ).rows as unknown[];

test('prices by quantity are set anew as a whole, told with the goods, and taken away', async () => {
  expect(await set('--from 9=2 --channel retail')).toBe(`${goods.code} in retail: from 9 2.00 EUR each.`);
  expect(await set('--from 40:pallet=1,50 --from 10=1.8 --channel retail')).toBe(
    `${goods.code} in retail: from 10 1.80 EUR each, from 40 (pallet) 1.50 EUR each.`,
  );
  expect(await stored()).toEqual([
    { channel: 'retail', quantity: 10, pack: null, price: 180 },
    { channel: 'retail', quantity: 40, pack: 'pallet', price: 150 },
  ]);
  expect(await listGoods(shop.orders.mail, goods.code)).toContain(' / 10+ 1.80 EUR / 40+ 1.50 EUR');
  expect(await endTiers(shop.orders.mail, goods.code, ['--channel', 'retail'])).toBe(
    `${goods.code} costs the same each in retail, however many.`,
  );
  expect(await stored()).toEqual([]);
});

test('prices by quantity above a reduced price are told to be idle', async () => {
  await set('--from 10=1.80 --from 40=0.50 --channel retail');
  const price = (cents: number) =>
    shop.database.pool.query(
      `update channel_price set price = $1 where variant_id = (select id from product_variant where code = $2)
        and channel_id = (select id from channel where code = 'retail')`,
      [cents, goods.code],
    );
  await price(100);
  expect(await listGoods(shop.orders.mail, goods.code)).toContain(
    '1.00 EUR / 10+ 1.80 EUR (idle: one costs no more) / 40+ 0.50 EUR',
  );
  await price(goods.price);
  await endTiers(shop.orders.mail, goods.code, ['--channel', 'retail']);
});

test('what cannot be is refused in words, and nothing changes', async () => {
  await set('--from 10=1 --channel retail');
  const before = await stored();
  for (const [words, message] of [
    ['--channel retail', '--from is missing'],
    ['--from 10', '--from should be a number and a price like 10=14.50, not "10".'],
    ['--from ten=1', '--from should be a number and a price like 10=14.50, not "ten=1".'],
    ['--from 1=1', '--from should begin at 2 to 9999 pieces, not at 1.'],
    ['--from 10000=1', '--from should begin at 2 to 9999 pieces, not at 10000.'],
    ['--from 10:lorry=1', 'So many come as carton or pallet, not as "lorry".'],
    ['--from 10=0', 'The price should be an amount above 0 like 5 or 5.50, not "0".'],
    ['--from 10=1 --from 20=1', 'From 20 pieces each should cost less than from 10.'],
    ['--from 10=1 --from 10=0.9', '--from 10 is said twice.'],
    [`--from 10=${(goods.price / 100).toFixed(2)} --channel retail`, 'is not below the'],
    ['--from 10=1 --channel moon', 'There is no channel moon'],
    [
      Array.from({ length: 9 }, (_, at) => `--from ${at + 2}=0.${90 - at}`).join(' '),
      '--from can be said 8 times.',
    ],
  ] as const)
    await expect(set(words)).rejects.toThrow(message);
  await expect(set('--from 10=1', 'NONE')).rejects.toThrow('There are no goods NONE');
  expect(await stored()).toEqual(before);
});
