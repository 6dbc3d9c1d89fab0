import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyPromotions, type PromotionAction } from '#domain/cart/promotions.ts';
import { cartWith, openTestShop, sellableVariant, type TestShop } from '#tests/server/test-shop.ts';
import { readMigrations } from '#server/database/migrate.ts';
import { endDueDiscounts } from '#server/catalogue/discount-ends.ts';
import { addDiscount, endDiscount } from './discount-commands.ts';
import { addPromotion, endPromotion } from './promotion-commands.ts';
import { listPromotions } from './list-promotions.ts';

let shop: TestShop;
let goods: { code: string; price: number };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop);
  // Those of the demo shop would take something off as well.
  await shop.database.pool.query('update cart_promotion set enabled = false');
}, 60_000);
afterAll(() => shop.close());

const add = (code: string, words: string) => addPromotion(shop.orders.mail, code, words.split(' '));
const reduce = (code: string, words: string) => addDiscount(shop.orders.mail, code, words.split(' '));
const lineOf = async (code: string) =>
  (await listPromotions(shop.orders.mail)).split('\n').filter((line) => line.startsWith(`${code} `));

test('a promotion is added, taken off by carts from then on, listed, and ended', async () => {
  expect(await add('FROM_TEN', '--off 10% --minimum 1,50 --channel retail --limit 5')).toBe(
    'Promotion FROM_TEN: 10% off, from 1.50 EUR, 5 uses in all, always, in retail.',
  );
  const cart = await cartWith(shop, goods.code, 2);
  expect(cart.promotions?.map(({ code }) => code)).toEqual(['FROM_TEN']);
  expect(await lineOf('FROM_TEN')).toEqual([
    expect.stringMatching(/^FROM_TEN +on +10% +from 1\.50 EUR +0 of 5 +always +retail +Nuolaida$/),
  ]);
  expect(await endPromotion(shop.orders.mail, 'FROM_TEN')).toBe('Promotion FROM_TEN is over.');
  const later = await cartWith(shop, goods.code, 2);
  expect(later.promotions).toEqual([]);
  expect(await lineOf('FROM_TEN')).toEqual([expect.stringContaining('over')]);
  await expect(endPromotion(shop.orders.mail, 'FROM_TEN')).rejects.toThrow(
    'There is no promotion and no promo code FROM_TEN that is not over.',
  );
});

test('a percentage is said in digits', async () => {
  for (const off of ['0x10%', '1e1%', '%', '10.0%', '+5%'])
    await expect(add('ODD', `--off ${off}`)).rejects.toThrow('should be a whole percentage');
});

test('a promotion is called in the language of the shopper, by its plain name where it has none in it', async () => {
  await add('EASTER', '--off 10% --name Velykos --name-en Easter --channel retail');
  const { tokenValue: token } = await cartWith(shop, goods.code, 2);
  const read = async (locale: string) => {
    const { body } = await shop.call('GET', `/shop/orders/${token}`, undefined, { 's-locale': locale });
    return [
      body.promotions.map(({ name }) => name),
      [...new Set(body.adjustments.map(({ label }) => label))],
    ];
  };
  for (const [locale, name] of [
    ['en', 'Easter'],
    ['lt', 'Velykos'],
    ['ru', 'Velykos'],
  ] as const) {
    const [names, labels] = await read(locale);
    expect([locale, names]).toEqual([locale, [name]]);
    expect(labels).toContain(name);
  }
  await endPromotion(shop.orders.mail, 'EASTER');
  // Without a plain name the others are called by what it is.
  await add('ONE', '--off 1% --name-ru Весна --channel retail');
  await reduce('NAMED', `--off 20% --until 2039-12-31 --name-et Kevad --all --channel retail`);
  const { rows } = await shop.database.pool.query(
    "select name from cart_promotion where code = 'ONE' union all select name from catalogue_discount where code = 'NAMED'",
  );
  expect(rows).toEqual([
    { name: { lt: 'Nuolaida', en: 'Discount', et: 'Allahindlus', ru: 'Весна' } },
    { name: { lt: 'NAMED', en: 'NAMED', et: 'Kevad', ru: 'NAMED' } },
  ]);
  await endPromotion(shop.orders.mail, 'ONE');
  await endDiscount(shop.orders.mail, 'NAMED');
  await shop.database.pool.query('delete from price_history');
  for (const words of ['--name-en ...', `--name ${'long'.repeat(26)}`])
    await expect(add('BAD', `--off 5% ${words}`)).rejects.toThrow(
      'should be one line of 1 to 100 characters.',
    );
  await expect(add('BAD', '--off 5% --name-de Ostern')).rejects.toThrow("Unknown option '--name-de'.");
});

