/** Every call of cart, checkout, payment and documents, answering in the shape that the contract gives it. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints, type Endpoint, type EndpointName } from '#contract/calls/endpoints.ts';
import { shapes, type Shape } from '#contract/calls/shapes.ts';
import {
  address,
  cartWith,
  consents,
  intentOf,
  jonas,
  openTestShop,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
afterAll(() => shop.close());

/** A call as the contract's tables and the descriptors both write it, without the names of its parts. */
const callOf = (method: string, path: string) => `${method} ${path.replaceAll(/\{\w+\}|:\w+/g, '*')}`;

/** The calls of cart, checkout, orders and documents as the contract lists them (docs/api-contract.md, section 4). */
function contractCalls(): string[] {
  const contract = readFileSync('docs/api-contract.md', 'utf8');
  const cells = [...contract.matchAll(/^\| (?:CART|CHK|ORD)-\d+ \| ([^|]+) \|/gm)].map(
    ([, cell]) => cell ?? '',
  );
  const calls = cells.flatMap((cell) =>
    [...cell.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[^\s,]+)/g)].map(([, method, path]) =>
      callOf(method ?? '', path ?? ''),
    ),
  );
  return [...new Set(calls)].sort();
}

/** Of these the calls that the shop does not serve yet. */
const toCome: string[] = [];

