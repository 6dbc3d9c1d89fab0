/** Whole orders in one message (contract CHK-19), on a real database. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OrderIntentBody, OrderIntentOutcome } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';
import { shapes } from '#contract/calls/shapes.ts';
import { forgetOldKeys } from '#server/jobs/run-due.ts';
import { complete, goods, openShopOfFile, placeIntent as place, shop } from '#tests/server/shop-of-file.ts';
import { cartWith, deviceToken, intentOf, readyToPay, sellableVariant } from '#tests/server/test-shop.ts';

openShopOfFile();

type Refused = {
  errorCode: string;
  violations: { propertyPath: string; code?: string }[];
  context?: { order?: Order };
};
const outcome = (key: string) => shop.call<OrderIntentOutcome>('GET', `/shop/order-intents/${key}`);
const totalOf = (price: number, quantity: number) => price * quantity + 499;
const one = () => intentOf([{ productVariantCode: goods.code, quantity: 1 }], totalOf(goods.price, 1));

/** Everything that an order writes, to see that a refusal wrote none of it. */
async function traces() {
  const result = await shop.database.pool.query<Record<string, number>>(
    `select (select count(*)::int from "order") as orders, (select count(*)::int from order_item) as items,
     (select count(*)::int from shipment) as shipments, (select count(*)::int from payment) as payments,
     (select count(*)::int from mail_outbox) as mails, (select count(*)::int from document) as papers,
     (select count(*)::int from order_intent) as intents, (select sum(on_hold)::int from stock) as held,
     (select coalesce(sum(used), 0)::int from coupon) as coupons`,
  );
  return result.rows[0];
}
/** A variant that only the test at hand buys, with this many pieces in one warehouse that sends. */
async function scarce(pieces: number, name: string): Promise<{ code: string; price: number }> {
  const found = await shop.database.pool.query<{ id: number; code: string; price: number }>(
    `select v.id, v.code, cp.price from product_variant v join product p on p.id = v.product_id
     join channel_price cp on cp.variant_id = v.id join channel c on c.id = cp.channel_id and c.code = 'retail'
     where p.enabled and v.enabled and v.tracked and not p.is_gift and not p.professional_use and not p.ammonium_nitrate16 and p.type = 'simple'
       and not p.is_chemical and v.weight between 1 and 5000 and cp.price between 100 and 2500
       and not exists (select 1 from scarce_goods g where g.variant_id = v.id) order by v.code desc limit 1`,
  );
  const row = found.rows[0];
  if (!row) throw new Error('The seed has no such variant.');
  await shop.database.pool.query('insert into scarce_goods values ($1, $2)', [row.id, name]);
  await shop.database.pool.query('delete from stock where variant_id = $1', [row.id]);
  await shop.database.pool.query(
    `insert into stock (variant_id, warehouse_id, on_hand)
     select $1, id, $2 from warehouse where ships and 'retail' = any(channels) order by priority limit 1`,
    [row.id, pieces],
  );
  return row;
}
beforeAll(() =>
  shop.database.pool.query('create table scarce_goods (variant_id integer primary key, name text)'),
);

