import { describe, expect, test } from 'vitest';
import { bestFirst } from './best-first.ts';
import { SearchIndex } from './search-index.ts';
import { SearchIndexBuilder } from './search-index-builder.ts';

const names = [
  'Morkų sėklos „Saulutė“',
  'Agurkų sėklos „Rasa“',
  'Kastuvas',
  'Trąšos morkoms ir burokėliams',
  'NPK 8-20-30',
];
function index(): SearchIndex {
  const builder = new SearchIndexBuilder('lt');
  for (const text of names) builder.add([{ text, field: 'name' }]);
  return new SearchIndex(builder);
}
const found = (query: string): (string | undefined)[] => {
  const { members, scores } = index().search(query);
  return [...members].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).map((member) => names[member]);
};

test('every word has to be found, beginnings and other cases count', () => {
  expect(found('sėkl')).toHaveLength(2);
  expect(found('morkos')).toHaveLength(2);
  expect(found('morku seklos')).toEqual([names[0]]);
  expect(found('morku kastuvas')).toEqual([]);
  expect(found('8-20')).toEqual([names[4]]);
});

test('a misspelt word finds what is nearly written so; a number is never guessed', () => {
  expect(found('kastuvass')).toEqual([names[2]]);
  expect(found('agurkuu')).toEqual([names[1]]);
  expect(found('8-20-31')).toEqual([]);
  expect(found('')).toEqual([]);
});

test('the rarer word and the whole word weigh more', () => {
  expect(found('saulute')[0]).toBe(names[0]);
  const { members, scores } = index().search('mork');
  const whole = index().search('morkų');
  expect(scores[members[0] ?? 0] ?? 0).toBeLessThanOrEqual(whole.scores[whole.members[0] ?? 0] ?? 0);
});

