import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProductCard } from '#contract/catalogue.ts';
import { checkLines, codesToAsk, rowsOf, rowsWithPieces } from './check-lines.ts';
import { readOrderLines, writeOrderLines } from './pasted-lines.ts';

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
const check = (text: string) => checkLines(readOrderLines(text).lines, sold, { isOfTrade: false });
const kinds = (text: string) => check(text).map(({ code, verdict }) => [code, verdict.kind]);

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

test('goods for farmers and companies alone are named to whoever has shown no trade, and can be bought by who has', () => {
  const forTrade = [goods('P6', [pack('P6-A', 5)], { tradeOnly: true })];
  const kindFor = (isOfTrade: boolean) =>
    checkLines(readOrderLines('P6-A\t1').lines, forTrade, { isOfTrade })[0]?.verdict.kind;
  expect([kindFor(false), kindFor(true)]).toEqual(['trade', 'good']);
});

test('the same goods by code, in small letters and by bar code are one line with all pieces, judged together', () => {
  const [one, ...rest] = checkLines(readOrderLines('P1-A\t4\np1-a\t4\n4770000000017\t4').lines, sold, {
    isOfTrade: false,
  });
  expect(rest).toEqual([]);
  expect(one).toMatchObject({
    rows: [{ at: 1 }, { at: 2 }, { at: 3 }],
    quantity: 12,
    verdict: { kind: 'short', stock: 10 },
  });
});

test('a bar code that is written in groups names its goods, and a code of goods that looks like one is itself first', () => {
  const text = '4 770000 000017 4\n4-770000-000017\t2\n"4 770 000 000 017"\t3';
  expect(codesToAsk(readOrderLines(text).lines)).toContain('4770000000017');
  const [one, ...rest] = check(text);
  expect(rest).toEqual([]);
  expect(one).toMatchObject({ quantity: 9, verdict: { kind: 'good', variant: { code: 'P1-A' } } });

  const article = goods('P7', [pack('4-770000-000017', 5)]);
  const { lines } = readOrderLines('4-770000-000017\t1');
  expect(codesToAsk(lines)).toContain('4-770000-000017');
  expect(checkLines(lines, [...sold, article], { isOfTrade: false })).toMatchObject([
    { verdict: { kind: 'good', variant: { code: '4-770000-000017' } } },
  ]);
});

test('rows that say no number of pieces are a line of their own beside the good rows of the same goods, and all that is wrong is named', () => {
  const written = (...each: string[]) => check(each.map((one) => `P1-A\t${one}`).join('\n'));
  expect(written('2', '1', 'x')).toMatchObject([
    { quantity: 3, wrong: [], verdict: { kind: 'good' } },
    { quantity: null, wrong: ['x'], verdict: { kind: 'quantity' } },
  ]);
  expect(written('x', '4', '99999', 'x')).toMatchObject([
    { quantity: null, wrong: ['x', '99999'], verdict: { kind: 'quantity' } },
    { quantity: 4, wrong: [], verdict: { kind: 'good' } },
  ]);
  // Each is a number of pieces, the sum is none.
  expect(written('9000', '9000')).toMatchObject([
    { quantity: 18_000, wrong: [], verdict: { kind: 'quantity' } },
  ]);
  // What cannot be ordered at all is told once.
  expect(kinds('NO\t1\nNO\tx\nP1\t1\nP1\t0')).toEqual([
    ['NO', 'unknown'],
    ['P1', 'choose'],
  ]);
});

/** What is said of each line, and of how many rows. */
const judgement = (text: string) =>
  check(text).map(({ code, quantity, wrong, verdict, rows }) => ({
    code,
    quantity,
    wrong,
    kind: verdict.kind,
    rows: rows.length,
  }));
