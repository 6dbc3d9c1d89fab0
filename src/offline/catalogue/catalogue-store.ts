/**
 * The kept catalogue on the disk: rows in blocks, what they point to, and one record that says which blocks are valid. A
 * block is written before the record that names it, so whatever is cut off leaves the catalogue of before. Used by the
 * catalogue worker alone, which may wait: nobody's page hangs on it.
 */
import { createStore, get, promisifyRequest, type UseStore } from 'idb-keyval';
import { snapshotFormat } from '#contract/catalogue-words.ts';
import type { ProductRow, SnapshotDictionaries } from '#contract/snapshot.ts';
import type { OfflineCatalogueScope } from './catalogue-messages.ts';

/** A store per form: a newer build leaves that of an older one alone until it is removed. */
export const offlineCatalogueDatabase = `arimas-pocket-${snapshotFormat}`;

/** Blocks `rows <generation> <n>` and `dictionaries <generation>`. */
export interface OfflineCatalogueHead extends OfflineCatalogueScope {
  generation: number;
  blocks: number;
  cursor: string;
  /** ms since 1970 */
  savedAt: number;
  products: number;
  /** Bytes of the blocks as text. */
  stored: number;
}

/** A first fetch on its way: its blocks lie beside those in use. */
export interface OfflineCatalogueDownload extends OfflineCatalogueScope {
  generation: number;
  blocks: number;
  cursor: string;
  done: number;
  of: number;
  size: number;
  stored: number;
}

export interface KeptCatalogue {
  head: OfflineCatalogueHead;
  rows: ProductRow[];
  dictionaries: SnapshotDictionaries;
}

const isOf = (kept: OfflineCatalogueScope | undefined, { channel, locale }: OfflineCatalogueScope): boolean =>
  kept?.channel === channel && kept.locale === locale;
const rowsKey = (generation: number, block: number): string => `rows ${generation} ${block}`;
const dictionariesKey = (generation: number): string => `dictionaries ${generation}`;

const isOfGeneration = (key: string, generation: number | undefined): boolean =>
  key.split(' ')[1] === String(generation);

export class OfflineCatalogueStore {
  #store: UseStore | undefined;

  /** A connection that the browser has lost is opened once more. */
  async #within<T>(work: (store: UseStore) => Promise<T>): Promise<T> {
    try {
      return await work((this.#store ??= createStore(offlineCatalogueDatabase, 'values')));
    } catch (error) {
      this.#store = undefined;
      if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error;
      return work((this.#store = createStore(offlineCatalogueDatabase, 'values')));
    }
  }

  #write(
    records: readonly [string, unknown][],
    remove: (key: string) => boolean = () => false,
  ): Promise<void> {
    return this.#within((store) =>
      store('readwrite', async (values) => {
        const keys = await promisifyRequest(values.getAllKeys());
        for (const key of keys) if (typeof key === 'string' && remove(key)) values.delete(key);
        for (const [key, value] of records) values.put(value, key);
        await promisifyRequest(values.transaction);
      }),
    );
  }

  async head(scope: OfflineCatalogueScope): Promise<OfflineCatalogueHead | undefined> {
    const head = await this.#within((store) => get<OfflineCatalogueHead>('head', store));
    return isOf(head, scope) ? head : undefined;
  }

  async run(scope: OfflineCatalogueScope): Promise<OfflineCatalogueDownload | undefined> {
    const run = await this.#within((store) => get<OfflineCatalogueDownload>('run', store));
    return isOf(run, scope) ? run : undefined;
  }

  async #anyGeneration(): Promise<number> {
    const [head, run] = await Promise.all([
      this.#within((store) => get<OfflineCatalogueHead>('head', store)),
      this.#within((store) => get<OfflineCatalogueDownload>('run', store)),
    ]);
    return Math.max(head?.generation ?? 0, run?.generation ?? 0);
  }

  /** All that is kept; undefined: nothing, or something is missing of it. */
  async read(scope: OfflineCatalogueScope): Promise<KeptCatalogue | undefined> {
    const head = await this.head(scope);
    if (!head) return undefined;
    const read = <T>(key: string) => this.#within((store) => get<T>(key, store));
    const [dictionaries, ...blocks] = await Promise.all([
      read<SnapshotDictionaries>(dictionariesKey(head.generation)),
      ...Array.from({ length: head.blocks }, (_, block) =>
        read<ProductRow[]>(rowsKey(head.generation, block)),
      ),
    ]);
    const rows = blocks.flatMap((block) => (Array.isArray(block) ? (block as ProductRow[]) : []));
    return dictionaries && rows.length === head.products ? { head, rows, dictionaries } : undefined;
  }

  /** A further block of a first fetch; the first one brings the dictionaries. */
  async addBlock(
    scope: OfflineCatalogueScope,
    before: OfflineCatalogueDownload | undefined,
    page: {
      products: ProductRow[];
      dictionaries?: SnapshotDictionaries | undefined;
      cursor: string;
      total: number;
      size: number;
    },
  ): Promise<OfflineCatalogueDownload> {
    const generation = before?.generation ?? (await this.#anyGeneration()) + 1;
    const block = before?.blocks ?? 0;
    const run: OfflineCatalogueDownload = {
      ...scope,
      generation,
      blocks: block + 1,
      cursor: page.cursor,
      done: (before?.done ?? 0) + page.products.length,
      of: page.total,
      size: page.size,
      stored:
        (before?.stored ?? 0) +
        JSON.stringify(page.products).length +
        (page.dictionaries ? JSON.stringify(page.dictionaries).length : 0),
    };
    const inUse = await this.#within((store) => get<OfflineCatalogueHead>('head', store));
    await this.#write(
      [
        [rowsKey(generation, block), page.products],
        ...(page.dictionaries ? [[dictionariesKey(generation), page.dictionaries] as [string, unknown]] : []),
        ['run', run],
      ],
      // What an earlier fetch has left.
      (key) => block === 0 && key !== 'head' && !isOfGeneration(key, inUse?.generation),
    );
    return run;
  }

  /** The first fetch is at its end: what it brought is the catalogue now. */
  async finishRun(run: OfflineCatalogueDownload, savedAt: number): Promise<void> {
    const { channel, locale, generation, blocks, cursor, done, stored } = run;
    const head: OfflineCatalogueHead = {
      channel,
      locale,
      generation,
      blocks,
      cursor,
      savedAt,
      products: done,
      stored,
    };
    await this.#write([['head', head]], (key) => key !== 'head' && !isOfGeneration(key, generation));
  }

  /** A changed catalogue in place of the one of before. */
  async replace(
    before: OfflineCatalogueHead,
    cursor: string,
    savedAt: number,
    rows: ProductRow[],
    dictionaries: SnapshotDictionaries,
  ): Promise<void> {
    const generation = before.generation + 1;
    const stored = JSON.stringify(rows).length + JSON.stringify(dictionaries).length;
    const head: OfflineCatalogueHead = {
      ...before,
      generation,
      blocks: 1,
      cursor,
      savedAt,
      products: rows.length,
      stored,
    };
    await this.#write(
      [
        [rowsKey(generation, 0), rows],
        [dictionariesKey(generation), dictionaries],
        ['head', head],
      ],
      (key) => key !== 'head',
    );
  }

  /** Nothing changed: the catalogue is as new as now. */
  async confirm(head: OfflineCatalogueHead, cursor: string, savedAt: number): Promise<void> {
    await this.#write([['head', { ...head, cursor, savedAt }]]);
  }

  async clear(): Promise<void> {
    await this.#write([], () => true);
  }
}
