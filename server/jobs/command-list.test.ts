import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sellerForm } from '#server/channels/seller.ts';
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

test('each command that the readme names is there', () => {
  const readme = readFileSync('README.md', 'utf8');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  for (const [, script = ''] of readme.matchAll(/npm run ([a-z:]+)/g))
    expect(Object.keys(scripts)).toContain(script);
  const said = [...readme.matchAll(/npm run shop -- ([^\n`#]+)/g)].map(([, words = '']) => words.trim());
  expect(said.length).toBeGreaterThan(10);
  const known = new Set(sayings.map(commandOf));
  for (const words of said) {
    const [name = '', action = ''] = words.split(' ');
    const isKnown = [...known].some(
      (one) => one === name || one === `${name} ${action}` || one.startsWith(`${name} `),
    );
    expect([words, isKnown]).toEqual([words, true]);
  }
});

test('the seller of the readme is one that the shop takes', () => {
  const [, example = ''] = /```json\n([^`]*)```/.exec(readFileSync('README.md', 'utf8')) ?? [];
  expect(sellerForm.safeParse(JSON.parse(example)).success).toBe(true);
});

test('a command said wrongly is told how it is said, and only it', () => {
  expect(usageOf('accept-review')).toBe('Usage: npm run shop --\n  accept-review ID');
  const ofOrder = usageOf('order');
  expect(ofOrder).toContain('order NUMBER mark-paid');
  expect(ofOrder).not.toMatch(/orders|set-stock/);
  expect(usageOf('ordre')).toBe(`There is no command ordre.\n${usage}`);
  expect(usageOf('')).toBe(usage);
});
