import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { sendDueMails } from '#server/mail/mail-outbox.ts';
import {
  intentOf,
  openTestShop,
  paidOrder,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';
import { showOrder } from './look-up-commands.ts';
import { readShipOptions } from './ship-command.ts';
import { changeOrderState } from './shop-commands.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
afterAll(() => shop.close());

const page = 'https://track.example/?id=LT1&from=a';
/** `order NUMBER ship …`, as the keeper types it. */
const ship = async (order: Order, ...words: string[]) =>
  changeOrderState(shop.orders.mail, order.number ?? '', 'ship', readShipOptions(words));
const read = async (order: Order) => (await shop.call('GET', `/shop/orders/${order.tokenValue}`)).body;

async function placed(): Promise<Order> {
  return paidOrder(shop, (await sellableVariant(shop)).code);
}

/** An order whose two lines lie in two warehouses that send. */
async function placedInTwo(): Promise<Order> {
  const first = await sellableVariant(shop);
  const second = await sellableVariant(shop, { except: first.code });
  await shop.database.pool.query(
    `with places as (select id, row_number() over (order by priority, code) as place from warehouse where ships),
       goods as (select id, row_number() over (order by code) as place from product_variant where code = any($1))
     insert into stock (variant_id, warehouse_id, on_hand, on_hold)
     select goods.id, places.id, case when goods.place = places.place then 9 else 0 end, 0 from goods cross join places
     on conflict (variant_id, warehouse_id) do update set on_hand = excluded.on_hand, on_hold = 0`,
    [[first.code, second.code]],
  );
  const lines = [first, second].map(({ code }) => ({ productVariantCode: code, quantity: 1 }));
  const order = await shop.send('POST', '/shop/order-intents', intentOf(lines, 1_000_000));
  await changeOrderState(shop.orders.mail, order.body.tokenValue, 'mark-paid');
  return order.body;
}

/** Mails about parcels of this order, in the order of their sending. */
async function shippedMails(order: Order) {
  await sendDueMails(shop.orders.mail);
  const sent = await shop.app.request('/dev/mails?to=jonas@example.lt');
  const { data } = (await sent.json()) as { data: { subject: string; text: string; html: string }[] };
  return data.filter(({ subject }) => subject.includes(order.number ?? '?') && subject.endsWith(' sent'));
}

test('R3.51 the number that a parcel is sent under stands in its mail, on the order page and in the account', async () => {
  const order = await placed();
  expect(await ship(order, '--tracking', ' LT123456785 ', '--tracking-url', page)).toContain('paid, shipped');
  expect((await read(order)).shipments).toMatchObject([
    { state: 'shipped', tracking: 'LT123456785', trackingUrl: page },
  ]);
  const [mail, ...more] = await shippedMails(order);
  expect(more).toEqual([]);
  expect(mail?.text).toContain('Tracking number: LT123456785');
  expect(mail?.text).toContain(page);
  expect(await showOrder(shop.orders.mail, order.number ?? '')).toContain(`, tracking LT123456785, ${page}`);
});

test('a parcel is sent by itself: its mail says what is still prepared, and the last one ends the delivery', async () => {
  const order = await placedInTwo();
  expect(order.shipments).toHaveLength(2);
  await expect(ship(order, '--tracking', 'LT1')).rejects.toThrow(
    'Parcels 1, 2 stand ready: say with --parcel which one has this number.',
  );
  await expect(ship(order, '--parcel', '3')).rejects.toThrow('has parcels 1 to 2.');
  expect(await ship(order, '--parcel', '2', '--tracking', 'LT2')).toContain('paid, partially_shipped');
  const [begun] = await shippedMails(order);
  expect(begun?.subject).toContain('Part of order');
  const { items, shipments } = await read(order);
  expect(shipments.map(({ state, tracking }) => [state, tracking])).toEqual([
    ['ready', undefined],
    ['shipped', 'LT2'],
  ]);
  const nameIn = (parcel: number) =>
    items.find(({ id }) => id === shipments[parcel]?.items[0]?.itemId)?.productName ?? '?';
  const lines = begun?.text.split('\n') ?? [];
  expect(lines.find((line) => line.startsWith('Still being prepared'))).toContain(nameIn(0));
  expect(lines[lines.indexOf('Tracking number: LT2') - 1]).toContain(nameIn(1));
  // What has left is neither sent again nor called back.
  await expect(ship(order, '--parcel', '2')).rejects.toThrow('ship is not possible');
  await expect(changeOrderState(shop.orders.mail, order.number ?? '', 'cancel')).rejects.toThrow(
    'cancel is not possible',
  );
  await expect(changeOrderState(shop.orders.mail, order.number ?? '', 'complete')).rejects.toThrow(
    'complete is not possible',
  );
  expect(await ship(order)).toContain('paid, shipped');
  const [, ended] = await shippedMails(order);
  expect(ended?.subject).toMatch(/^Order \d+ sent$/);
  expect(ended?.text).not.toContain('Still being prepared');
});

test('the number of a parcel that has left can be given afterwards and put right, without another mail', async () => {
  const order = await placed();
  await ship(order);
  expect(await shippedMails(order)).toHaveLength(1);
  await ship(order, '--parcel', '1', '--tracking', 'LT7', '--tracking-url', page);
  const before = await read(order);
  expect(before.shipments).toMatchObject([{ tracking: 'LT7', trackingUrl: page }]);
  await ship(order, '--parcel', '1', '--tracking', 'LT8');
  const after = await read(order);
  expect(after.shipments[0]).toMatchObject({ tracking: 'LT8', state: 'shipped' });
  expect(after.shipments[0]).not.toHaveProperty('trackingUrl');
  expect(after.version).toBeGreaterThan(before.version);
  expect(await shippedMails(order)).toHaveLength(1);
});

test('nothing but one line and a page on https becomes a number and its link', () => {
  const refused: [string[], string][] = [
    [['--tracking', 'LT1\nBcc: x@example.lt'], '--tracking should be the number on the parcel'],
    [['--tracking', 'LT1\u202E'], '--tracking should be the number on the parcel'],
    [['--tracking', ' '], '--tracking should be the number on the parcel'],
    [['--tracking', 'L'.repeat(65)], '--tracking should be the number on the parcel'],
    ...[
      'http://track.example/1',
      'javascript:alert(1)',
      'track.example/1',
      'https://user:pass@track.example/1',
      'https://track.example/\n1',
    ].map((url): [string[], string] => [
      ['--tracking', 'LT1', '--tracking-url', url],
      '--tracking-url should be an address that begins with https://',
    ]),
    [['--tracking-url', page], '--tracking-url goes with --tracking'],
    [['--parcel', '0'], '--parcel should be a whole number from 1'],
    [['--parcels', '1'], "Unknown option '--parcels'"],
    [['LT1'], "Unexpected argument 'LT1'"],
  ];
  for (const [words, why] of refused) expect(() => readShipOptions(words)).toThrow(why);
});
