import { expect, test } from 'vitest';
import { anItem } from '#tests/builders.ts';
import { packAndPieces } from './ordered-words.ts';

test('the size of a pack is not parted from its unit at the end of a line', () => {
  expect(packAndPieces({ ...anItem(), variantName: '10 g', quantity: 3 })).toBe('10\u00A0g ×\u00A03');
  expect(packAndPieces({ ...anItem(), variantName: '2 x 1,5 l žalia', quantity: 1 })).toBe(
    '2\u00A0x 1,5\u00A0l žalia ×\u00A01',
  );
});
