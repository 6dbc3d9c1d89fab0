import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortRules, type IntentLine } from '#contract/orders/order-intents.ts';
import { highestTotal, settleShort, sumLines } from './intent-lines.ts';

const line = fc.record({
  productVariantCode: fc.constantFrom('A', 'B', 'C', 'D'),
  quantity: fc.integer({ min: 1, max: 50 }),
  whenShort: fc.constantFrom(...shortRules),
});
const stock = fc.dictionary(fc.constantFrom('A', 'B', 'C', 'D'), fc.integer({ min: -3, max: 120 }));
const piecesOf = (lines: readonly { code: string; quantity: number }[], code: string) =>
  lines.filter((one) => one.code === code).reduce((sum, one) => sum + one.quantity, 0);

test('lines of one variant become one: no piece is lost, and the most careful rule counts', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines: IntentLine[]) => {
      const summed = sumLines(lines);
      expect(new Set(summed.map((one) => one.code)).size).toBe(summed.length);
      for (const one of summed) {
        const same = lines.filter((given) => given.productVariantCode === one.code);
        expect(one.quantity).toBe(same.reduce((sum, given) => sum + given.quantity, 0));
        expect(lines[one.index]?.productVariantCode).toBe(one.code);
        const careful = shortRules.find((rule) => same.some((given) => given.whenShort === rule));
        expect(one.whenShort).toBe(careful);
      }
    }),
  );
});

test('what is bought is never more than asked for nor more than there is, and every line has one fate', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), stock, (given: IntentLine[], pieces) => {
      const lines = sumLines(given);
      const available = (code: string) => pieces[code] ?? 0;
      const { kept, waiting, reduced, dropped } = settleShort(lines, available);
      for (const one of lines) {
        const bought = piecesOf(kept, one.code);
        expect(bought).toBeLessThanOrEqual(one.quantity);
        expect(bought).toBeLessThanOrEqual(Math.max(0, available(one.code)));
        const enough = available(one.code) >= one.quantity;
        expect(bought === one.quantity).toBe(enough);
        expect(waiting.some((other) => other.code === one.code)).toBe(!enough && one.whenShort === 'wait');
        expect(reduced.some((other) => other.line.code === one.code)).toBe(
          !enough && one.whenShort === 'reduce' && available(one.code) > 0,
        );
        const fates =
          piecesOf(kept, one.code) > 0
            ? 1
            : 0 + [...waiting, ...dropped].filter((other) => other.code === one.code).length;
        expect(fates).toBe(1);
      }
      for (const one of kept) expect(one.quantity).toBeGreaterThan(0);
    }),
  );
});

test('an order may cost what was seen, or the higher sum that was named, and never more', () => {
  fc.assert(
    fc.property(fc.nat(), fc.option(fc.nat(), { nil: undefined }), (expectedTotal, maximumTotal) => {
      const most = highestTotal({ expectedTotal, maximumTotal });
      expect(most).toBeGreaterThanOrEqual(expectedTotal);
      expect(most).toBe(Math.max(expectedTotal, maximumTotal ?? 0));
    }),
  );
});

test('CHK-19 a line that may be reduced leaves a piece to the gift of the same goods, never its last', () => {
  const settled = (whenShort: IntentLine['whenShort'], quantity: number, there: number) =>
    settleShort(sumLines([{ productVariantCode: 'A', quantity, whenShort }]), () => there, 'A').kept.map(
      (one) => one.quantity,
    );
  expect(settled('reduce', 5, 5)).toEqual([4]);
  expect(settled('reduce', 8, 5)).toEqual([4]);
  expect(settled('reduce', 4, 5)).toEqual([4]);
  expect(settled('reduce', 1, 1)).toEqual([1]);
  for (const rule of ['wait', 'drop'] as const) expect(settled(rule, 5, 5)).toEqual([5]);
});
