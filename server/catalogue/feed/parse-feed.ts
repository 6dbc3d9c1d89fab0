import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import sax from 'sax';

/** One item of a feed as written: names without the `g:`, texts trimmed; repeated fields keep their order. */
export type FeedItem = {
  /** Line of the file where the item begins, from 1. */
  line: number;
  fields: Map<string, string[]>;
  details: { name: string; value: string }[];
};

/** The file is no feed: nothing of it was read. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

/** Longer texts than any field may hold are an attack or a broken file. */
const longestField = 20_000;

async function isXml(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    return buffer
      .subarray(0, bytesRead)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimStart()
      .startsWith('<');
  } finally {
    await handle.close();
  }
}

/** Items of a Google Merchant feed (RSS 2.0, Atom) read as a stream: memory holds one item, whatever the file's size. */
async function* parseXml(file: string, onBytes: (read: number) => void): AsyncGenerator<FeedItem> {
  const parser = sax.parser(true, { trim: false, normalize: false });
  const ready: FeedItem[] = [];
  let item: FeedItem | null = null;
  let field: string | null = null;
  let text = '';
  let detail: { attribute_name?: string; attribute_value?: string } | null = null;
  let failure: Error | null = null;
  const local = (name: string): string => name.slice(name.indexOf(':') + 1);
  parser.onopentag = ({ name }) => {
    const own = local(name);
    if (own === 'item' || own === 'entry') item = { line: parser.line + 1, fields: new Map(), details: [] };
    else if (item && own === 'product_detail') detail = {};
    else if (item) field = own;
    text = '';
  };
  const add = (more: string): void => {
    if (field !== null && text.length < longestField) text += more;
  };
  Object.assign(parser, { ontext: add, oncdata: add });
  parser.onclosetag = (name) => {
    const own = local(name);
    if (!item) return;
    if (own === 'item' || own === 'entry') {
      ready.push(item);
      item = null;
    } else if (own === 'product_detail') {
      if (detail?.attribute_name && detail.attribute_value) {
        item.details.push({ name: detail.attribute_name, value: detail.attribute_value });
      }
      detail = null;
    } else if (own === field) {
      const value = text.trim();
      if (detail) {
        if (own === 'attribute_name' || own === 'attribute_value') detail[own] = value;
      } else if (value !== '') item.fields.set(own, [...(item.fields.get(own) ?? []), value]);
      field = null;
    }
  };
  const fail = (error: Error): void => {
    failure = new FeedError(`Line ${parser.line + 1}: ${error.message.split('\n')[0]}`);
  };
  Object.assign(parser, { onerror: fail });
  let seen = 0;
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 256 * 1024 })) {
    const part = chunk as string;
    seen += Buffer.byteLength(part);
    onBytes(seen);
    parser.write(part);
    if (failure) throw failure as Error;
    yield* ready.splice(0);
  }
  parser.close();
  if (failure) throw failure as Error;
  yield* ready.splice(0);
}

/** Rows of a tab-separated feed: the first line names the fields; quotes may wrap a value. */
async function* parseTsv(file: string, onBytes: (read: number) => void): AsyncGenerator<FeedItem> {
  const lines = createInterface({
    input: createReadStream(file, { encoding: 'utf8' }),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let names: string[] | null = null;
  let line = 0;
  let seen = 0;
  for await (const text of lines) {
    line += 1;
    seen += Buffer.byteLength(text) + 1;
    onBytes(seen);
    if (text.trim() === '') continue;
    const cells = text.split('\t').map((cell) =>
      cell
        .trim()
        .replace(/^"([\s\S]*)"$/, '$1')
        .replaceAll('""', '"'),
    );
    if (names === null) {
      names = cells.map((cell) =>
        cell
          .replace(/^\uFEFF/, '')
          .replace(/^g:/, '')
          .toLowerCase()
          .replaceAll(' ', '_'),
      );
      if (!names.includes('id') || !names.includes('title')) {
        throw new FeedError('Line 1: the first line should name the columns, id and title among them.');
      }
      continue;
    }
    const fields = new Map<string, string[]>();
    const details: FeedItem['details'] = [];
    for (const [at, name] of names.entries()) {
      const value = cells[at]?.trim();
      if (!value) continue;
      if (name !== 'product_detail') fields.set(name, [value]);
      else {
        // section:name:value, several separated by commas.
        for (const one of value.split(',')) {
          const [, attribute, ...rest] = one.split(':');
          if (attribute && rest.length > 0)
            details.push({ name: attribute.trim(), value: rest.join(':').trim() });
        }
      }
    }
    yield { line, fields, details };
  }
}

/** The items of a feed file, XML or TSV, one after another. */
export async function* parseFeed(
  file: string,
  onBytes: (read: number) => void = () => {},
): AsyncGenerator<FeedItem> {
  if (await isXml(file)) yield* parseXml(file, onBytes);
  else yield* parseTsv(file, onBytes);
}
