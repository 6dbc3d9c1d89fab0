import { lettersApart, stem } from './search-words.ts';

/** From this length on a word may be misspelt: by one letter, and by two from `twoTypos` on. */
const oneTypo = 4;
const twoTypos = 8;
/** Nobody's word; no shop's word is longer either, and comparing stays quick. */
export const longestWord = 40;

/** One bit for each letter of a word, so that most words are told apart without comparing letters. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}
function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** The words of the goods, by their numbers. */
interface Words {
  readonly words: readonly string[];
  stemOf(term: number): string;
}

/** Words of the goods that a misspelt word may mean. */
export class MisspeltWords {
  readonly #list: Words;
  readonly #locale: string;
  /** Each word with the set of its letters. */
  readonly #letters: readonly { term: number; bits: number; stemBits: number }[];

  /** @param terms numbers of the words that are made of letters */
  constructor(list: Words, terms: readonly number[], locale: string) {
    this.#list = list;
    this.#locale = locale;
    this.#letters = terms.map((term) => ({
      term,
      bits: lettersOf(list.words[term] ?? ''),
      stemBits: lettersOf(list.stemOf(term)),
    }));
  }

  /** Words with one or two letters more, fewer, other or swapped; of them the nearest only. */
  near(word: string): { term: number; fit: number }[] {
    if (word.length < oneTypo) return [];
    const own = stem(word, this.#locale);
    const mostOfWord = word.length >= twoTypos ? 2 : 1;
    const mostOfStem = own.length >= twoTypos ? 2 : own.length >= oneTypo ? 1 : 0;
    return this.#nearest(word, own, mostOfWord, mostOfStem).map(({ term, apart }) => ({
      term,
      fit: 0.65 - 0.12 * apart - (this.#list.words[term]?.[0] === word[0] ? 0 : 0.1),
    }));
  }

  #nearest(
    word: string,
    own: string,
    mostOfWord: number,
    mostOfStem: number,
  ): { term: number; apart: number }[] {
    let least = Math.max(mostOfWord, mostOfStem);
    let nearest: { term: number; apart: number }[] = [];
    const bits = lettersOf(word);
    const stemBits = lettersOf(own);
    for (const one of this.#letters) {
      const wordMost = Math.min(mostOfWord, least);
      const stemMost = Math.min(mostOfStem, least);
      let apart = least + 1;
      if (bitCount(bits ^ one.bits) <= 2 * wordMost)
        apart = Math.min(apart, lettersApart(word, this.#list.words[one.term] ?? '', wordMost));
      if (stemMost > 0 && bitCount(stemBits ^ one.stemBits) <= 2 * stemMost) {
        const its = this.#list.stemOf(one.term);
        if (its.length >= 3) apart = Math.min(apart, Math.max(1, lettersApart(own, its, stemMost)));
      }
      if (apart > least) continue;
      if (apart < least) nearest = [];
      least = apart;
      nearest.push({ term: one.term, apart });
    }
    return nearest;
  }

  /** Words that look most like one that stands nowhere: same beginning, then the fewest other letters. */
  likest(word: string, count: number): number[] {
    if (/\d/.test(word) || word.length < 3) return [];
    const ranked = this.#letters.flatMap(({ term }) => {
      const other = this.#list.words[term] ?? '';
      if (other.length < 4) return [];
      let same = 0;
      while (same < word.length && same < other.length && word[same] === other[same]) same += 1;
      if (same < 3) return [];
      const most = Math.max(2, Math.floor(word.length / 3));
      const apart = lettersApart(word.slice(0, longestWord), other, most);
      return apart > most ? [] : [{ term, value: same - apart }];
    });
    ranked.sort((a, b) => b.value - a.value || a.term - b.term);
    const stems = new Set<string>();
    return ranked.flatMap(({ term }) => {
      const one = this.#list.stemOf(term);
      if (stems.has(one) || stems.size >= count) return [];
      stems.add(one);
      return [term];
    });
  }
}
