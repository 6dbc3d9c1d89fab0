import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allOf,
  anyOf,
  bitmapOf,
  clearBit,
  countBoth,
  countOf,
  forEachBit,
  fullBitmap,
  hasBit,
} from './bitmap.ts';

const size = 200;
const members = fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }));
const listed = (bits: Uint32Array): number[] => {
  const found: number[] = [];
  forEachBit(bits, (member) => found.push(member));
  return found;
};

test('bitmaps count and combine like sets', () => {
  fc.assert(
    fc.property(members, members, (one, other) => {
      const [a, b] = [bitmapOf(size, one), bitmapOf(size, other)];
      const inBoth = one.filter((member) => other.includes(member));
      expect(listed(a)).toEqual([...one].sort((x, y) => x - y));
      expect(countOf(a)).toBe(one.length);
      expect(countBoth(a, b)).toBe(inBoth.length);
      expect(listed(allOf([a, b]))).toEqual(inBoth.sort((x, y) => x - y));
      expect(countOf(anyOf(size, [a, b]))).toBe(new Set([...one, ...other]).size);
      expect(one.every((member) => hasBit(a, member))).toBe(true);
      const [first] = one;
      if (first === undefined) return;
      clearBit(a, first);
      expect(hasBit(a, first)).toBe(false);
    }),
  );
  for (const count of [0, 1, 31, 32, 33, 200]) expect(countOf(fullBitmap(count))).toBe(count);
});
