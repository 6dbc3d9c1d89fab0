import { readdirSync } from 'node:fs';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { routePattern, routeRow, routeTable, type RouteName } from '#contract/route-table.ts';
import { createRoutes } from './create-routes.tsx';

const routes = createRoutes({ locale: 'lt', localePath: '', loadLaterTexts: async () => {} }, () => {
  throw new Error('Nothing is loaded here');
});
const names = Object.keys(routeTable) as RouteName[];

test('every row of the site map names a file of screens, and every file has a row', () => {
  const files = readdirSync(new URL('screens', import.meta.url)).filter((name) => name.endsWith('.tsx'));
  expect(new Set(names.flatMap((name) => routeRow(name).screen ?? []))).toEqual(
    new Set(files.map((name) => name.replace('.tsx', ''))),
  );
});

test('every named address is answered by the screen of its row, and one within another row by that one', () => {
  for (const name of names) {
    const address = routePattern(name, 'lt', '')
      .replaceAll(/:\w+\??/g, 'x')
      .replace('*', 'x-1');
    const id = matchRoutes(routes, address)?.at(-1)?.route.id;
    expect([name, id]).toEqual([name, routeRow(name).screen ? name : 'ACCOUNT_INNER']);
  }
});
