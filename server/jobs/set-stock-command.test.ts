/** What somebody counted on a shelf, on which lies what is sold and has not left (contract 5.12). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setStock as feedSays } from '#server/catalogue/set-stock.ts';
import type { RunSql } from '#server/database/run-sql.ts';
import {
  openTestShop,
  piecesOf,
  placedOrder,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';
import { listGoods } from './goods-look-up.ts';
import { setStock } from './set-stock-command.ts';
import { changeOrderState } from './shop-commands.ts';
import { closeWarehouse } from './warehouse-commands.ts';

let shop: TestShop;
let code: string;
beforeAll(async () => {
  shop = await openTestShop();
  ({ code } = await sellableVariant(shop));
}, 60_000);
afterAll(() => shop.close());

const run: RunSql = async <Row>(text: string, values: readonly unknown[]) =>
  (await shop.database.pool.query(text, [...values])).rows as Row[];
const count = (pieces: number) => setStock(shop.orders.mail, code, 'UKMERGE', pieces);

test('pieces that are counted in a closed warehouse are told to be for nobody', async () => {
  const { mail } = shop.orders;
  const { rows } = await shop.database.pool.query<{ code: string; channels: string[] }>(
    'select code, channels from warehouse where not main order by id limit 1',
  );
  const place = rows[0]?.code ?? '';
  expect(await setStock(mail, code, place, 2)).not.toContain('closed');
  await closeWarehouse(mail, place);
  expect(await setStock(mail, code, place, 0)).toBe(
    `${code} in ${place}: 0 pieces on hand, 0 held by orders. ${place} is closed: nothing is sold from there.`,
  );
  await shop.database.pool.query('update warehouse set channels = $1 where code = $2', [
    rows[0]?.channels,
    place,
  ]);
});

test('who counts the shelf counts what is paid for and has not left: no piece of it is sold again, by command or feed', async () => {
  const [ids] = await run<{ variant: number; main: number }>(
    `select v.id as variant, w.id as main from product_variant v, warehouse w where v.code = $1 and w.code = 'UKMERGE'`,
    [code],
  );
  const feed = (pieces: number) => feedSays(run, [{ variantId: ids?.variant ?? 0, pieces }], ids?.main ?? 0);
  await feed(0);
  await count(3);
  const order = await placedOrder(shop, code, { quantity: 2 });
  expect(order.shipments[0]?.warehouse.code).toBe('UKMERGE');
  await changeOrderState(shop.orders.mail, order.tokenValue, 'mark-paid');
  expect(await count(3)).toBe(
    `${code} in UKMERGE: 1 piece on hand, 0 held by orders; 2 more are paid for and not sent yet.`,
  );
  expect(await piecesOf(shop, code)).toEqual({ hand: 1, hold: 0 });
  expect(await listGoods(shop.orders.mail, code)).toContain('UKMERGE 1 (2 more paid for and not sent yet)');
  await expect(count(1)).rejects.toThrow(
    `Orders hold 0 pieces of ${code} in UKMERGE, and 2 more are paid for and not sent yet: fewer cannot be there. Has a parcel left? order NUMBER ship.`,
  );
  await feed(4);
  expect(await piecesOf(shop, code)).toEqual({ hand: 2, hold: 0 });
  // Fewer than are paid for: none can be sold.
  await feed(1);
  expect(await piecesOf(shop, code)).toEqual({ hand: 0, hold: 0 });
  await changeOrderState(shop.orders.mail, order.tokenValue, 'ship');
  expect(await count(1)).toBe(`${code} in UKMERGE: 1 piece on hand, 0 held by orders.`);
  await feed(4);
  expect(await piecesOf(shop, code)).toEqual({ hand: 4, hold: 0 });
});

test('a feed counts what is paid for in the main warehouse before what others may sell', async () => {
  const [ids] = await run<{ variant: number; main: number; other: string }>(
    `select v.id as variant, w.id as main,
       (select o.code from warehouse o where o.code <> w.code and o.channels <> '{}' order by o.id limit 1) as other
     from product_variant v, warehouse w where v.code = $1 and w.code = 'UKMERGE'`,
    [code],
  );
  const feed = (pieces: number) => feedSays(run, [{ variantId: ids?.variant ?? 0, pieces }], ids?.main ?? 0);
  await feed(0);
  await count(6);
  const order = await placedOrder(shop, code, { quantity: 6 });
  expect(order.shipments[0]?.warehouse.code).toBe('UKMERGE');
  await changeOrderState(shop.orders.mail, order.tokenValue, 'mark-paid');
  await setStock(shop.orders.mail, code, ids?.other ?? '', 5);
  // Eight lie there, six of which are sold.
  expect(await feed(8)).toEqual([]);
  const [free] = await run<{ pieces: number }>(
    'select sum(on_hand - on_hold)::int as pieces from stock where variant_id = $1',
    [ids?.variant],
  );
  expect(free?.pieces).toBe(2);
  // What lies elsewhere stays there as long as there is enough.
  await setStock(shop.orders.mail, code, ids?.other ?? '', 5);
  await feed(12);
  expect(await listGoods(shop.orders.mail, code)).toContain(`${ids?.other} 5`);
});
