import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readQuery, writeQuery } from './query-string.ts';

test('lists and named values are written in brackets', () => {
  expect(
    decodeURIComponent(
      writeQuery({
        code: ['A', 'B'],
        order: { price: 'asc' },
        filter: { brand: ['X', 'Y'] },
        page: 2,
        sales: true,
        none: undefined,
      }),
    ),
  ).toBe('code[]=A&code[]=B&order[price]=asc&filter[brand][]=X&filter[brand][]=Y&page=2&sales=1');
});

test('what was written is read back, whatever the words are', () => {
  const word = fc.stringMatching(/^[a-zA-Z_]{1,12}$/);
  const text = fc.string({ maxLength: 20 });
  fc.assert(
    fc.property(
      fc.dictionary(word, fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 5 })), { maxKeys: 6 }),
      (query) => {
        expect({ ...readQuery(writeQuery(query)) }).toEqual({ ...query });
      },
    ),
  );
});

test('names that reach prototypes are names like any other', () => {
  const query = readQuery('__proto__[polluted]=1&filter[__proto__][]=x&constructor=1');
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(Object.getPrototypeOf(query)).toBeNull();
});

test('a repeated name is a list', () => {
  expect({ ...readQuery('code=A&code=B') }).toEqual({ code: ['A', 'B'] });
});