test('a promotion for single goods of before has the rule that an older version does not know, once, and the others stay as they are', async () => {
  const { pool } = shop.database;
  const named = JSON.stringify([{ type: 'unit_percentage_discount', percentage: 5, variants: [goods.code] }]);
  const all = JSON.stringify([{ type: 'order_percentage_discount', percentage: 5 }]);
  const minimum = JSON.stringify([{ type: 'item_total', amount: 100 }]);
  await pool.query(
    `insert into cart_promotion (code, name, enabled, channels, rules, actions)
     values ('OLD_NAMED', '{}', false, '{retail}', $3, $1), ('OLD_COUNTED', '{}', false, '{retail}', $4, $2),
       ('OLD_ALL', '{}', false, '{retail}', $3, $2)`,
    [named, all, minimum, JSON.stringify([{ type: 'quantity', quantity: 2, variants: [goods.code] }])],
  );
  const migration = readMigrations().find(({ name }) => name.endsWith('_promotions_of_variants.sql'));
  for (let times = 0; times < 2; times += 1) await pool.query(migration?.sql ?? '');
  const { rows } = await pool.query(
    `select code, rules from cart_promotion where code like 'OLD\\_%' order by code`,
  );
  expect(rows).toEqual([
    { code: 'OLD_ALL', rules: [{ type: 'item_total', amount: 100 }] },
    {
      code: 'OLD_COUNTED',
      rules: [{ type: 'quantity', quantity: 2, variants: [goods.code] }, { type: 'knows_variants' }],
    },
    { code: 'OLD_NAMED', rules: [{ type: 'item_total', amount: 100 }, { type: 'knows_variants' }] },
  ]);
  await pool.query(`delete from cart_promotion where code like 'OLD\\_%'`);
});

test('so many pieces of named goods are cheaper from their number on, in carts and in words, and by a code the missing ones are said', async () => {
  expect(await add('FIVE', `--off 10% --from-pieces 5 --variant ${goods.code} --channel retail`)).toBe(
    `Promotion FIVE: 10% a piece of ${goods.code} off, from 5 pieces of ${goods.code}, always, in retail.`,
  );
  // A version that reads no variants skips it, as it does with every rule that it does not know.
  const { rows } = await shop.database.pool.query<{ rules: unknown }>(
    `select rules from cart_promotion where code = 'FIVE'`,
  );
  expect(rows[0]?.rules).toContainEqual({ type: 'knows_variants' });
  const other = await sellableVariant(shop, { except: goods.code });
  const cart = await cartWith(shop, goods.code, 4);
  const put = (code: string) =>
    shop.send('POST', `/shop/orders/${cart.tokenValue}/items`, { productVariantCode: code, quantity: 1 });
  const off = ({ body }: Awaited<ReturnType<typeof put>>) =>
    body.items.map((item) => [item.variant.code, item.total < item.subtotal]);
  // Other goods count for nothing, and have nothing taken off.
  expect(off(await put(other.code))).toEqual([
    [goods.code, false],
    [other.code, false],
  ]);
  const five = await put(goods.code);
  expect(off(five)).toEqual([
    [goods.code, true],
    [other.code, false],
  ]);
  expect(five.body.promotions).toMatchObject([{ code: 'FIVE', percentage: 10 }]);
  expect(await lineOf('FIVE')).toEqual([
    expect.stringMatching(new RegExp(`10% a piece of ${goods.code} +from 5 pieces of ${goods.code} `)),
  ]);
  await endPromotion(shop.orders.mail, 'FIVE');

  await add('MIXED', '--off 2.00 --from-pieces 9999 --coupon KIEKIS --channel retail');
  const refused = await shop.send('PATCH', `/shop/orders/${cart.tokenValue}/apply-coupon`, {
    couponCode: 'KIEKIS',
  });
  expect(JSON.stringify(refused.body)).toContain('at least 9999 pieces');
  await endPromotion(shop.orders.mail, 'MIXED');
  await add('NAMED', `--off 10% --variant ${goods.code} --coupon TIKTOS --channel retail`);
  const without = await cartWith(shop, other.code);
  const unfit = await shop.send('PATCH', `/shop/orders/${without.tokenValue}/apply-coupon`, {
    couponCode: 'TIKTOS',
  });
  expect(unfit.body).toMatchObject({ detail: 'This promo code does not fit the products in your cart.' });
  await endPromotion(shop.orders.mail, 'NAMED');
});

