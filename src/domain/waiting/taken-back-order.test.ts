import { expect, test } from 'vitest';
import { anItem, aProduct, aVariant } from '#tests/builders.ts';
import { shownItem } from './shown-goods.ts';
import { goodsBack, goodsGone, type TakenBack } from './taken-back-order.ts';
import type { NewCommand } from './waiting-command.ts';

const common = { scope: 'cart:T', params: { token: 'T' }, locale: 'lt', channel: 'retail' };
const part = (code: string, quantity: number) => ({
  ...shownItem(aProduct({ name: code }), aVariant({ code })),
  quantity,
  required: true,
});
const lawn = { productName: 'Lawn', code: 'RK1', price: 500, parts: [part('A', 3), part('B', 1)] };
const pieces = (a: number, b: number) => [
  { code: 'A', quantity: a },
  { code: 'B', quantity: b },
];
const back = (given: Partial<TakenBack>) => {
  let made = 0;
  const names = () => `group-${String((made += 1))}`;
  return goodsBack({ lines: [], sets: [], dropped: [], known: [], ...given }, common, names).map(
    ({ kind, line, body }) => [kind, line, body['quantity']],
  );
};

test('sets come back as sets, each by a name of its own, and what is beside them as pieces', () => {
  const sets = [
    { sets: 2, shown: lawn },
    { sets: 1, shown: lawn },
  ];
  expect(back({ lines: pieces(10, 3), sets })).toEqual([
    ['addBundle', '#group-1', 2],
    ['addBundle', '#group-2', 1],
    ['addItem', 'A', 1],
  ]);
  // The same goods stood on two lines of the order: in a set and alone.
  expect(back({ lines: [...pieces(6, 2), ...pieces(1, 0)], sets: [{ sets: 2, shown: lawn }] })).toEqual([
    ['addBundle', '#group-1', 2],
    ['addItem', 'A', 1],
  ]);
});

test('a set whose pieces were left out of the order since, and an order of an older version, come back as pieces', () => {
  const alone = [
    ['addItem', 'A', 6],
    ['addItem', 'B', 1],
  ];
  expect(back({ lines: pieces(6, 1), sets: [{ sets: 2, shown: lawn }] })).toEqual(alone);
  expect(back({ lines: pieces(6, 1) })).toEqual(alone);
});

test('goods look as they did when they were put in, alone or with many others', () => {
  const shown = { A: 'as A was', B: 'as B was' };
  const items = pieces(1, 1).map(({ code, quantity }) => ({ productVariantCode: code, quantity }));
  const many: NewCommand = { ...common, kind: 'addItems', line: null, body: { items }, shown };
  const given = { lines: pieces(1, 1), sets: [], known: [] };
  const made = goodsBack({ ...given, dropped: [many] }, common, () => '');
  expect(made.map((one) => one.shown)).toEqual(['as A was', 'as B was']);
});

test('or as the shop said last, or as they were in the set whose pieces they are: they are seen before the shop has answered', () => {
  const atShop = anItem({ id: 7, variant: { ...anItem().variant, code: 'C' } });
  const lines = [...pieces(6, 1), { code: 'C', quantity: 1 }];
  const given = { lines, sets: [{ sets: 2, shown: lawn }], dropped: [], known: [atShop] };
  expect(goodsBack(given, common, () => '').map(({ line, shown }) => [line, shown])).toEqual([
    ['A', lawn.parts[0]],
    ['B', lawn.parts[1]],
    ['C', atShop],
  ]);
});

/** A line of a cart at the shop. */
const at = (id: number, code: string, quantity: number, more: Partial<ReturnType<typeof anItem>> = {}) =>
  anItem({ id, quantity, variant: { ...anItem().variant, code }, ...more });
const inLawn = (quantity: number) => ({
  bundle: { code: 'RK1', name: 'Lawn', groupId: 'of-shop', quantity, required: true },
});
const gone = (items: ReturnType<typeof at>[], lines: TakenBack['lines']) =>
  goodsGone(items, lines, common).map(({ kind, line, params, body }) => [
    kind,
    line,
    params['id'],
    body['quantity'],
  ]);

test('they leave the cart at the shop line by line, and what else is in it stays', () => {
  const cart = [at(1, 'A', 6, inLawn(3)), at(2, 'B', 2, inLawn(1)), at(3, 'A', 1), at(4, 'Z', 1)];
  expect(gone(cart, [...pieces(6, 2), ...pieces(1, 0)])).toEqual([
    ['deleteItem', '#of-shop', 1, undefined],
    ['deleteItem', 'A', 3, undefined],
  ]);
  // More of the same was put in elsewhere, and the gift follows by itself.
  const gift = at(5, 'A', 1, { marker: 'gift-selected' });
  expect(gone([at(3, 'A', 5), gift], pieces(2, 0))).toEqual([['changeQuantity', 'A', 3, 3]]);
  // Another set of the same goods came meanwhile: which is whose nobody can say.
  expect(gone([at(1, 'A', 9, inLawn(3)), at(2, 'B', 3, inLawn(1))], pieces(6, 2))).toEqual([]);
});
