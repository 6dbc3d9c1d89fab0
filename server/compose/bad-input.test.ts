import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CheckoutOptions } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';
import { apiBase, endpoints, type Endpoint } from '#contract/calls/endpoints.ts';
import { undoPeriod } from '#domain/cart/undo-period.ts';
import {
  address,
  cartWith,
  consents,
  jonas,
  openTestShop,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

interface Failure {
  code: number;
  errorCode: string;
  message: string;
  detail: string;
  violations: { propertyPath: string; message: string; code: string }[];
  context: { order: Order };
}

let shop: TestShop;
let goods: { code: string; price: number };
let other: { code: string; price: number };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop, { atLeast: 20 });
  other = await sellableVariant(shop, { atLeast: 20, except: goods.code });
}, 60_000);
afterAll(() => shop.close());

const itemsOf = (cart: Order) => `/shop/orders/${cart.tokenValue}/items`;
const failure = (method: string, path: string, body?: unknown) => shop.send<Failure>(method, path, body);

describe('bad input is told and changes nothing', () => {
  test.each([0, -1, 10_000, 1e9])('a quantity of %s is out of range', async (quantity) => {
    const cart = await cartWith(shop, goods.code);
    for (const answer of [
      await failure('POST', itemsOf(cart), { productVariantCode: other.code, quantity }),
      await failure('PATCH', `${itemsOf(cart)}/${cart.items[0]?.id}`, { quantity }),
    ]) {
      expect(answer).toMatchObject({
        status: 422,
        body: {
          code: 422,
          errorCode: 'cart.quantity_range',
          detail: 'The quantity must be between 1 and 9999.',
          violations: [{ propertyPath: 'quantity' }],
        },
      });
    }
    expect((await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).body).toMatchObject({
      version: cart.version,
      items: [{ quantity: 1 }],
    });
  });

  test.each([1.5, 'x', '1', null, [], {}, true])(
    'a quantity of %j is no number of pieces',
    async (quantity) => {
      const cart = await cartWith(shop, goods.code);
      const answer = await failure('POST', itemsOf(cart), { productVariantCode: other.code, quantity });
      expect(answer).toMatchObject({
        status: 400,
        body: { errorCode: 'body.invalid', violations: [{ propertyPath: 'quantity' }] },
      });
    },
  );

  test('malformed JSON, unknown and missing properties, arrays, huge and foreign bodies', async () => {
    const cart = await cartWith(shop, goods.code);
    const post = (body: string, type = 'application/json') =>
      shop.call<Failure>('POST', itemsOf(cart), body, {
        'Idempotency-Key': randomUUID(),
        'Content-Type': type,
      });
    expect(await post('{"quantity":')).toMatchObject({ status: 400, body: { errorCode: 'body.invalid' } });
    expect(await post('[]')).toMatchObject({ status: 400 });
    expect(await post('{}')).toMatchObject({ status: 400 });
    const unknown = await post(
      JSON.stringify({ productVariantCode: goods.code, quantity: 1, price: 1, isAdmin: true }),
    );
    expect(unknown.status).toBe(400);
    expect(unknown.body.violations.map((one) => one.propertyPath).sort()).toEqual(['isAdmin', 'price']);
    expect(await post(JSON.stringify({ a: 'x'.repeat(300_000) }))).toMatchObject({ status: 413 });
    expect(await post('quantity=1', 'application/x-www-form-urlencoded')).toMatchObject({ status: 415 });
    const packed = await shop.call<Failure>('POST', itemsOf(cart), '{}', {
      'Content-Type': 'application/json',
      'Content-Encoding': 'gzip',
    });
    expect([packed.status, packed.body.errorCode, packed.headers.get('accept-encoding')]).toEqual([
      415,
      'body.media_type',
      'identity',
    ]);
    expect((await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).body.version).toBe(cart.version);
  });

  test("unknown, short, foreign and other channels' tokens are all 404 alike", async () => {
    const cart = await cartWith(shop, goods.code);
    for (const token of ['x'.repeat(32), 'short', `${cart.tokenValue.slice(0, -1)}!`, '../../etc']) {
      const answer = await shop.call<Failure>('GET', `/shop/orders/${encodeURIComponent(token)}`);
      expect(answer).toMatchObject({ status: 404 });
    }
    const business = await shop.call<Failure>('GET', `/shop/orders/${cart.tokenValue}`, undefined, {
      's-channel': 'business',
    });
    expect(business).toMatchObject({ status: 404, body: { errorCode: 'order.not_found' } });
    const foreign = await cartWith(shop, goods.code);
    // A device that was told that there is no such order would take its cart for gone.
    const shipment = `/shop/orders/${cart.tokenValue}/shipments/${foreign.shipments[0]?.id}`;
    expect(await failure('PATCH', shipment, { shippingMethod: 'COURIER_HOME' })).toMatchObject({
      status: 409,
      body: { errorCode: 'shipping.plan_gone' },
    });
    expect(await failure('PATCH', `${itemsOf(cart)}/${foreign.items[0]?.id}`, { quantity: 2 })).toMatchObject(
      { status: 404, body: { errorCode: 'cart.item_not_found' } },
    );
    for (const id of ['0', '-1', '1.5', 'x', '99999999999'])
      expect(await failure('PATCH', `${itemsOf(cart)}/${id}`, { quantity: 2 })).toMatchObject({
        status: 404,
      });
    const at = `/shop/orders/${cart.tokenValue}`;
    const asked: [string, string, unknown, string][] = [
      ['PATCH', `${at}/payments/999999`, { paymentMethod: 'CARD' }, 'payment.not_found'],
      ['GET', `${at}/payments/999999/methods`, undefined, 'payment.not_found'],
      ['GET', `${at}/payments/999999/configuration`, undefined, 'payment.not_found'],
      [
        'PATCH',
        `/shop/account/orders/${cart.tokenValue}/payments/999999`,
        { paymentMethod: 'CARD' },
        'payment.not_found',
      ],
      [
        'POST',
        `${at}/payment-requests`,
        {
          paymentId: 999999,
          action: 'capture',
          payload: { returnUrl: 'http://localhost/', cancelUrl: 'http://localhost/' },
        },
        'payment.not_found',
      ],
      ['GET', `${at}/shipments/${foreign.shipments[0]?.id}/methods`, undefined, 'shipment.not_found'],
    ];
    for (const [method, path, body, errorCode] of asked)
      expect([method, path, await failure(method, path, body)]).toMatchObject([
        method,
        path,
        { status: 404, body: { errorCode } },
      ]);
  });

  test('more than there is, gifts, bundles and unknown goods cannot be added', async () => {
    const cart = await cartWith(shop, goods.code);
    const stock = cart.items[0]?.variant.stock ?? 0;
    expect(
      await failure('POST', itemsOf(cart), { productVariantCode: goods.code, quantity: stock }),
    ).toMatchObject({
      status: 422,
      body: {
        errorCode: 'cart.insufficient_stock',
        detail: `The product variant with "${goods.code}" code does not have sufficient stock.`,
      },
    });
    const gift = await shop.database.pool.query<{ code: string }>(
      'select v.code from product_variant v join product p on p.id = v.product_id where p.is_gift limit 1',
    );
    expect(
      await failure('POST', itemsOf(cart), { productVariantCode: gift.rows[0]?.code, quantity: 1 }),
    ).toMatchObject({ status: 422 });
    expect(await failure('POST', itemsOf(cart), { productVariantCode: 'NOPE', quantity: 1 })).toMatchObject({
      status: 422,
      body: { errorCode: 'cart.variant_unknown' },
    });
  });

  test('addresses and contacts are judged field by field, in the language of the answer', async () => {
    const cart = await cartWith(shop, goods.code);
    const path = `/shop/orders/${cart.tokenValue}`;
    const contacts = await shop.call<Failure>(
      'PUT',
      path,
      { email: 'a@b@c', contact: { firstName: 'J0nas', lastName: '', phoneNumber: '123' } },
      { 's-locale': 'en' },
    );
    expect(contacts.status).toBe(422);
    expect(
      Object.fromEntries(contacts.body.violations.map((one) => [one.propertyPath, one.message])),
    ).toEqual({
      email: 'This email is invalid.',
      'contact.firstName': "Name can contain all letters and symbols ' -",
      'contact.lastName': 'This value should not be blank.',
      'contact.phoneNumber': 'This value is not a valid phone number.',
    });
    await shop.send('PATCH', `${path}/shipments/${cart.shipments[0]?.id}`, {
      shippingMethod: 'COURIER_HOME',
    });
    const wrong = await shop.call<Failure>(
      'PUT',
      path,
      {
        shippingAddress: {
          ...address,
          countryCode: 'DE',
          postCode: 'ab',
          city: 'K',
          flatNumber: 'x'.repeat(17),
        },
        invoice: {
          companyName: 'Ūkis',
          companyCode: '12',
          vatNumber: 'LT119511516',
          countryCode: 'LT',
          city: 'Kėdainiai',
          street: 'Lauko g.',
          houseNumber: '1',
          postCode: '99',
        },
      },
      { 's-locale': 'lt' },
    );
    expect(wrong.status).toBe(422);
    expect(wrong.body.violations.map((one) => [one.propertyPath, one.code])).toEqual([
      ['shippingAddress.countryCode', 'address.country_unavailable'],
      ['shippingAddress.flatNumber', 'max'],
      ['shippingAddress.city', 'min'],
      ['invoice.vatNumber', 'vat'],
      ['invoice.companyCode', 'min'],
      ['invoice.postCode', 'format'],
    ]);
    expect(wrong.body.violations.find((one) => one.code === 'vat')?.message).toBe(
      'Tai ne PVM mokėtojo kodas.',
    );
    expect((await shop.call('GET', path)).body).not.toHaveProperty('shippingAddress');
    expect(await failure('PUT', path, { email: 5 })).toMatchObject({ status: 400 });
    expect(await failure('PUT', path, { contact: { ...jonas, isAdmin: true } })).toMatchObject({
      status: 400,
    });
  });

  test('keys that are no keys are refused', async () => {
    for (const key of ['short', 'with space in it 123', 'ą'.repeat(20)]) {
      const answer = await shop
        .call<Failure>('POST', '/shop/orders', {}, { 'Idempotency-Key': key })
        // A header that HTTP itself cannot carry never leaves the client.
        .catch(() => ({ status: 400 }));
      expect(answer).toMatchObject({ status: 400 });
    }
  });

  test('a flood of wrong bodies on every call never ends in a 500', { timeout: 60_000 }, async () => {
    const cart = await cartWith(shop, goods.code);
    const mine = (Object.values(endpoints) as Endpoint[]).filter((one) => /^(CART|CHK|ORD)-/.test(one.id));
    const bodies = [
      {},
      { a: 1 },
      [],
      null,
      { quantity: 'x' },
      { payload: 5 },
      { couponCode: 7 },
      { code: '\0' },
    ];
    for (const endpoint of mine) {
      for (const id of [cart.items[0]?.id, 2_147_483_647, 'x']) {
        const path = endpoint.path
          .replace(/:(token|cartId|hash)/, cart.tokenValue)
          .replace(':id', String(id))
          .replace(':code', 'NOPE');
        for (const body of endpoint.method === 'GET' ? [undefined] : bodies) {
          const answer = await shop.send(endpoint.method, path, body);
          expect([endpoint.id, endpoint.method, path, answer.status < 500]).toEqual([
            endpoint.id,
            endpoint.method,
            path,
            true,
          ]);
          expect(answer.headers.get('x-shop-api')).toBe('2');
        }
      }
    }
    expect(apiBase).toBe('/api/v2');
  });
});

