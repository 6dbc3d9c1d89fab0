import { searchTerms } from '#domain/search-words.ts';

/** A text of a product with what a hit in it is worth. */
export type WeightedText = { text: string; weight: number };

/** Hits of a query: product numbers and, beside each, how well it fits. */
export type WordHits = { members: Uint32Array; scores: Float64Array };

/** Terms of this length and longer may be misspelt. */
const typoLength = 4;
const likeEnough = 0.42;

function trigrams(term: string): Set<string> {
  const padded = `  ${term} `;
  const grams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) grams.add(padded.slice(at, at + 3));
  return grams;
}

/** Share of common trigrams, as pg_trgm's similarity(). */
function similarity(one: Set<string>, other: Set<string>): number {
  let common = 0;
  for (const gram of one) if (other.has(gram)) common += 1;
  return common / (one.size + other.size - common);
}

/** Takes the texts of one product after another, so that a large catalogue is read in slices. */
export class WordIndexBuilder {
  readonly locale: string;
  readonly collected = new Map<string, { members: number[]; weights: number[] }>();
  size = 0;

  constructor(locale: string) {
    this.locale = locale;
  }

  add(ofProduct: readonly WeightedText[]): void {
    const best = new Map<string, number>();
    for (const { text, weight } of ofProduct) {
      for (const term of searchTerms(text, this.locale)) {
        if ((best.get(term) ?? 0) < weight) best.set(term, weight);
      }
    }
    for (const [term, weight] of best) {
      let entry = this.collected.get(term);
      if (!entry) this.collected.set(term, (entry = { members: [], weights: [] }));
      entry.members.push(this.size);
      entry.weights.push(weight);
    }
    this.size += 1;
  }
}

/** The words of all goods in one language: sorted terms, for each the goods that have it and its weight there. */
export class WordIndex {
  readonly #locale: string;
  readonly #terms: string[];
  readonly #members: Uint32Array[];
  readonly #weights: Float32Array[];
  readonly #size: number;
  #byGram: Map<string, number[]> | null = null;

  constructor(builder: WordIndexBuilder) {
    this.#locale = builder.locale;
    this.#size = builder.size;
    this.#terms = [...builder.collected.keys()].sort();
    const entries = this.#terms.map((term) => builder.collected.get(term));
    this.#members = entries.map((entry) => Uint32Array.from(entry?.members ?? []));
    this.#weights = entries.map((entry) => Float32Array.from(entry?.weights ?? []));
  }

  /** Goods where every word of the query begins a word, or nearly is one; best fits get the highest score. */
  search(query: string): WordHits {
    const words = [...new Set(searchTerms(query, this.#locale))].slice(0, 12);
    const found = new Uint8Array(this.#size);
    const scores = new Float64Array(this.#size);
    for (const [round, word] of words.entries()) {
      const best = new Float64Array(this.#size);
      for (const [term, fit] of this.#fitting(word)) {
        const members = this.#members[term] ?? new Uint32Array();
        const weights = this.#weights[term] ?? new Float32Array();
        const rarity = Math.log(1 + this.#size / members.length);
        for (const [at, member] of members.entries()) {
          const score = fit * rarity * (weights[at] ?? 0);
          if (score > (best[member] ?? 0)) best[member] = score;
        }
      }
      for (let member = 0; member < this.#size; member += 1) {
        const score = best[member] ?? 0;
        if (found[member] !== round || score === 0) continue;
        found[member] = round + 1;
        scores[member] = (scores[member] ?? 0) + score;
      }
    }
    const members: number[] = [];
    if (words.length > 0) {
      for (let member = 0; member < this.#size; member += 1)
        if (found[member] === words.length) members.push(member);
    }
    return { members: Uint32Array.from(members), scores };
  }

  /** Terms that a word stands for, each with how well: whole 1, beginning less, misspelt least. */
  #fitting(word: string): [term: number, fit: number][] {
    const fitting: [number, number][] = [];
    for (let at = this.#firstFrom(word); at < this.#terms.length; at += 1) {
      const term = this.#terms[at] ?? '';
      if (!term.startsWith(word)) break;
      fitting.push([at, term === word ? 1 : 0.5 + (0.4 * word.length) / term.length]);
    }
    if (fitting.length > 0 || word.length < typoLength || /\d/.test(word)) return fitting;
    const wanted = trigrams(word);
    const shared = new Map<number, number>();
    for (const gram of wanted) {
      for (const term of this.#grams().get(gram) ?? []) shared.set(term, (shared.get(term) ?? 0) + 1);
    }
    return [...shared.keys()]
      .map((term): [number, number] => [term, similarity(wanted, trigrams(this.#terms[term] ?? ''))])
      .filter(([, fit]) => fit >= likeEnough)
      .sort((a, b) => b[1] - a[1])
      .slice(0, 5)
      .map(([term, fit]): [number, number] => [term, fit * 0.4]);
  }

  #firstFrom(word: string): number {
    let low = 0;
    let high = this.#terms.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#terms[middle] ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Made at the first misspelt word: most searches need none. */
  #grams(): Map<string, number[]> {
    if (this.#byGram) return this.#byGram;
    const byGram = new Map<string, number[]>();
    for (const [term, text] of this.#terms.entries()) {
      if (text.length < typoLength - 1 || /\d/.test(text)) continue;
      for (const gram of trigrams(text)) {
        const terms = byGram.get(gram);
        if (terms) terms.push(term);
        else byGram.set(gram, [term]);
      }
    }
    this.#byGram = byGram;
    return byGram;
  }
}
