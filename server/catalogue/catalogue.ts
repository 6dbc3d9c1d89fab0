import type { Kysely } from 'kysely';
import type { Product, ProductCard } from '#contract/catalogue.ts';
import type { Database } from '#server/database/schema.ts';
import { ReadAnew } from '#server/database/read-anew.ts';
import type { StoredProduct } from '#domain/catalogue/stored-product.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { MarkedJson } from '#server/http/endpoint-answer.ts';
import type { ListingIndex } from '#domain/search/listing-index.ts';
import { cleanContent } from '#server/text/clean-content.ts';
import { KeptCards } from './kept-cards.ts';
import { readWords } from './answer-listing.ts';
import { productsOfVariants, stockQuery } from './load-index.ts';
import { presentCard, presentProduct } from '#domain/catalogue/product-presenter.ts';
import { noPapers, withPapers, type Papers } from './product-papers.ts';
import { loadProducts } from './product-store.ts';
import { type CatalogueState, prepareLists, loadState } from './catalogue-state.ts';

/** What was made of one state. */
type Cache = {
  /** Marks of the content of whole lists, by what was asked. */
  marks: Map<string, string>;
  cards: KeptCards;
  products: Map<string, Product>;
  /** Channels and locales that products were asked in. */
  places: Set<string>;
};

const productsKept = 2_000;
const marksKept = 4_000;
/** Changes come in crowds (an import): at least this many ms lie between two rebuilds, and ten times what one took. */
const pause = 100;

/** Cards read ahead at once: 20 ms of the database. */
const warmPortion = 40;
const quietMs = 1_000;

const emptyCache = (): Cache => ({
  marks: new Map(),
  cards: new KeptCards(),
  products: new Map(),
  places: new Set(),
});

