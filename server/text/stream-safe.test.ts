import { expect, test } from 'vitest';
import { composedText } from './stream-safe.ts';

test('accents without end of a feed are cut off before they cost time', () => {
  const start = performance.now();
  expect(composedText(`Šiltnamis${'\u0301\u0316'.repeat(60_000)} Z\u030C`)).toMatch(
    /^Šiltnamiś\p{M}{29} Ž$/u,
  );
  expect(performance.now() - start).toBeLessThan(300);
});
