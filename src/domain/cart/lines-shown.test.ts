import fc from 'fast-check';
import { expect, test } from 'vitest';
import { besideEachOther, type LineShown } from './lines-shown.ts';

const lines = fc.array(
  fc
    .record({
      code: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
      name: fc.constant('Agurkai'),
      variantName: fc.constantFrom('', '3 g'),
      quantity: fc.integer({ min: 1, max: 9 }),
      total: fc.nat(100_000),
      isGift: fc.boolean(),
    })
    .map(({ isGift, ...line }): LineShown => (isGift ? { ...line, total: 0, isGift } : line)),
);

const sum = (side: readonly (LineShown | null)[], of: 'quantity' | 'total') =>
  side.reduce((all, line) => all + (line?.[of] ?? 0), 0);
const goodsOf = ({ code, isGift }: LineShown) => `${code} ${String(isGift === true)}`;

test('every variant of both sides stands once, its gift beside it, agreed ones first and in their order, and no piece or cent is lost', () => {
  fc.assert(
    fc.property(lines, lines, (agreed, now) => {
      const pairs = besideEachOther(agreed, now);
      const goods = new Set([...agreed, ...now].map(goodsOf));
      const shown = pairs.map((pair) =>
        [pair.agreed, pair.now].flatMap((line) => (line ? goodsOf(line) : [])),
      );
      expect(shown.map(([first]) => first)).toEqual([...goods]);
      for (const [at, pair] of pairs.entries()) {
        expect(new Set(shown[at]).size).toBe(1);
        const [key] = shown[at] ?? [];
        for (const of of ['quantity', 'total'] as const) {
          expect(pair.agreed?.[of] ?? 0).toBe(
            sum(
              agreed.filter((line) => goodsOf(line) === key),
              of,
            ),
          );
          expect(pair.now?.[of] ?? 0).toBe(
            sum(
              now.filter((line) => goodsOf(line) === key),
              of,
            ),
          );
        }
        expect(pair.isGift).toBe(key?.endsWith('true'));
        expect(pair.now === null).toBe(!now.some((line) => goodsOf(line) === key));
      }
      expect(new Set(pairs.map(({ key }) => key)).size).toBe(pairs.length);
    }),
  );
});