/** The catalogue as the API reads it: Postgres is the truth, memory answers, NOTIFY keeps the two together. */
export class Catalogue {
  readonly db: Kysely<Database>;
  readonly #report: (error: unknown) => void;
  #state: CatalogueState;
  #cache = emptyCache();
  #stockChanges = 0;
  #stockRead = Promise.resolve();
  /** What was told of stock since a reading of everything began: it may have moved after the moment that is read. */
  #movedMeanwhile: Set<string> | null = null;
  /** Moved and not read yet: what moves during a reading is read together by the next. */
  readonly #moved = new Set<string>();
  readonly #reading = new ReadAnew({
    read: () => this.#readAnew(),
    report: (error) => this.#report(error),
    rest: () => Math.max(pause, this.#restUntil - performance.now()),
  });
  /** Until then (ms of `performance.now`) a reading anew would take more than a tenth of the time. */
  #restUntil = 0;
  #warming: NodeJS.Timeout | null = null;
  #isClosed = false;
  readonly #listeners = new Set<(products: readonly number[] | null) => void>();

  readonly #papers: Papers;

  private constructor(
    db: Kysely<Database>,
    state: CatalogueState,
    report: (error: unknown) => void,
    papers: Papers,
  ) {
    this.db = db;
    this.#state = state;
    this.#report = report;
    this.#papers = papers;
  }

  static async open(
    db: Kysely<Database>,
    report: (error: unknown) => void,
    papers: Papers = noPapers,
  ): Promise<Catalogue> {
    const state = await loadState(db);
    for (const locale of new Set(state.data.channels.map(({ defaultLocale }) => defaultLocale))) {
      readWords(state.goods, locale).catch(report);
    }
    const catalogue = new Catalogue(db, state, report, papers);
    catalogue.#warmSoon();
    return catalogue;
  }

  get state(): CatalogueState {
    return this.#state;
  }

  /** Changes whenever an answer of the catalogue may: the key under which pages may be kept. */
  get version(): string {
    return `${this.#state.data.version}.${this.#stockChanges}`;
  }

  /** Calls after every change of `version`, with the ids of the products whose stock moved, or null: any may have changed. */
  onChange(changed: (products: readonly number[] | null) => void): void {
    this.#listeners.add(changed);
  }

  listing(channelCode: string): ListingIndex {
    const listing = this.#state.listings.get(channelCode);
    if (!listing) throw new ApiFailure(404, 'channel.not_found');
    return listing;
  }

  /** For NOTIFY catalogue: reads everything anew, soon. */
  catalogueChanged(): void {
    this.#reading.changed();
  }

  /** ms since the oldest change that is not read yet. */
  get behind(): number {
    return this.#reading.behind;
  }

  /** Resolves when no rebuild is under way: for tests and imports. */
  settled(): Promise<void> {
    return this.#reading.settled();
  }

  async #readAnew(): Promise<void> {
    const startedAt = performance.now();
    const moved = new Set<string>();
    this.#movedMeanwhile = moved;
    const next = await loadState(this.db);
    // The old state answers until the new one is whole.
    for (const locale of this.#state.goods.searchedLocales) await readWords(next.goods, locale);
    await prepareLists(next);
    this.#state = next;
    this.#movedMeanwhile = null;
    // Stock may have moved without a new version of the catalogue.
    this.#stockChanges += 1;
    const endedAt = performance.now();
    this.#restUntil = endedAt + (endedAt - startedAt) * 10;
    this.#cache = emptyCache();
    for (const changed of this.#listeners) changed(null);
    this.#warmSoon();
    if (moved.size > 0) await this.stockChanged(moved.has('*') ? '*' : [...moved].join(','));
  }

  /** Reads the cards, those that most visitors see first, in small portions between other work, once the catalogue is quiet. */
  #warmSoon(): void {
    if (this.#isClosed) return;
    if (this.#warming) clearTimeout(this.#warming);
    this.#warming = setTimeout(() => {
      this.#warm(this.#state).catch((error: unknown) => {
        if (!this.#isClosed) this.#report(error);
      });
    }, quietMs).unref();
  }

  /** Ends what runs beside the answers. */
  close(): void {
    this.#isClosed = true;
    this.#reading.close();
    if (this.#warming) clearTimeout(this.#warming);
  }

  async #warm(state: CatalogueState): Promise<void> {
    const [channel] = state.data.channels;
    if (!channel) return;
    await prepareLists(state);
    const ids = state.goods.products.map(({ id }) => id);
    for (let at = 0; at < ids.length && state === this.#state && !this.#isClosed; at += warmPortion) {
      await this.cards(channel.code, channel.defaultLocale, ids.slice(at, at + warmPortion));
      await new Promise((resolve) => setTimeout(resolve, 10).unref());
    }
  }

  /** For NOTIFY stock: variant ids, or `*` for many. Only these products' answers are thrown away. */
  stockChanged(payload: string): Promise<void> {
    // `*` as well as nothing: a lost connection was made again.
    for (const moved of [this.#movedMeanwhile, this.#moved]) moved?.add(payload || '*');
    // One after another: of two readings of the same goods at once the older one could be put in last.
    this.#stockRead = this.#stockRead.then(() => this.#readStock());
    return this.#stockRead;
  }

  /** Never rejects. */
  async #readStock(): Promise<void> {
    if (this.#moved.size === 0) return;
    const moved = [...this.#moved];
    this.#moved.clear();
    try {
      const state = this.#state;
      const ids = moved.includes('*') ? null : moved.flatMap((given) => given.split(',').map(Number));
      const products = ids === null ? null : await productsOfVariants(this.db, ids);
      for (const { code } of state.data.channels) {
        const listing = state.listings.get(code);
        const { rows } = await stockQuery(code, products).execute(this.db);
        for (const row of rows) {
          const member = state.goods.memberOfId(row.product_id);
          if (member !== undefined) listing?.setInStock(member, row.in_stock);
        }
      }
      if (products === null) this.#cache = emptyCache();
      else for (const id of products) this.#forget(id);
      this.#cache.marks.clear();
      this.#stockChanges += 1;
      for (const changed of this.#listeners) changed(products);
    } catch (error) {
      if (this.#isClosed) return;
      this.#report(error);
      // Whatever moved is in a reading of everything, which is tried until it succeeds.
      this.#reading.changed();
    }
  }

  #forget(productId: number): void {
    this.#cache.cards.forget(productId);
    for (const place of this.#cache.places) this.#cache.products.delete(`${place} ${productId}`);
  }

  /**
   * A list of the catalogue: the mark of its content, and its JSON when that had to be written to know the mark. Whoever
   * has an answer with that mark needs no more.
   * @param key names channel, locale and all conditions
   */
  async list(
    key: string,
    write: () => Promise<MarkedJson>,
  ): Promise<MarkedJson | { etag: string; write: () => Promise<MarkedJson> }> {
    const { marks } = this.#cache;
    const etag = marks.get(key);
    if (etag !== undefined) return { etag, write };
    const { version } = this;
    const written = await write();
    // What changed while it was written is not in it.
    if (version === this.version && marks === this.#cache.marks) {
      const [oldest] = marks.size < marksKept ? [] : marks.keys();
      if (oldest !== undefined) marks.delete(oldest);
      marks.set(key, written.etag);
    }
    return written;
  }

  /** Cards as JSON in the order of the ids; products that the channel lacks are left out. */
  async cards(channelCode: string, locale: string, ids: readonly number[]): Promise<Buffer[]> {
    const cache = this.#cache;
    const { version } = this;
    const { data } = this.#state;
    const place = `${channelCode} ${locale}`;
    const found = new Map<number, Buffer>();
    const missing: number[] = [];
    for (const id of ids) {
      const card = cache.cards.get(place, id);
      if (card) found.set(id, card);
      else missing.push(id);
    }
    for (const [id, product] of await this.load(channelCode, missing)) {
      const card = Buffer.from(JSON.stringify(presentCard(product, data, locale) satisfies ProductCard));
      found.set(id, card);
      // What moved while it was read may not be in it.
      if (version === this.version) cache.cards.set(place, id, card);
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /** One product with everything, or null when the channel lacks it. */
  async product(channelCode: string, locale: string, id: number): Promise<Product | null> {
    const cache = this.#cache;
    const { version } = this;
    const place = `${channelCode} ${locale}`;
    const key = `${place} ${id}`;
    const known = cache.products.get(key);
    if (known) return known;
    const stored = (await this.load(channelCode, [id])).get(id);
    if (!stored) return null;
    const product = await withPapers(
      presentProduct(stored, this.#state.data, locale),
      stored.safety?.documents[locale],
      this.#papers,
    );
    if (version === this.version) {
      if (cache.products.size >= productsKept) cache.products.clear();
      cache.products.set(key, product);
      cache.places.add(place);
    }
    return product;
  }

  /** Stored products of the channel by id, straight from the database. */
  async load(channelCode: string, ids: readonly number[]): Promise<Map<number, StoredProduct>> {
    const channel = this.#state.data.channels.find(({ code }) => code === channelCode);
    if (!channel) throw new ApiFailure(404, 'channel.not_found');
    const products = await loadProducts(this.db, channel, ids);
    await cleanContent([...products.values()].map(({ description }) => description));
    return products;
  }
}
