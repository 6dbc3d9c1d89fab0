/** What search knows of the goods of a shop in one language: where each word stands in which of them. */
import { comparableWords, isLittle } from './search-words.ts';

/** Where a word stands, and what a hit there is worth. */
const worth = {
  code: 6,
  name: 4,
  /** What shoppers call it besides: kept by the shop. */
  byname: 3,
  brand: 2.5,
  crop: 2,
  taxon: 1.5,
  attribute: 1.2,
  ancestor: 1,
  size: 1,
  text: 0.6,
} as const;
export type SearchField = keyof typeof worth;
export type SearchText = { text: string; field: SearchField };

const fields = Object.keys(worth) as SearchField[];
export const worthOf = fields.map((field) => worth[field]);
export const nameField = fields.indexOf('name');
export const codeField = fields.indexOf('code');
export const ancestorField = fields.indexOf('ancestor');
export const worthOfAttribute = worth.attribute;

/** Texts whose words a builder remembers. */
const textsRemembered = 20_000;

const withoutQuoted = (name: string): string => name.replace(/[„“”"«][^„“”"«»]{0,200}[“”"»]/g, ' ');

/** Takes the texts of one product after another, so that a large catalogue is read in slices. */
export class SearchIndexBuilder {
  readonly locale: string;
  readonly collected = new Map<string, { members: number[]; fields: number[] }>();
  /** Words as they were written first, for those that folding changes. */
  readonly written = new Map<string, string>();
  readonly nameLengths: number[] = [];
  readonly ofCategory = new Map<number, number[]>();
  readonly #noted = new Set<string>();
  readonly #read = new Map<string, readonly string[]>();
  size = 0;

  constructor(locale: string) {
    this.locale = locale;
  }

  /** @param categories ids of all categories that the product lies in, those above them too */
  add(texts: readonly SearchText[], categories: readonly number[] = []): void {
    const best = new Map<string, number>();
    let nameLength = 0;
    for (const { text, field } of texts) {
      const place = fields.indexOf(field);
      const put = (word: string): void => {
        const known = best.get(word);
        if (known === undefined || (worthOf[known] ?? 0) < (worthOf[place] ?? 0)) best.set(word, place);
      };
      for (const word of this.#wordsOf(text, field)) {
        put(word);
        if (word.includes('-') && !/\d/.test(word)) for (const part of word.split('-')) put(part);
      }
      if (field === 'name')
        nameLength = comparableWords(withoutQuoted(text)).filter(
          (word) => !isLittle(word, this.locale),
        ).length;
    }
    for (const [word, place] of best) {
      let entry = this.collected.get(word);
      if (!entry) this.collected.set(word, (entry = { members: [], fields: [] }));
      entry.members.push(this.size);
      entry.fields.push(place);
    }
    for (const id of categories) {
      const members = this.ofCategory.get(id);
      if (members) members.push(this.size);
      else this.ofCategory.set(id, [this.size]);
    }
    this.nameLengths.push(Math.max(1, nameLength));
    this.size += 1;
  }

  /** Categories, values and sizes are those of many goods: their words are read once. */
  #wordsOf(text: string, field: SearchField): readonly string[] {
    const isShared = field !== 'name' && field !== 'code';
    const known = isShared ? this.#read.get(text) : undefined;
    if (known) return known;
    const found = comparableWords(text);
    if (!/^[\x20-\x7e]*$/.test(text)) this.#noteSpelling(text);
    if (isShared && this.#read.size < textsRemembered) this.#read.set(text, found);
    return found;
  }

  #noteSpelling(text: string): void {
    for (const word of text
      .slice(0, 2000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []) {
      if (this.#noted.has(word)) continue;
      this.#noted.add(word);
      const [folded] = comparableWords(word);
      if (folded !== undefined && folded !== word && !this.written.has(folded))
        this.written.set(folded, word);
    }
  }
}
