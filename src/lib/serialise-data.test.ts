import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serialiseData } from './serialise-data.ts';

test('R7.80 text in data cannot close its script element', () => {
  expect(serialiseData({ name: '</script><script>alert(1)</script>' })).not.toContain('<');
  expect(serialiseData('<!--')).not.toContain('<');
});

test('whatever is written can be read again and holds no character of markup', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = serialiseData(value);
      expect(text).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
