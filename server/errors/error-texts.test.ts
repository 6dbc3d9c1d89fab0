import { expect, test } from 'vitest';
import { errorText } from './error-texts.ts';

test('a refusal has its sentence in each language, filled; what is not found shares one', () => {
  expect(errorText('address.too_many', 'en', { max: 50 })).toBe('You can keep at most 50 addresses.');
  expect(errorText('address.too_many', 'ru', { max: 50 })).toBe('Можно хранить не более 50 адресов.');
  expect(errorText('stop.not_found', 'et')).toBe('Ei leitud.');
  // Contract 6.1: this one is a 404 too, though its code does not end so.
  expect(errorText('shipping.provider_unknown', 'en')).toBe('Not found.');
});

test('a language that the shop does not speak has the sentences of the default one', () => {
  expect(errorText('not_found', 'fr')).toBe('Nerasta.');
});