test('free delivery leaves freight out unless it is said, and what has no name is called by what it is', async () => {
  const free = (name: string, words: string) => add(name, `--off delivery --channel retail${words}`);
  expect(await free('FREE', '')).toBe('Promotion FREE: 100% of delivery off, always, in retail.');
  expect(await free('FREE_ALL', ' --with-freight --coupon Viskas')).toContain('delivery, freight too off');
  const { rows } = await shop.database.pool.query<{
    actions: PromotionAction[];
    name: Record<string, string>;
  }>(
    "select actions, name from cart_promotion where code like 'FREE%' and code <> 'FREE_SHIPPING_50' order by id",
  );
  const parcel = (methodCode: string, price: number) => ({ kind: 'courier' as const, methodCode, price });
  const line = {
    quantity: 1,
    unitPrice: 9000,
    minimumPrice: 0,
    productCode: 'A',
    variantCode: 'V1',
    taxons: [],
    isGift: false,
  };
  const taken = rows.map(({ actions }) =>
    applyPromotions(
      [{ code: 'A', priority: 1, exclusive: false, couponBased: false, rules: [], actions }],
      [line],
      [parcel('COURIER_PALLET', 3900), parcel('COURIER_30', 499)],
    ).map(({ amount }) => amount),
  );
  expect(taken).toEqual([[-499], [-3900, -499]]);
  expect(rows.map(({ name }) => [name['lt'], name['en']])).toEqual([
    ['Nemokamas pristatymas', 'Free delivery'],
    ['Viskas', undefined],
  ]);
  await add('PLAIN', '--off 10% --channel retail');
  const cart = await cartWith(shop, goods.code, 2);
  expect(cart.promotions.find(({ code }) => code === 'PLAIN')?.name).toBe('Discount');
  for (const name of ['FREE', 'FREE_ALL', 'PLAIN']) await endPromotion(shop.orders.mail, name);
});

test('a promo code has its uses, of all and of one customer, and its last day counts', async () => {
  shop.clock.at = new Date('2031-03-01T10:00Z');
  expect(
    await add(
      'MARCH',
      '--off 2.00 --coupon Kovas --limit 100 --per-customer 1 --until 2031-03-31 --channel retail',
    ),
  ).toBe(
    'Promotion MARCH: 2.00 EUR off, with the code Kovas, 100 uses in all, 1 of each customer, until 2031-03-31, in retail.',
  );
  expect(await lineOf('Kovas')).toEqual([
    expect.stringMatching(/^Kovas +MARCH +0 of 100 +1 +until 2031-03-31$/),
  ]);
  const give = async (couponCode = 'KOVAS') => {
    const cart = await cartWith(shop, goods.code, 3);
    return shop.send('PATCH', `/shop/orders/${cart.tokenValue}/apply-coupon`, { couponCode });
  };
  const refusal = async (couponCode?: string) => {
    const { status, body } = await give(couponCode);
    expect(status).toBe(422);
    return (body as unknown as { errorCode: string }).errorCode;
  };
  const given = await give();
  expect([given.status, given.body.promotionCoupon?.code]).toEqual([200, 'Kovas']);
  // The evening of the last day, by the shop's clock.
  shop.clock.at = new Date('2031-03-31T20:30Z');
  expect((await give()).status).toBe(200);
  shop.clock.at = new Date('2031-03-31T21:30Z');
  expect(await refusal()).toBe('coupon.expired');
  await add('APRIL', '--off 2.00 --coupon Balandis --channel retail');
  expect(await endPromotion(shop.orders.mail, 'balandis')).toBe('The promo code Balandis is over.');
  expect(await refusal('BALANDIS')).toBe('coupon.expired');
  // A code ends with its promotion.
  await add('MAY', '--off 2.00 --coupon Geguze --channel retail');
  expect((await give('GEGUZE')).status).toBe(200);
  expect(await endPromotion(shop.orders.mail, 'MAY')).toBe('Promotion MAY is over.');
  expect(await refusal('GEGUZE')).toBe('coupon.expired');
  expect(await lineOf('Geguze')).toEqual([expect.stringMatching(/ over$/)]);
  shop.clock.at = null;
});

