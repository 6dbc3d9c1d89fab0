import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { orderStateNames } from './order-texts.ts';

test('R4.12 R4.13 R4.14 R4.15 the states of an order in words', () => {
  const english = setupI18n({ locale: 'en', messages: { en: {} } });
  const words = (['new', 'processing', 'fulfilled', 'cancelled'] as const).map((state) =>
    english._(orderStateNames[state]),
  );
  expect(words).toEqual(['Unpaid', 'In progress', 'Completed', 'Cancelled']);
});
