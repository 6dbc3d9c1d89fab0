import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const sources = ['src', 'sw', 'server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => path.join(folder, name)),
);

/** What says nothing: an empty block, a plain value or a name in the place of the answer, perhaps after an assignment. */
const nothing = String.raw`(?:undefined|null|true|false|[\w.]+|'[^']*'|-?\d+|\{\s*\}|\[\s*\])`;
/** One that only gives such a value back, or sets variables before it does. */
const emptyBlock = String.raw`\{(?:\s*[\w.]+ = [\w.]+;)*(?:\s*(?:return(?: ${nothing})?|continue|break);)?\s*\}`;
/** `.catch(() => undefined)` and its like, or a `catch` that does nothing but give a value back. */
const silent = new RegExp(
  String.raw`\.catch\(\s*\(\w*\) =>\s*(?:${nothing}|${emptyBlock})\s*,?\s*\)|\bcatch\s*(?:\(\w+\)\s*)?${emptyBlock}`,
  'g',
);

/** Lines, from one, whose failure nobody hears of and of which no comment beside them says why. */
function unexplained(text: string): number[] {
  const lines = text.split('\n');
  const isComment = (line = '') => /\/\/ \S|^\s*\/?\*/.test(line.replaceAll(/(['"`]).*?\1/g, ''));
  return [...text.matchAll(silent)].flatMap((match) => {
    const at = text.slice(0, match.index).split('\n').length - 1;
    // The comment stands before the statement, whose chain may be a few lines long.
    let first = at;
    while (first > 0 && /^\s*[.)}]/.test(lines[first] ?? '')) first -= 1;
    return [at, at - 1, first - 1].some((line) => isComment(lines[line])) ? [] : [at + 1];
  });
}

test('a failure that nobody hears of is found, and one with a reason is not', () => {
  expect(unexplained('void send().catch(() => undefined);')).toEqual([1]);
  expect(unexplained('try {\n  work();\n} catch {}')).toEqual([3]);
  expect(unexplained('await one()\n  .then(two)\n  .catch(() => {});')).toEqual([3]);
  expect(unexplained("void send('http:// x').catch((_) => null);")).toEqual([1]);
  expect(unexplained('try {\n  work();\n} catch (error) {\n}')).toEqual([3]);
  expect(unexplained('try {\n  return read();\n} catch {\n  return null;\n}')).toEqual([3]);
  expect(unexplained('void send().catch(() => token);')).toEqual([1]);
  expect(unexplained('void send().catch(() => {\n  opening = undefined;\n  return null;\n});')).toEqual([1]);
  expect(unexplained('try {\n  work();\n} catch {\n  isBroken = true;\n}')).toEqual([3]);
  expect(unexplained('try {\n  work();\n} catch {\n  // Nothing there.\n  return null;\n}')).toEqual([]);
  expect(unexplained('// The page lives without it.\nvoid send().catch(() => undefined);')).toEqual([]);
  expect(unexplained('// Only a hint.\nawait one()\n  .then(two)\n  .catch(() => null);')).toEqual([]);
  expect(unexplained('void send().catch(() => showToast(sorry));')).toEqual([]);
});

test('whatever fails in silence has its reason beside it', () => {
  const found = sources.flatMap((file) =>
    unexplained(readFileSync(file, 'utf8')).map((line) => `${file}:${String(line)}`),
  );
  expect(found).toEqual([]);
});
