import { expect, test } from 'vitest';
import { cartToken } from '#tests/builders.ts';
import { addMany, begin, change, take } from '#tests/cart-commands.ts';
import { aDevice, aSmallShop } from '#tests/outbox-bench.ts';

const ofList = (path: string) => path.endsWith('/item-lists');

test('many goods are one entry and one call; after a lost answer the same key asks again, and they are in the cart once', async () => {
  const shop = aSmallShop();
  const { outbox, faults, heal } = aDevice(shop);
  await outbox.put(begin());
  await outbox.wake();
  faults.push('answer lost');
  await outbox.put(addMany({ A: 2, B: 3 }));
  await outbox.wake();
  expect((await outbox.list()).entries.map(({ kind, tries }) => [kind, tries])).toEqual([['addItems', 1]]);
  await heal();
  const sent = shop.sent.filter(({ path }) => ofList(path));
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(shop.lines()).toEqual({ A: 2, B: 3 });
  expect((await outbox.list()).entries).toEqual([]);
});

test('what the shop refuses stands on its line with its sentence, the other lines are bought; a change of it waits there too', async () => {
  let isOffline = true;
  const shop = aSmallShop({ B: 1 });
  const { outbox } = aDevice(shop, { isOffline: () => isOffline });
  await outbox.put(begin());
  const many = await outbox.put(addMany({ A: 2, B: 3, C: 1 }));
  isOffline = false;
  await outbox.wake(true);
  expect(shop.lines()).toEqual({ A: 2, C: 1 });
  const { entries } = await outbox.list();
  expect(entries).toMatchObject([
    {
      kind: 'addItem',
      line: 'B',
      state: 'refused',
      body: { quantity: 3 },
      answer: { errorCode: 'cart.insufficient_stock', message: 'Trūksta: B' },
    },
  ]);
  // What was refused and what goes on have keys of their own: the shop remembers its answer to the first.
  expect(new Set([many, entries[0]?.id, ...shop.effects]).size).toBe(4);
  await outbox.put(change('B', 1));
  await outbox.wake(true);
  expect(shop.lines()).toEqual({ A: 2, B: 1, C: 1 });
  expect((await outbox.list()).entries).toEqual([]);
});

test('a list that the shop refuses while the order of its cart waits begins no cart behind that order, and comes back with it', async () => {
  const shop = aSmallShop({ B: 1 });
  const { outbox, faults } = aDevice(shop);
  await outbox.put(begin());
  await outbox.wake();
  faults.push('lost');
  const list = addMany({ A: 2, B: 3 });
  await outbox.put(list);
  await outbox.wake();
  // What has left the device stands before the order that names it.
  const waited = take('C', 3);
  const [id] = await outbox.putAll(
    [{ ...begin(), kind: 'placeIntent', body: { tokenValue: cartToken, lines: [] }, dropped: [waited] }],
    { cart: null },
  );
  faults.push('none', 'lost');
  await outbox.wake(true);
  expect((await outbox.list()).entries).toMatchObject([
    { id, kind: 'placeIntent', state: 'queued', dropped: [list, waited] },
  ]);
  expect(shop.sent.slice(-2).map(({ path }) => path.split('/').at(-1))).toEqual([
    'item-lists',
    'order-intents',
  ]);
});
