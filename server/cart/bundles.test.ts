/** Sets in carts (CART-04, contract 5.2): what they cost, and how they go in, change and go out. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { taxInside } from '#domain/money/tax.ts';
import { addPromotion } from '#server/jobs/promotion-commands.ts';
import { complete, openShopOfFile, placeIntent, shop } from '#tests/server/shop-of-file.ts';
import { intentOf, readyToPay } from '#tests/server/test-shop.ts';

openShopOfFile();

/** Eight parts, one of each; and one whose third part may be left out. */
const plain = 'RK1001';
const withChoice = 'RK1006';
let retail: Sold;

const asked = async (method: string, path: string, body?: unknown, channel = 'retail') =>
  shop.call<Order & { errorCode: string; violations: { propertyPath: string }[] }>(method, path, body, {
    's-channel': channel,
    'Idempotency-Key': randomUUID(),
  });
interface Sold {
  name: string;
  bundle: { price: number; items: { productVariantCode: string; quantity: number; required: boolean }[] };
}
const productOf = async (code: string, channel = 'retail'): Promise<Sold> => {
  const { rows } = await shop.database.pool.query<Sold>(
    `select p.name->>'en' as name, json_build_object('price', cp.price, 'items', (
        select json_agg(json_build_object('productVariantCode', part.code, 'quantity', b.quantity, 'required', b.required)
          order by b.position) from bundle_item b join product_variant part on part.id = b.variant_id
        where b.product_id = p.id)) as bundle
     from product p join product_variant v on v.product_id = p.id
     join channel_price cp on cp.variant_id = v.id join channel c on c.id = cp.channel_id
     where p.code = $1 and c.code = $2`,
    [code, channel],
  );
  if (!rows[0]) throw new Error(`There is no ${code} in ${channel}.`);
  return rows[0];
};
const emptyCart = async (channel = 'retail') =>
  `/shop/orders/${(await asked('POST', '/shop/orders', {}, channel)).body.tokenValue}`;
const put = async (body: Record<string, unknown>, path?: string, channel = 'retail') =>
  asked('POST', `${path ?? (await emptyCart(channel))}/product-bundle`, { quantity: 1, ...body }, channel);
const goodsSum = ({ items }: Order) => items.reduce((sum, item) => sum + item.total, 0);
const ownSum = ({ items }: Order) => items.reduce((sum, item) => sum + item.unitPrice * item.quantity, 0);
const idOf = ({ items }: Order, code: string) => items.find(({ variant }) => variant.code === code)?.id;
const partsOf = ({ bundle }: Sold) => bundle.items;

beforeAll(async () => {
  // Nothing else moves the sums, and there is enough.
  await shop.database.pool.query('update cart_promotion set enabled = false');
  retail = await productOf(plain);
});
beforeEach(async () => {
  await shop.database.pool.query(
    `update stock set on_hand = 500 where variant_id in (select variant_id from bundle_item)`,
  );
});

test('R4.05 a set costs what its page says, in each channel, and its lines say which set they are of', async () => {
  for (const channel of ['retail', 'business']) {
    const product = await productOf(plain, channel);
    const price = product.bundle.price;
    const path = await emptyCart(channel);
    const one = await put({ productCode: plain }, path, channel);
    expect(one.status).toBe(201);
    expect([one.body.total, goodsSum(one.body)]).toEqual([price, price]);
    expect(ownSum(one.body)).toBeGreaterThan(price);
    expect(one.body.itemsSubtotal + one.body.orderPromotionTotal).toBe(price);
    // A reduction beside the price of each part: no price is struck out that nobody has asked for before.
    expect(one.body.items.every((item) => item.originalUnitPrice >= item.unitPrice)).toBe(true);
    const named = one.body.adjustments.filter(({ type }) => type === 'order_item_promotion');
    expect(new Set(named.map(({ label, originCode }) => `${originCode} ${label}`))).toEqual(
      new Set([`${plain} Set price: ${product.name}`]),
    );
    expect(one.body.items.map(({ bundle }) => bundle)).toEqual(
      partsOf(product).map(({ quantity, required }) => ({
        code: plain,
        name: product.name,
        groupId: one.body.items[0]?.bundle?.groupId,
        quantity,
        required,
      })),
    );
    const first = one.body.items[0];
    const three = await asked('PATCH', `${path}/items/${first?.id}`, { quantity: 3 }, channel);
    expect(three.body.items.every(({ quantity }) => quantity === 3)).toBe(true);
    expect(three.body.total).toBe(3 * price);
    expect(three.body.warnings).toEqual([]);
    expect(three.body.taxTotal).toBe(taxInside(3 * price, 0.21));
  }
});

