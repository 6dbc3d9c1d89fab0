import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';

const contract = readFileSync('docs/api-contract.md', 'utf8');
/** A call without the names of its parts. The recommendation service may be another server's: below our own it has this place. */
const callOf = (method: string, path: string) =>
  `${method} ${path
    .replace('{RECO_URL}', '/shop/recommendations')
    .replace(/\?.*$/, '')
    .replaceAll(/\{\w+\}|:\w+/g, '*')}`;

/** Calls of section 4 with the rows that name them. */
const listed = new Map<string, string>();
for (const [, id = '', cell = ''] of contract.matchAll(/^\| ([A-Z]+-\d+) \| ([^|]+) \|/gm))
  for (const [, method = '', path = ''] of cell.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) ([^\s,]+)/g))
    listed.set(callOf(method, path), id);

/** A gateway speaks its own body: served beside the descriptors (server/payment). */
const beside = ['POST /shop/payment-notifications/*'];
const served = new Set([
  ...Object.values(endpoints).map(({ method, path }) => callOf(method, path)),
  ...beside,
]);

test('the contract lists the calls that the shop serves, and names those that are still to come', () => {
  const named = /\*\*Not served yet\*\*[^:]*: ([^.]+)\./.exec(contract)?.[1]?.split(', ') ?? [];
  const missing = [...listed].filter(([call]) => !served.has(call)).map(([, id]) => id);
  expect([...new Set(missing)].sort()).toEqual([...named].sort());
  expect([...served].filter((call) => !listed.has(call))).toEqual([]);
});
