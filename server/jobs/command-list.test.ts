import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asksForHelp, usage } from './command-list.ts';

/** `order TOKEN a|b` without the names of what is given: `order a|b`. */
const commandOf = (line: string): string =>
  line
    .replaceAll('\\|', '|')
    .replaceAll(/\[.*\]/g, '')
    .split(/\s+/)
    .filter((word) => /^[a-z]/.test(word))
    .join(' ');

test('help is no mistake, and lists the commands that the contract names', () => {
  for (const word of ['help', '--help', '-h']) expect(asksForHelp([word])).toBe(true);
  expect(asksForHelp([])).toBe(false);
  expect(asksForHelp(['order', 'help'])).toBe(false);
  const listed = usage
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s{2,}/)[0] ?? '')
    .filter(Boolean)
    .flatMap((one) => one.split(' | '))
    .map(commandOf);
  const part = /### 4\.15[^]*?\n## 5\./.exec(readFileSync('docs/api-contract.md', 'utf8'))?.[0] ?? '';
  const named = [...part.matchAll(/^\| (`.*?) \| /gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, one = '']) => commandOf(one)),
  );
  expect([...listed].sort()).toEqual([...named].sort());
});
