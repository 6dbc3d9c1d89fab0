/**
 * Lines of code and quantity as people have them: two columns copied from a spreadsheet, a file with separators, or plain
 * words. Nothing of it is ever worked out: a formula is text that names no goods (decision 45).
 */

import { codeHeading, quantityHeading } from './order-words.ts';
import { piecesOf, readWrittenLine } from './written-line.ts';

/** More lines than this are no order that somebody looks through; the rest is refused in words. */
export const mostOrderLines = 1000;

/** Signs of a cell; what is longer is neither a code nor a number, and is told by its beginning. */
const longestCell = 100;
const shortened = (cell: string): string =>
  cell.length > longestCell ? `${cell.slice(0, longestCell)}…` : cell;

/** Signs of a text that a field of a page holds with ease: a thousand lines with long codes. */
export const longestText = 70_000;

/** One line as it was written. */
export interface OrderLine {
  /** Number of the row in the text, from 1. */
  at: number;
  code: string;
  /** Pieces; null: what was written is no number of pieces. */
  quantity: number | null;
  /** What was written as the quantity. */
  written: string;
}

export interface ReadLines {
  lines: OrderLine[];
  /** Lines beyond `mostOrderLines`, which were not taken. */
  left: number;
}

type Separator = '\t' | ';' | ',' | ' ';

/**
 * Text of a file. UTF-8 and UTF-16 by their marks, UTF-8 without one where it is that, otherwise Windows-1257, which
 * spreadsheets of the Baltic countries write. Null: no text at all.
 */
export function readOrderFile(bytes: Uint8Array): string | null {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (isUtf16) return new TextDecoder('utf-16le').decode(bytes);
  // Control signs beside tabs and line ends stand in no table: a workbook, a picture.
  if (bytes.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1257').decode(bytes);
  }
}

/** The separator that more rows have than any other; a tab or a semicolon is never part of a number, a comma may be. */
function separatorOf(text: string): Separator {
  const rows = text.split('\n', 50).map((row) => row.replace(/"[^"]*"/g, ''));
  for (const separator of ['\t', ';', ','] as const) {
    const having = rows.filter((row) => row.includes(separator)).length;
    if (having * 2 > rows.filter((row) => row.trim() !== '').length) return separator;
  }
  return ' ';
}

/** Cells of a row with separators; a quoted cell may hold separators and quotes written twice, not ends of lines. */
function cellsOf(row: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  /** Nothing but spaces in the cell so far. */
  let isBlank = true;
  let isQuoted = false;
  const take = (sign: string) => {
    cell += sign;
    isBlank &&= /\s/.test(sign);
  };
  for (let at = 0; at < row.length; at += 1) {
    const sign = row[at] ?? '';
    if (isQuoted) {
      if (sign !== '"') take(sign);
      else if (row[at + 1] === '"') {
        take('"');
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && isBlank) {
      cell = '';
      isQuoted = true;
    } else if (sign === separator) {
      cells.push(cell.trim());
      cell = '';
      isBlank = true;
    } else take(sign);
  }
  cells.push(cell.trim());
  return cells;
}

/** Places of code and quantity by the words of a heading; null: this row is no heading. */
function headingOf(cells: readonly string[]): { code: number; quantity: number } | null {
  const quantity = cells.findIndex((cell) => quantityHeading.test(cell));
  const code = cells.findIndex((cell) => codeHeading.test(cell));
  // A code of goods may begin with such a word; a heading has no number beside it.
  if ((quantity < 0 && code < 0) || cells.some((cell) => /^\d/.test(cell) && piecesOf(cell) !== null))
    return null;
  if (cells.length > 1 && quantity < 0 && piecesOf(cells[1] ?? '') !== null && cells[1] !== '') return null;
  // `ART1; x` is a line whose number is none: were it a heading, nobody would be told. `EAN13; Kiekis` is one.
  if (![code, quantity].some((at) => at >= 0 && !/\d/.test(cells[at] ?? ''))) return null;
  const codeAt = code < 0 ? (quantity === 0 ? 1 : 0) : code;
  return { code: codeAt, quantity: quantity < 0 ? (codeAt === 0 ? 1 : 0) : quantity };
}

/**
 * The separator of one row. In a list of mixed rows each is read as what it is: a comma only directly behind a code, since
 * sentences and numbers have commas too.
 */
function separatorOfRow(row: string, most: Separator): Separator {
  if (most !== ',' && most !== ' ' && row.includes(most)) return most;
  if (row.includes('\t')) return '\t';
  if (row.includes(';')) return ';';
  const behind = /^\s*(?:"([^"]*)"|([A-Za-z0-9_.-]+))\s*,/.exec(row);
  const code = behind?.[1] ?? behind?.[2] ?? '';
  return behind !== null && (most === ',' || /\d/.test(code)) ? ',' : ' ';
}

/** Reads lines of code and quantity out of a text of any size. */
export function readOrderLines(text: string): ReadLines {
  const clean = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const most = separatorOf(clean);
  const lines: OrderLine[] = [];
  let left = 0;
  let places: { code: number; quantity: number } | undefined;
  let isHeaded = false;
  for (const [index, row] of clean.split('\n').entries()) {
    if (row.trim() === '') continue;
    if (lines.length >= mostOrderLines) {
      left += 1;
      continue;
    }
    if (places === undefined) {
      // Of a row of words `ART1 (5)` may be one, and a figure in it tells.
      const heading =
        most !== ' '
          ? headingOf(cellsOf(row, most))
          : /\d/.test(row)
            ? null
            : headingOf(row.trim().split(/\s+/));
      isHeaded = heading !== null;
      places = heading ?? { code: 0, quantity: 1 };
      if (isHeaded) continue;
    }
    // Rows that somebody wrote under a table are no rows of it.
    const isOfTable = isHeaded && most !== ' ' && row.includes(most);
    const separator = isOfTable ? most : separatorOfRow(row, most);
    const cells = separator === ' ' ? readWrittenLine(row) : cellsOf(row, separator);
    const at = isOfTable ? places : { code: 0, quantity: 1 };
    const code = cells[at.code] ?? '';
    let written = cells[at.quantity] ?? '';
    // `CODE,2,5` may be two and a half pieces: nobody guesses.
    if (separator === ',' && !isOfTable && /^\d+$/.test(cells[2] ?? '')) written += `,${cells[2] ?? ''}`;
    if (code === '' && written === '') continue;
    written = shortened(written);
    lines.push({ at: index + 1, code: shortened(code), quantity: piecesOf(written), written });
  }
  return { lines, left };
}

/** A cell as `cellsOf` reads it: quotes make a quoted cell, and tabs separate. */
const cellOf = (text: string): string => (/["\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Lines as a text that is read as the same lines again. It says what was written and not what was read: what is no number of
 * pieces stays none. Where nothing was written, the one piece is named.
 */
export function writeOrderLines(lines: readonly Pick<OrderLine, 'code' | 'written'>[]): string {
  const rows = lines.map(({ code, written }) => [code, written === '' ? '1' : written]);
  // A first row that may be taken for a heading needs one above it.
  const heading = headingOf(rows[0] ?? []) === null ? [] : [['SKU', 'Qty']];
  return [...heading, ...rows].map((cells) => cells.map(cellOf).join('\t')).join('\n');
}

/** What stands in the field once a text was read: of one that is too long for it the lines that were taken. */
export const keptText = (text: string, { lines }: ReadLines): string =>
  text.length > longestText ? writeOrderLines(lines) : text;
