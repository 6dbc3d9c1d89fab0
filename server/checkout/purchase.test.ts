import type { ShippingMethod } from '#contract/orders/delivery.ts';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CompletedOrder, Order } from '#contract/orders/orders.ts';
import type { PaymentRequest, RequestedPayment } from '#contract/orders/payments.ts';
import { shapes } from '#contract/calls/shapes.ts';
import { runDue } from '#server/jobs/run-due.ts';
import { expireUnpaidOrders } from '#server/placed-orders/expire-unpaid.ts';
import { receiveNotice } from '#server/payment/payment-notices.ts';
import { complete, goods, openShopOfFile, shop } from '#tests/server/shop-of-file.ts';
import {
  address,
  cartWith,
  consents,
  jonas,
  piecesOf,
  readyToPay,
  sellableVariant,
} from '#tests/server/test-shop.ts';

openShopOfFile();

const stockOf = (code: string) => piecesOf(shop, code);

describe('buying as a guest', () => {
  test('R4.19 shipping, address and payment follow each other; a later step is refused before', async () => {
    const cart = await cartWith(shop, goods.code);
    const path = `/shop/orders/${cart.tokenValue}`;
    expect(cart.checkoutState).toBe('cart');
    const early = await shop.send<Record<string, unknown>>('PUT', path, { shippingAddress: address });
    expect(early).toMatchObject({ status: 409, body: { errorCode: 'checkout.wrong_state' } });
    expect(early.body['context']).toMatchObject({ current: 'cart' });
    const pay = { paymentMethod: 'TRANSFER' };
    const paymentPath = `${path}/payments/${cart.payments[0]?.id}`;
    expect(await shop.send('PATCH', paymentPath, pay)).toMatchObject({ status: 409 });

    const contacts = await shop.send('PUT', path, { email: 'Jonas@Example.lt', contact: jonas });
    expect(contacts.body).toMatchObject({ checkoutState: 'cart', customer: { firstName: 'Jonas' } });
    const shipped = await shop.send('PATCH', `${path}/shipments/${cart.shipments[0]?.id}`, {
      shippingMethod: 'COURIER_HOME',
    });
    expect(shipped.body).toMatchObject({ checkoutState: 'shipping_selected', shippingTotal: 499 });
    const addressed = await shop.send('PUT', path, { shippingAddress: address });
    expect(addressed.body).toMatchObject({
      checkoutState: 'addressed',
      shippingAddress: { city: 'Kėdainiai', postCode: 'LT-57289' },
      billingAddress: { city: 'Kėdainiai' },
    });
    const chosen = await shop.send('PATCH', paymentPath, pay);
    expect(chosen.body).toMatchObject({ checkoutState: 'payment_selected' });
    expect(chosen.body.shipments[0]).not.toHaveProperty('estimatedAt');
    const { body: methods } = await shop.call<{ data: ShippingMethod[] }>(
      'GET',
      `${path}/shipments/${cart.shipments[0]?.id}/methods`,
    );
    const promised = methods.data.find(({ code }) => code === 'COURIER_HOME')?.estimatedTo;

    const placed = await complete(chosen.body, { expectedTotal: chosen.body.total, notes: ' Skambinkite ' });
    expect(placed.status).toBe(200);
    expect(shapes.completeOrder.response.safeParse(placed.body).error?.issues ?? []).toEqual([]);
    expect(placed.body).toMatchObject({
      state: 'new',
      checkoutState: 'completed',
      paymentState: 'awaiting_payment',
      shippingState: 'ready',
      notes: 'Skambinkite',
      canPay: true,
      nextAction: { type: 'instructions' },
      documents: [{ kind: 'pre_invoice', number: `IS-${placed.body.number}` }],
    });
    expect(placed.body.number).toMatch(/^\d+$/);
    expect(promised).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(placed.body.shipments[0]?.estimatedAt).toBe(promised);
    expect(await shop.call('GET', path)).toMatchObject({ status: 200, body: { number: placed.body.number } });
  });

  test('a change of items or method throws the checkout back and keeps what was typed', async () => {
    const cart = await readyToPay(shop, await cartWith(shop, goods.code));
    const path = `/shop/orders/${cart.tokenValue}`;
    const method = await shop.send('PATCH', `${path}/shipments/${cart.shipments[0]?.id}`, {
      shippingMethod: 'COURIER_HOME',
    });
    expect(method.body).toMatchObject({ checkoutState: 'shipping_selected' });
    const more = await shop.send('PATCH', `${path}/items/${cart.items[0]?.id}`, { quantity: 2 });
    expect(more.body).toMatchObject({
      checkoutState: 'cart',
      shippingAddress: { city: 'Kėdainiai' },
      shipments: [{ method: { code: 'COURIER_HOME' } }],
    });
  });

  test('pick-up point and collection are chosen on the shipment; another kind is another plan', async () => {
    const cart = await cartWith(shop, goods.code);
    const path = `/shop/orders/${cart.tokenValue}/shipments`;
    const shipment = cart.shipments[0]?.id;
    const needed = await shop.send<Record<string, unknown>>('PATCH', `${path}/${shipment}`, {
      shippingMethod: 'LOCKER_SIUNTUKAS',
    });
    expect(needed).toMatchObject({ status: 422, body: { errorCode: 'shipping.pickup_point_required' } });
    const foreign = await shop.send<Record<string, unknown>>('PATCH', `${path}/${shipment}`, {
      shippingMethod: 'LOCKER_SIUNTUKAS',
      pickupPoint: 'DEZUTE001',
    });
    expect(foreign).toMatchObject({ status: 422, body: { errorCode: 'shipping.pickup_point_unknown' } });
    const locker = await shop.send('PATCH', `${path}/${shipment}`, {
      shippingMethod: 'LOCKER_SIUNTUKAS',
      pickupPoint: 'SIUNTUKAS001',
    });
    expect(locker.body).toMatchObject({
      checkoutState: 'shipping_selected',
      shippingPlan: 'pickup_point',
      shipments: [{ kind: 'pickup_point', pickupPoint: { code: 'SIUNTUKAS001' }, price: 299 }],
    });
    const places = await shop.call<{ data: { code: string; coverage: string }[] }>(
      'GET',
      `/shop/orders/${cart.tokenValue}/warehouses?collection=1`,
    );
    const place = places.body.data.find((one) => one.coverage === 'all')?.code;
    const collected = await shop.send('PATCH', `${path}/${locker.body.shipments[0]?.id}`, {
      shippingMethod: 'COLLECT_WAREHOUSE',
      warehouse: place,
    });
    expect(collected.body).toMatchObject({
      checkoutState: 'shipping_selected',
      shippingPlan: `collection.${place}`,
      shippingTotal: 0,
      shipments: [{ kind: 'collection', warehouse: { code: place } }],
    });
    // Collected: no address needed, the invoice goes to the contact.
    const at = `/shop/orders/${cart.tokenValue}`;
    await shop.send('PUT', at, { email: 'jonas@example.lt', contact: jonas });
    const addressed = await shop.send('PUT', at, { billingAddress: null });
    expect(addressed.body).toMatchObject({
      checkoutState: 'addressed',
      billingAddress: { firstName: 'Jonas' },
    });
    const methods = await shop.call<{ data: { code: string }[] }>(
      'GET',
      `${at}/payments/${cart.payments[0]?.id}/methods`,
    );
    const codes = methods.body.data.map((one) => one.code);
    expect(codes).toContain('CASH');
    expect(codes).not.toContain('CASH_ON_DELIVERY');
  });

  test('chemical goods are collected only, never in the main warehouse', async () => {
    const chemical = await sellableVariant(shop, { chemical: true, atLeast: 3 });
    const cart = await cartWith(shop, chemical.code);
    expect(cart.items[0]?.collectOnly).toBe(true);
    expect(cart.shippingPlan).toMatch(/^collection\./);
    const path = `/shop/orders/${cart.tokenValue}`;
    const courier = await shop.send<Record<string, unknown>>(
      'PATCH',
      `${path}/shipments/${cart.shipments[0]?.id}`,
      {
        shippingMethod: 'COURIER_HOME',
      },
    );
    expect(courier).toMatchObject({ status: 422, body: { errorCode: 'shipping.chemical_collect_only' } });
    const main = await shop.send<Record<string, unknown>>('PUT', `${path}/shipping-plan`, {
      code: 'collection',
      warehouseCode: 'UKMERGE',
    });
    expect(main).toMatchObject({ status: 422, body: { errorCode: 'shipping.chemical_collect_only' } });
    const mixed = await shop.send('POST', `${path}/items`, { productVariantCode: goods.code, quantity: 1 });
    const plans = await shop.call<{ data: { code: string }[] }>('GET', `${path}/shipping-plans`);
    expect(plans.body.data.map((one) => one.code)).toEqual(
      expect.arrayContaining(['mixed.courier', 'mixed.pickup_point']),
    );
    expect(mixed.status).toBe(201);
    const split = await shop.send('PUT', `${path}/shipping-plan`, { code: 'mixed.courier' });
    expect(split.body.shipments.map((one) => one.kind)).toEqual(['courier', 'collection']);
  });

  test('nothing is placed without consents, with a changed total, or from an empty cart', async () => {
    const cart = await readyToPay(shop, await cartWith(shop, goods.code));
    const refused = await complete(cart, { termsAndConditionsAccepted: false });
    expect(refused).toMatchObject({ status: 422, body: { errorCode: 'consent.required' } });
    const changed = await complete(cart, { expectedTotal: cart.total - 1 });
    expect(changed).toMatchObject({
      status: 409,
      body: { errorCode: 'order.total_changed', context: { order: { state: 'cart', total: cart.total } } },
    });
    const empty = await shop.send('POST', '/shop/orders', {});
    expect(await complete(empty.body)).toMatchObject({ status: 422, body: { errorCode: 'cart.empty' } });
    expect(await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).toMatchObject({
      body: { state: 'cart' },
    });
  });

  test('a price that moved is told with the new cart, and the new total can be agreed to', async () => {
    const cart = await readyToPay(shop, await cartWith(shop, goods.code));
    const set = (price: number) =>
      shop.database.pool.query(
        `update channel_price set price = $1 where original_price is null and variant_id =
          (select id from product_variant where code = $2) or original_price > $1 and variant_id =
          (select id from product_variant where code = $2)`,
        [price, goods.code],
      );
    await set(goods.price - 1);
    const changed = await complete(cart);
    expect(changed).toMatchObject({ status: 409, body: { errorCode: 'order.total_changed' } });
    const current = (changed.body as unknown as { context: { order: Order } }).context.order;
    expect(current.total).toBe(cart.total - 1);
    expect(current.warnings.map((one) => one.errorCode)).toContain('cart.price_changed');
    const placed = await complete(cart, { expectedTotal: current.total });
    expect(placed).toMatchObject({ status: 200, body: { total: cart.total - 1 } });
    await set(goods.price);
  });
});

