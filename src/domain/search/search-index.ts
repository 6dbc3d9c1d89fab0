/**
 * Search over the goods of a shop, the same on the server and on the device: which goods a query finds and in what
 * order (docs/decisions/0017). It knows words and fields, no database and no browser. Goods have numbers, given in the
 * order in which they are added.
 */
import { barcodesOf } from '#domain/fields/gtin.ts';
import { comparableWords, importantWords } from './search-words.ts';
import {
  ancestorField,
  codeField,
  nameField,
  worthOf,
  worthOfAttribute,
  type SearchIndexBuilder,
} from './search-index-builder.ts';
import { CategoryNames, type NamedCategory } from './category-names.ts';
import { isCertain, TermList, type Meaning } from './search-terms.ts';
import { steps } from './best-first.ts';

/** What a query found. */
export type SearchHits = {
  /** Numbers of the goods, ascending. */
  members: Uint32Array;
  /** By number, until the next search of the index: 0 to 1 in fiftieths; one more for goods of a category whose name is the query. */
  scores: Float32Array;
  /** Words of the query that were given up: they stand nowhere, or only in descriptions of other goods. */
  leftOut: string[];
  /** Categories whose names have words of the query. */
  categories: Map<number, NamedCategory>;
};

/** Words of a query that are read; further ones are left out. */
const mostWords = 12;

/** How much a category that is part of the query lifts its goods. */
const categoryLift = 0.8;

