import { bitmapOf, countBoth, hasBit, writeMembers, type Bitmap } from './bitmap.ts';
import { SearchIndex } from './search-index.ts';
import { SearchIndexBuilder, type SearchText } from './search-index-builder.ts';

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
  /** Not sent; a device asks its own rows. */
  isChemical?: boolean;
  isNew: boolean;
  mainTaxonId: number | null;
  /** All ids of taxons the product lies in, ancestors included. */
  taxonIds: readonly number[];
  valueIds: readonly number[];
};

/** Products whose words are read without a break: a few milliseconds. */
const wordsSlice = 100;

/** Names that are put in order, and that are merged, without a break: some five milliseconds. */
const namesSlice = 500;
const namesMerged = 4_000;

/** A value that more than one good in so many has is frequent. */
const frequentShare = 32;

/** Values of product n: `ids` from `from[n]` to `from[n + 1]`. */
type ValueLists = { from: Uint32Array; ids: Uint32Array };

function listValues(of: readonly (readonly number[])[]): ValueLists {
  const from = new Uint32Array(of.length + 1);
  for (const [member, ids] of of.entries()) from[member + 1] = (from[member] ?? 0) + ids.length;
  return { from, ids: Uint32Array.from(of.flat()) };
}

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
  readonly #allValues: ValueLists;
  /** Without the values that so many goods have that an AND of sets counts them sooner. */
  readonly #rareValues: ValueLists;
  readonly #frequent: readonly number[];
  readonly #counts: Uint32Array;
  readonly #listed: Uint32Array;
  readonly #words = new Map<string, SearchIndex>();
  readonly #reading = new Map<string, Promise<void>>();
  readonly #names = new Map<string, Int32Array>();
  readonly #textsOf: (locale: string) => Iterable<readonly SearchText[]>;
  readonly #categoriesOf: (locale: string) => readonly { id: number; name: string }[];
  readonly #namesOf: (locale: string) => Iterable<string>;

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
    namesOf: (locale: string) => Iterable<string>,
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
    this.#listed = new Uint32Array(products.length);
    for (const [member, product] of products.entries()) {
      for (const id of product.taxonIds) add(this.#taxons, id, member);
      for (const id of product.valueIds) add(this.#values, id, member);
    }
    const valuesOf = products.map(({ valueIds }) => valueIds);
    this.#frequent = [...this.#values]
      .filter(([, members]) => members.length > products.length / frequentShare)
      .map(([id]) => id);
    const frequent = new Set(this.#frequent);
    this.#allValues = listValues(valuesOf);
    this.#rareValues = listValues(valuesOf.map((ids) => ids.filter((id) => !frequent.has(id))));
    this.#counts = new Uint32Array(Math.max(0, ...this.#values.keys()) + 1);
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

  /** How many of the members lie in a category. */
  countInTaxon(id: number, members: Bitmap): number {
    const list = this.#taxons.get(id) ?? [];
    if (list.length > this.size / 32) return countBoth(members, this.taxon(id));
    let count = 0;
    for (let at = 0; at < list.length; at += 1) if (hasBit(members, list[at] ?? 0)) count += 1;
    return count;
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
    const isMany = found.length > this.size / 4;
    const { from, ids } = isMany ? this.#rareValues : this.#allValues;
    for (let place = 0; place < found.length; place += 1) {
      const member = found[place] ?? 0;
      const end = from[member + 1] ?? 0;
      for (let at = from[member] ?? 0; at < end; at += 1) {
        const id = ids[at] ?? 0;
        counts[id] = (counts[id] ?? 0) + 1;
      }
    }
    if (isMany) for (const id of this.#frequent) counts[id] = countBoth(members, this.value(id));
    return counts;
  }

  /** What search knows of the goods in a language. */
  words(locale: string): SearchIndex {
    let words = this.#words.get(locale);
    if (!words) {
      const builder = new SearchIndexBuilder(locale);
      for (const [member, texts] of enumerate(this.#textsOf(locale)))
        builder.add(texts, this.products[member]?.taxonIds);
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
    if (!this.#words.has(locale))
      this.#words.set(locale, new SearchIndex(builder, this.#categoriesOf(locale)));
  }

  /** Rank of every product by name in the alphabet of the locale. */
  nameRanks(locale: string): Int32Array {
    let ranks = this.#names.get(locale);
    if (!ranks) {
      const names = [...this.#namesOf(locale)];
      const compare = compareNames(names, locale);
      this.#names.set(locale, (ranks = ranksOf(names.map((_, member) => member).sort(compare))));
    }
    return ranks;
  }

  /**
   * Ranks the names of a language in slices between other work: a hundred thousand names take half a second.
   * @param turn lets other work go first
   */
  async readNames(locale: string, turn: () => Promise<unknown>): Promise<void> {
    if (this.#names.has(locale)) return;
    const names: string[] = [];
    const compare = compareNames(names, locale);
    let runs: number[][] = [[]];
    for (const [member, name] of enumerate(this.#namesOf(locale))) {
      names.push(name);
      const run = runs.at(-1) ?? [];
      run.push(member);
      if (run.length < namesSlice && member < this.size - 1) continue;
      run.sort(compare);
      runs.push([]);
      await turn();
    }
    while (runs.length > 1) {
      const merged: number[][] = [];
      for (let at = 0; at < runs.length; at += 2)
        merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, turn));
      runs = merged;
    }
    if (!this.#names.has(locale)) this.#names.set(locale, ranksOf(runs[0] ?? []));
  }
}

type Compare = (a: number, b: number) => number;

function compareNames(names: readonly string[], locale: string): Compare {
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  // Equal names stand in the order of the shop.
  return (a, b) => compare(names[a] ?? '', names[b] ?? '') || a - b;
}

function ranksOf(order: readonly number[]): Int32Array {
  const ranks = new Int32Array(order.length);
  for (const [rank, member] of order.entries()) ranks[member] = rank;
  return ranks;
}

async function merge(
  one: readonly number[],
  other: readonly number[],
  compare: Compare,
  turn: () => Promise<unknown>,
): Promise<number[]> {
  const merged: number[] = [];
  let [first, second] = [0, 0];
  while (first < one.length && second < other.length) {
    const [a, b] = [one[first] ?? 0, other[second] ?? 0];
    if (compare(a, b) <= 0) first = merged.push(a) - second;
    else second = merged.push(b) - first;
    if (merged.length % namesMerged === 0) await turn();
  }
  for (const rest of [one.slice(first), other.slice(second)]) for (const member of rest) merged.push(member);
  return merged;
}