describe('stock', () => {
  test('a placed order holds its pieces, a paid one takes them, a cancelled one gives them back', async () => {
    const before = await stockOf(goods.code);
    const cart = await readyToPay(shop, await cartWith(shop, goods.code, 2), 'CARD');
    const placed = await complete(cart);
    expect(placed.body.nextAction).toMatchObject({ type: 'redirect' });
    expect(await stockOf(goods.code)).toEqual({ hand: before?.hand, hold: (before?.hold ?? 0) + 2 });
    shop.clock.at = new Date(Date.now() + 6 * 24 * 60 * 60 * 1000);
    expect(await expireUnpaidOrders(shop.orders.mail)).toBeGreaterThanOrEqual(1);
    shop.clock.at = null;
    expect(await stockOf(goods.code)).toEqual(before);
    expect(await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).toMatchObject({
      body: { state: 'cancelled', canPay: false },
    });
  });

  test(
    'of twenty buyers of the last piece one gets it, the others are told which line is short',
    { timeout: 60_000 },
    async () => {
      const last = await sellableVariant(shop, { atLeast: 12, except: goods.code });
      const keep = `(select variant_id, warehouse_id from stock s join warehouse w on w.id = s.warehouse_id
      where w.ships and variant_id = (select id from product_variant where code = $1) order by w.priority limit 1)`;
      const carts: Order[] = [];
      for (let index = 0; index < 20; index += 1)
        carts.push(await readyToPay(shop, await cartWith(shop, last.code), 'TRANSFER'));
      await shop.database.pool.query(
        `update stock set on_hold = 0, on_hand = case when (variant_id, warehouse_id) in ${keep} then 1 else 0 end
       where variant_id = (select id from product_variant where code = $1)`,
        [last.code],
      );
      const answers = await Promise.all(carts.map((cart) => complete(cart)));
      const won = answers.filter((one) => one.status === 200);
      expect(won).toHaveLength(1);
      for (const [index, lost] of answers.entries()) {
        if (lost.status === 200) continue;
        expect(lost).toMatchObject({
          status: 422,
          body: {
            errorCode: 'order.out_of_stock',
            detail: 'Cannot complete order with products out of stock',
            violations: [
              {
                propertyPath: `items[${carts[index]?.items[0]?.id}].quantity`,
                message: `The product variant with "${last.code}" code does not have sufficient stock.`,
              },
            ],
          },
        });
      }
      expect(await stockOf(last.code)).toEqual({ hand: 1, hold: 1 });
      const orders = await shop.database.pool.query<{ count: number }>(
        `select count(*)::int as count from "order" o join order_item i on i.order_id = o.id
       where i.variant_code = $1 and o.state = 'new'`,
        [last.code],
      );
      expect(orders.rows[0]?.count).toBe(1);
    },
  );

  test('a shortage in the planned warehouse is met from another one at the same price', async () => {
    const spread = await shop.database.pool.query<{ code: string }>(
      `select v.code from product_variant v join product p on p.id = v.product_id join stock s on s.variant_id = v.id
       join warehouse w on w.id = s.warehouse_id and w.ships
       where v.tracked and not p.is_chemical and not p.is_gift and not p.professional_use and not p.ammonium_nitrate16 and p.type = 'simple'
         and v.weight between 1 and 5000 and s.on_hand > 2 and v.code <> $1
         and exists (select 1 from channel_price cp join channel c on c.id = cp.channel_id
           where cp.variant_id = v.id and c.code = 'retail' and cp.price < 20000)
       group by v.code having count(*) > 1 order by v.code limit 1`,
      [goods.code],
    );
    const code = spread.rows[0]?.code ?? '';
    const cart = await readyToPay(shop, await cartWith(shop, code));
    const planned = cart.shipments[0]?.warehouse.code;
    await shop.database.pool.query(
      `update stock set on_hand = 0, on_hold = 0 where variant_id = (select id from product_variant where code = $1)
       and warehouse_id = (select id from warehouse where code = $2)`,
      [code, planned],
    );
    const placed = await complete(cart);
    expect(placed).toMatchObject({ status: 200, body: { total: cart.total } });
    expect(placed.body.shipments[0]?.warehouse.code).not.toBe(planned);
  });
});

