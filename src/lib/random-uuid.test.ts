import { expect, test } from 'vitest';
import { randomUuid } from './random-uuid.ts';

test('a key of a browser that makes none is one of version 4, and never the same', () => {
  const made = Array.from({ length: 1_000 }, randomUuid);
  expect(new Set(made).size).toBe(1_000);
  for (const one of made)
    expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
