/** What an order holds is its own, whatever the catalogue says of counting after it was placed (contract 5.12). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { setStock } from '#server/catalogue/set-stock.ts';
import { setStock as countOnShelf } from '#server/jobs/set-stock-command.ts';
import { changeOrderState } from '#server/jobs/shop-commands.ts';
import {
  intentOf,
  openTestShop,
  piecesOf,
  placedOrder,
  sellableVariant,
  sellableVariants,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
let code: string;
beforeAll(async () => {
  shop = await openTestShop();
  ({ code } = await sellableVariant(shop));
}, 60_000);
afterAll(() => shop.close());

const rows = async <T = unknown>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  (await shop.database.pool.query(text, [...values])).rows as T[];
const stock = () => piecesOf(shop, code);
/** As a feed says it; null: the goods are not counted. */
async function feedSays(pieces: number | null): Promise<void> {
  const [variant] = await rows<{ id: number }>('select id from product_variant where code = $1', [code]);
  const [main] = await rows<{ id: number }>(
    `select id from warehouse where main and 'retail' = any(channels)`,
  );
  await setStock(rows, [{ variantId: variant?.id ?? 0, pieces }], main?.id ?? 0);
}
const place = (quantity: number) => placedOrder(shop, code, { quantity });
const does = (order: Order, action: 'mark-paid' | 'cancel' | 'ship') =>
  changeOrderState(shop.orders.mail, order.tokenValue, action, {
    unpaid: true,
    parcel: null,
    tracking: null,
  });

test('goods that are counted only after they were ordered: such orders are paid and cancelled, and take no piece', async () => {
  await feedSays(null);
  const [paid, dropped] = [await place(2), await place(3)];
  await feedSays(5);
  const before = await stock();
  expect(await does(paid, 'mark-paid')).toContain('paid');
  expect(await does(dropped, 'cancel')).toContain('cancelled');
  expect(await does(paid, 'cancel')).toContain('cancelled');
  expect(await stock()).toEqual(before);
});

test('goods that are no longer counted after they were ordered: what the orders held is free or sold again', async () => {
  await feedSays(20);
  const before = await stock();
  const [paid, dropped] = [await place(2), await place(3)];
  expect((await stock())?.hold).toBe((before?.hold ?? 0) + 5);
  await feedSays(null);
  await does(paid, 'mark-paid');
  await does(dropped, 'cancel');
  expect(await stock()).toEqual({ hand: (before?.hand ?? 0) - 2, hold: before?.hold });
});

test('an order of before pieces were noted takes no more than is held, and does not get stuck', async () => {
  await feedSays(null);
  const order = await place(4);
  await feedSays(5);
  await rows('update shipment set held = null where order_id = (select id from "order" where token = $1)', [
    order.tokenValue,
  ]);
  const before = await stock();
  expect(await does(order, 'mark-paid')).toContain('paid');
  expect(await stock()).toEqual(before);
});

test('pieces leave the stock with the parcel where it is sent before it is paid, and no second time with the money', async () => {
  await feedSays(20);
  const order = await place(3);
  const before = await stock();
  await does(order, 'ship');
  const after = { hand: before.hand - 3, hold: before.hold - 3 };
  expect(await stock()).toEqual(after);
  await does(order, 'mark-paid');
  expect(await stock()).toEqual(after);
});

describe('pieces that orders need and that a feed does not find on the shelf', () => {
  let others: string[];
  beforeAll(async () => {
    others = (await sellableVariants(shop, 5)).map((one) => one.code).filter((one) => one !== code);
  });
  beforeEach(async () => {
    code = others.pop() ?? '';
    await feedSays(10);
  });
  const free = async () => {
    const { hand, hold } = await stock();
    return hand - hold;
  };
  const paid = async (quantity: number) => {
    const order = await place(quantity);
    await does(order, 'mark-paid');
    return order;
  };

  test('I4 are not given back with a paid order that is cancelled: they were never there', async () => {
    const [first, second] = [await paid(4), await paid(3)];
    await feedSays(5);
    expect(await stock()).toEqual({ hand: 0, hold: 0 });
    await does(first, 'cancel');
    expect(await free()).toBe(2);
    await does(second, 'cancel');
    expect(await stock()).toEqual({ hand: 5, hold: 0 });
  });

  test('I4 are not set free with an unpaid order that is cancelled, whichever is cancelled first', async () => {
    const [first, second, third] = [await place(4), await paid(2), await place(3)];
    await feedSays(5);
    await does(first, 'cancel');
    expect(await free()).toBe(0);
    // What a parcel takes along was there.
    await does(third, 'mark-paid');
    await does(third, 'ship');
    expect(await free()).toBe(0);
    await does(second, 'cancel');
    expect(await stock()).toEqual({ hand: 2, hold: 0 });
  });

  test('I4 are missing wherever they were to be sent from, and all that was counted is free in the end', async () => {
    await rows(
      `insert into stock (variant_id, warehouse_id, on_hand)
       select v.id, w.id, case when w.main then 2 else 3 end from product_variant v,
         (select * from warehouse where ships and 'retail' = any(channels) order by not main, id limit 2) w where v.code = $1
       on conflict (variant_id, warehouse_id) do update set on_hand = excluded.on_hand`,
      [code],
    );
    expect(await stock()).toEqual({ hand: 5, hold: 0 });
    const inTwoParcels = intentOf([{ productVariantCode: code, quantity: 4 }], 100_000);
    const { body: order } = await shop.send('POST', '/shop/order-intents', inTwoParcels);
    await does(order, 'mark-paid');
    const unpaid = await place(1);
    await feedSays(1);
    await does(order, 'cancel');
    expect(await free()).toBe(0);
    await does(unpaid, 'cancel');
    expect(await stock()).toEqual({ hand: 1, hold: 0 });
  });

  test('are no more once they are counted anew, by a feed or by a keeper, or not counted at all', async () => {
    const orders = [await paid(2), await paid(2), await paid(2)];
    const cancelNext = async () => void (await does(orders.pop() as Order, 'cancel'));
    await feedSays(3);
    await feedSays(9);
    await cancelNext();
    expect(await free()).toBe(5);
    await feedSays(1);
    const [at] = await rows<{ code: string }>(
      `select code from warehouse where ships and not main and 'retail' = any(channels) order by id limit 1`,
    );
    await countOnShelf(shop.orders.mail, code, at?.code ?? '', 9);
    const before = await free();
    await cancelNext();
    expect(await free()).toBe(before + 2);
    await feedSays(1);
    await feedSays(null);
    await cancelNext();
    expect(await rows('select 1 from stock where missing > 0')).toEqual([]);
  });
});
