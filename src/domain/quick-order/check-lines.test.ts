import { expect, test } from 'vitest';
import type { ProductCard } from '#contract/catalogue.ts';
import { checkLines, codesToAsk } from './check-lines.ts';
import { readOrderLines } from './pasted-lines.ts';

const pack = (code: string, stock: number | null, ean?: string) => ({
  code,
  name: '',
  tracked: stock !== null,
  inStock: stock === null || stock > 0,
  stock,
  prices: {
    price: 100,
    priceWithoutTax: 83,
    originalPrices: [],
    originalPricesWithoutTax: [],
    discountPercentages: [],
  },
  optionValues: [],
  ...(ean === undefined ? {} : { ean }),
});
const goods = (
  code: string,
  variants: ProductCard['variants'],
  more: Partial<ProductCard> = {},
): ProductCard => ({
  id: 1,
  code,
  slug: code,
  name: code,
  images: [],
  variants,
  defaultVariant: variants[0]?.code ?? '',
  averageRating: 0,
  reviewCount: 0,
  isChemical: false,
  isGift: false,
  updatedAt: '2026-01-01T00:00:00Z',
  attributeValues: [],
  ...more,
});
const sold = [
  goods('P1', [pack('P1-A', 10, '4770000000017'), pack('P1-B', 3)]),
  goods('P2', [pack('P2-A', null)]),
  goods('P3', [pack('P3-A', 0)]),
  goods('P4', [pack('P4-A', 5)], { bundle: { price: 100 } }),
  goods('P5', [pack('P5-A', 5)], { isGift: true }),
];
const kinds = (text: string) =>
  checkLines(readOrderLines(text).lines, sold, { isGuest: true }).map(({ code, verdict }) => [
    code,
    verdict.kind,
  ]);

test('each line is named for what it is: good, short, sold out, unknown, a choice of packs, a bundle, no number', () => {
  expect(kinds('p1-a\t2\nP1-B\t4\nP3-A\t1\nNO\t1\nP1\t1\nP4-A\t1\nP5-A\t1\nP2\t10000\n=1+1\t1')).toEqual([
    ['p1-a', 'good'],
    ['P1-B', 'short'],
    ['P3-A', 'sold out'],
    ['NO', 'unknown'],
    ['P1', 'choose'],
    ['P4-A', 'bundle'],
    ['P5-A', 'unknown'],
    ['P2', 'quantity'],
    ['=1+1', 'unknown'],
  ]);
});

test('goods for farmers and companies alone are named to a guest, and left to the shop to judge of who is signed in', () => {
  const forTrade = [goods('P6', [pack('P6-A', 5)], { tradeOnly: true })];
  const kindFor = (isGuest: boolean) =>
    checkLines(readOrderLines('P6-A\t1').lines, forTrade, { isGuest })[0]?.verdict.kind;
  expect([kindFor(true), kindFor(false)]).toEqual(['trade', 'good']);
});

test('the same goods by code, in small letters and by bar code are one line with all pieces, judged together', () => {
  const [one, ...rest] = checkLines(readOrderLines('P1-A\t4\np1-a\t4\n4770000000017\t4').lines, sold, {
    isGuest: true,
  });
  expect(rest).toEqual([]);
  expect(one).toMatchObject({ rows: [1, 2, 3], quantity: 12, verdict: { kind: 'short', stock: 10 } });
});

test('a row without a number spoils the sum: nobody orders half of what was written, and all that is wrong is named', () => {
  const check = (...written: string[]) =>
    checkLines(readOrderLines(written.map((one) => `P1-A\t${one}`).join('\n')).lines, sold, {
      isGuest: true,
    });
  expect(check('4', 'x', '99999', 'x')).toMatchObject([
    { quantity: null, wrong: ['x', '99999'], verdict: { kind: 'quantity' } },
  ]);
  // Each is a number of pieces, the sum is none.
  expect(check('9000', '9000')).toMatchObject([
    { quantity: 18_000, wrong: [], verdict: { kind: 'quantity' } },
  ]);
});

test('the shop is asked for each code once, and never for what can be none', () => {
  expect(codesToAsk(readOrderLines('p1-a\t1\nP1-A\t2\n=1+1\t1\nŽ\t1').lines)).toEqual(['P1-A']);
});
