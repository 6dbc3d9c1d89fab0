// @vitest-environment jsdom
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { createRoutes } from './create-routes.tsx';

const routes = createRoutes({ locale: 'lt', localePath: '', loadLaterTexts: async () => {} }, () => {
  throw new Error('Nothing is loaded here');
});

async function kindOf(path: string): Promise<unknown> {
  const route = matchRoutes(routes, path)?.at(-1)?.route as RouteObject & {
    lazy: () => Promise<{ handle: { pageKind: string } }>;
  };
  return (await route.lazy()).handle.pageKind;
}

test.each([
  ['/p/paieska', 'search'],
  ['/c/x-1', 'category'],
  ['/a/kultura/morkos', 'category'],
  ['/krepselis', 'cart'],
  ['/p/x-1', 'product'],
  ['/', 'front'],
  ['/apmokejimas', 'checkout'],
  ['/apmokejimas/thank-you', 'order'],
  ['/duk', 'other'],
])('the page at %s is of the kind %s', async (path, kind) => {
  expect(await kindOf(path)).toBe(kind);
});
test('R2.54 every page is of one of the nine kinds', async () => {
  const kinds = await Promise.all(
    [
      '/p/paieska',
      '/c/x-1',
      '/krepselis',
      '/p/x-1',
      '/',
      '/apmokejimas',
      '/apmokejimas/thank-you',
      '/duk',
    ].map(kindOf),
  );
  expect(kinds).toEqual(['search', 'category', 'cart', 'product', 'front', 'checkout', 'order', 'other']);
});
