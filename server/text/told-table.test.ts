import { expect, test } from 'vitest';
import { periodText, toldLines, toldTable } from './told-table.ts';

test('text of strangers moves no cursor and forges no line, in cells and in lines', () => {
  const bad = 'Jonas\n\u001B[2J\u009B1m\r\u0007';
  expect(toldTable(['NAME'], [[bad]])).toBe('NAME\nJonas  [2J 1m');
  expect(toldLines([`Says: ${bad}`, 'ąžuolas'])).toBe('Says: Jonas  [2J 1m  \nąžuolas');
});

test('a period is told by the days that it holds on', () => {
  const [from, until] = [new Date('2027-02-28T22:00Z'), new Date('2027-03-31T21:00Z')];
  expect(periodText(from, until)).toBe('from 2027-03-01 until 2027-03-31');
  expect(periodText(null, until)).toBe('until 2027-03-31');
  expect(periodText(null, null)).toBe('always');
});
