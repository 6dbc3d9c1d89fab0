import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { FeedError, readText, type FeedFile } from './feed-text.ts';
import type { FeedItem } from './feed-item.ts';

/** Bytes that one row may hold: an opened quote without an end would take in the whole file. */
const longestRow = 8_000_000;

/** section:name:value, several separated by commas. */
function readDetails(cell: string): FeedItem['details'] {
  return cell.split(',').flatMap((one) => {
    const [, attribute, ...rest] = one.split(':');
    return attribute && rest.length > 0 ? [{ name: attribute.trim(), value: rest.join(':').trim() }] : [];
  });
}

const columnName = (cell: string): string =>
  cell
    .trim()
    .replace(/^g:/, '')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replace(/\(.*\)$/, '');

/**
 * Rows of a table: the first line names the fields, or says `sep=;` as Excel reads it, and the next one names them; tabs separate them,
 * or semicolons or commas; quotes may wrap a value.
 */
export async function* parseTable(feed: FeedFile, onBytes: (read: number) => void): AsyncGenerator<FeedItem> {
  const texts = readText(feed, onBytes);
  const first = await texts.next();
  const start = first.done ? '' : first.value;
  const separator = /^\uFEFF?"?sep=(.)"?(?=[\r\n])/i.exec(start)?.[1];
  const [header = ''] = start.split(/[\r\n]/, 1);
  const delimiter = separator ?? ['\t', ';', ','].find((sign) => header.includes(sign)) ?? '\t';
  async function* whole() {
    yield start;
    yield* texts;
  }
  /** Line on which the row that is parsed begins; rows that are parsed and not read yet are lost with an error. */
  let begins = 1;
  const rows = parse({
    on_record(row: string[], { lines }) {
      begins = lines + 1;
      return row;
    },
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: longestRow,
  });
  // An error of the file comes out of the rows.
  pipeline(Readable.from(whole()), rows, () => {});
  let names: string[] | null = null;
  let line = 0;
  try {
    for await (const row of rows) {
      const { record, info } = row as { record: string[]; info: { lines: number } };
      const at = line + 1;
      line = info.lines;
      if (record.every((cell) => cell.trim() === '')) continue;
      if (separator !== undefined && at === 1) continue;
      if (names === null) {
        names = record.map(columnName);
        if (!names.includes('id') || names.length < 2)
          throw new FeedError(`Line ${at}: the first line should name the columns, id among them.`);
        continue;
      }
      const fields = new Map<string, string[]>();
      const details: FeedItem['details'] = [];
      for (const [column, name] of names.entries()) {
        const cell = record[column]?.trim();
        if (!cell) continue;
        if (name === 'product_detail') details.push(...readDetails(cell));
        else if (!fields.has(name)) fields.set(name, [cell]);
      }
      const rest = record.slice(names.length).some((cell) => cell.trim() !== '');
      yield { line: at, fields, details, ...(rest ? { hasMoreCells: true } : {}) };
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw new FeedError(
        error.code === 'CSV_MAX_RECORD_SIZE'
          ? `Line ${begins}: the row that begins there is longer than ${longestRow / 1_000_000} MB. Is there a quote in it that nothing closes?`
          : `Line ${begins}: a quote opens there or below that nothing closes.`,
        { cause: error },
      );
    throw error;
  }
}