describe('an intent buys a whole order', () => {
  test('the order, its mail, its paper and its stock are there once, and the key is echoed', async () => {
    const before = await traces();
    const key = randomUUID();
    const body = one();
    const placed = await place(body, key);
    expect(placed.status).toBe(201);
    expect(shapes.placeIntent.response.safeParse(placed.body).error?.issues ?? []).toEqual([]);
    expect(placed.headers.get('idempotency-key')).toBe(key);
    expect(placed.body).toMatchObject({
      idempotencyKey: key,
      tokenValue: body.tokenValue,
      state: 'new',
      checkoutState: 'completed',
      paymentState: 'awaiting_payment',
      total: totalOf(goods.price, 1),
      appliedCommandIds: [key],
      customer: { email: 'jonas@example.lt', firstName: 'Jonas', phoneNumber: '+37061234567' },
      shippingAddress: { city: 'Kėdainiai', postCode: 'LT-57289' },
      billingAddress: { city: 'Kėdainiai' },
      consents: { at: '2026-11-20T04:30:00.000Z' },
      nextAction: { type: 'instructions' },
      canPay: true,
      warnings: [],
    });
    expect(await traces()).toEqual({
      ...before,
      orders: (before?.['orders'] ?? 0) + 1,
      items: (before?.['items'] ?? 0) + 1,
      shipments: (before?.['shipments'] ?? 0) + 1,
      payments: (before?.['payments'] ?? 0) + 1,
      mails: (before?.['mails'] ?? 0) + 1,
      papers: (before?.['papers'] ?? 0) + 1,
      intents: (before?.['intents'] ?? 0) + 1,
      held: (before?.['held'] ?? 0) + 1,
    });
    const paper = await shop.call<string>('GET', `/shop/orders/${body.tokenValue}/pre-invoice/download`);
    expect(paper).toMatchObject({ status: 200 });
    expect(paper.body).toMatch(/^%PDF/);
  });

  test('the same key gives the same answer, from whatever network; another body under it is refused', async () => {
    const key = randomUUID();
    const body = one();
    const first = await place(body, key);
    const before = await traces();
    const again = await shop.app.fetch(
      new Request('http://shop.example/api/v2/shop/order-intents', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 's-channel': 'retail', 'Idempotency-Key': key },
        body: JSON.stringify(body),
      }),
      '203.0.113.7',
    );
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('idempotency-key')).toBe(key);
    expect(await again.json()).toEqual(first.body);
    expect(await place<Refused>({ ...body, notes: 'kita' }, key)).toMatchObject({
      status: 422,
      body: { errorCode: 'idempotency.key_reused' },
    });
    expect(await traces()).toEqual(before);
  });

  test('a key is remembered for ever: after its record is forgotten it still names its order', async () => {
    const key = randomUUID();
    const body = one();
    const first = await place(body, key);
    const kept = await shop.database.pool.query<{ days: number }>(
      `select min(extract(epoch from keep_until - created_at) / 86400)::float as days from idempotency_key where endpoint = 'CHK-19'`,
    );
    // The two moments are told by two clocks, some milliseconds apart.
    expect(kept.rows[0]?.days).toBeGreaterThan(399.99);
    await shop.database.pool.query(`update idempotency_key set keep_until = now() - interval '1 day'`);
    expect(await forgetOldKeys({ ...shop.orders.mail, now: () => new Date() })).toBeGreaterThan(0);
    const before = await traces();
    const again = await place(body, key);
    expect(again).toMatchObject({
      status: 201,
      body: { tokenValue: body.tokenValue, number: first.body.number, idempotencyKey: key },
    });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await traces()).toEqual(before);
    expect((await outcome(key)).body).toMatchObject({
      outcome: 'placed',
      order: { number: first.body.number },
    });
  });

  test('without a key, or with one that could be guessed, nothing is bought', async () => {
    const before = await traces();
    for (const headers of [{}, { 'Idempotency-Key': 'short-key-1234567' }, { 'Idempotency-Key': 'x y' }])
      expect(await shop.call<Refused>('POST', '/shop/order-intents', one(), headers)).toMatchObject({
        status: 400,
        body: { errorCode: 'idempotency.key_required' },
      });
    expect(await traces()).toEqual(before);
  });

  test('what became of a key can be asked: placed, refused, or never heard of', async () => {
    const key = randomUUID();
    expect(await outcome(key)).toMatchObject({ status: 404 });
    const placed = await place(one(), key);
    const told = await outcome(key);
    expect(shapes.orderIntent.response.safeParse(told.body).error?.issues ?? []).toEqual([]);
    expect(told.body).toMatchObject({
      idempotencyKey: key,
      outcome: 'placed',
      status: 201,
      order: { number: placed.body.number, total: placed.body.total },
    });
    const dear = randomUUID();
    expect(await place({ ...one(), expectedTotal: 1 }, dear)).toMatchObject({ status: 409 });
    const refused = await outcome(dear);
    expect(shapes.orderIntent.response.safeParse(refused.body).error?.issues ?? []).toEqual([]);
    expect(refused.body).toMatchObject({
      outcome: 'refused',
      status: 409,
      error: { errorCode: 'order.total_changed', context: { order: { total: totalOf(goods.price, 1) } } },
    });
    expect(await outcome('not a key')).toMatchObject({ status: 404 });
  });
});

