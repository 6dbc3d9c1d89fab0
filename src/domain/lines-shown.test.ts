import fc from 'fast-check';
import { expect, test } from 'vitest';
import { besideEachOther, type LineShown } from './lines-shown.ts';

const lines = fc.uniqueArray(
  fc.record<LineShown>({
    code: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
    name: fc.constant('Agurkai'),
    variantName: fc.constantFrom('', '3 g'),
    quantity: fc.integer({ min: 1, max: 9 }),
    total: fc.nat(100_000),
  }),
  { selector: ({ code }) => code },
);

test('every line of both sides stands once, beside its other side, agreed ones first and in their order', () => {
  fc.assert(
    fc.property(lines, lines, (agreed, now) => {
      const pairs = besideEachOther(agreed, now);
      const codes = new Set([...agreed, ...now].map(({ code }) => code));
      expect(pairs.map(({ code }) => code)).toEqual([...codes]);
      for (const pair of pairs) {
        expect(pair.agreed).toBe(agreed.find(({ code }) => code === pair.code) ?? null);
        expect(pair.now).toBe(now.find(({ code }) => code === pair.code) ?? null);
      }
    }),
  );
});