test.each([
  ['', '--off says what is taken off'],
  ['--off 0%', '--off should be a whole percentage from 1% to 100%, not "0%".'],
  ['--off 120%', 'from 1% to 100%'],
  ['--off 12.5%', 'from 1% to 100%'],
  ['--off much', '--off should be an amount above 0 like 5 or 5.50, not "much".'],
  ['--off 5 --until 2031-02-30', '--until should be a day like 2027-03-31, not "2031-02-30".'],
  ['--off 5 --until 2001-01-01', '--until is over already.'],
  ['--off 5 --from 2031-03-02 --until 2031-03-01', '--until is before --from.'],
  ['--off 5 --limit 0', '--limit should be a whole number from 1 to 1000000, not "0".'],
  ['--off 5 --per-customer 1', 'Uses of one customer are counted for promo codes only'],
  ['--off 5 --coupon A --first', 'A promo code cannot be for the first purchase'],
  ['--off 5 --coupon naujiena%', 'A promo code should be letters without accents'],
  ['--off 5 --coupon pavasaris10', 'There is a promo code pavasaris10 already.'],
  ['--off 5 --channel moon', 'There is no channel moon, only retail and business.'],
  ['--off 5 --category MOON', 'There is no category MOON.'],
  ['--off 5 --from-pieces 1', '--from-pieces should be a whole number from 2 to 9999, not "1".'],
  ['--off 5 --from-pieces 10000', '--from-pieces should be a whole number'],
  ['--off 5 --from-pieces 2.5', '--from-pieces should be a whole number'],
  ['--off 5 --from-pieces -3', '--from-pieces should be a whole number'],
  ['--off 5 --variant MOON', 'There is no variant MOON.'],
  ['--off 5 --variant DV1004A', 'DV1004A takes no promotion: it is a gift.'],
  ['--off 5 --variant MT1001A --category DARZOVES', 'Say --category or --variant'],
  ['--off delivery --variant MT1001A', 'leave --category and --variant out'],
  ['--off delivery --category DARZOVES', 'Delivery is taken off the whole order'],
  ['--off 5 --with-freight', '--with-freight goes with --off delivery.'],
  ['--of 5', "Unknown option '--of'."],
  ['--off -5.00', '--off should be an amount above 0 like 5 or 5.50, not "-5.00".'],
  ['--off --minimum 5', '--off needs something after it.'],
  ['--off', '--off needs something after it.'],
])('a promotion with %s is refused in words, and nothing is written', async (words, said) => {
  const count = async () =>
    (await shop.database.pool.query<{ n: number }>('select count(*)::int as n from cart_promotion')).rows[0]
      ?.n;
  const before = await count();
  await expect(addPromotion(shop.orders.mail, 'NEW', words.split(' ').filter(Boolean))).rejects.toThrow(said);
  expect(await count()).toBe(before);
});

test('a code of free delivery is no promotion of another kind: delivery set would write over it, in other channels too', async () => {
  await expect(addPromotion(shop.orders.mail, 'FREE-COURIER_HOME-retail', ['--off', '5%'])).rejects.toThrow(
    'Codes that begin with FREE- are those of free delivery',
  );
});

test('a discount reduces prices, says the lowest of 30 days, and puts them back when it ends', async () => {
  const price = async () =>
    (
      await shop.database.pool.query<Record<string, unknown>>(
        `select price, original_price, percent, lowest_30d, promotion from channel_price
         where channel_id = 1 and variant_id = (select id from product_variant where code = $1)`,
        [goods.code],
      )
    ).rows[0];
  const before = await price();
  expect(before).toMatchObject({ price: goods.price, original_price: null });
  const { mail } = shop.orders;
  expect(await reduce('WEEK', `--off 20% --until 2039-12-31 --variant ${goods.code} --channel retail`)).toBe(
    'Discount WEEK: 20% off 1 price, until 2039-12-31, in retail.',
  );
  // 80 % of it, the discount rounded (R9.04).
  const reduced = goods.price - Math.round((goods.price * 20) / 100);
  expect(await price()).toMatchObject({
    price: reduced,
    original_price: goods.price,
    lowest_30d: goods.price,
    promotion: 'WEEK',
  });
  expect(await lineOf('WEEK')).toEqual([
    expect.stringMatching(/^WEEK +on +20% +1 +from \d{4}-\d\d-\d\d until 2039-12-31 +retail +WEEK$/),
  ]);
  const cart = await cartWith(shop, goods.code, 1);
  expect(cart.items[0]?.unitPrice).toBe(reduced);
  // No reduction of a reduction.
  await expect(
    reduce('AGAIN', `--off 30% --until 2039-12-31 --variant ${goods.code} --channel retail`),
  ).rejects.toThrow(
    `All these goods are reduced already, or were as cheap within the last 30 days: ${goods.code} is reduced to ${(reduced / 100).toFixed(2)} EUR.`,
  );
  expect(await endDiscount(mail, 'WEEK')).toBe('Discount WEEK is over: 1 price put back.');
  // That it holds no price any more is no fault of its goods.
  expect(await lineOf('WEEK')).toEqual([expect.stringMatching(/^WEEK +over +20% +from /)]);
  expect(await price()).toMatchObject({ price: goods.price, original_price: null, percent: null });
  // It was as cheap today: less than that, or nothing.
  await expect(
    reduce('AGAIN', `--off 20% --until 2039-12-31 --variant ${goods.code} --channel retail`),
  ).rejects.toThrow(
    `days: ${goods.code} was ${(reduced / 100).toFixed(2)} EUR and would be ${(reduced / 100).toFixed(2)} EUR.`,
  );
  await expect(endDiscount(mail, 'WEEK')).rejects.toThrow('There is no discount WEEK that is not over.');
});