const someCode = fc.oneof(
  fc.constantFrom(
    'P1-A',
    'p1-a',
    '4770000000017',
    'P1-B',
    'P1',
    'P2',
    'P2-A',
    'P3-A',
    'P4-A',
    'NO',
    'ART1',
    'Sku',
  ),
  fc.constantFrom(
    '=1+1',
    '',
    '"',
    '"P1-A"',
    'a"b',
    'P1-A, P2-A',
    'Qty',
    'EAN-5',
    'P1-A\tP2-A',
    `P1-A${'"'.repeat(120)}`,
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const someNumber = fc.oneof(
  fc.integer({ min: 1, max: 12 }).map(String),
  fc.constantFrom(
    '',
    '0',
    'x',
    '-3',
    '2,5',
    '2,00',
    '1 000',
    '9999',
    '99999',
    '3 vnt.',
    '25 kg',
    '"3"',
    '()',
    '( )',
  ),
  fc.constantFrom('(3)', 'kiekis', `2,${'0'.repeat(120)}`, `${'0'.repeat(120)}5`, '7\t8', '"', '""'),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
/** Lists as people may have them: each with its separators, some with a heading, some mixed. */
const someList = fc
  .record({
    heading: fc.constantFrom('', 'Kodas|Kiekis\n', 'Qty|SKU\n'),
    lines: fc.array(fc.tuple(someCode, someNumber, fc.nat(9)), { maxLength: 12 }),
    separator: fc.constantFrom('\t', ';', ',', ' '),
    isQuoted: fc.boolean(),
  })
  .map(({ heading, lines, separator, isQuoted }) => {
    const cell = (text: string) => (isQuoted ? `"${text.replaceAll('"', '""')}"` : text);
    const rows = lines.map(([code, written, odd]) =>
      [code, written].map(cell).join(odd === 0 ? ' ' : odd === 1 ? '\t' : separator),
    );
    return heading.replace('|', separator) + rows.join('\n');
  });

test('whatever is written, what is written back is judged as it was: nothing wrong becomes one piece', () => {
  for (const text of [
    'P1-A 9999\nP2-A 0',
    'P2-A x',
    'ART1\tx',
    'Kodas;Kiekis\nSku;x',
    'P2-A "3"',
    'P2-A ( )',
  ])
    expect([text, judgement(writeOrderLines(rowsOf(check(text))))]).toEqual([text, judgement(text)]);
  fc.assert(
    fc.property(someList, (text) => {
      const back = writeOrderLines(rowsOf(check(text)));
      expect(judgement(back)).toEqual(judgement(text));
      expect(writeOrderLines(rowsOf(check(back)))).toBe(back);
      // Row by row, however often goods stand in it.
      expect(back).toBe(writeOrderLines(readOrderLines(text).lines));
    }),
    { numRuns: 500 },
  );
});

test('a number that is offered and taken changes its line alone', () => {
  fc.assert(
    fc.property(someList, fc.constantFrom('P1-A', 'P1-B'), fc.nat(12), (list, code, place) => {
      const text = list.split('\n').toSpliced(place, 0, `${code}\t50`).join('\n');
      const lines = check(text);
      const before = judgement(text);
      for (const line of lines) {
        if (line.verdict.kind !== 'short') continue;
        const { stock } = line.verdict;
        const taken = writeOrderLines(rowsWithPieces(lines, line, stock));
        expect(judgement(taken)).toEqual(
          before.map((one, at) =>
            lines[at] === line ? { ...one, quantity: stock, kind: 'good', rows: 1 } : one,
          ),
        );
      }
    }),
    { numRuns: 500 },
  );
});

test('what is left of a list, its good lines taken out, is as wrong as it was', () => {
  fc.assert(
    fc.property(someList, (text) => {
      const bad = check(text).filter(({ verdict }) => verdict.kind !== 'good');
      const before = judgement(text).filter(({ kind }) => kind !== 'good');
      expect(judgement(writeOrderLines(rowsOf(bad)))).toEqual(before);
    }),
    { numRuns: 500 },
  );
});

test('the shop is asked for each code once, and never for what can be none', () => {
  expect(codesToAsk(readOrderLines('p1-a\t1\nP1-A\t2\n=1+1\t1\nŽ\t1').lines)).toEqual(['P1-A']);
});
