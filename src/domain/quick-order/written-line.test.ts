import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDigit } from '#domain/fields/gtin.ts';
import { readOrderLines } from './pasted-lines.ts';
import { piecesOf, readWrittenLine } from './written-line.ts';

const pairs = (text: string) => readOrderLines(text).lines.map(({ code, quantity }) => [code, quantity]);
const code = fc.stringMatching(/^[A-Z]{2}[A-Z0-9.-]{0,8}[0-9]$/);

test('code and pieces are found as a letter writes them, whatever mark stands at the line or between them', () => {
  fc.assert(
    fc.property(
      code,
      fc.integer({ min: 1, max: 9999 }),
      fc.constantFrom('', '- ', '– ', '• ', '* ', '1. ', '12) ', 'Prašau ', 'Prekė: '),
      fc.constantFrom(
        'C Q',
        'C x Q',
        'C x Q vnt.',
        'C - Q',
        'C – Q vnt',
        'C: Q',
        'C, Q vnt.',
        'C (Q)',
        '„C“ Q',
      ),
      (name, pieces, mark, form) => {
        const row = mark + form.replace(/[CQ]/g, (sign) => (sign === 'C' ? name : String(pieces)));
        expect([row, ...pairs(row)]).toEqual([row, [name, pieces]]);
      },
    ),
  );
  fc.assert(
    fc.property(
      code,
      fc.integer({ min: 1, max: 9999 }),
      fc.constantFrom('Q C', 'Q x C', 'Qx C', 'Q vnt. C', '• Q C'),
      (name, pieces, form) => {
        const row = form.replace(/[CQ]/g, (sign) => (sign === 'C' ? name : String(pieces)));
        expect([row, ...pairs(row)]).toEqual([row, [name, pieces]]);
      },
    ),
  );
});

test('a list in which every row has another form is read row by row', () => {
  expect(
    pairs(
      'Sveiki, prašom atsiųsti:\n\nAZ-1 x 3\n3 x AZ-2\nAZ-3\t4\nAZ-4;5;Pavadinimas;12,50\n"AZ-5","6"\nAZ-6, 2 vnt.\n4771234567898 4\nAčiū!',
    ),
  ).toEqual([
    ['Sveiki, prašom atsiųsti:', 1],
    ['AZ-1', 3],
    ['AZ-2', 3],
    ['AZ-3', 4],
    ['AZ-4', 5],
    ['AZ-5', 6],
    ['AZ-6', 2],
    ['4771234567898', 4],
    ['Ačiū!', 1],
  ]);
});

test('the name of the goods may stand between, with a word for pieces; other numbers are not guessed at', () => {
  expect(readWrittenLine('AZ-1 Šakų žirklės 3 vnt.')).toEqual(['AZ-1', '3 vnt.']);
  for (const row of [
    'AZ-1 Trąšos 25 kg',
    'AZ-1 25 kg',
    '25 kg AZ-1',
    'AZ-1 -3',
    'AZ-1 = 3',
    'AZ-1 2,5',
    'AZ-1 5 l 3 vnt.',
    'AZ-1, 2,5',
  ])
    expect([row, readOrderLines(row).lines[0]]).toMatchObject([row, { code: 'AZ-1', quantity: null }]);
});

test('a heading of words in either order is no line of the list', () => {
  expect(pairs('Kiekis Kodas\n3 AZ-1\nAZ-2 4')).toEqual([
    ['AZ-1', 3],
    ['AZ-2', 4],
  ]);
  expect(pairs('ART1 (5)\nAZ-2 4')).toEqual([
    ['ART1', 5],
    ['AZ-2', 4],
  ]);
  expect(pairs('\tKodas\tKiekis\n1\tAZ-1\t3')).toEqual([['AZ-1', 3]]);
  expect(pairs('EAN-13;Kiekis\nAZ-1;3')).toEqual([['AZ-1', 3]]);
  // A code that begins as a heading does is none, whatever is written beside it.
  for (const code of ['ART1', 'PCS-1'])
    for (const written of ['x', '0', '-3'])
      expect(pairs(`${code}\t${written}\nAZ-2\t4`)).toEqual([
        [code, null],
        ['AZ-2', 4],
      ]);
});

test('a size is no number of pieces, a word for pieces is', () => {
  expect(['12 vnt.', '12 vnt', '3 tk', '3 шт.', '2 pcs', '5 maišai', '3x'].map(piecesOf)).toEqual([
    12, 12, 3, 3, 2, 5, 3,
  ]);
  expect(['25 kg', '5 l', '100 g', '2 m', '10 ha'].map(piecesOf)).toEqual([null, null, null, null, null]);
});

/** A bar code in the groups that people read from a pack: cut at these places, which spaces or hyphens mark. */
const cutBarcode = fc
  .record({
    digits: fc.stringMatching(/^[1-9]\d{11}$/).map((text) => text + checkDigit(text)),
    cuts: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 }),
    isHyphened: fc.boolean(),
  })
  // Eight figures and more are a code by themselves, and a number before them is of pieces: `4 47701234`.
  .filter(
    ({ cuts, isHyphened }) => isHyphened || (Math.min(...cuts) < 8 && (cuts.length > 1 || cuts[0] === 6)),
  )
  .map(({ digits, cuts, isHyphened }) => ({
    digits,
    written: Array.from(
      digits,
      (digit, at) => (cuts.includes(at) ? (isHyphened ? '-' : ' ') : '') + digit,
    ).join(''),
  }));

test('a bar code in groups is read as the bar code, with its pieces before or behind it', () => {
  expect(
    pairs(
      '4 770 123 456 782\n4 770123 456782 5\n4-770123-456782 x 2\n3 vnt. 4 770123 456782\n4 770 123 456 789 2',
    ),
  ).toEqual([
    ['4770123456782', 1],
    ['4770123456782', 5],
    ['4-770123-456782', 2],
    ['4770123456782', 3],
    // No such code: it is told whole.
    ['4770123456789', 2],
  ]);
  const form = fc.constantFrom(
    'C',
    'C Q',
    'C x Q',
    'C Q vnt.',
    '• C – Q',
    'C, Q',
    'C\tQ',
    'C;Q',
    'Q x C',
    'Q vnt. C',
  );
  fc.assert(
    fc.property(cutBarcode, fc.integer({ min: 2, max: 9999 }), form, ({ digits, written }, pieces, how) => {
      const row = how.replace(/[CQ]/g, (sign) => (sign === 'C' ? written : String(pieces)));
      const [line] = readOrderLines(row).lines;
      expect([row, line?.quantity, line?.code.replace(/[\s-]/g, '')]).toEqual([
        row,
        how.includes('Q') ? pieces : 1,
        digits,
      ]);
    }),
  );
});

test('an article number of figures with its pieces is no bar code, whatever figures they come to together', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{2,6}$/), fc.integer({ min: 1, max: 9999 }), (article, pieces) => {
      expect(pairs(`${article} ${String(pieces)}`)).toEqual([[article, pieces]]);
    }),
  );
  fc.assert(
    fc.property(
      fc.stringMatching(/^[1-9]\d{7,12}$/),
      fc.integer({ min: 1, max: 9999 }),
      (article, pieces) => {
        expect(pairs(`${article} ${String(pieces)}`)).toEqual([[article, pieces]]);
      },
    ),
  );
});