describe('lines', () => {
  test('the same variant is summed; a deleted line can be undone within half an hour', async () => {
    const cart = await cartWith(shop, goods.code, 2);
    const summed = await shop.send('POST', itemsOf(cart), { productVariantCode: goods.code, quantity: 3 });
    expect(summed.body.items).toMatchObject([{ quantity: 5, subtotal: goods.price * 5 }]);
    const line = `${itemsOf(cart)}/${cart.items[0]?.id}`;
    const deleted = await shop.send('DELETE', line);
    expect(deleted.body).toMatchObject({
      items: [],
      total: 0,
      deletedItems: [{ id: cart.items[0]?.id, quantity: 5, variantCode: goods.code }],
    });
    expect(await shop.send('DELETE', line)).toMatchObject({ status: 200 });
    const restored = await shop.send('POST', `${line}/restore`);
    expect(restored.body).toMatchObject({ items: [{ quantity: 5 }], deletedItems: [] });
    expect(restored.body.total).toBe(summed.body.total);

    await shop.send('DELETE', line);
    const beside = await shop.send('POST', itemsOf(cart), { productVariantCode: goods.code, quantity: 1 });
    expect(beside.body.items).toHaveLength(1);
    const joined = await shop.send('POST', `${line}/restore`);
    expect(joined.body.items).toMatchObject([{ quantity: 6 }]);

    const id = joined.body.items[0]?.id;
    await shop.send('DELETE', `${itemsOf(cart)}/${id}`);
    shop.clock.at = new Date(Date.now() + undoPeriod + 1000);
    expect(await failure('POST', `${itemsOf(cart)}/${id}/restore`)).toMatchObject({
      status: 409,
      body: { errorCode: 'cart.restore_expired' },
    });
    shop.clock.at = null;
  });

  test('a bundle goes in and out as one', async () => {
    const bundle = await shop.database.pool.query<{ code: string; lines: number }>(
      `select p.code, count(*)::int as lines from product p join bundle_item b on b.product_id = p.id
       join product_variant v on v.id = b.variant_id join product bp on bp.id = v.product_id
       where p.enabled group by p.id having bool_and(not bp.is_chemical and not bp.professional_use)
         and bool_and((select coalesce(sum(on_hand - on_hold), 0) from stock s where s.variant_id = v.id) > 20)
         and bool_and(b.required) and bool_and(exists (select 1 from channel_price cp
           join channel c on c.id = cp.channel_id where cp.variant_id = v.id and c.code = 'retail'))
       order by p.code limit 1`,
    );
    const { code = '', lines = 0 } = bundle.rows[0] ?? {};
    expect(lines).toBeGreaterThan(1);
    const cart = await shop.send('POST', '/shop/orders', {});
    const path = `/shop/orders/${cart.body.tokenValue}`;
    const added = await shop.send('POST', `${path}/product-bundle`, { productCode: code, quantity: 2 });
    expect(added.status).toBe(201);
    expect(new Set(added.body.items.map((one) => one.bundle?.groupId)).size).toBe(1);
    expect(added.body.items).toHaveLength(lines);
    const deleted = await shop.send('DELETE', `${path}/items/${added.body.items[0]?.id}`);
    expect(deleted.body.items).toHaveLength(0);
    const back = await shop.send('POST', `${path}/items/${added.body.items[0]?.id}/restore`);
    expect(back.body.items).toHaveLength(lines);
    expect(
      await failure('POST', `${path}/product-bundle`, {
        productCode: code,
        quantity: 1,
        items: [{ productVariantCode: goods.code, quantity: 1 }],
      }),
    ).toMatchObject({ status: 422, body: { errorCode: 'cart.bundle_invalid' } });
  });
});