test('the discount is rounded, not what is left: 15 % of 19.90 leaves 16.91', async () => {
  const other = await sellableVariant(shop, { except: goods.code });
  const { pool } = shop.database;
  const { rows } = await pool.query<{ id: number }>('select id from product_variant where code = $1', [
    other.code,
  ]);
  const id = rows[0]?.id;
  const set = (price: number, minimum: number) =>
    pool.query(
      `with gone as (delete from price_history where variant_id = $1)
       update channel_price set price = $2, minimum_price = $3, original_price = null, percent = null, lowest_30d = null,
         promotion = null where variant_id = $1 and channel_id = 1`,
      [id, price, minimum],
    );
  const reduceOther = (code: string) =>
    reduce(code, `--off 15% --until 2039-12-31 --variant ${other.code} --channel retail`);
  await set(1990, 0);
  await reduceOther('HALF');
  const price = await pool.query(
    'select price, percent from channel_price where variant_id = $1 and channel_id = 1',
    [id],
  );
  expect(price.rows).toEqual([{ price: 1691, percent: 15 }]);
  await endDiscount(shop.orders.mail, 'HALF');
  // Held up by the least price, it would be one of no percent.
  await set(10_000, 9990);
  await expect(reduceOther('NONE')).rejects.toThrow('All these goods are reduced already');
  await set(1990, 0);
});

test('a price that something else holds when a discount ends is told, and follows by itself', async () => {
  await shop.database.pool.query(
    'delete from price_history where variant_id = (select id from product_variant where code = $1)',
    [goods.code],
  );
  await reduce('HELD', `--off 20% --until 2039-12-31 --variant ${goods.code} --channel retail`);
  const holder = await shop.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query("select 1 from channel_price where promotion = 'HELD' for update");
    expect(await endDiscount(shop.orders.mail, 'HELD')).toBe(
      'Discount HELD is over: 0 prices put back, 1 will follow by itself: held by something else.',
    );
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await endDueDiscounts(shop.orders.mail.db, new Date())).toBe(1);
});

test('a discount takes a whole category, and leaves alone what is reduced', async () => {
  const told = await reduce('SEEDS', '--off 5% --until 2039-12-31 --category DARZOVES --channel retail');
  expect(told).toMatch(/^Discount SEEDS: 5% off \d+ prices, [^]*\n\d+ prices? left alone: /);
  const { rows } = await shop.database.pool.query<{ n: number }>(
    `select count(*)::int as n from channel_price c join product_variant v on v.id = c.variant_id
     where c.promotion = 'SEEDS' and not exists (select 1 from product_taxon pt join taxon t on t.id = pt.taxon_id
       join taxon above on t.lft between above.lft and above.rgt where pt.product_id = v.product_id and above.code = 'DARZOVES')`,
  );
  expect(rows[0]?.n).toBe(0);
  await endDiscount(shop.orders.mail, 'SEEDS');
});

test.each([
  ['--until 2039-12-31 --all', '--off should be a whole percentage from 1% to 99%'],
  ['--off 5 --until 2039-12-31 --all', '--off should be a whole percentage from 1% to 99%'],
  ['--off 5% --all', '--until says the last day'],
  ['--off 5% --until 2039-12-31', 'Say which goods'],
  ['--off 5% --until 2039-12-31 --all --variant X', 'Say which goods'],
  ['--off 5% --until 2039-12-31 --variant X', 'There is no variant X.'],
  ['--off 5% --until 2001-12-31 --all', '--until is over already.'],
])('a discount with %s is refused in words', async (words, said) => {
  await expect(reduce('BAD', words)).rejects.toThrow(said);
});
