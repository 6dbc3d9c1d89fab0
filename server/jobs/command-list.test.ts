import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asksForHelp, sayings, usage, usageOf } from './command-list.ts';

/** `order TOKEN a|b [--c]` without what is given: `order a|b`. */
const commandOf = (line: string): string =>
  line
    .replaceAll('\\|', '|')
    .replaceAll(/\[.*\]| --.*/g, '')
    .split(/\s+/)
    .filter((word) => /^[a-z]/.test(word))
    .join(' ');

test('help is no mistake, and lists the commands that the contract names', () => {
  for (const word of ['help', '--help', '-h']) expect(asksForHelp([word])).toBe(true);
  expect(asksForHelp([])).toBe(false);
  expect(asksForHelp(['order', 'help'])).toBe(false);
  const part = /### 4\.15[^]*?\n## 5\./.exec(readFileSync('docs/api-contract.md', 'utf8'))?.[0] ?? '';
  const named = [...part.matchAll(/^\| (`.*?) \| /gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, one = '']) => commandOf(one)),
  );
  expect(sayings.map(commandOf).toSorted()).toEqual(named.toSorted());
  for (const one of sayings) expect(usage).toContain(one);
});

test('a command said wrongly is told how it is said, and only it', () => {
  expect(usageOf('set-stock')).toBe('Usage: npm run shop --\n  set-stock VARIANT WAREHOUSE PIECES');
  const ofOrder = usageOf('order');
  expect(ofOrder).toContain('order NUMBER mark-paid');
  expect(ofOrder).not.toMatch(/orders|set-stock/);
  expect(usageOf('ordre')).toBe(`There is no command ordre.\n${usage}`);
  expect(usageOf('')).toBe(usage);
});
