import type { Meaning, TermList } from './search-terms.ts';
import { comparableWords, importantWords, stem } from './search-words.ts';

/** How much of a query and of a category's name are the same words, 0 to 1. */
export type NamedCategory = { ofQuery: number; ofName: number };

/** The words of categories' names, among the words of all goods in one language. */
export class CategoryNames {
  readonly #categories: { id: number; stems: string[]; parts: string[][] }[];
  readonly #stems: string[];
  /** Of term n: the place, from 1 on, of its stem among those of the names. */
  readonly #stemOfTerm: Uint16Array;

  constructor(categories: readonly { id: number; name: string }[], terms: TermList, locale: string) {
    this.#categories = categories.map(({ id, name }) => {
      const inName = comparableWords(name);
      const stems = importantWords(inName, locale).map((word) => stem(word, locale));
      // Of `Kastuvai ir šakės` either is a name.
      return {
        id,
        stems,
        parts: stems.length === 2 && inName.length === 3 ? stems.map((one) => [one]) : [stems],
      };
    });
    this.#stems = [...new Set(this.#categories.flatMap(({ stems }) => stems))];
    const places = new Map(this.#stems.map((one, place) => [one, place + 1]));
    this.#stemOfTerm = Uint16Array.from(terms.words, (_, term) => places.get(terms.stemOf(term)) ?? 0);
  }

  /**
   * Categories whose names have words of the query.
   * @param count how many words the query has, those that stand nowhere too
   */
  named(known: readonly Meaning[], count: number): Map<number, NamedCategory> {
    const meant = known.map((one) => this.#stemsMeant(one));
    const named = new Map<number, NamedCategory>();
    for (const { id, stems, parts } of this.#categories) {
      const ofQuery = meant.filter((one) => stems.some((its) => one.has(its))).length / count;
      if (ofQuery === 0) continue;
      const ofName = Math.max(
        ...parts.map((part) => part.filter((its) => meant.some((one) => one.has(its))).length / part.length),
      );
      named.set(id, { ofQuery, ofName });
    }
    return named;
  }

  /** Which stems of categories' names are among the words. */
  #stemsMeant({ terms }: Meaning): Set<string> {
    const stems = new Set<string>();
    for (const term of terms) {
      const its = this.#stemOfTerm[term] ?? 0;
      if (its > 0) stems.add(this.#stems[its - 1] ?? '');
    }
    return stems;
  }
}
