import sax from 'sax';
import { FeedError, readText, type FeedFile } from './feed-text.ts';
import type { FeedItem } from './feed-item.ts';

/** Longer texts than any field may hold, and more fields than an item may, are an attack or a broken file. */
const longestField = 20_000;
const mostFields = 300;
const google = 'http://base.google.com/ns/1.0';
/** Atom's and RSS's own names for what Google calls otherwise. */
const sameAs: Record<string, string> = {
  summary: 'description',
  content: 'description',
  encoded: 'description',
};
const blocks = new Set('p div br ul ol li h1 h2 h3 h4 h5 h6 table tr td th dl dt dd'.split(' '));

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** An element directly in the item, while it is read. Whatever lies in it belongs to it alone. */
type Field = {
  name: string;
  /** Of two elements that say the same, Google's own counts more than a plain one. */
  rank: number;
  text: string;
  /** The same with the elements that it holds, for texts that may have markup. */
  html: string;
  hasElements: boolean;
  /** Texts of what lies directly in it, by name. */
  parts: Map<string, string>;
};

type OpenItem = {
  line: number;
  fields: Map<string, { rank: number; texts: string[] }>;
  details: FeedItem['details'];
};

/** Takes the parser's events and makes items of them. */
class ItemReader {
  readonly ready: FeedItem[] = [];
  readonly #prefixes = new Set(['g']);
  #item: OpenItem | null = null;
  #field: Field | null = null;
  /** Names of the elements open within the field. */
  #inside: string[] = [];

  open(name: string, attributes: Record<string, string>, line: number): void {
    for (const [attribute, value] of Object.entries(attributes)) {
      if (value === google && /^xmlns(?::|$)/.test(attribute)) this.#prefixes.add(attribute.slice(6));
    }
    const [prefix, own] = split(name);
    if (!this.#item) {
      if (own === 'item' || own === 'entry') this.#item = { line, fields: new Map(), details: [] };
    } else if (!this.#field) {
      const rank = this.#prefixes.has(prefix) ? 3 : prefix === '' ? 2 : own === 'encoded' ? 1 : 0;
      this.#field = { name: own, rank, text: '', html: '', hasElements: false, parts: new Map() };
      this.#inside = [];
    } else {
      this.#inside.push(own);
      this.#field.hasElements = true;
      if (this.#field.html.length >= longestField) return;
      if (blocks.has(own)) this.#field.text += ' ';
      this.#field.html += `<${own}>`;
    }
  }

  text(text: string): void {
    const field = this.#field;
    if (!field || field.html.length >= longestField) return;
    field.text += text;
    field.html += escapeHtml(text);
    const [part] = this.#inside;
    if (part !== undefined) field.parts.set(part, (field.parts.get(part) ?? '') + text);
  }

  close(name: string): void {
    const [, own] = split(name);
    const item = this.#item;
    if (!item) return;
    const field = this.#field;
    if (!field) {
      // Only the item itself is open.
      const fields = new Map([...item.fields].map(([key, { texts }]) => [key, texts]));
      this.ready.push({ line: item.line, fields, details: item.details });
      this.#item = null;
    } else if (this.#inside.pop() !== undefined) {
      if (field.html.length >= longestField) return;
      if (blocks.has(own)) field.text += ' ';
      if (own !== 'br') field.html += `</${own}>`;
    } else {
      this.#field = null;
      this.#keep(item, field);
    }
  }

  #keep(item: OpenItem, field: Field): void {
    if (field.name === 'product_detail') {
      const name = field.parts.get('attribute_name')?.trim();
      const value = field.parts.get('attribute_value')?.trim();
      if (name && value && item.details.length < mostFields) item.details.push({ name, value });
      return;
    }
    const name = sameAs[field.name] ?? field.name;
    const text = (name === 'description' && field.hasElements ? field.html : field.text).trim();
    if (text === '' || field.rank === 0) return;
    // A summary is shorter than a description: what the name says itself comes first.
    const rank = field.rank - (name === field.name ? 0 : 0.5);
    const known = item.fields.get(name);
    if ((known?.texts.length ?? item.fields.size) >= mostFields) return;
    if (!known || known.rank < rank) item.fields.set(name, { rank, texts: [text] });
    else if (known.rank === rank) known.texts.push(text);
  }
}

function split(name: string): [prefix: string, own: string] {
  const at = name.indexOf(':');
  return at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 1)];
}

/** Items of a Google Merchant feed (RSS 2.0, Atom) read as a stream: memory holds one item, whatever the file's size. */
export async function* parseXml(feed: FeedFile, onBytes: (read: number) => void): AsyncGenerator<FeedItem> {
  const parser = sax.parser(true, { trim: false, normalize: false });
  const reader = new ItemReader();
  let failure: Error | null = null;
  parser.onopentag = ({ name, attributes }) =>
    reader.open(name, attributes as Record<string, string>, parser.line + 1);
  const add = (text: string): void => reader.text(text);
  Object.assign(parser, { ontext: add, oncdata: add });
  parser.onclosetag = (name) => reader.close(name);
  const fail = (error: Error): void => {
    failure = new FeedError(`Line ${parser.line + 1}: ${error.message.split('\n')[0]}`);
  };
  Object.assign(parser, { onerror: fail });
  for await (const text of readText(feed, onBytes)) {
    parser.write(text);
    if (failure) throw failure as Error;
    yield* reader.ready.splice(0);
  }
  parser.close();
  if (failure) throw failure as Error;
  yield* reader.ready.splice(0);
}