test('a second set beside the first, and single pieces of a part beside both', async () => {
  const path = await emptyCart();
  const price = retail.bundle.price;
  await put({ productCode: plain }, path);
  const two = await put({ productCode: plain, quantity: 2 }, path);
  expect(two.body.items).toHaveLength(16);
  expect(two.body.total).toBe(3 * price);
  const [part] = two.body.items;
  const more = await asked('POST', `${path}/items`, {
    productVariantCode: part?.variant.code,
    quantity: 1,
  });
  expect(more.body.total).toBe(3 * price + (part?.unitPrice ?? 0));
});

test('a part that may be left out takes its share with it, and comes back with as many sets as there are now', async () => {
  const product = await productOf(withChoice);
  const price = product.bundle.price;
  const optional = partsOf(product).find(({ required }) => !required)?.productVariantCode ?? '';
  const path = await emptyCart();
  const whole = await put({ productCode: withChoice, quantity: 2 }, path);
  expect(whole.body.total).toBe(2 * price);
  const share = whole.body.items.find(({ variant }) => variant.code === optional);
  const without = await asked('DELETE', `${path}/items/${share?.id}`);
  expect(without.body.items).toHaveLength(2);
  // To a cent a set, which is what shares are rounded by.
  expect(Math.abs(without.body.total - (2 * price - (share?.total ?? 0)))).toBeLessThanOrEqual(2);
  // Chosen so from the start it costs the same.
  const chosen = partsOf(product).filter(({ required }) => required);
  const items = chosen.map(({ productVariantCode, quantity }) => ({ productVariantCode, quantity }));
  expect((await put({ productCode: withChoice, quantity: 2, items })).body.total).toBe(without.body.total);
  await asked('PATCH', `${path}/items/${without.body.items[0]?.id}`, {
    quantity: 3 * (without.body.items[0]?.bundle?.quantity ?? 1),
  });
  const back = await asked('POST', `${path}/items/${share?.id}/restore`);
  expect([back.status, back.body.items.length, back.body.total]).toEqual([200, 3, 3 * price]);
});

test('without what it cannot be without a set is gone, and comes back whole by any of its lines', async () => {
  const product = await productOf(withChoice);
  const path = await emptyCart();
  const whole = await put({ productCode: withChoice }, path);
  const [required] = partsOf(product).filter((part) => part.required);
  const optional = partsOf(product).find((part) => !part.required);
  const gone = await asked('DELETE', `${path}/items/${idOf(whole.body, required?.productVariantCode ?? '')}`);
  expect([gone.body.items, gone.body.total]).toEqual([[], 0]);
  const back = await asked(
    'POST',
    `${path}/items/${idOf(whole.body, optional?.productVariantCode ?? '')}/restore`,
  );
  expect([back.body.items.length, back.body.total]).toEqual([3, product.bundle.price]);
});

test('CART-04 who sends it names its group, once for a cart', async () => {
  const path = await emptyCart();
  const groupId = 'from-a_device1';
  const first = await put({ productCode: plain, groupId }, path);
  expect(first.body.items[0]?.bundle?.groupId).toBe(groupId);
  const again = await put({ productCode: plain, groupId }, path);
  expect(again).toMatchObject({
    status: 422,
    body: { errorCode: 'cart.bundle_invalid', violations: [{ propertyPath: 'groupId' }] },
  });
  await asked('DELETE', `${path}/items/${first.body.items[0]?.id}`);
  // Removed it can still come back: the name is taken.
  expect((await put({ productCode: plain, groupId }, path)).status).toBe(422);
  expect((await put({ productCode: plain, groupId })).status).toBe(201);
  for (const bad of ['short', 'a'.repeat(33), 'with space', 'with/slash', '', 7])
    expect((await put({ productCode: plain, groupId: bad }, path)).status).toBe(400);
});

test('what is no set here, or short of a part, leaves nothing', async () => {
  const path = await emptyCart();
  const left = async () => (await asked('GET', path)).body.items;
  const notASet = await put({ productCode: partsOf(retail)[0]?.productVariantCode.slice(0, -1) }, path);
  expect(notASet).toMatchObject({
    status: 422,
    body: { errorCode: 'cart.bundle_invalid', violations: [{ propertyPath: 'productCode' }] },
  });
  await shop.database.pool.query(
    `update stock set on_hand = on_hold where variant_id = (select id from product_variant where code = $1)`,
    [partsOf(retail)[3]?.productVariantCode],
  );
  expect(await put({ productCode: plain }, path)).toMatchObject({
    status: 422,
    body: { errorCode: 'cart.insufficient_stock', violations: [{ propertyPath: 'items[3].quantity' }] },
  });
  expect(await left()).toEqual([]);
});