/** Words of a query as somebody wrote them. */
function asTyped(query: string, words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const written = (query.match(/[^\s,;!?"„“”«»()]+/gu) ?? []).filter((one) =>
    comparableWords(one).some((word) => words.includes(word)),
  );
  return written.length > 0 ? written : [...words];
}

/** The words of all goods in one language: for each the goods that have it and where. */
export class SearchIndex {
  readonly #locale: string;
  readonly #size: number;
  readonly #terms: TermList;
  /** Goods of term n and where it stands in them: from `#from[n]` to `#from[n + 1]`. Three lists, not two for each word. */
  readonly #from: Uint32Array;
  readonly #members: Uint32Array;
  readonly #fields: Uint8Array;
  readonly #nameLengths: Uint8Array;
  readonly #ofCategory: Map<number, Uint32Array>;
  readonly #categories: CategoryNames;
  readonly #written: ReadonlyMap<string, string>;

  // One search at a time: tables as long as the shop has goods are used again, not made for each.
  readonly #scores: Float32Array;
  readonly #found: Uint8Array;
  readonly #inName: Uint8Array;
  readonly #best: Float32Array;
  readonly #isName: Uint8Array;
  #touched: Uint32Array;
  #touchedNow: Uint32Array;

  /** @param categories all categories with their names in the language of the builder */
  constructor(builder: SearchIndexBuilder, categories: readonly { id: number; name: string }[] = []) {
    this.#locale = builder.locale;
    this.#size = builder.size;
    this.#scores = new Float32Array(this.#size);
    this.#found = new Uint8Array(this.#size);
    this.#inName = new Uint8Array(this.#size);
    this.#best = new Float32Array(this.#size);
    this.#isName = new Uint8Array(this.#size);
    this.#touched = new Uint32Array(this.#size);
    this.#touchedNow = new Uint32Array(this.#size);
    this.#terms = new TermList(builder.collected.keys(), builder.locale);
    const { words } = this.#terms;
    this.#from = new Uint32Array(words.length + 1);
    for (const [term, word] of words.entries())
      this.#from[term + 1] = (this.#from[term] ?? 0) + (builder.collected.get(word)?.members.length ?? 0);
    this.#members = new Uint32Array(this.#from[words.length] ?? 0);
    this.#fields = new Uint8Array(this.#members.length);
    for (const [term, word] of words.entries()) {
      const entry = builder.collected.get(word);
      this.#members.set(entry?.members ?? [], this.#from[term]);
      this.#fields.set(entry?.fields ?? [], this.#from[term]);
    }
    this.#nameLengths = Uint8Array.from(builder.nameLengths);
    this.#written = builder.written;
    this.#ofCategory = new Map(
      [...builder.ofCategory].map(([id, members]) => [id, Uint32Array.from(members)]),
    );
    this.#categories = new CategoryNames(categories, this.#terms, builder.locale);
  }

  /** The words of a query; of a barcode the one that the goods may have it under, for no part of it is a word. */
  #asked(query: string): string[] {
    const barcodes = barcodesOf(query);
    if (barcodes !== null) return [barcodes.find((one) => this.#terms.has(one)) ?? query.replace(/\D/g, '')];
    return this.#terms
      .joinDivided(importantWords([...new Set(comparableWords(query))], this.#locale))
      .slice(0, mostWords);
  }

  /** The goods that have every word of the query that stands anywhere, best first by `scores`. */
  search(query: string): SearchHits {
    const asked = this.#asked(query);
    const unknown: string[] = [];
    let known: Meaning[] = [];
    for (const word of asked) {
      const ways = this.#terms.fitting(word);
      if (ways.length === 0) unknown.push(word);
      else known.push(...ways);
    }
    const scores = this.#scores.fill(0);
    if (known.length === 0)
      return { members: new Uint32Array(), scores, leftOut: asTyped(query, unknown), categories: new Map() };
    let members = this.#score(known, scores);
    // No product has all words: those that were guessed are given up first, then those that stand in descriptions only.
    for (const isSure of [isCertain, (one: Meaning) => this.#isTelling(one)]) {
      if (members.length > 0) break;
      const kept = known.filter(isSure);
      if (kept.length === 0 || kept.length === known.length) continue;
      unknown.push(...known.filter((one) => !kept.includes(one)).map(({ word }) => word));
      known = kept;
      members = this.#score(known, scores.fill(0));
    }
    const categories = this.#categories.named(known, known.length + unknown.length);
    this.#lift(members, scores, categories);
    return { members, scores, leftOut: asTyped(query, unknown), categories };
  }

  /** Goods that have all of the words; what they are worth is written to `scores`. */
  #score(words: readonly Meaning[], scores: Float32Array): Uint32Array {
    const found = this.#found.fill(0);
    const inName = this.#inName.fill(0);
    const best = this.#best.fill(0);
    const isName = this.#isName.fill(0);
    let count = 0;
    for (const [round, { terms, fits }] of words.entries()) {
      const now = this.#touchedNow;
      let countNow = 0;
      for (let which = 0; which < terms.length; which += 1) {
        const term = terms[which] ?? 0;
        const fit = fits[which] ?? 0;
        const end = this.#from[term + 1] ?? 0;
        for (let at = this.#from[term] ?? 0; at < end; at += 1) {
          const member = this.#members[at] ?? 0;
          if (found[member] !== round) continue;
          const place = this.#fields[at] ?? 0;
          const value = fit * (worthOf[place] ?? 0);
          const before = best[member] ?? 0;
          if (before === 0) now[countNow++] = member;
          if (value > before) best[member] = value;
          if (place === nameField || place === codeField) isName[member] = 1;
        }
      }
      const rarity = Math.log(2 + this.#size / Math.max(1, countNow));
      for (let at = 0; at < countNow; at += 1) {
        const member = now[at] ?? 0;
        scores[member] = (scores[member] ?? 0) + rarity * (best[member] ?? 0);
        inName[member] = (inName[member] ?? 0) + (isName[member] ?? 0);
        found[member] = round + 1;
        best[member] = 0;
        isName[member] = 0;
      }
      this.#touchedNow = this.#touched;
      this.#touched = now;
      count = countNow;
    }
    const members = this.#ascending(count, words.length);
    // Of two names that have the words the shorter one is meant.
    for (let at = 0; at < members.length; at += 1) {
      const member = members[at] ?? 0;
      const share = Math.min(1, (inName[member] ?? 0) / (this.#nameLengths[member] ?? 1));
      scores[member] = (scores[member] ?? 0) * (0.7 + 0.3 * share);
    }
    return members;
  }

  /** The goods that were touched last, in order: few are sorted, many are read off the table of rounds. */
  #ascending(count: number, rounds: number): Uint32Array {
    if (count < this.#size / 64) return this.#touched.slice(0, count).sort();
    const members = new Uint32Array(count);
    for (let member = 0, at = 0; at < count; member += 1)
      if (this.#found[member] === rounds) members[at++] = member;
    return members;
  }

  /** Whether a word stands where goods are named, not only described. */
  #isTelling({ terms }: Meaning): boolean {
    return terms.some((term) =>
      this.#fields
        .subarray(this.#from[term], this.#from[term + 1])
        .some((place) => (worthOf[place] ?? 0) > worthOfAttribute || place === ancestorField),
    );
  }

  /** Goods of a category whose whole name was asked for come first, and the scores become whole steps. */
  #lift(members: Uint32Array, scores: Float32Array, named: ReadonlyMap<number, NamedCategory>): void {
    const lifts = this.#best.fill(0);
    for (const [id, { ofQuery, ofName }] of named) {
      if (ofName < 1) continue;
      const inCategory = this.#ofCategory.get(id);
      for (let at = 0; at < (inCategory?.length ?? 0); at += 1) {
        const member = inCategory?.[at] ?? 0;
        if (ofQuery > (lifts[member] ?? 0)) lifts[member] = ofQuery;
      }
    }
    let most = 0;
    for (let at = 0; at < members.length; at += 1) {
      const member = members[at] ?? 0;
      const score = (scores[member] ?? 0) * (1 + categoryLift * (lifts[member] ?? 0));
      scores[member] = score;
      if (score > most) most = score;
    }
    for (let at = 0; at < members.length; at += 1) {
      const member = members[at] ?? 0;
      const step = Math.max(1, Math.round((steps * (scores[member] ?? 0)) / most)) / steps;
      scores[member] = step + (lifts[member] === 1 ? 1 : 0);
    }
  }

  /**
   * Shorter queries for one that found nothing: its words one by one, and for words that stand nowhere the likest ones,
   * written as the goods write them. Each finds something.
   */
  instead(query: string, most: number): string[] {
    const offers = new Set<string>();
    const asked = this.#asked(query);
    const written = (term: number): string => {
      const word = this.#terms.words[term] ?? '';
      return this.#written.get(word) ?? word;
    };
    const show = (word: string): string => {
      const all = this.#terms.fitting(word);
      const [best] = all
        .flatMap(({ terms, fits }) => Array.from(terms, (term, at) => ({ term, fit: fits[at] ?? 0 })))
        .sort((a, b) => b.fit - a.fit);
      return best === undefined || all.some(isCertain)
        ? (asTyped(query.toLowerCase(), [word])[0] ?? word)
        : written(best.term);
    };
    const knows = asked.map((word) => this.#terms.fitting(word).length > 0);
    const known = asked.filter((_, at) => knows[at]);
    // Leaving out one word at a time keeps most of what was meant.
    if (known.length > 2) {
      for (const left of known) {
        const shorter = known.filter((word) => word !== left);
        if (this.search(shorter.join(' ')).members.length > 0) offers.add(shorter.map(show).join(' '));
      }
    }
    if (asked.length > 1) for (const word of known) offers.add(show(word));
    for (const [at, word] of asked.entries())
      if (knows[at] === false) for (const term of this.#terms.likest(word, most)) offers.add(written(term));
    return [...offers]
      .filter((offer) => offer !== '' && this.search(offer).members.length > 0)
      .slice(0, most);
  }
}