test(
  'each call of cart, checkout, payment and invoices in the contract answers as it says, but for those that are yet to come',
  { timeout: 30_000 },
  async () => {
    const asked = new Set<EndpointName>();
    /** Of the customer who asks; a guest at first. */
    let bearer: Record<string, string> = {};
    const ask = async (
      name: EndpointName,
      params: Record<string, unknown>,
      status: number,
      body?: unknown,
      query = '',
    ) => {
      const endpoint: Endpoint = endpoints[name];
      asked.add(name);
      const path = endpoint.path.replace(/:(\w+)/g, (_, part: string) => String(params[part]));
      const answer = await shop.call<Record<string, never>>(endpoint.method, path + query, body, {
        'Idempotency-Key': randomUUID(),
        ...bearer,
      });
      expect([name, answer.status]).toEqual([name, status]);
      expect(answer.headers.get('x-shop-api')).toBe('2');
      const shape: Shape = shapes[name];
      if (shape.response)
        expect([name, shape.response.safeParse(answer.body).error?.issues ?? []]).toEqual([name, []]);
      return answer.body as never as { [key: string]: never } & { tokenValue: string; hash: string };
    };
    const goods = await sellableVariant(shop);
    const bundle = await shop.database.pool.query<{ code: string }>(
      `select p.code from product p join bundle_item b on b.product_id = p.id join product_variant v on v.id = b.variant_id
     join product bp on bp.id = v.product_id where p.enabled group by p.id
     having bool_and(not bp.professional_use and not bp.is_gift) and bool_and((select coalesce(sum(on_hand - on_hold), 0)
       from stock s where s.variant_id = v.id) > 5) order by p.code limit 1`,
    );
    const begun = await ask('pickUpCart', {}, 201, {});
    const token = begun.tokenValue;
    const order = async () => (await shop.call('GET', `/shop/orders/${token}`)).body;
    await ask('addBundle', { token }, 201, { productCode: bundle.rows[0]?.code, quantity: 1 });
    for (const item of (await order()).items)
      if ((await order()).items.some((one) => one.id === item.id))
        await ask('deleteItem', { token, id: item.id }, 200);
    const one = { productVariantCode: goods.code, quantity: 1 };
    await ask('addItem', { token }, 201, one);
    await ask('addItems', { token }, 201, { items: [one] });
    const line = (await order()).items[0]?.id;
    await ask('changeQuantity', { token, id: line }, 200, { quantity: 2 });
    await ask('deleteItem', { token, id: line }, 200);
    await ask('restoreItem', { token, id: line }, 200);
    await ask('chooseGiftWrap', { token }, 200, { selected: true, message: 'Su gimtadieniu' });
    await ask('gifts', { token }, 200);
    await ask('chooseGift', { token }, 200, { productVariantCode: null });
    await ask('addGiftCard', { token }, 200, { code: 'DEMO-DOVANA-5000' });
    await ask('removeGiftCard', { token, code: 'DEMO-DOVANA-5000' }, 200);
    await ask('giftCardBalance', {}, 200, { code: 'DEMO-DOVANA-5000' });
    await ask('usePoints', { token }, 200, { points: 0 });
    await ask('applyCoupon', { token }, 200, { couponCode: 'LAISKAS' });
    await ask('applyCoupon', { token }, 200, { couponCode: null });
    await ask('recoverCart', { cartId: token }, 200, {});
    await ask('order', { token }, 200);

    await ask('updateOrder', { token }, 200, { email: 'jonas@example.lt', contact: jonas });
    await ask('shippingPlans', { token }, 200);
    await ask('chooseShippingPlan', { token }, 200, { code: 'courier' });
    const shipment = (await order()).shipments[0]?.id;
    await ask('shippingMethods', { token, id: shipment }, 200);
    await ask('pickupPoints', {}, 200, undefined, '?shippingMethod=LOCKER_SIUNTUKAS&lat=55.2&lng=24.7');
    await ask('checkoutOptions', {}, 200);
    await ask('warehouses', { token }, 200, undefined, '?collection=1');
    await ask('chooseShippingMethod', { token, id: shipment }, 200, { shippingMethod: 'COURIER_HOME' });
    await ask('updateOrder', { token }, 200, { shippingAddress: address });
    const payment = (await order()).payments[0]?.id;
    await ask('paymentMethods', { token, id: payment }, 200);
    await ask('choosePaymentMethod', { token, id: payment }, 200, { paymentMethod: 'CARD' });
    await ask('downloadPreInvoice', { token }, 200);
    await ask('completeOrder', { token }, 200, consents);
    await ask('order', { token }, 200);
    await ask('paymentConfiguration', { token, id: payment }, 200);
    const requested = await ask('requestPayment', { token }, 201, {
      paymentId: payment,
      action: 'capture',
      payload: { returnUrl: 'http://localhost/checkout/thank-you', cancelUrl: 'http://localhost/checkout' },
    });
    const { hash } = requested;
    await ask('paymentRequest', { hash }, 200);
    await ask('changePaymentMethod', { token, id: payment }, 200, { paymentMethod: 'TRANSFER' });
    await ask('confirmPayment', { hash }, 200, { payload: shop.orders.bank.returnQuery(hash, null) });

    const other = await readyToPay(shop, await cartWith(shop, goods.code), 'CARD');
    const { id } = (await ask('completeOrder', { token: other.tokenValue }, 200, consents)) as unknown as {
      id: number;
    };
    const due = await shop.call('GET', `/shop/orders/${other.tokenValue}`);
    const second = await ask('requestPayment', { token: other.tokenValue }, 201, {
      paymentId: due.body.payments.at(-1)?.id,
      action: 'capture',
      payload: { returnUrl: 'http://localhost/a', cancelUrl: 'http://localhost/b' },
    });
    const notice = {
      id: 'notice-1',
      hash: second.hash,
      outcome: 'completed',
      amount: due.body.total,
    } as const;
    await ask('confirmPayment', { hash: second.hash }, 200, {
      payload: shop.orders.bank.returnQuery(second.hash, notice),
    });
    const papers = await shop.database.pool.query<{ id: number }>(
      `select id from document where kind = 'invoice' and order_id = $1`,
      [id],
    );
    await ask(
      'downloadInvoice',
      { id: papers.rows[0]?.id },
      200,
      undefined,
      `?orderToken=${other.tokenValue}`,
    );

    const away = await ask('pickUpCart', {}, 201, {});
    await ask('clearCart', { token: away.tokenValue }, 204);

    const intent = intentOf([{ productVariantCode: goods.code, quantity: 1 }], 100_000);
    const key = randomUUID();
    const placed = await shop.call('POST', '/shop/order-intents', intent, { 'Idempotency-Key': key });
    expect(shapes.placeIntent.response.safeParse(placed.body).error?.issues ?? []).toEqual([]);
    expect(placed.status).toBe(201);
    asked.add('placeIntent');
    await ask('orderIntent', { key }, 200);
    await ask('withdrawIntent', { key: randomUUID() }, 200);

    const { body: signedIn } = await shop.call<{ token: string }>('POST', '/shop/authentication-token', {
      email: 'rasa.demo@example.com',
      password: 'Demo-Rasa-1',
    });
    bearer = { Authorization: `Bearer ${signedIn.token}` };
    await shop.database.pool.query(
      `update "order" set customer_id = (select id from customer where email = 'rasa.demo@example.com') where token = $1`,
      [other.tokenValue],
    );
    await ask('orderHistory', {}, 200);
    await ask('orderAgain', {}, 201, { orderId: other.tokenValue });

    // The bank's own call has no descriptor; a notice that nobody has signed is refused.
    expect((await shop.call('POST', '/shop/payment-notifications/sandbox', { hash })).status).toBe(422);
    const answered = [...asked].map((name) => callOf(endpoints[name].method, endpoints[name].path));
    const here = new Set([...answered, 'POST /shop/payment-notifications/*']);
    expect([...here, ...toCome].sort()).toEqual(contractCalls());
    for (const one of toCome) {
      const [method = '', path = ''] = one.split(' ');
      const body = method === 'GET' ? undefined : {};
      const answer = await shop.call(method, path.replaceAll('*', token), body, bearer);
      expect([one, answer.status]).toEqual([one, 404]);
    }
  },
);