describe('versions and keys', () => {
  test('a change on an old version is refused with the current cart', async () => {
    const cart = await cartWith(shop, goods.code);
    const path = `${itemsOf(cart)}/${cart.items[0]?.id}`;
    const change = (quantity: number, match: string) =>
      shop.call<Failure & Order>(
        'PATCH',
        path,
        { quantity },
        { 'If-Match': match, 'Idempotency-Key': randomUUID() },
      );
    const first = await change(2, `"v${cart.version}"`);
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).toBe(`"v${cart.version + 1}"`);
    const stale = await change(3, `"v${cart.version}"`);
    expect(stale).toMatchObject({
      status: 412,
      body: { errorCode: 'cart.version_mismatch', context: { order: { items: [{ quantity: 2 }] } } },
    });
  });

  test('a cart that changed since is not emptied', async () => {
    const cart = await cartWith(shop, goods.code);
    const path = `/shop/orders/${cart.tokenValue}`;
    const clear = (match?: string) =>
      shop.call<Failure>('DELETE', path, undefined, {
        'Idempotency-Key': randomUUID(),
        ...(match === undefined ? {} : { 'If-Match': match }),
      });
    expect(await clear('"v999"')).toMatchObject({
      status: 412,
      body: {
        errorCode: 'cart.version_mismatch',
        context: { order: { tokenValue: cart.tokenValue, version: cart.version } },
      },
    });
    expect((await shop.call('GET', path)).body.items).toHaveLength(1);
    expect((await clear(`"v${cart.version}"`)).status).toBe(204);
    // What is gone already has no version: a queued call that comes late has nothing to clear.
    expect((await clear()).status).toBe(204);
  });

  test('a repeated add counts once and is answered with the cart as it is now', async () => {
    const cart = await cartWith(shop, goods.code);
    const key = randomUUID();
    const add = () =>
      shop.call(
        'POST',
        itemsOf(cart),
        { productVariantCode: other.code, quantity: 1 },
        { 'Idempotency-Key': key },
      );
    const first = await add();
    expect(first.body.appliedCommandIds).toContain(key);
    await shop.send('PATCH', `${itemsOf(cart)}/${cart.items[0]?.id}`, { quantity: 4 });
    const again = await add();
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.items.map((one) => one.quantity)).toEqual([4, 1]);
    const twice = await Promise.all([add(), add(), add()]);
    expect(twice.every((one) => one.status === 201 || one.status === 409)).toBe(true);
  });

  test('a repeat is one whatever letters of its path are written as their codes', async () => {
    const cart = await cartWith(shop, goods.code);
    const key = randomUUID();
    const [first = ''] = cart.tokenValue;
    const coded = `%${first.charCodeAt(0).toString(16)}${cart.tokenValue.slice(1)}`;
    const paths = [
      itemsOf(cart),
      itemsOf(cart).replace(cart.tokenValue, coded),
      itemsOf(cart).replace('items', '%69tems'),
      itemsOf(cart).replace('orders', 'order%73'),
    ];
    for (const [at, path] of paths.entries()) {
      const answer = await shop.call(
        'POST',
        path,
        { productVariantCode: other.code, quantity: 1 },
        { 'Idempotency-Key': key },
      );
      expect([path, answer.status, answer.headers.get('idempotency-replayed')]).toEqual([
        path,
        201,
        at === 0 ? null : 'true',
      ]);
      expect(answer.body.items.map((one) => one.quantity)).toEqual([1, 1]);
    }
  });

  test('concurrent adds of one cart wait for each other and all count', async () => {
    const cart = await cartWith(shop, goods.code);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        shop.send('POST', itemsOf(cart), { productVariantCode: other.code, quantity: 1 }),
      ),
    );
    expect(answers.map((one) => one.status)).toEqual(Array.from({ length: 8 }, () => 201));
    const after = await shop.call('GET', `/shop/orders/${cart.tokenValue}`);
    expect(after.body.items.find((one) => one.variant.code === other.code)?.quantity).toBe(8);
  });

  test('a cart begun offline brings its token; a second pick-up finds it; a placed one refuses', async () => {
    const tokenValue = 'offline-cart_0123456789ABCDEF-xyz';
    const first = await shop.send('POST', '/shop/orders', { tokenValue });
    expect(first).toMatchObject({ status: 201, body: { tokenValue, state: 'cart' } });
    expect(await shop.send('POST', '/shop/orders', { tokenValue })).toMatchObject({
      status: 200,
      body: { id: first.body.id },
    });
    const added = await shop.send('POST', `/shop/orders/${tokenValue}/items`, {
      productVariantCode: goods.code,
      quantity: 1,
    });
    await readyToPay(shop, added.body);
    expect(await shop.send('PATCH', `/shop/orders/${tokenValue}/complete`, consents)).toMatchObject({
      status: 200,
    });
    expect(await failure('POST', '/shop/orders', { tokenValue })).toMatchObject({
      status: 409,
      body: { errorCode: 'cart.token_taken' },
    });
    expect(
      await failure('POST', `/shop/orders/${tokenValue}/items`, {
        productVariantCode: goods.code,
        quantity: 1,
      }),
    ).toMatchObject({ status: 409, body: { errorCode: 'cart.already_completed', context: { tokenValue } } });
    expect(await failure('POST', '/shop/orders', { localeCode: 'fr' })).toMatchObject({ status: 422 });
    expect(await failure('POST', '/shop/orders', { tokenValue: 'short' })).toMatchObject({ status: 400 });
  });

  test('a cleared cart is gone', async () => {
    const cart = await cartWith(shop, goods.code);
    expect(await shop.send('DELETE', `/shop/orders/${cart.tokenValue}`)).toMatchObject({ status: 204 });
    expect(await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).toMatchObject({ status: 404 });
    expect(await shop.send('DELETE', `/shop/orders/${cart.tokenValue}`)).toMatchObject({ status: 204 });
  });
});

