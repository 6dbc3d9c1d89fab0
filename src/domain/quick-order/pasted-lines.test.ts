import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  keptText,
  longestText,
  mostOrderLines,
  readOrderFile,
  readOrderLines,
  writeOrderLines,
} from './pasted-lines.ts';

const pairs = (text: string) => readOrderLines(text).lines.map(({ code, quantity }) => [code, quantity]);
const code = fc.stringMatching(/^[A-Z]{2}[A-Z0-9.-]{0,10}[0-9]$/);
const line = fc.record({ code, quantity: fc.integer({ min: 1, max: 9999 }) });

test('the same lines are read from a spreadsheet, from files with each separator, quoted or not, with or without a heading', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 40 }),
      fc.constantFrom('\t', ';', ','),
      fc.boolean(),
      fc.constantFrom('', 'Kodas|Kiekis', 'Kood|Kogus', 'Код|Количество', 'SKU|Qty'),
      fc.constantFrom('\n', '\r\n', '\r'),
      (lines, separator, isQuoted, heading, end) => {
        const cell = (text: string) => (isQuoted ? `"${text}"` : text);
        const rows = lines.map((one) => [one.code, String(one.quantity)].map(cell).join(separator));
        const head = heading === '' ? [] : [heading.split('|').map(cell).join(separator)];
        const text = `\ufeff${[...head, ...rows].join(end)}${end}`;
        expect(pairs(text)).toEqual(lines.map((one) => [one.code, one.quantity]));
      },
    ),
  );
});

test('columns are found by their heading in any order, among others', () => {
  expect(pairs('Pavadinimas;Kiekis;Kaina;Prekės kodas\n"Trąšos; 25 kg";3;12,50;AZ-1')).toEqual([['AZ-1', 3]]);
});

test('rows of other forms under a table with a heading are read as what they are', () => {
  const table = `Kaina;Prekės kodas;Kiekis\n${'1;AZ-1;3\n'.repeat(5)}`;
  expect(pairs(`${table}AZ-3\t5\nAZ-4 x 6\nAZ-5\nAZ-6,2,5`)).toEqual([
    ...Array.from({ length: 5 }, () => ['AZ-1', 3]),
    ['AZ-3', 5],
    ['AZ-4', 6],
    ['AZ-5', 1],
    ['AZ-6', null],
  ]);
});

test('words with blanks are lines too, and a code alone is one piece', () => {
  expect(pairs('AZ-1 3\nAZ-2 x 4\nAZ-3\nAZ-4  1 000 vnt.')).toEqual([
    ['AZ-1', 3],
    ['AZ-2', 4],
    ['AZ-3', 1],
    ['AZ-4', 1000],
  ]);
});

test('nothing is worked out and nothing is guessed: formulas, halves and less than nothing are no quantities', () => {
  for (const written of ['=1+1', '-3', '2,5', '2.5', '0', '1e3', '+2', 'daug', '99999999999999999999'])
    expect(readOrderLines(`AZ-1\t${written}`).lines).toEqual([
      { at: 1, code: 'AZ-1', quantity: null, written },
    ]);
  expect(readOrderLines('AZ-1,2,5').lines[0]?.quantity).toBeNull();
  expect(readOrderLines('=1+1\t2').lines[0]).toMatchObject({ code: '=1+1', quantity: 2 });
  expect(pairs('AZ-1\t2,00\nAZ-2\t1 000')).toEqual([
    ['AZ-1', 2],
    ['AZ-2', 1000],
  ]);
});

test('a row of quotes as long as a file may be is read in no time', { timeout: 5_000 }, () => {
  // Found by hand: each quote had the whole cell before it looked through, which took more than a minute.
  const row = `x${'"'.repeat(500_000)}`;
  expect(readOrderLines(`AZ-1;1\n${row};2\nAZ-2;3`).lines.map(({ quantity }) => quantity)).toEqual([1, 2, 3]);
});

test('of a text that is too long for a page its lines stay, and of a cell that is too long its beginning', () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => `AZ-${at};${at + 1}`);
  const text = rows.join('\n');
  const read = readOrderLines(text);
  const kept = keptText(text, read);
  expect(kept.length).toBeLessThan(longestText);
  expect(pairs(kept)).toEqual(read.lines.map((one) => [one.code, one.quantity]));
  expect(read).toMatchObject({ left: 100_000 - mostOrderLines });
  const short = 'AZ-1;2\nAZ-2;=1+1\n';
  expect(keptText(short, readOrderLines(short))).toBe(short);
  const [long] = readOrderLines(`AZ-1;2\n${'A'.repeat(4_000_000)};${'9'.repeat(4_000_000)}`).lines.slice(1);
  expect(long).toEqual({
    at: 2,
    code: `${'A'.repeat(100)}…`,
    quantity: null,
    written: `${'9'.repeat(100)}…`,
  });
});

test('any text is read without a failure, and what it gives is written and read again as the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      for (const one of readOrderLines(text).lines) {
        if (one.quantity !== null) expect(one.quantity).toBeGreaterThan(0);
      }
    }),
  );
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), (lines) => {
      const written = lines.map((one) => ({ code: one.code, written: String(one.quantity) }));
      expect(pairs(writeOrderLines(written))).toEqual(lines.map((one) => [one.code, one.quantity]));
    }),
  );
});

test('of 100,000 lines the first thousand are read and the rest is counted', () => {
  const text = Array.from({ length: 100_000 }, (_, at) => `AZ-${at}\t1`).join('\n');
  const { lines, left } = readOrderLines(text);
  expect([lines.length, left]).toEqual([mostOrderLines, 100_000 - mostOrderLines]);
});

test('a file is UTF-8, UTF-16 or Windows-1257; a workbook or a picture is no text', () => {
  const words = 'Prekė;Kiekis\nAZ-ĄČ;2';
  expect(readOrderFile(new TextEncoder().encode(words))).toBe(words);
  const utf16 = new Uint8Array([0xff, 0xfe, 65, 0, 90, 0, 9, 0, 50, 0]);
  expect(readOrderFile(utf16)).toBe('AZ\t2');
  // ė of Windows-1257.
  expect(readOrderFile(new Uint8Array([0x50, 0x72, 0x65, 0x6b, 0xeb]))).toBe('Prekė');
  expect(readOrderFile(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))).toBeNull();
});
