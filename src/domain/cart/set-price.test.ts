import { array, assert, boolean, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { partPrices, setReductions, type SoldSet } from './set-price.ts';

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const anySet = record({
  price: integer({ min: 0, max: 100_000 }),
  parts: array(
    record({
      price: integer({ min: 0, max: 50_000 }),
      quantity: integer({ min: 1, max: 5 }),
      required: boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  ),
}).map(({ price, parts }): SoldSet => ({
  price,
  parts: parts.map((part, at) => ({ ...part, code: `C${at}` })),
}));
const linesOf = ({ parts }: SoldSet, sets: number) =>
  parts.map(({ code, quantity, price }) => ({
    code,
    quantity: quantity * sets,
    inOne: quantity,
    unitPrice: price,
  }));
const ownSum = (lines: readonly { unitPrice: number; quantity: number }[]) =>
  sum(lines.map(({ unitPrice, quantity }) => unitPrice * quantity));

test('whole sets cost exactly the price of the set, each, and never more than their parts', () => {
  assert(
    property(anySet, integer({ min: 1, max: 20 }), (set, sets) => {
      const lines = linesOf(set, sets);
      const own = ownSum(lines);
      const off = setReductions(set, lines);
      expect(own - sum(off)).toBe(Math.min(own, set.price * sets));
      for (const [at, amount] of off.entries()) {
        const line = lines[at];
        expect(amount).toBeGreaterThanOrEqual(0);
        expect(amount).toBeLessThanOrEqual((line?.unitPrice ?? 0) * (line?.quantity ?? 0));
      }
    }),
  );
});

test('a part that may be left out takes its share with it, and no other', () => {
  assert(
    property(anySet, integer({ min: 1, max: 20 }), (set, sets) => {
      const lines = linesOf(set, sets);
      const kept = lines.filter((_, at) => set.parts[at]?.required || at === 0);
      if (set.parts[0] && !set.parts[0].required) kept.shift();
      if (kept.length === 0) return;
      const shares = partPrices(set);
      const wanted = sum(kept.map((line) => (shares[lines.indexOf(line)] ?? 0) * sets));
      expect(ownSum(kept) - sum(setReductions(set, kept))).toBe(wanted);
      expect(wanted).toBeLessThanOrEqual(ownSum(kept));
    }),
  );
});

test('the shares of the parts are proportional to what they cost alone, to a cent or what rounding leaves', () => {
  const set: SoldSet = {
    price: 4279,
    parts: [
      { code: 'A', quantity: 3, required: true, price: 799 },
      { code: 'B', quantity: 1, required: true, price: 1654 },
      { code: 'C', quantity: 1, required: false, price: 699 },
    ],
  };
  expect(partPrices(set)).toEqual([2159, 1490, 630]);
  const [a, b] = linesOf(set, 2);
  if (!a || !b) throw new Error('parts');
  // Without the optional part: 2 x (2159 + 1490).
  expect(ownSum([a, b]) - sum(setReductions(set, [a, b]))).toBe(7298);
});

test('what is no whole set has no price of a set', () => {
  const set: SoldSet = {
    price: 100,
    parts: [
      { code: 'A', quantity: 2, required: true, price: 60 },
      { code: 'B', quantity: 1, required: true, price: 60 },
    ],
  };
  const [a, b] = linesOf(set, 1);
  if (!a || !b) throw new Error('parts');
  expect(sum(setReductions(set, [a, b]))).toBe(80);
  expect(setReductions(set, [a])).toEqual([0]);
  // The shop has changed what is in it, or the line is of something else.
  expect(setReductions(set, [{ ...a, inOne: 1 }, b])).toEqual([0, 0]);
  expect(setReductions(set, [a, b, { ...b, code: 'X' }])).toEqual([0, 0, 0]);
  // Pieces that make no whole set cost what they cost alone.
  expect(sum(setReductions(set, [{ ...a, quantity: 5 }, b]))).toBe(80);
});

test('pieces that cost less by their number keep that price where the set is no cheaper', () => {
  const set: SoldSet = {
    price: 100,
    parts: [
      { code: 'A', quantity: 1, required: true, price: 60 },
      { code: 'B', quantity: 1, required: true, price: 60 },
    ],
  };
  const lines = linesOf(set, 10).map((line) => ({ ...line, unitPrice: 45 }));
  expect(setReductions(set, lines)).toEqual([0, 0]);
});