describe('submitting twice', () => {
  test('the same key gets the same answer and one order; another key is told it is placed', async () => {
    const cart = await readyToPay(shop, await cartWith(shop, goods.code));
    const key = randomUUID();
    const first = await complete(cart, {}, key);
    const again = await complete(cart, {}, key);
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('idempotency-key')).toBe(key);
    expect(again.body).toEqual(first.body);
    expect(await complete(cart)).toMatchObject({
      status: 409,
      body: {
        errorCode: 'cart.already_completed',
        context: { tokenValue: cart.tokenValue, number: first.body.number },
      },
    });
    const mails = await shop.database.pool.query(
      `select 1 from mail_outbox where occasion = 'order_placed ' || $1`,
      [first.body.id],
    );
    expect(mails.rowCount).toBe(1);
  });

  test('ten presses at once place one order', async () => {
    const cart = await readyToPay(shop, await cartWith(shop, goods.code));
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => complete(cart, {}, key)));
    const statuses = answers.map((one) => one.status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    const numbers = new Set(answers.filter((one) => one.status === 200).map((one) => one.body.number));
    expect(numbers.size).toBe(1);
    for (const one of answers.filter((some) => some.status === 409)) {
      expect((one.body as unknown as { errorCode: string }).errorCode).toBe('idempotency.in_progress');
      expect(one.headers.get('retry-after')).toBe('1');
    }
  });

  test('a key is needed; a key of other content is refused', async () => {
    const cart = await readyToPay(shop, await cartWith(shop, goods.code));
    const path = `/shop/orders/${cart.tokenValue}/complete`;
    expect(await shop.call('PATCH', path, consents)).toMatchObject({
      status: 400,
      body: { errorCode: 'idempotency.key_required' },
    });
    const key = randomUUID();
    expect((await complete(cart, {}, key)).status).toBe(200);
    expect(await complete(cart, { notes: 'kita' }, key)).toMatchObject({
      status: 422,
      body: { errorCode: 'idempotency.key_reused' },
    });
  });

  test('a stored refusal is told again and leaves no effect', async () => {
    const cart = await cartWith(shop, goods.code);
    const key = randomUUID();
    const add = () =>
      shop.call<Record<string, unknown>>(
        'POST',
        `/shop/orders/${cart.tokenValue}/items`,
        { productVariantCode: 'NO-SUCH', quantity: 1 },
        { 'Idempotency-Key': key },
      );
    const first = await add();
    expect(first).toMatchObject({ status: 422, body: { errorCode: 'cart.variant_unknown' } });
    const again = await add();
    expect(again).toMatchObject({ status: 422, body: { errorCode: 'cart.variant_unknown' } });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('paying through the sandbox bank', () => {
  const start = async () => {
    const cart = await readyToPay(shop, await cartWith(shop, goods.code), 'CARD');
    const placed = await complete(cart);
    const requested = await shop.send<RequestedPayment>(
      'POST',
      `/shop/orders/${cart.tokenValue}/payment-requests`,
      {
        paymentId: placed.body.nextAction?.paymentId,
        action: 'capture',
        payload: {
          returnUrl: 'http://localhost/checkout/thank-you',
          cancelUrl: `http://localhost/checkout/${cart.tokenValue}`,
        },
      },
    );
    expect(requested.status).toBe(201);
    return { order: placed.body, request: requested.body };
  };
  const press = async (hash: string, outcome: string) => {
    const answer = await shop.app.request(`/sandbox-bank/${hash}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `outcome=${outcome}`,
    });
    expect(answer.status).toBe(303);
    return new URL(answer.headers.get('location') ?? '');
  };
  const confirm = (hash: string, url: URL) =>
    shop.send<PaymentRequest>('PUT', `/shop/payment-requests/${hash}`, {
      payload: Object.fromEntries(url.searchParams),
    });

  test('success: paid once, whichever of notice and return comes first, with an invoice', async () => {
    const { order, request } = await start();
    expect(request.redirectUrl).toBe(`http://localhost/sandbox-bank/${request.hash}`);
    const page = await shop.app.request(`/sandbox-bank/${request.hash}`);
    expect(page.headers.get('content-security-policy')).toContain(`default-src 'none'`);
    expect(await page.text()).toContain(order.number);
    const back = await press(request.hash, 'success');
    expect(back.pathname).toBe('/checkout/thank-you');
    for (let round = 0; round < 2; round += 1) {
      expect(await confirm(request.hash, back)).toMatchObject({
        status: 200,
        body: { state: 'completed', paymentState: 'paid', orderToken: order.tokenValue },
      });
    }
    const paid = await shop.call('GET', `/shop/orders/${order.tokenValue}`);
    expect(paid.body).toMatchObject({ state: 'processing', paymentState: 'paid', canPay: false });
    expect(paid.body.documents?.map((one) => one.kind)).toEqual(['invoice']);
    const invoice = paid.body.documents?.[0];
    const file = await shop.app.request(`/api/v2${invoice?.downloadUrl}`);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    const foreign = await shop.app.request(`/api/v2/shop/invoices/${invoice?.id}/download`);
    expect(foreign.status).toBe(404);
  });

  test('a delayed payment is open until its notice comes', async () => {
    const { order, request } = await start();
    const back = await press(request.hash, 'delayed');
    expect(await confirm(request.hash, back)).toMatchObject({
      status: 200,
      body: { state: 'processing', paymentState: 'awaiting_payment' },
    });
    // Paid, and not yet confirmed: the order's own page invites nobody to pay again.
    expect((await shop.call('GET', `/shop/orders/${order.tokenValue}`)).body.canPay).toBe(false);
    for (const work of shop.later.splice(0)) await work();
    expect(await shop.call<PaymentRequest>('GET', `/shop/payment-requests/${request.hash}`)).toMatchObject({
      body: { state: 'completed', paymentState: 'paid', orderToken: order.tokenValue },
    });
  });

  test('a payment that is being confirmed bars from paying until it is refused, begun anew, or a day has passed', async () => {
    const canPay = async ({ tokenValue }: Order) =>
      (await shop.call('GET', `/shop/orders/${tokenValue}`)).body.canPay;
    const pending = async () => {
      const begun = await start();
      // A page of the bank that is left is no payment.
      expect(await canPay(begun.order)).toBe(true);
      await confirm(begun.request.hash, await press(begun.request.hash, 'delayed'));
      expect(await canPay(begun.order)).toBe(false);
      return begun;
    };
    const refused = await pending();
    shop.later.splice(0);
    const { body, signature } = shop.orders.bank.notice({
      id: randomUUID(),
      hash: refused.request.hash,
      outcome: 'failed',
      amount: refused.order.total,
    });
    await receiveNotice(shop.orders.payments, 'sandbox', body, signature);
    expect(await canPay(refused.order)).toBe(true);

    const silent = await pending();
    const back = await press(silent.request.hash, 'delayed');
    await shop.database.pool.query(
      `update payment_request set pending_at = now() - interval '25 hours' where hash = $1`,
      [silent.request.hash],
    );
    expect(await canPay(silent.order)).toBe(true);
    // The same way back read once more is no news.
    await confirm(silent.request.hash, back);
    expect(await canPay(silent.order)).toBe(true);

    const anew = await pending();
    await shop.send('POST', `/shop/orders/${anew.order.tokenValue}/payment-requests`, {
      paymentId: anew.order.payments[0]?.id,
      action: 'capture',
      payload: { returnUrl: 'http://localhost/a', cancelUrl: 'http://localhost/b' },
    });
    expect(await canPay(anew.order)).toBe(true);
    // The way back of one payment says nothing about another.
    const other = await start();
    expect(await confirm(other.request.hash, back)).toMatchObject({ status: 422 });
    expect(await canPay(other.order)).toBe(true);
    shop.later.splice(0);
  });

  test('failure and cancel leave a fresh payment that can be paid', async () => {
    for (const outcome of ['fail', 'cancel']) {
      const { order, request } = await start();
      const back = await press(request.hash, outcome);
      expect(back.pathname).toBe(`/checkout/${order.tokenValue}`);
      await confirm(request.hash, back);
      const after = await shop.call('GET', `/shop/orders/${order.tokenValue}`);
      expect(after.body.payments.map((one) => one.state)).toEqual([
        outcome === 'fail' ? 'failed' : 'cancelled',
        'new',
      ]);
      expect(after.body).toMatchObject({ paymentState: 'awaiting_payment', canPay: true });
    }
  });

  test('a wrong signature changes nothing, a repeated or unknown notice is harmless', async () => {
    const { order, request } = await start();
    const notice = shop.orders.bank.notice({
      id: randomUUID(),
      hash: request.hash,
      outcome: 'completed',
      amount: order.total,
    });
    const post = (body: string, signature: string) =>
      shop.app.request('/api/v2/shop/payment-notifications/sandbox', {
        method: 'POST',
        body,
        headers: { 'X-Signature': signature },
      });
    const forged = await post(
      notice.body,
      (notice.signature.startsWith('A') ? 'B' : 'A') + notice.signature.slice(1),
    );
    expect(forged.status).toBe(422);
    expect(await forged.json()).toMatchObject({ errorCode: 'payment.bad_signature' });
    expect((await post(notice.body.replace('completed', 'failed'), notice.signature)).status).toBe(422);
    expect((await shop.call('GET', `/shop/orders/${order.tokenValue}`)).body.paymentState).toBe(
      'awaiting_payment',
    );

    const before = await stockOf(goods.code);
    for (let round = 0; round < 3; round += 1)
      expect((await post(notice.body, notice.signature)).status).toBe(200);
    expect((await stockOf(goods.code))?.hand).toBe((before?.hand ?? 0) - 1);
    const unknown = shop.orders.bank.notice({
      id: randomUUID(),
      hash: 'x'.repeat(32),
      outcome: 'completed',
      amount: 1,
    });
    expect((await post(unknown.body, unknown.signature)).status).toBe(200);
    const invoices = await shop.database.pool.query(
      `select 1 from document where order_id = $1 and kind = 'invoice'`,
      [order.id],
    );
    expect(invoices.rowCount).toBe(1);
  });

  test('a notice over another amount pays nothing; returns of foreign addresses are refused', async () => {
    const { order, request } = await start();
    const less = shop.orders.bank.notice({
      id: randomUUID(),
      hash: request.hash,
      outcome: 'completed',
      amount: order.total - 1,
    });
    await receiveNotice(shop.orders.payments, 'sandbox', less.body, less.signature);
    expect((await shop.call('GET', `/shop/orders/${order.tokenValue}`)).body.paymentState).toBe(
      'awaiting_payment',
    );
    const foreign = await shop.send('POST', `/shop/orders/${order.tokenValue}/payment-requests`, {
      paymentId: order.payments[0]?.id,
      action: 'capture',
      payload: { returnUrl: 'https://evil.example/', cancelUrl: 'http://localhost/' },
    });
    expect(foreign).toMatchObject({ status: 422, body: { errorCode: 'payment.url_not_allowed' } });
  });

  test('an address that only looks like one of the shop is refused, and one that is kept is kept as it was read', async () => {
    const { order, request } = await start();
    const ask = (returnUrl: string, cancelUrl: string) =>
      shop.send('POST', `/shop/orders/${order.tokenValue}/payment-requests`, {
        paymentId: order.payments[0]?.id,
        action: 'capture',
        payload: { returnUrl, cancelUrl },
      });
    for (const strange of [
      'blob:http://localhost/0b3c',
      'http://localhost\\@evil.example/',
      'http://user:pw@localhost/',
      'http://localhost/a\tb',
      'http://localhost/a\r\nX-Header: b',
    ])
      for (const [returnUrl, cancelUrl] of [
        [strange, 'http://localhost/'],
        ['http://localhost/', strange],
      ] as [string, string][])
        expect([returnUrl, cancelUrl, await ask(returnUrl, cancelUrl)]).toMatchObject([
          returnUrl,
          cancelUrl,
          { status: 422, body: { errorCode: 'payment.url_not_allowed' } },
        ]);
    expect((await ask('HTTP://LOCALHOST/a b', 'http://localhost/x/../c')).status).toBe(201);
    const { rows } = await shop.database.pool.query(
      'select return_url, cancel_url from payment_request where hash = $1',
      [request.hash],
    );
    expect(rows).toEqual([{ return_url: 'http://localhost/a%20b', cancel_url: 'http://localhost/c' }]);
  });

  test('an open request is answered again; another method ends it', async () => {
    const { order, request } = await start();
    const path = `/shop/orders/${order.tokenValue}/payment-requests`;
    const again = await shop.send<RequestedPayment>('POST', path, {
      paymentId: order.payments[0]?.id,
      action: 'capture',
      payload: { returnUrl: 'http://localhost/a', cancelUrl: 'http://localhost/b' },
    });
    expect(again.body.hash).toBe(request.hash);
    const changed = await shop.send(
      'PATCH',
      `/shop/account/orders/${order.tokenValue}/payments/${order.payments[0]?.id}`,
      { paymentMethod: 'TRANSFER' },
    );
    expect(changed.body.payments.map((one) => [one.state, one.method?.code])).toEqual([
      ['cancelled', 'CARD'],
      ['new', 'TRANSFER'],
    ]);
    expect(await shop.call<PaymentRequest>('GET', `/shop/payment-requests/${request.hash}`)).toMatchObject({
      body: { state: 'cancelled' },
    });
  });
});

describe('mail and papers', () => {
  test('the order mail goes out once, in the language of the order, with its page and pre-invoice', async () => {
    await runDue(shop.orders.mail);
    const cart = await shop.call('POST', '/shop/orders', {}, { 's-locale': 'lt' });
    const path = `/shop/orders/${cart.body.tokenValue}`;
    await shop.send('POST', `${path}/items`, { productVariantCode: goods.code, quantity: 1 });
    const filled = await shop.call('GET', path);
    await readyToPay(shop, filled.body, 'TRANSFER');
    await shop.send('PUT', path, { email: 'ona@example.lt' });
    const placed = await shop.call<CompletedOrder>('PATCH', `${path}/complete`, consents, {
      'Idempotency-Key': randomUUID(),
      's-locale': 'lt',
    });
    expect(placed.status).toBe(200);
    await runDue(shop.orders.mail);
    await runDue(shop.orders.mail);
    const answer = await shop.app.request('/dev/mails?to=ona@example.lt');
    const { data } = (await answer.json()) as {
      data: { subject: string; text: string; links: string[]; attachments: string[] }[];
    };
    expect(data).toHaveLength(1);
    expect(data[0]?.subject).toBe(`Užsakymas ${placed.body.number} gautas`);
    expect(data[0]?.text).toContain('Sveiki, Jonas,');
    expect(data[0]?.links).toContain(`http://localhost/orders/${placed.body.tokenValue}`);
    expect(data[0]?.attachments).toEqual([`IS-${placed.body.number}.pdf`]);
  });

  test('the pre-invoice is a PDF while money is due, and refused before the payment step', async () => {
    const cart = await cartWith(shop, goods.code);
    const path = `/api/v2/shop/orders/${cart.tokenValue}/pre-invoice/download`;
    expect((await shop.app.request(path)).status).toBe(409);
    await readyToPay(shop, cart);
    const file = await shop.app.request(path);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="IS-.+\.pdf"$/);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.length).toBeGreaterThan(5000);
  });

  test('a mail that cannot be sent is tried again later', async () => {
    const cart = await readyToPay(shop, await cartWith(shop, goods.code));
    const placed = await complete(cart);
    let tries = 0;
    const failing = {
      ...shop.orders.mail,
      report: () => {},
      transport: {
        send: () => {
          tries += 1;
          return Promise.reject(new Error('mailbox is full'));
        },
        sent: () => Promise.resolve([]),
      },
    };
    await runDue(failing);
    await runDue(failing);
    expect(tries).toBe(1);
    shop.clock.at = new Date(Date.now() + 3 * 60_000);
    expect((await runDue(shop.orders.mail)).mails).toBeGreaterThanOrEqual(1);
    shop.clock.at = null;
    const row = await shop.database.pool.query<{ attempts: number; sent_at: Date | null }>(
      'select attempts, sent_at from mail_outbox where order_id = $1',
      [placed.body.id],
    );
    expect(row.rows[0]).toMatchObject({ attempts: 2 });
    expect(row.rows[0]?.sent_at).not.toBeNull();
  });
});
