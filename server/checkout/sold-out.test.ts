import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShippingPlan } from '#contract/orders/delivery.ts';
import type { Order } from '#contract/orders/orders.ts';
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

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** Pieces of a variant by warehouse code; everywhere else there is nothing. */
const setStock = (code: string, pieces: Record<string, number>) =>
  shop.database.pool.query(
    `update stock s set on_hold = 0, on_hand = coalesce(($2::jsonb ->> w.code)::int, 0)
     from warehouse w where w.id = s.warehouse_id and s.variant_id = (select id from product_variant where code = $1)`,
    [code, JSON.stringify(pieces)],
  );
const warehouse = async (condition: string): Promise<string> => {
  const found = await shop.database.pool.query<{ code: string }>(
    `select w.code from warehouse w where ${condition} and exists
       (select 1 from stock s where s.warehouse_id = w.id) order by w.priority limit 1`,
  );
  const code = found.rows[0]?.code;
  if (code === undefined) throw new Error(`No warehouse: ${condition}`);
  return code;
};
/** A line of stock for each warehouse, so that `setStock` can put pieces anywhere. */
const everywhere = (code: string) =>
  shop.database.pool.query(
    `insert into stock (variant_id, warehouse_id, on_hand, on_hold)
     select v.id, w.id, 0, 0 from product_variant v cross join warehouse w where v.code = $1 on conflict do nothing`,
    [code],
  );

/** Brings a cart to the step of payment, with no method of payment chosen yet. */
async function addressed(cart: Order): Promise<Order> {
  const path = `/shop/orders/${cart.tokenValue}`;
  await shop.send('PUT', path, { email: 'jonas@example.lt', contact: jonas });
  await shop.send('PATCH', `${path}/shipments/${cart.shipments[0]?.id}`, { shippingMethod: 'COURIER_HOME' });
  return (await shop.send('PUT', path, { shippingAddress: address })).body;
}
const pay = (cart: Order) =>
  shop.send('PATCH', `/shop/orders/${cart.tokenValue}/payments/${cart.payments.at(-1)?.id}`, {
    paymentMethod: 'TRANSFER',
  });

const outOfStock = (item: Order['items'][number] | undefined) => ({
  status: 422,
  body: {
    errorCode: 'order.out_of_stock',
    detail: 'Cannot complete order with products out of stock',
    violations: [
      {
        propertyPath: `items[${item?.id}].quantity`,
        message: `The product variant with "${item?.variant.code}" code does not have sufficient stock.`,
      },
    ],
  },
});

test('R8.19 goods sold out before payment is chosen: the choice is refused and names them, and the delivery stands', async () => {
  const { code } = await sellableVariant(shop);
  const other = await sellableVariant(shop, { except: code });
  const begun = await cartWith(shop, other.code);
  await shop.send('POST', `/shop/orders/${begun.tokenValue}/items`, {
    productVariantCode: code,
    quantity: 2,
  });
  const cart = await addressed((await shop.call('GET', `/shop/orders/${begun.tokenValue}`)).body);
  await everywhere(code);
  await setStock(code, {});
  const gone = cart.items.find((item) => item.variant.code === code);
  expect(await pay(cart)).toMatchObject(outOfStock(gone));
  const after = await shop.call('GET', `/shop/orders/${cart.tokenValue}`);
  expect(after.body).toMatchObject({ checkoutState: 'addressed', shippingPlan: 'courier' });
  // Taken out, the rest can be bought.
  await shop.send('DELETE', `/shop/orders/${cart.tokenValue}/items/${gone?.id}`);
  const rest = await readyToPay(shop, (await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).body);
  expect(rest.checkoutState).toBe('payment_selected');
});

test('R8.19 a checkout that what is sold out has thrown back is refused with the goods, not with "earlier steps"', async () => {
  const { code } = await sellableVariant(shop);
  await everywhere(code);
  const place = await warehouse('w.ships');
  await setStock(code, { [place]: 20 });
  const cart = await readyToPay(shop, await cartWith(shop, code, 3));
  await setStock(code, { [place]: 2 });
  shop.clock.at = new Date(Date.now() + 10 * 60_000);
  // A reading of a stale cart drops the plan.
  expect((await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).body.checkoutState).toBe('cart');
  shop.clock.at = null;
  const pressed = await shop.send('PATCH', `/shop/orders/${cart.tokenValue}/complete`, consents);
  expect(pressed).toMatchObject(outOfStock(cart.items[0]));
  const plans = await shop.call<{ data: ShippingPlan[] }>(
    'GET',
    `/shop/orders/${cart.tokenValue}/shipping-plans`,
  );
  expect(plans.body.data.every((plan) => !plan.available)).toBe(true);
  expect(plans.body.data[0]?.missing).toEqual([{ itemId: cart.items[0]?.id, quantity: 1 }]);
});

