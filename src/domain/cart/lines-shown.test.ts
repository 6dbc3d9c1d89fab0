import fc from 'fast-check';
import { expect, test } from 'vitest';
import { besideEachOther, type LineShown } from './lines-shown.ts';

const lines = fc.array(
  fc.record<LineShown>({
    code: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
    name: fc.constant('Agurkai'),
    variantName: fc.constantFrom('', '3 g'),
    quantity: fc.integer({ min: 1, max: 9 }),
    total: fc.nat(100_000),
  }),
);

const sum = (side: readonly (LineShown | null)[], of: 'quantity' | 'total') =>
  side.reduce((all, line) => all + (line?.[of] ?? 0), 0);

test('every variant of both sides stands once, agreed ones first and in their order, and no piece or cent is lost', () => {
  fc.assert(
    fc.property(lines, lines, (agreed, now) => {
      const pairs = besideEachOther(agreed, now);
      const codes = new Set([...agreed, ...now].map(({ code }) => code));
      expect(pairs.map(({ code }) => code)).toEqual([...codes]);
      for (const pair of pairs) {
        const { code } = pair;
        for (const of of ['quantity', 'total'] as const) {
          expect(pair.agreed?.[of] ?? 0).toBe(
            sum(
              agreed.filter((line) => line.code === code),
              of,
            ),
          );
          expect(pair.now?.[of] ?? 0).toBe(
            sum(
              now.filter((line) => line.code === code),
              of,
            ),
          );
        }
        expect(pair.now === null).toBe(!now.some((line) => line.code === code));
      }
    }),
  );
});
