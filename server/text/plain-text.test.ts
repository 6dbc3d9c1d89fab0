import { expect, test } from 'vitest';
import { paragraphs, plainText } from './plain-text.ts';

test('blocks are apart, marks within words are not, and signs are read once', () => {
  const html =
    '<p>Vanduo H<sub>2</sub>O &amp; <b>druska</b></p><ul><li>norma 5&nbsp;ml<br>rytą</li><li></li></ul>pH &lt; 7, &amp;lt; lieka';
  expect(paragraphs(html)).toEqual(['Vanduo H2O & druska', 'norma 5 ml', 'rytą', 'pH < 7, &lt; lieka']);
  expect(plainText('<h2>Viena</h2>\n<p>du</p>')).toBe('Viena du');
});
