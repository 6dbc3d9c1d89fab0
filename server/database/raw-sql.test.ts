import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * Raw SQL beside a query builder: conditions are joined with `and`, which binds closer than `or`. So a bare
 * `a or b` becomes `x and a or b`, which is true for rows of anybody.
 */
const server = path.join(import.meta.dirname, '..');
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.(ts|sql)$/.test(name) && !name.includes('seed-data'))
  .map((name) => ({ name, text: readFileSync(path.join(server, name), 'utf8') }))
  .filter(({ name, text }) => name.endsWith('.sql') || /from 'kysely'|from 'pg'|\/run-sql\.ts'/.test(text));
/** Markup and sentences are template literals too. */
const isSql = (text: string) =>
  /\b(?:select|update|delete|insert|where|is null)\b|\w (?:<|>|=|<>|>=|<=) (?:\w|\?)/i.test(text) &&
  !/=>|<\/?[a-z]+>/.test(text);

/** Template literals of a file, values left out. */
function literals(text: string): string[] {
  const found: string[] = [];
  const read = (from: number): number => {
    let at = from;
    let whole = '';
    while (at < text.length && text[at] !== '`') {
      if (text[at] === '\\') at += 2;
      else if (text.startsWith('${', at)) {
        at = skipValue(at + 2);
        whole += '?';
      } else {
        whole += text[at];
        at += 1;
      }
    }
    found.push(whole);
    return at + 1;
  };
  const skipValue = (from: number): number => {
    let depth = 1;
    let at = from;
    while (at < text.length && depth > 0) {
      if (text[at] === '`') at = read(at + 1);
      else {
        if (text[at] === '{') depth += 1;
        if (text[at] === '}') depth -= 1;
        at += 1;
      }
    }
    return at;
  };
  for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', at)) at = read(at + 1);
  return found;
}

/** Statements in plain quotes. */
const quoted = (text: string): string[] =>
  [...text.matchAll(/(['"])((?:with|select|insert|update|delete) (?:\\.|(?!\1)[^\\\n])*)\1/g)].map(
    ([, , sql = '']) => sql,
  );

const clauses =
  /\b(?:select|from|where|on|having|when|then|else|end|case|join|order by|group by|set|union|returning|check)\b|[,;]/;
/** What joins nothing to its outermost conditions: a whole statement, a `case … end`. */
const whole = /^\s*(?:with|select|insert|update|delete|create|alter|drop|do|case)\b/;

/** An `or` on one level with an `and`, or bare in a piece of SQL that a builder joins to others. */
export function looseOr(given: string): boolean {
  let sql = given
    .toLowerCase()
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/'[^']*'/g, '?')
    .replaceAll(/\bbetween\s+\S+\s+and\b/g, 'between')
    .replaceAll(/\bcreate or replace\b|\bafter [a-z ]+ on\b/g, 'create');
  const isLoose = (level: string, isBare: boolean) =>
    level.split(clauses).some((part) => /\bor\b/.test(part) && (isBare || /\band\b/.test(part)));
  for (;;) {
    const inner = /\(([^()]*)\)/.exec(sql);
    if (!inner) return isLoose(sql, !whole.test(sql));
    if (isLoose(inner[1] ?? '', false)) return true;
    sql = sql.replace(inner[0], '?');
  }
}

test('conditions in raw SQL are bracketed wherever they hold an "or"', () => {
  expect(looseOr('usage_limit is null or used < usage_limit')).toBe(true);
  expect(looseOr('select 1 from a where b = 1 and c is null or c < now()')).toBe(true);
  expect(looseOr('(usage_limit is null or used < usage_limit)')).toBe(false);
  expect(looseOr('select 1 from a where b = 1 and (c is null or c < now())')).toBe(false);
  expect(quoted(`run('select 1 from a where b = 1 and c is null or d', [])`).filter(looseOr)).toHaveLength(1);
  // Those that run what they are given are read too.
  const names = sources.map(({ name }) => name);
  for (const name of ['set-prices.ts', 'set-stock.ts', 'feed/write-goods.ts', 'feed/known-goods.ts'])
    expect(names).toContain(`catalogue/${name}`);
  const loose = sources.flatMap(({ name, text }) =>
    (name.endsWith('.sql') ? text.split(';') : [...literals(text).filter(isSql), ...quoted(text)])
      .filter(looseOr)
      .map((sql) => `${name}: ${sql.trim().slice(0, 120)}`),
  );
  expect(loose).toEqual([]);
});