describe('a small shop', () => {
  const trasos = { id: 1, name: 'Trąšos' };
  const seklos = { id: 2, name: 'Sėklos' };
  const tools = { id: 3, name: 'Kastuvai ir šakės' };
  const goods: {
    name: string;
    code?: string;
    of: { id: number; name: string };
    text?: string;
    size?: string;
  }[] = [
    { name: 'Agurkų sėklos „Traškutis“ F1', of: seklos, code: 'DS1013 2170000007403' },
    { name: 'Trąšų barstytuvas', of: tools },
    { name: 'Amonio salietra „Salpa 34“', of: trasos, code: 'MT1001 MT1001B', size: '25 kg ; 500 kg' },
    {
      name: 'Kompleksinės trąšos „Pagrindas 8-20-30“',
      of: trasos,
      text: 'Rudenį prieš sėją, žalios granulės',
    },
    { name: 'Kasimo šakės', of: tools, text: 'Amarams netinka' },
    { name: 'Kastuvas', of: tools, text: 'Tinka trąšoms semti' },
  ];
  const builder = new SearchIndexBuilder('lt');
  for (const { name, code = '', of, text = '', size = '' } of goods) {
    builder.add(
      [
        { text: name, field: 'name' },
        { text: code, field: 'code' },
        { text: of.name, field: 'taxon' },
        { text: size, field: 'size' },
        { text, field: 'text' },
      ],
      [of.id],
    );
  }
  const shop = new SearchIndex(builder, [trasos, seklos, tools]);
  const first = (query: string): string[] => {
    const { members, scores } = shop.search(query);
    return bestFirst(members, scores, () => true, 10).map((member) => goods[member]?.name ?? '');
  };

  test('goods of the category that the query names come first, then others that have the word; no other beginning', () => {
    expect(first('trąšos')).toEqual([goods[3]?.name, goods[2]?.name, 'Trąšų barstytuvas', 'Kastuvas']);
    expect(first('trasų')).toEqual(first('trąšos'));
    expect(first('trašk')).toEqual([goods[0]?.name]);
    // Either half of a name with "and" is one.
    expect(first('šakės')[0]).toBe('Kasimo šakės');
    expect(new Set(shop.search('sėklos trąšos').categories.keys())).toEqual(new Set([1, 2]));
  });

  test('formulas, codes, barcodes and amounts are found however they are written', () => {
    for (const query of ['8-20-30', 'NPK 8-20-30'.slice(4), '8 20 30', '8:20:30', '8/20/30', '8–20–30'])
      expect([query, first(query)]).toEqual([query, [goods[3]?.name]]);
    for (const query of ['MT1001B', 'mt1001b', 'MT 1001 B', 'mt-1001-b', 'salietra 500kg', 'salietra 25 kg'])
      expect([query, first(query)[0]]).toEqual([query, goods[2]?.name]);
    expect(first('2170000007403')).toEqual([goods[0]?.name]);
    expect(first('2170000007404')).toEqual([]);
  });

  test('a barcode is found as it is printed and with zeros before it, and no part of it means other goods', () => {
    for (const query of [
      '2 170000 007403',
      '217 0000 007403',
      ' 2170000007403 ',
      '2-170000-007403',
      '02170000007403',
      '0 2170000 007403',
      '\u202A2170000007403\u202C',
    ])
      expect([query, first(query)]).toEqual([query, [goods[0]?.name]]);
    // A good barcode of goods that are not here, printed or not.
    for (const query of ['4006381333931', '4 006381 333931', '4006 3813 3393 1'])
      expect([query, first(query)]).toEqual([query, []]);
  });

  test('words that stand nowhere are left out and told, as are descriptions that no other word goes with', () => {
    expect(shop.search('pigus kastuvas').leftOut).toEqual(['pigus']);
    expect(first('pigus kastuvas')).toEqual(first('kastuvas'));
    expect(shop.search('Žalios šakės').leftOut).toEqual(['Žalios']);
    expect(first('agurkai kastuvas')).toEqual([]);
  });

  test('a query that finds nothing offers shorter and likelier ones, written as the shop writes them', () => {
    expect(shop.instead('agurkai kastuvas', 6)).toEqual(['agurkai', 'kastuvas']);
    expect(shop.instead('kompleksaistas', 6)).toEqual(['kompleksinės']);
    expect(shop.instead('zzzzzz', 6)).toEqual([]);
    expect(shop.instead('', 6)).toEqual([]);
    for (const offer of shop.instead('salietra kastuvas sėklos', 6)) expect(first(offer)).not.toEqual([]);
  });

  test('what nobody can mean finds nothing, quickly, and does no harm', () => {
    const started = performance.now();
    const odd = [
      '%',
      '_',
      '"',
      "'; drop table product; --",
      '🌱',
      '\u200b\u202e',
      '(((',
      '-',
      '.',
      'a'.repeat(10_000),
      'q '.repeat(5_000),
      '1-'.repeat(5_000),
      '\0',
      '\ud800',
      'constructor',
      '__proto__',
    ];
    for (const query of odd) {
      expect([query.slice(0, 20), first(query)]).toEqual([query.slice(0, 20), []]);
      shop.instead(query, 6);
    }
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(first('\u200bkas\u00adtu\u200dvas\u202e 🌱')).toEqual(first('kastuvas'));
  });
});

test('the first goods are those of a whole sort, however many are asked for', () => {
  const size = 2_000;
  const scores = new Float32Array(size);
  const stock = new Set<number>();
  for (let at = 0; at < size; at += 1) {
    scores[at] = (1 + ((at * 7919) % 100)) / 50;
    if ((at * 31) % 3 !== 0) stock.add(at);
  }
  const all = Array.from({ length: size }, (_, at) => at);
  const sorted = all.toSorted(
    (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || Number(stock.has(b)) - Number(stock.has(a)) || a - b,
  );
  for (const count of [1, 4, 24, 60, 480, 1_999, 2_000, 3_000])
    expect(bestFirst(all, scores, (member) => stock.has(member), count)).toEqual(sorted.slice(0, count));
});