describe('coupons and promotions', () => {
  test('codes are judged in their order and compared without case', async () => {
    const cart = await cartWith(shop, goods.code);
    const apply = (couponCode: string | null) =>
      failure('PATCH', `/shop/orders/${cart.tokenValue}/apply-coupon`, { couponCode });
    const refused = async (code: string) => (await apply(code)).body.errorCode;
    expect(await refused('  ')).toBe('coupon.blank');
    expect(await refused('NOSUCH')).toBe('coupon.invalid');
    expect(await refused('SENAS2025')).toBe('coupon.expired');
    expect(await refused('RIBOTAS')).toBe('coupon.used_up');
    expect(await refused('UKININKAS10')).toBe('coupon.invalid');
    expect(await apply('laiskas')).toMatchObject({
      status: 200,
      body: { promotionCoupon: { code: 'LAISKAS', promotion: { code: 'COUPON_NAUJIENOS' } } },
    });
    const off = await shop.send('PATCH', `/shop/orders/${cart.tokenValue}/apply-coupon`, {
      couponCode: null,
    });
    expect(off.body.promotionCoupon).toBeUndefined();
  });

  test('free delivery from 50 euros shows as a discount of delivery', async () => {
    const cart = await cartWith(shop, goods.code, Math.ceil(5000 / goods.price));
    const shipped = await shop.send(
      'PATCH',
      `/shop/orders/${cart.tokenValue}/shipments/${cart.shipments[0]?.id}`,
      {
        shippingMethod: 'COURIER_HOME',
      },
    );
    const price = shipped.body.shipments[0]?.price ?? 0;
    expect(price).toBeGreaterThan(0);
    expect(shipped.body).toMatchObject({ shippingTotal: 0, shippingPromotionTotal: -price });
    expect(shipped.body.promotions.map((one) => one.code)).toContain('FREE_SHIPPING_50');
    expect(shipped.body.adjustments.filter(({ type }) => type === 'order_shipping_promotion')).toMatchObject([
      { amount: -price },
    ]);
    // What the choice would cost is said before it is made.
    const methods = await shop.call<{ data: { code: string; price: number; originalPrice?: number }[] }>(
      'GET',
      `/shop/orders/${cart.tokenValue}/shipments/${shipped.body.shipments[0]?.id}/methods`,
    );
    expect(methods.body.data.find((one) => one.code === 'COURIER_HOME')).toMatchObject({
      price: 0,
      originalPrice: price,
    });
    const plans = await shop.call<{ data: { code: string; priceFrom: number }[] }>(
      'GET',
      `/shop/orders/${cart.tokenValue}/shipping-plans`,
    );
    expect(plans.body.data.find((one) => one.code === 'courier')?.priceFrom).toBe(0);
    // A device without a connection is told the sum that it begins with, and for which ways.
    const options = await shop.call<CheckoutOptions>('GET', '/shop/checkout-options');
    const freeFrom = (code: string) =>
      options.body.shippingMethods.find((one) => one.code === code)?.freeFrom;
    expect([freeFrom('COURIER_HOME'), freeFrom('COURIER_PALLET')]).toEqual([5000, undefined]);
  });
});
