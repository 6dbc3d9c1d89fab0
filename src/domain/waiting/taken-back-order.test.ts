import { expect, test } from 'vitest';
import { aProduct, aVariant } from '#tests/builders.ts';
import { shownItem } from './shown-goods.ts';
import { goodsBack, type TakenBack } from './taken-back-order.ts';
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
  return goodsBack({ lines: [], sets: [], dropped: [], ...given }, common, names).map(
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
  const made = goodsBack({ lines: pieces(1, 1), sets: [], dropped: [many] }, common, () => '');
  expect(made.map((one) => one.shown)).toEqual(['as A was', 'as B was']);
});
