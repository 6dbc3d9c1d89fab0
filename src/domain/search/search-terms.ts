/** The words that a shop's goods are made of, and which of them a word of a query may mean (docs/decisions/0017). */
import { longestWord, MisspeltWords } from './misspelt-words.ts';
import { inLatin, joinsWords, stem } from './search-words.ts';

/** What a word of a query means: words of the goods, and how well each fits, 0 to 1. Two lists: one letter begins thousands. */
export type Meaning = { word: string; terms: Uint32Array; fits: Float64Array };

const fits = {
  same: 1,
  sameStem: 0.95,
  beginning: 0.55,
  longerBeginning: 0.3,
  partOfCompound: 0.6,
  nearStem: 0.5,
};
/** A word with this fit and more was not guessed; guesses reach at most `nearStem` and one letter apart. */
const certainFit = 0.55;
const shortestPart = 4;

const reversed = (word: string): string => Array.from(word).reverse().join('');

const itself = (text: string): string => text;

/** First place in a sorted list that is not before the text. */
function firstFrom<T>(list: readonly T[], text: string, textOf: (item: T) => string): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (textOf(list[middle] as T) < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Meanings of words that are remembered, and how many words of goods all of them have together. */
const remembered = { words: 2_000, fits: 300_000 };

function meaningOf(word: string, found: ReadonlyMap<number, number>): Meaning {
  return { word, terms: Uint32Array.from(found.keys()), fits: Float64Array.from(found.values()) };
}

const countFits = (ways: readonly Meaning[]): number =>
  ways.reduce((sum, { terms }) => sum + terms.length, 0);

/** Whether any of the words was meant as it was written, in another form or as a beginning. */
export const isCertain = ({ fits }: Pick<Meaning, 'fits'>): boolean => fits.some((fit) => fit >= certainFit);

export class TermList {
  /** All words, sorted; numbers of terms are places in it. */
  readonly words: readonly string[];
  readonly #locale: string;
  readonly #lengths: Uint16Array;
  readonly #stems: string[];
  readonly #places: Map<string, number>;
  readonly #byStem = new Map<string, number[]>();
  /** What words of queries meant: people ask for the same ones. The oldest goes first. */
  readonly #meanings = new Map<string, Meaning[]>();
  #fitsRemembered = 0;
  /** Stems of words of letters, sorted, and the same read backwards. */
  readonly #sortedStems: string[];
  readonly #backwards: { text: string; terms: number[] }[];
  readonly #misspelt: MisspeltWords;

  constructor(words: Iterable<string>, locale: string) {
    this.#locale = locale;
    this.words = [...words].sort();
    this.#places = new Map(this.words.map((word, term) => [word, term]));
    this.#lengths = Uint16Array.from(this.words, ({ length }) => length);
    this.#stems = this.words.map((word) => stem(word, locale));
    const ofLetters = [...this.words.keys()].filter((term) => !/\d/.test(this.words[term] ?? ''));
    this.#misspelt = new MisspeltWords(this, ofLetters, locale);
    for (const term of ofLetters) {
      const one = this.stemOf(term);
      const terms = this.#byStem.get(one);
      if (terms) terms.push(term);
      else this.#byStem.set(one, [term]);
    }
    this.#sortedStems = [...this.#byStem.keys()].sort();
    const backwards = new Map<string, number[]>();
    for (const term of ofLetters) {
      for (const form of new Set([this.words[term] ?? '', this.stemOf(term)])) {
        const terms = backwards.get(reversed(form));
        if (terms) terms.push(term);
        else backwards.set(reversed(form), [term]);
      }
    }
    this.#backwards = [...backwards]
      .map(([text, terms]) => ({ text, terms }))
      .sort((a, b) => (a.text < b.text ? -1 : 1));
  }

  stemOf(term: number): string {
    return this.#stems[term] ?? '';
  }

  /** Whether a word stands in the goods, just as it is written. */
  has(word: string): boolean {
    return this.#places.has(word);
  }

  #knows(word: string): boolean {
    return this.#places.has(word) || this.#byStem.has(stem(word, this.#locale));
  }

  /** Puts together what the goods write as one: `mt 1001 b`, `agro plėvelė`. */
  joinDivided(words: readonly string[]): string[] {
    const result: string[] = [];
    for (const word of words) {
      const last = result.at(-1);
      const joined = `${last ?? ''}${word}`;
      const isCode = /\d/.test(joined);
      const isOne =
        last !== undefined &&
        (isCode
          ? this.#places.has(joined) && !(this.#knows(last) && this.#knows(word))
          : !(this.#knows(last) && this.#knows(word)) && this.#knows(joined));
      if (isOne) result[result.length - 1] = joined;
      else result.push(word);
    }
    return result;
  }

  /**
   * What a word of a query means: words of goods with how well each fits. Two sets where it is two words written as one;
   * none where it stands nowhere, not even misspelt.
   */
  fitting(asked: string): Meaning[] {
    const word = asked.slice(0, longestWord);
    let ways = this.#meanings.get(word);
    if (ways) return ways;
    ways = this.#ways(word);
    this.#meanings.set(word, ways);
    this.#fitsRemembered += countFits(ways);
    for (const [oldest, its] of this.#meanings) {
      if (this.#meanings.size <= remembered.words && this.#fitsRemembered <= remembered.fits) break;
      this.#meanings.delete(oldest);
      this.#fitsRemembered -= countFits(its);
    }
    return ways;
  }

  #ways(word: string): Meaning[] {
    const direct = this.#direct(word);
    if (direct.terms.length > 0) return [direct];
    if (/\d/.test(word)) {
      const plain = word.replace(/[-.,:/+]/g, '');
      const code = plain === word ? direct : this.#direct(plain);
      return code.terms.length > 0 ? [code] : [];
    }
    if (word.includes('-')) return word.split('-').flatMap((part) => this.fitting(part));
    const latin = inLatin(word);
    if (latin !== word) {
      const named = this.#named(word, latin);
      const own = this.#near(word);
      if (own.size === 0 && named.terms.length > 0) return [named];
      if (own.size > 0) return [meaningOf(word, own)];
    }
    const divided = this.#divided(word);
    if (divided) return divided;
    const near = this.#near(word);
    return near.size > 0 ? [meaningOf(word, near)] : [];
  }

  /** A word in Cyrillic letters for what the goods write in Latin ones. */
  #named(word: string, latin: string): Meaning {
    const direct = this.#direct(latin);
    const misspelt = this.#misspelt.near(latin);
    if (misspelt.length === 0) return { ...direct, word };
    const found = new Map(misspelt.map(({ term, fit }) => [term, fit]));
    for (const [at, term] of direct.terms.entries())
      found.set(term, Math.max(direct.fits[at] ?? 0, found.get(term) ?? 0));
    return meaningOf(word, found);
  }

  /** The word itself, its other forms, words that it begins, compounds that end with it. */
  #direct(word: string): Meaning {
    const found = new Map<number, number>();
    const put = (term: number, fit: number): void => {
      if ((found.get(term) ?? 0) < fit) found.set(term, fit);
    };
    const own = stem(word, this.#locale);
    const isNumber = /\d/.test(word);
    for (const term of isNumber ? [] : (this.#byStem.get(own) ?? [])) put(term, fits.sameStem);
    const place = this.#places.get(word);
    if (place !== undefined) put(place, fits.same);
    const isKnown = found.size > 0;
    const from = firstFrom(this.words, word, itself);
    const to = firstFrom(this.words, `${word}\uffff`, itself);
    if (!isNumber && (joinsWords(this.#locale) || (!isKnown && from === to))) {
      for (const form of new Set([word, own])) {
        if (form.length >= shortestPart)
          for (const term of this.#endingWith(form)) put(term, fits.partOfCompound);
      }
    }
    const others = [...found].filter(([term]) => term < from || term >= to);
    const terms = new Uint32Array(to - from + others.length);
    const values = new Float64Array(terms.length);
    for (let term = from; term < to; term += 1) {
      // A known word is seldom the beginning of another one.
      const beginning =
        (fits.beginning + (fits.longerBeginning * word.length) / (this.#lengths[term] ?? 1)) *
        (isKnown ? 0.6 : 1);
      terms[term - from] = term;
      values[term - from] = found.size === 0 ? beginning : Math.max(beginning, found.get(term) ?? 0);
    }
    for (const [at, [term, fit]] of others.entries()) {
      terms[to - from + at] = term;
      values[to - from + at] = fit;
    }
    return { word, terms, fits: values };
  }

  #endingWith(form: string): number[] {
    const back = reversed(form);
    const ending: number[] = [];
    for (
      let at = firstFrom(this.#backwards, back, ({ text }) => text);
      at < this.#backwards.length;
      at += 1
    ) {
      const one = this.#backwards[at];
      if (!one?.text.startsWith(back)) break;
      ending.push(...one.terms);
    }
    return ending;
  }

  /** Two known words written as one: `morkuseklos`, `talinisuseeme`. */
  #divided(word: string): Meaning[] | null {
    for (let at = word.length - shortestPart; at >= shortestPart; at -= 1) {
      const [first, second] = [word.slice(0, at), word.slice(at)];
      if (!this.#knows(first) || !this.#knows(second)) continue;
      return [this.#direct(first), this.#direct(second)];
    }
    if (!joinsWords(this.#locale)) return null;
    // Of a compound that the shop has no word for the end says what it is: `aiakäru` is a `käru`.
    for (let at = 2; word.length - at >= shortestPart; at += 1) {
      if (this.#knows(word.slice(at))) return [this.#direct(word.slice(at))];
    }
    return null;
  }

  /** Words made of the same beginning (`azotinės`, `azoto`), and words that this one may be a misspelling of. */
  #near(word: string): Map<number, number> {
    const own = stem(word, this.#locale);
    const found = new Map<number, number>();
    if (own.length >= shortestPart) {
      const most = own.length >= 6 ? 3 : 2;
      for (let length = own.length + most; length >= Math.max(shortestPart, own.length - most); length -= 1) {
        const fit = fits.nearStem - 0.06 * Math.abs(length - own.length);
        const put = (one: string): void => {
          for (const term of this.#byStem.get(one) ?? [])
            found.set(term, Math.max(fit, found.get(term) ?? 0));
        };
        if (length < own.length) put(own.slice(0, length));
        else if (length > own.length) {
          for (let at = firstFrom(this.#sortedStems, own, itself); at < this.#sortedStems.length; at += 1) {
            const one = this.#sortedStems[at] ?? '';
            if (!one.startsWith(own)) break;
            if (one.length === length) put(one);
          }
        }
      }
    }
    for (const { term, fit } of this.#misspelt.near(word))
      found.set(term, Math.max(fit, found.get(term) ?? 0));
    return found;
  }

  /** Words that look most like one that stands nowhere. */
  likest(word: string, count: number): number[] {
    return this.#misspelt.likest(word, count);
  }
}
