import { bitmapOf, writeMembers, type Bitmap } from './bitmap.ts';
import { SearchIndex, SearchIndexBuilder, type SearchText } from './search-index.ts';

/** What the index knows of a product, whatever the channel. Numbers of products are their places in the list. */
export type IndexedProduct = {
  id: number;
  code: string;
  position: number;
  /** ms since 1970 */
  createdAt: number;
  rating: number;
  reviewCount: number;
  isGift: boolean;
  isNew: boolean;
  mainTaxonId: number | null;
  /** All ids of taxons the product lies in, ancestors included. */
  taxonIds: readonly number[];
  valueIds: readonly number[];
};

/** Products whose words are read without a break: a few milliseconds. */
const wordsSlice = 100;

type FilterableValues = ReadonlyMap<string, readonly number[]>;

function* enumerate<T>(items: Iterable<T>): Generator<[number, T]> {
  let at = 0;
  for (const item of items) yield [at++, item];
}

/** Goods and their words, shared by all channels. */
export class GoodsIndex {
  readonly products: readonly IndexedProduct[];
  readonly size: number;
  readonly filterable: FilterableValues;
  readonly #memberByCode: Map<string, number>;
  readonly #memberById: Map<number, number>;
  readonly #taxons = new Map<number, number[]>();
  readonly #values = new Map<number, number[]>();
  readonly #bitmaps = new Map<string, Bitmap>();
  /** Values of product n: `#valueIds` from `#valueFrom[n]` to `#valueFrom[n + 1]`. */
  readonly #valueFrom: Uint32Array;
  readonly #valueIds: Uint32Array;
  readonly #counts: Uint32Array;
  readonly #listed: Uint32Array;
  readonly #words = new Map<string, SearchIndex>();
  readonly #reading = new Map<string, Promise<void>>();
  readonly #names = new Map<string, Int32Array>();
  readonly #textsOf: (locale: string) => Iterable<readonly SearchText[]>;
  readonly #categoriesOf: (locale: string) => readonly { id: number; name: string }[];
  readonly #namesOf: (locale: string) => readonly string[];

  /**
   * @param filterable attribute code to the ids of its values, for attributes that are facets
   * @param textsOf searchable texts of all products in order, in a locale
   * @param namesOf names of all products in order, in a locale
   * @param categoriesOf categories with their names in a locale
   */
  constructor(
    products: readonly IndexedProduct[],
    filterable: FilterableValues,
    textsOf: (locale: string) => Iterable<readonly SearchText[]>,
    namesOf: (locale: string) => readonly string[],
    categoriesOf: (locale: string) => readonly { id: number; name: string }[] = () => [],
  ) {
    this.products = products;
    this.size = products.length;
    this.filterable = filterable;
    this.#textsOf = textsOf;
    this.#namesOf = namesOf;
    this.#categoriesOf = categoriesOf;
    this.#memberByCode = new Map(products.map(({ code }, member) => [code, member]));
    this.#memberById = new Map(products.map(({ id }, member) => [id, member]));
    const add = (to: Map<number, number[]>, key: number, member: number): void => {
      const members = to.get(key);
      if (members) members.push(member);
      else to.set(key, [member]);
    };
    this.#valueFrom = new Uint32Array(products.length + 1);
    this.#valueIds = Uint32Array.from(products.flatMap(({ valueIds }) => valueIds));
    this.#counts = new Uint32Array(this.#valueIds.reduce((most, id) => Math.max(most, id), 0) + 1);
    this.#listed = new Uint32Array(products.length);
    for (const [member, product] of products.entries()) {
      this.#valueFrom[member + 1] = (this.#valueFrom[member] ?? 0) + product.valueIds.length;
      for (const id of product.taxonIds) add(this.#taxons, id, member);
      for (const id of product.valueIds) add(this.#values, id, member);
    }
  }

  memberOfCode(code: string): number | undefined {
    return this.#memberByCode.get(code);
  }

  memberOfId(id: number): number | undefined {
    return this.#memberById.get(id);
  }

  taxon(id: number): Bitmap {
    return this.#bitmap(`t${id}`, this.#taxons.get(id));
  }

  value(id: number): Bitmap {
    return this.#bitmap(`v${id}`, this.#values.get(id));
  }

  #bitmap(key: string, members: readonly number[] | undefined): Bitmap {
    let bits = this.#bitmaps.get(key);
    if (!bits) {
      bits = bitmapOf(this.size, members ?? []);
      // Rare values of a very large catalogue are built when asked for.
      if (this.#bitmaps.size < 4000) this.#bitmaps.set(key, bits);
    }
    return bits;
  }

  /** The members, ascending, until this is asked again: one table is used for all. */
  list(members: Bitmap): Uint32Array {
    return this.#listed.subarray(0, writeMembers(members, this.#listed));
  }

  /** How many of the members have each value, by value id, until this is asked again. */
  countValues(members: Bitmap): Uint32Array {
    const counts = this.#counts.fill(0);
    const found = this.list(members);
    for (let place = 0; place < found.length; place += 1) {
      const member = found[place] ?? 0;
      const end = this.#valueFrom[member + 1] ?? 0;
      for (let at = this.#valueFrom[member] ?? 0; at < end; at += 1) {
        const id = this.#valueIds[at] ?? 0;
        counts[id] = (counts[id] ?? 0) + 1;
      }
    }
    return counts;
  }

  /** What search knows of the goods in a language. */
  words(locale: string): SearchIndex {
    let words = this.#words.get(locale);
    if (!words) {
      const builder = new SearchIndexBuilder(locale);
      for (const [member, texts] of enumerate(this.#textsOf(locale))) builder.add(texts, this.products[member]?.taxonIds);
      this.#words.set(locale, (words = new SearchIndex(builder, this.#categoriesOf(locale))));
    }
    return words;
  }

  /** Languages that have been searched in. */
  get searchedLocales(): string[] {
    return [...this.#words.keys()];
  }

  /**
   * Reads the words of a language in slices between other work: the first search need not wait for all of it.
   * @param turn lets other work go first
   */
  readWords(locale: string, turn: () => Promise<unknown>): Promise<void> {
    if (this.#words.has(locale)) return Promise.resolve();
    let reading = this.#reading.get(locale);
    if (!reading) {
      reading = this.#readWords(locale, turn).finally(() => this.#reading.delete(locale));
      this.#reading.set(locale, reading);
    }
    return reading;
  }

  async #readWords(locale: string, turn: () => Promise<unknown>): Promise<void> {
    const builder = new SearchIndexBuilder(locale);
    for (const [member, texts] of enumerate(this.#textsOf(locale))) {
      builder.add(texts, this.products[member]?.taxonIds);
      if (member % wordsSlice === wordsSlice - 1) await turn();
    }
    if (!this.#words.has(locale)) this.#words.set(locale, new SearchIndex(builder, this.#categoriesOf(locale)));
  }

  /** Rank of every product by name in the alphabet of the locale. */
  nameRanks(locale: string): Int32Array {
    let ranks = this.#names.get(locale);
    if (!ranks) {
      const names = this.#namesOf(locale);
      const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
      const order = names.map((_, member) => member).sort((a, b) => compare(names[a] ?? '', names[b] ?? ''));
      ranks = new Int32Array(this.size);
      for (const [rank, member] of order.entries()) ranks[member] = rank;
      this.#names.set(locale, ranks);
    }
    return ranks;
  }
}