test('a promo code comes on top of the price of the set, its minimum is measured at it, and sums and taxes add up', async () => {
  const price = retail.bundle.price;
  const euros = (cents: number) => (cents / 100).toFixed(2);
  for (const [code, minimum] of [
    ['SETTOP', price],
    ['SETABOVE', price + 1],
  ] as const)
    await addPromotion(
      shop.orders.mail,
      code,
      `--off 10% --coupon ${code} --minimum ${euros(minimum)} --channel retail`.split(' '),
    );
  const path = await emptyCart();
  await put({ productCode: plain }, path);
  const tooDear = await asked('PATCH', `${path}/apply-coupon`, { couponCode: 'SETABOVE' });
  expect(tooDear.body.errorCode).toBe('coupon.not_eligible');
  expect(tooDear.body.violations).toMatchObject([
    { propertyPath: 'couponCode', message: expect.stringContaining(`€${euros(price + 1)}`) },
  ]);
  const reduced = (await asked('PATCH', `${path}/apply-coupon`, { couponCode: 'SETTOP' })).body;
  const total = price - Math.round(price / 10);
  expect([reduced.total, goodsSum(reduced)]).toEqual([total, total]);
  expect(reduced.taxTotal).toBe(taxInside(total, 0.21));
  expect(reduced.totalWithoutTax).toBe(total - reduced.taxTotal);
  expect(reduced.itemsSubtotal + reduced.orderPromotionTotal).toBe(total);
});

test('a price of the set that changes is shown before anything is placed; what is placed keeps it', async () => {
  const price = retail.bundle.price;
  const set = (cents: number) =>
    shop.database.pool.query(
      `update channel_price set price = $1 where variant_id in (select v.id from product_variant v
         join product p on p.id = v.product_id where p.code = $2)
       and channel_id = (select id from channel where code = 'retail')`,
      [cents, plain],
    );
  const cart = await readyToPay(shop, (await put({ productCode: plain })).body);
  const delivery = cart.total - price;
  await set(price + 20);
  expect(await complete(cart)).toMatchObject({ status: 409, body: { errorCode: 'order.total_changed' } });
  const now = (await asked('GET', `/shop/orders/${cart.tokenValue}`)).body;
  expect(now.total).toBe(price + 20 + delivery);
  const placed = await complete(now);
  expect([placed.status, placed.body.total]).toEqual([200, price + 20 + delivery]);
  await set(price);
  const later = (await asked('GET', `/shop/orders/${cart.tokenValue}`)).body;
  expect([later.total, goodsSum(later)]).toEqual([price + 20 + delivery, price + 20]);
});

test('CHK-19 an offline order has its sets at their price, pieces beside them at theirs, and is asked about where they are none', async () => {
  const delivery = 499;
  const product = await productOf(plain);
  const parts = partsOf(product).map(({ productVariantCode }) => productVariantCode);
  const [first = ''] = parts;
  const lines = partsOf(product).map(({ productVariantCode, quantity }) => ({
    productVariantCode,
    // One piece more than the two sets need.
    quantity: 2 * quantity + (productVariantCode === first ? 1 : 0),
  }));
  const sets = [{ productCode: plain, quantity: 2, parts }];
  const { rows } = await shop.database.pool.query<{ price: number }>(
    `select price from channel_price where variant_id = (select id from product_variant where code = $1)
       and channel_id = (select id from channel where code = 'retail')`,
    [first],
  );
  const single = rows[0]?.price ?? 0;
  const agreed = 2 * product.bundle.price + single + delivery;
  const placed = await placeIntent(intentOf(lines, agreed, { sets }));
  expect([placed.status, placed.body.total]).toEqual([201, agreed]);
  expect(placed.body.items.map(({ bundle }) => bundle?.code)).toEqual([undefined, ...parts.map(() => plain)]);
  // Without the word of a set, or with one that the pieces do not suffice for, the parts cost their own.
  for (const none of [
    {},
    { sets: [{ productCode: plain, quantity: 3, parts }] },
    { sets: [{ productCode: 'RK9', quantity: 1, parts }] },
  ]) {
    const refused = await placeIntent<{ errorCode: string; context: { order: Order } }>(
      intentOf(lines, agreed, none),
    );
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'order.total_changed']);
    expect(refused.body.context.order.total).toBe(ownSum(refused.body.context.order) + delivery);
  }
});