describe('the buyer agreed to a total, and that decides', () => {
  test('above it nothing is bought and nothing is left behind; the answer says what it would be now', async () => {
    const before = await traces();
    const body = { ...one(), expectedTotal: totalOf(goods.price, 1) - 1 };
    const key = randomUUID();
    const refused = await place<Refused>(body, key);
    expect(refused).toMatchObject({ status: 409, body: { errorCode: 'order.total_changed' } });
    expect(refused.body.context?.order).toMatchObject({
      tokenValue: body.tokenValue,
      state: 'cart',
      total: totalOf(goods.price, 1),
      items: [{ quantity: 1, unitPrice: goods.price }],
    });
    expect(await traces()).toEqual(before);
    expect(await shop.call('GET', `/shop/orders/${body.tokenValue}`)).toMatchObject({ status: 404 });
    // The refusal is the answer of this key for good; a lost answer is told again with all it said.
    const again = await place<Refused>(body, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toMatchObject({
      errorCode: 'order.total_changed',
      context: { order: { total: totalOf(goods.price, 1) } },
    });
  });

  test('at or below it the order is bought, and so it is up to the sum that the buyer named', async () => {
    const total = totalOf(goods.price, 1);
    expect(await place({ ...one(), expectedTotal: total + 500 })).toMatchObject({
      status: 201,
      body: { total },
    });
    expect(await place({ ...one(), expectedTotal: total - 10, maximumTotal: total })).toMatchObject({
      status: 201,
      body: { total },
    });
    expect(await place({ ...one(), expectedTotal: total - 10, maximumTotal: total - 1 })).toMatchObject({
      status: 409,
    });
    // A maximum below what was seen takes nothing back from it.
    expect(await place({ ...one(), expectedTotal: total, maximumTotal: 0 })).toMatchObject({ status: 201 });
  });

  test('a coupon that no longer works is told as such, and is not used up by an order that goes without it', async () => {
    const known = await shop.database.pool.query<{ code: string }>(
      `select c.code from coupon c join cart_promotion p on p.id = c.promotion_id
       where p.enabled and 'retail' = any(p.channels) and (c.expires_at is null or c.expires_at > now())
         and (c.usage_limit is null or c.used < c.usage_limit) order by c.code`,
    );
    const cart = await cartWith(shop, goods.code, 12);
    let code = '';
    let total = 0;
    for (const row of known.rows) {
      const applied = await shop.send('PATCH', `/shop/orders/${cart.tokenValue}/apply-coupon`, {
        couponCode: row.code,
      });
      if (applied.status !== 200 || applied.body.total >= cart.total) continue;
      code = row.code;
      break;
    }
    expect(code).not.toBe('');
    const body = intentOf([{ productVariantCode: goods.code, quantity: 12 }], 0, { couponCode: code });
    const now = await place<Refused>(body);
    total = now.body.context?.order?.total ?? 0;
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(goods.price * 12 + 499);
    expect(now.body.context?.order?.promotionCoupon?.code).toBe(code);
    const used = async () =>
      (await shop.database.pool.query<{ used: number }>('select used from coupon where code = $1', [code]))
        .rows[0]?.used;
    const before = (await used()) ?? 0;
    expect(await place({ ...body, expectedTotal: total })).toMatchObject({ status: 201, body: { total } });
    expect(await used()).toBe(before + 1);

    await shop.database.pool.query(
      `update coupon set expires_at = now() - interval '1 day' where code = $1`,
      [code],
    );
    const next = { ...body, tokenValue: deviceToken(), expectedTotal: total };
    const lost = await place<Refused>(next);
    expect(lost).toMatchObject({
      status: 409,
      body: {
        errorCode: 'order.promotion_changed',
        violations: [{ propertyPath: 'couponCode', code: 'coupon.expired' }],
      },
    });
    const dearer = lost.body.context?.order?.total ?? 0;
    expect(dearer).toBeGreaterThan(total);
    expect(await place({ ...next, maximumTotal: dearer })).toMatchObject({
      status: 201,
      body: { total: dearer },
    });
    expect(await used()).toBe(before + 1);
    expect(await place<Refused>({ ...one(), couponCode: 'NO-SUCH-CODE', expectedTotal: 1 })).toMatchObject({
      status: 409,
      body: { errorCode: 'order.promotion_changed', violations: [{ code: 'coupon.invalid' }] },
    });
  });

  test('a price that rose while the phone lay in the field places nothing', async () => {
    const rare = await scarce(10, 'price');
    const body = intentOf([{ productVariantCode: rare.code, quantity: 2 }], totalOf(rare.price, 2));
    await shop.database.pool.query(
      `update channel_price set price = price + 100 where variant_id = (select id from product_variant where code = $1)`,
      [rare.code],
    );
    const refused = await place<Refused>(body);
    expect(refused).toMatchObject({ status: 409, body: { errorCode: 'order.total_changed' } });
    expect(refused.body.context?.order?.total).toBe(totalOf(rare.price, 2) + 200);
  });
});

describe('a line that is short follows its own rule', () => {
  const short = (code: string, quantity: number, whenShort: 'wait' | 'reduce' | 'drop') =>
    intentOf(
      [
        { productVariantCode: goods.code, quantity: 1 },
        { productVariantCode: code, quantity, whenShort },
      ],
      100_000,
    );

  test('wait buys nothing now', async () => {
    const rare = await scarce(2, 'wait');
    const before = await traces();
    expect(await place<Refused>(short(rare.code, 3, 'wait'))).toMatchObject({
      status: 422,
      body: {
        errorCode: 'order.out_of_stock',
        violations: [{ propertyPath: 'lines[1].quantity' }],
        context: { short: [{ productVariantCode: rare.code, quantity: 3, available: 2 }] },
      },
    });
    expect(await traces()).toEqual(before);
    expect(await place(short(rare.code, 2, 'wait'))).toMatchObject({ status: 201 });
  });

  test('reduce takes what there is and says so', async () => {
    const rare = await scarce(2, 'reduce');
    const placed = await place(short(rare.code, 5, 'reduce'));
    expect(placed).toMatchObject({
      status: 201,
      body: {
        items: [{ quantity: 1 }, { quantity: 2, variant: { code: rare.code } }],
        warnings: [{ errorCode: 'cart.quantity_capped' }],
      },
    });
    expect(placed.body.warnings[0]?.detail).toMatch(/was lowered to 2\./);
    // Now there are none: a line that can be reduced to nothing is left out.
    expect(await place(short(rare.code, 5, 'reduce'))).toMatchObject({
      status: 201,
      body: { items: [{ variant: { code: goods.code } }], warnings: [{ errorCode: 'order.line_dropped' }] },
    });
  });

  test('drop leaves the line out; an order of which nothing is left is not placed', async () => {
    const rare = await scarce(2, 'drop');
    expect(await place(short(rare.code, 3, 'drop'))).toMatchObject({
      status: 201,
      body: {
        items: [{ quantity: 1, variant: { code: goods.code } }],
        warnings: [{ errorCode: 'order.line_dropped' }],
      },
    });
    const alone = intentOf([{ productVariantCode: rare.code, quantity: 3, whenShort: 'drop' }], 100_000);
    expect(await place<Refused>(alone)).toMatchObject({
      status: 422,
      body: {
        errorCode: 'order.out_of_stock',
        violations: [{ propertyPath: 'lines[0].quantity' }],
        context: { short: [{ productVariantCode: rare.code, quantity: 3, available: 2 }] },
      },
    });
  });
});

describe('cart and intent of one token are one order', () => {
  test('an open cart of the token becomes the order, with the lines that the buyer agreed to', async () => {
    const tokenValue = deviceToken();
    await shop.send('POST', '/shop/orders', { tokenValue });
    const cart = await shop.send('POST', `/shop/orders/${tokenValue}/items`, {
      productVariantCode: goods.code,
      quantity: 7,
    });
    const before = await traces();
    const placed = await place({ ...one(), tokenValue });
    expect(placed).toMatchObject({ status: 201, body: { id: cart.body.id, items: [{ quantity: 1 }] } });
    expect(placed.body.appliedCommandIds).toHaveLength(3);
    expect((await traces())?.['orders']).toBe(before?.['orders']);
    const late = await shop.send<Refused>('POST', `/shop/orders/${tokenValue}/items`, {
      productVariantCode: goods.code,
      quantity: 1,
    });
    expect(late).toMatchObject({
      status: 409,
      body: { errorCode: 'cart.already_completed', context: { tokenValue, number: placed.body.number } },
    });
    expect(await shop.send<Refused>('POST', '/shop/orders', { tokenValue })).toMatchObject({
      status: 409,
      body: { errorCode: 'cart.token_taken', context: { tokenValue, number: placed.body.number } },
    });
  });

  test('a refused intent leaves the cart as it was', async () => {
    const cart = await cartWith(shop, goods.code, 3);
    const refused = await place({ ...one(), tokenValue: cart.tokenValue, expectedTotal: 1 });
    expect(refused.status).toBe(409);
    const after = await shop.call('GET', `/shop/orders/${cart.tokenValue}`);
    expect(after.body).toMatchObject({ version: cart.version, state: 'cart', items: [{ quantity: 3 }] });
    expect(after.body.appliedCommandIds).toEqual(cart.appliedCommandIds);
  });

  test('a cart that was completed elsewhere is told with its number, and nothing more is bought', async () => {
    const cart = await readyToPay(shop, await cartWith(shop, goods.code));
    const placed = await complete(cart);
    expect(await place<Refused>({ ...one(), tokenValue: cart.tokenValue })).toMatchObject({
      status: 409,
      body: {
        errorCode: 'cart.already_completed',
        context: { tokenValue: cart.tokenValue, number: placed.body.number },
      },
    });
    expect(await complete(cart)).toMatchObject({
      status: 409,
    });
  });

  test('a token of another channel is taken', async () => {
    const body = one();
    const elsewhere = await shop.call(
      'POST',
      '/shop/orders',
      { tokenValue: body.tokenValue },
      { 's-channel': 'business' },
    );
    expect(elsewhere.status).toBe(201);
    expect(await place<Refused>(body)).toMatchObject({
      status: 409,
      body: { errorCode: 'cart.token_taken' },
    });
  });
});

describe('ways of delivery and payment', () => {
  const collect = (code: string, warehouse: string, changes: Partial<OrderIntentBody> = {}) =>
    intentOf([{ productVariantCode: code, quantity: 1 }], 100_000, {
      shippingAddress: null,
      plan: { code: `collection.${warehouse}`, shipments: [{ shippingMethod: 'COLLECT', warehouse }] },
      ...changes,
    });
  const placeHolding = async (code: string, chemical = false) =>
    (
      await shop.database.pool.query<{ code: string }>(
        `select w.code from warehouse w join stock s on s.warehouse_id = w.id join product_variant v on v.id = s.variant_id
         where v.code = $1 and w.collection and 'retail' = any(w.channels) and s.on_hand - s.on_hold > 2
           and (not $2 or (w.chemicals and not w.main)) order by w.priority limit 1`,
        [code, chemical],
      )
    ).rows[0]?.code ?? '';
  const collecting = async () =>
    (
      await shop.database.pool.query<{ code: string }>(
        `select code from shipping_method where kind = 'collection' order by position limit 1`,
      )
    ).rows[0]?.code ?? '';

  test('collected and paid in cash: the invoice is made out to the contacts', async () => {
    const warehouse = await placeHolding(goods.code);
    const body = collect(goods.code, warehouse, { paymentMethod: 'CASH' });
    body.plan.shipments = [{ shippingMethod: await collecting(), warehouse }];
    const placed = await place(body);
    expect(placed).toMatchObject({
      status: 201,
      body: {
        shipments: [{ kind: 'collection', warehouse: { code: warehouse } }],
        total: goods.price,
        billingAddress: { firstName: 'Jonas' },
        nextAction: { type: 'none' },
      },
    });
    expect(placed.body.shippingAddress).toBeUndefined();
  });

  test('plant protection goes only where it may be handed out', async () => {
    const chemical = await sellableVariant(shop, { chemical: true });
    const total = { expectedTotal: 100_000 };
    expect(
      await place<Refused>({
        ...intentOf([{ productVariantCode: chemical.code, quantity: 1 }], 0),
        ...total,
      }),
    ).toMatchObject({ status: 422, body: { errorCode: 'shipping.chemical_collect_only' } });
    const warehouse = await placeHolding(chemical.code, true);
    const body = collect(chemical.code, warehouse);
    body.plan.shipments = [{ shippingMethod: await collecting(), warehouse }];
    expect(await place(body)).toMatchObject({
      status: 201,
      body: { shipments: [{ kind: 'collection', warehouse: { code: warehouse } }] },
    });
  });

  test('goods of places that send nothing are collected beside what is sent, and each where it lies', async () => {
    const far = [await scarce(5, 'far'), await scarce(5, 'farther')];
    const local = await shop.database.pool.query<{ id: number; code: string }>(
      `select id, code from warehouse where collection and not ships and 'retail' = any(channels) order by priority limit 2`,
    );
    expect(local.rows).toHaveLength(2);
    for (const [index, { code }] of far.entries())
      await shop.database.pool.query(
        `update stock set warehouse_id = $1 where variant_id = (select id from product_variant where code = $2)`,
        [local.rows[index]?.id, code],
      );
    const [here = '', there = ''] = local.rows.map(({ code }) => code);
    const lines = far.map(({ code }) => ({ productVariantCode: code, quantity: 2 }));
    const shippingMethod = await collecting();
    const plan = (code: string, shipments: OrderIntentBody['plan']['shipments']) => ({
      plan: { code, shipments },
    });
    const ordinary = { productVariantCode: goods.code, quantity: 1 };
    expect(
      await place(
        intentOf(
          [...lines.slice(0, 1), ordinary],
          100_000,
          plan('mixed.courier', [{ shippingMethod: 'COURIER_HOME' }, { shippingMethod, warehouse: here }]),
        ),
      ),
    ).toMatchObject({
      status: 201,
      body: { shipments: [{ kind: 'courier' }, { kind: 'collection', warehouse: { code: here } }] },
    });
    const apart = await place(intentOf(lines, 100_000, plan('collection', [{ shippingMethod }])));
    expect(apart.status).toBe(201);
    expect(new Set(apart.body.shipments.map(({ kind, warehouse }) => `${kind} ${warehouse.code}`))).toEqual(
      new Set([here, there].map((code) => `collection ${code}`)),
    );
    // Three are left of the first: more than the place has is told as a shortage, not taken.
    expect(
      await place<Refused>(
        intentOf(
          [{ productVariantCode: far[0]?.code ?? '', quantity: 4 }, ordinary],
          100_000,
          plan('mixed.courier', [{ shippingMethod: 'COURIER_HOME' }, { shippingMethod, warehouse: here }]),
        ),
      ),
    ).toMatchObject({ status: 422, body: { errorCode: 'order.out_of_stock' } });
  });

  test('a parcel locker must be one that the method serves', async () => {
    const point = await shop.database.pool.query<{ code: string; method: string }>(
      `select p.code, m.code as method from pickup_point p join shipping_method m on m.provider = p.provider and m.enabled order by p.code limit 1`,
    );
    const { code = '', method = '' } = point.rows[0] ?? {};
    const body = (pickupPoint: string | null) =>
      intentOf([{ productVariantCode: goods.code, quantity: 1 }], 100_000, {
        shippingAddress: null,
        plan: { code: 'pickup_point', shipments: [{ shippingMethod: method, pickupPoint }] },
      });
    expect(await place<Refused>(body(null))).toMatchObject({
      status: 422,
      body: {
        errorCode: 'shipping.pickup_point_required',
        violations: [{ propertyPath: 'plan.shipments[0].pickupPoint' }],
      },
    });
    expect(await place<Refused>(body('NOPE'))).toMatchObject({
      status: 422,
      body: { errorCode: 'shipping.pickup_point_unknown' },
    });
    expect(await place(body(code))).toMatchObject({
      status: 201,
      body: { shipments: [{ kind: 'pickup_point', pickupPoint: { code } }] },
    });
  });

  test('an order in several parcels takes the one choice for all of them', async () => {
    const [first, second] = [await scarce(3, 'parcel'), await scarce(3, 'parcel')];
    const places = await shop.database.pool.query<{ id: number }>(
      `select id from warehouse where ships and 'retail' = any(channels) order by priority`,
    );
    expect(places.rows.length).toBeGreaterThan(1);
    await shop.database.pool.query(
      `update stock set warehouse_id = $1 where variant_id = (select id from product_variant where code = $2)`,
      [places.rows[1]?.id, second.code],
    );
    const placed = await place(
      intentOf(
        [
          { productVariantCode: first.code, quantity: 1 },
          { productVariantCode: second.code, quantity: 1 },
        ],
        100_000,
      ),
    );
    expect(placed.status).toBe(201);
    expect(placed.body.shipments).toHaveLength(2);
    for (const shipment of placed.body.shipments) expect(shipment.method?.code).toBe('COURIER_HOME');
  });

  test('a method that needs the buyer at a bank is refused', async () => {
    const redirects = await shop.database.pool.query<{ code: string }>(
      `select code from payment_method where kind in ('card', 'bank_link') and enabled and 'retail' = any(channels)`,
    );
    expect(redirects.rows.length).toBeGreaterThan(0);
    const before = await traces();
    for (const row of redirects.rows)
      expect(await place<Refused>({ ...one(), paymentMethod: row.code })).toMatchObject({
        status: 422,
        body: { errorCode: 'payment.method_ineligible', violations: [{ propertyPath: 'paymentMethod' }] },
      });
    expect(await place<Refused>({ ...one(), paymentMethod: 'CASH' })).toMatchObject({
      status: 422,
      body: { errorCode: 'payment.method_ineligible' },
    });
    expect(await traces()).toEqual(before);
  });
});
