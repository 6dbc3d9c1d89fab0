/** Names of variants: no two of a product alike, and the same from import to import. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '#domain/search/search-words.ts';
import type { VariantDraft } from './draft-types.ts';
import type { KnownProduct, KnownVariant } from './known-goods.ts';
import type { FeedRow } from './feed-row.ts';
import { nameVariants } from './variant-names.ts';

type Given = {
  title?: string | undefined;
  color?: string | undefined;
  size?: string | undefined;
  grams?: number | undefined;
  before?: string | undefined;
};

/** The names after rows that say this of the variants of one product. */
function namesOf(product: string, given: readonly Given[], source = 'feed'): string[] {
  const variants = given.map(({ title, grams, before }, at): VariantDraft => {
    const known = before === undefined ? null : ({ name: { lt: before } } as unknown as KnownVariant);
    return {
      code: `V-${at}`,
      known,
      row: { title } as FeedRow,
      name: undefined,
      optionIds: undefined,
      ean: null,
      netAmount: grams === undefined ? null : grams / 1000,
      netUnit: grams === undefined ? null : 'kg',
      weight: 0,
    };
  });
  const options = new Map(
    variants.map((variant, at) => [
      variant,
      new Map(
        (['color', 'size'] as const).flatMap((code) => {
          const text = given[at]?.[code];
          return text === undefined ? [] : [[code, { text }] as const];
        }),
      ),
    ]),
  );
  const known = given.some(({ before }) => before !== undefined) ? ({ source } as KnownProduct) : null;
  nameVariants({ known, variants }, product, options, 'lt');
  return variants.map(({ name }, at) => name ?? given[at]?.before ?? '');
}

test('what differs in no option is told apart by title, measure or code', () => {
  const title = 'Pirštinės';
  const red = { title, color: 'Raudona' };
  expect(
    namesOf(title, [
      { ...red, size: 'M' },
      { ...red, size: 'L' },
      { ...red, size: 'L' },
    ]),
  ).toEqual(['M', 'L, V-1', 'L, V-2']);
  const long = `${title}, raudonos, L, ilgos`;
  expect(
    namesOf(title, [
      { ...red, size: 'M' },
      { ...red, size: 'L' },
      { ...red, size: 'L', title: long },
    ]),
  ).toEqual(['M', 'L, V-1', 'raudonos, L, ilgos']);
  expect(namesOf('Virvė, 20 m', [{ title: 'Virvė, 20 m' }, { title: 'Virvė, 20 m' }])).toEqual([
    'V-0',
    'V-1',
  ]);
  expect(
    namesOf('Sėklos', [
      { title: 'Sėklos', color: 'Žalia', grams: 0.05 },
      { title: 'Sėklos', color: 'Žalia', grams: 0.25 },
      { title: 'Sėklos', color: 'Ruda', grams: 0.25 },
    ]),
  ).toEqual(['Žalia, 0,05 g', 'Žalia, 0,25 g', 'Ruda']);
});

test('names that the shop gave its own goods stay', () => {
  const two = [{ before: 'Didelė' }, { title: 'Kita', color: 'Didelė' }];
  expect(namesOf('Lova', two, 'seed')).toEqual(['Didelė', 'Kita']);
});

const rows = (words: readonly string[], titles: readonly string[]) => {
  const word = fc.constantFrom(...words);
  const one = fc.record(
    { title: fc.constantFrom(...titles), color: word, size: word, grams: fc.constantFrom(0.05, 20, 5000) },
    { requiredKeys: ['title'] },
  );
  return fc.array(one, { minLength: 2, maxLength: 6 });
};

test('names within a product differ, whatever the rows say and whatever the shop calls them', () => {
  const given = rows(
    ['L', 'M', 'l', 'V-1', 'L, V-1', 'Žalia', 'Zalia'],
    ['Virvė', 'Virvė L', 'Virvė, V-1', 'Kita'],
  );
  fc.assert(
    fc.property(given, fc.array(fc.constantFrom('L', 'V-1', 'L, V-1')), (all, before) => {
      // A name that stays by itself is told from others; two of the shop's own are its affair.
      const known = [...new Set(before)];
      const named = all.map((each, at) => ({
        ...each,
        ...(known[at] === undefined ? {} : { before: known[at] }),
      }));
      const names = namesOf('Virvė', named);
      expect(new Set(names.map(fold)).size).toBe(names.length);
      expect(names).not.toContain('');
    }),
    { numRuns: 800 },
  );
});

test('a later import leaves the names, with titles or without', () => {
  fc.assert(
    fc.property(rows(['L', 'M', 'Žalia'], ['Virvė', 'Virvė, 20 m', 'Virvė, ilga', 'Kita']), (given) => {
      const names = namesOf('Virvė', given);
      const again = given.map((each, at) => ({ ...each, before: names[at] ?? '' }));
      expect(namesOf('Virvė', again)).toEqual(names);
      const untitled = again.map(({ color, size, grams, before }) => ({ color, size, grams, before }));
      expect(namesOf('Virvė', untitled)).toEqual(names);
    }),
    { numRuns: 800 },
  );
});
