import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routeTable } from '#contract/route-table.ts';
import { createRoutes } from './create-routes.tsx';
import { screenModules } from './screen-modules.ts';

test('every screen stands in the file that the server looks for its styles in', () => {
  const [root] = createRoutes({ locale: 'lt', localePath: '', loadLaterTexts: async () => {} }, () => {
    throw new Error('Nothing is loaded here');
  });
  const names = root?.children?.flatMap((screen) => screen.children?.map(({ id }) => id ?? '') ?? []) ?? [];
  expect(new Set(names)).toEqual(new Set(Object.keys(screenModules)));
  // Two names of addresses within the account, which has one screen.
  const inAccount = ['ACCOUNT_DASHBOARD', 'ACCOUNT_ORDERS'];
  expect(new Set([...names, ...inAccount])).toEqual(new Set(Object.keys(routeTable)));
  const source = readFileSync(new URL('create-routes.tsx', import.meta.url), 'utf8');
  for (const [, name = '', file = ''] of source.matchAll(
    /\['(\w+)', \(\) => import\('\.\/([\w-]+\.tsx)'\)\]/g,
  ))
    expect([name, screenModules[name as keyof typeof screenModules]]).toEqual([name, `src/routes/${file}`]);
  for (const module of Object.values(screenModules)) readFileSync(module);
});
