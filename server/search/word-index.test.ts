import { expect, test } from 'vitest';
import { WordIndex, WordIndexBuilder } from './word-index.ts';

const names = [
  'Morkų sėklos „Saulutė“',
  'Agurkų sėklos „Rasa“',
  'Kastuvas',
  'Trąšos morkoms ir burokėliams',
  'NPK 8-20-30',
];
function index(): WordIndex {
  const builder = new WordIndexBuilder('lt');
  for (const text of names) builder.add([{ text, weight: 4 }]);
  return new WordIndex(builder);
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
