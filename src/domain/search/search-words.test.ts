import { describe, expect, test } from 'vitest';
import { fold, searchTerms } from './search-words.ts';

const goods = [
  'Morkų sėklos „Nantes“ 3 g',
  'Kalio sulfatas trąšos vejai 25 kg',
  'Agurkų sėklos „Mirabelle“ F1',
  'Insekticidas nuo amarų 250 ml',
  'Šiltnamio plėvelė 6 m',
  'NPK 8-20-30 kompleksinės trąšos 500 kg',
  'Žolės sėklų mišinys „Sportinė veja“ 10 kg',
  'Svogūnų sodinukai 500 g',
  'Bičių maistas sirupas 14 kg',
  'Vištų lesalas „Dedeklė“ 20 kg',
  'Sodininko žirklės',
];

function found(query: string): string[] {
  return goods.filter((name) =>
    searchTerms(query, 'lt').every((term) => searchTerms(name, 'lt').some((word) => word.startsWith(term))),
  );
}

describe('search words', () => {
  test.each([
    ['agurkai', 'Agurkų'],
    ['morkos', 'Morkų'],
    ['svogunas', 'Svogūnų'],
    ['bites', 'Bičių'],
    ['vista', 'Vištų'],
    ['trasu', 'Kalio'],
    ['siltnamiai', 'Šiltnamio'],
    ['amarai', 'Insekticidas'],
    ['amaras', 'Insekticidas'],
    ['zirkliu', 'Sodininko'],
    ['lesalai', 'Vištų'],
    ['npk 8-20-30', 'NPK'],
    ['zole', 'Žolės'],
    ['seklos morku', 'Morkų'],
    ['agurk', 'Agurkų'],
    ['trąš', 'Kalio'],
    ['šiltnamis', 'Šiltnamio'],
    ['morku sekla', 'Morkų'],
    ['sodinukas', 'Svogūnų'],
  ])('%s finds %s in another case, with or without diacritics', (query, start) => {
    expect(found(query).some((name) => name.startsWith(start))).toBe(true);
  });

  test('every word must match', () => {
    expect(found('morku kastuvas')).toEqual([]);
    expect(found('sėklos')).toHaveLength(3);
  });

  test('numbers and formulas stay whole', () => {
    expect(searchTerms('NPK 8-20-30, 25 kg (maišas)', 'lt')).toEqual(['npk', '8-20-30', '25', 'kg', 'mais']);
  });

  test('other languages lose their endings and Cyrillic stays', () => {
    expect(searchTerms('carrots', 'en')).toEqual(searchTerms('carrot', 'en'));
    expect(searchTerms('моркови', 'ru')).toEqual(searchTerms('морковь', 'ru'));
    expect(fold('Ёлка')).toBe('елка');
  });
});