test('goods that another warehouse sends at the same price leave the checkout where it is', async () => {
  const { code } = await sellableVariant(shop);
  await everywhere(code);
  const [first, second] = [
    await warehouse('w.ships'),
    await warehouse('w.ships and w.priority > (select min(priority) from warehouse where ships)'),
  ];
  await setStock(code, { [first]: 5 });
  const cart = await addressed(await cartWith(shop, code));
  await setStock(code, { [second]: 5 });
  expect((await pay(cart)).body).toMatchObject({
    checkoutState: 'payment_selected',
    shipments: [{ warehouse: { code: second }, method: { code: 'COURIER_HOME' } }],
  });
});

test('goods that lie only where nothing is sent from are collected there, and the rest of the cart is sent', async () => {
  const { code } = await sellableVariant(shop);
  const other = await sellableVariant(shop, { except: code });
  await everywhere(code);
  await everywhere(other.code);
  const local = await warehouse('w.collection and not w.ships');
  const sends = await warehouse('w.ships');
  await setStock(code, { [local]: 5 });
  await setStock(other.code, { [sends]: 5, [local]: 5 });
  const alone = await cartWith(shop, code);
  expect(alone.shipments).toMatchObject([{ kind: 'collection', warehouse: { code: local } }]);
  const begun = await cartWith(shop, other.code);
  expect(begun.shippingPlan).toBe('courier');
  const path = `/shop/orders/${begun.tokenValue}`;
  const both = (await shop.send('POST', `${path}/items`, { productVariantCode: code, quantity: 2 })).body;
  const [sent, fetched] = both.items;
  // What was chosen for the one goes on for it.
  expect(both.shippingPlan).toBe('mixed.courier');
  expect(both.shipments).toMatchObject([
    { kind: 'courier', warehouse: { code: sends }, items: [{ itemId: sent?.id, quantity: 1 }] },
    { kind: 'collection', warehouse: { code: local }, items: [{ itemId: fetched?.id, quantity: 2 }] },
  ]);
  const plans = await shop.call<{ data: ShippingPlan[] }>('GET', `${path}/shipping-plans`);
  expect(plans.body.data.map((plan) => [plan.code, plan.available])).toEqual([
    [`collection.${local}`, true],
    ['mixed.courier', true],
    ['mixed.pickup_point', true],
  ]);
  expect(fetched).toMatchObject({ collectAt: [{ code: local }] });
  expect(sent).not.toHaveProperty('collectAt');
});

test('the place where the collected part of a mixed cart is handed out can be chosen', async () => {
  const chemical = await sellableVariant(shop, { chemical: true });
  const other = await sellableVariant(shop);
  await everywhere(chemical.code);
  const handing = await shop.database.pool.query<{ code: string }>(
    'select code from warehouse where collection and chemicals and not main order by priority',
  );
  const places = handing.rows.map((row) => row.code);
  expect(places.length).toBeGreaterThan(1);
  await setStock(chemical.code, Object.fromEntries(places.map((place) => [place, 5])));
  const begun = await cartWith(shop, other.code);
  const path = `/shop/orders/${begun.tokenValue}`;
  await shop.send('POST', `${path}/items`, { productVariantCode: chemical.code, quantity: 1 });
  for (const place of places) {
    const chosen = await shop.send('PUT', `${path}/shipping-plan`, {
      code: 'mixed.courier',
      warehouseCode: place,
    });
    expect(chosen.body.shipments.at(-1)).toMatchObject({ kind: 'collection', warehouse: { code: place } });
    // A later change of the cart keeps the place.
    const changed = await shop.send('PATCH', `${path}/items/${begun.items[0]?.id}`, {
      quantity: places.indexOf(place) + 2,
    });
    expect(changed.body.shipments.at(-1)?.warehouse.code).toBe(place);
  }
});
