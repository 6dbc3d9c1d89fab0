import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineOf, planScripts } from '../vite/script-groups.ts';

/** Modules with what they import and what they fetch. */
type Page = Record<string, readonly [imports: readonly string[], fetches?: readonly string[]]>;

const roots = {
  entry: '/index.html',
  start: '/app/boot.tsx',
  call: '/api/call.ts',
  atRest: '/app/start-up.ts',
  saved: '/saved.ts',
  screens: ['/home.tsx', '/product.tsx', '/list.tsx', '/search.tsx'],
};
const planOf = (page: Page, size = 5_000) =>
  planScripts(
    {
      importsOf: (module) => page[module]?.[0] ?? [],
      fetchesOf: (module) => page[module]?.[1] ?? [],
      sizeOf: () => size,
    },
    roots,
  );

const shop: Page = {
  '/index.html': [['/events.ts'], ['/app/boot.tsx']],
  '/app/boot.tsx': [
    ['/events.ts', '/shell.ts', '/link.ts', '/node_modules/react/index.js'],
    [...roots.screens, '/saved.ts', '/api/call.ts', '/app/start-up.ts', '/cart.tsx', '/header-part.tsx'],
  ],
  '/header-part.tsx': [['/button.ts', '/link.ts']],
  '/goods-part.tsx': [['/button.ts', '/card.ts', '/link.ts']],
  '/more-part.tsx': [['/button.ts', '/card.ts', '/link.ts']],
  '/home.tsx': [['/link.ts'], ['/goods-part.tsx']],
  '/product.tsx': [
    ['/link.ts', '/gallery.ts'],
    ['/goods-part.tsx', '/more-part.tsx'],
  ],
  '/list.tsx': [['/link.ts', '/filters.ts'], ['/goods-part.tsx']],
  '/search.tsx': [['/link.ts', '/filters.ts'], ['/goods-part.tsx']],
  '/cart.tsx': [['/link.ts', '/outbox.ts', '/gallery.ts', '/button.ts', '/phone.ts']],
  '/app/start-up.ts': [[], ['/outbox.ts', '/watch.ts', '/api/call.ts', '/shapes.ts', '/more-part.tsx']],
  '/api/call.ts': [['/wire.ts'], ['/shapes.ts']],
  '/outbox.ts': [['/wire.ts', '/phone.ts']],
  '/card.ts': [['/button.ts', '/link.ts']],
};

test('a script is told by who needs its modules: the names of these play no part', () => {
  const plan = planOf(shop);
  expect(Object.fromEntries(plan)).toEqual({
    '/events.ts': 'first-look',
    '/node_modules/react/index.js': 'libraries',
    '/link.ts': 'frame',
    '/filters.ts': 'list-search-shared',
    '/gallery.ts': 'product-shared',
    '/button.ts': 'kit',
    '/card.ts': 'cards',
    '/wire.ts': 'calls',
    '/api/call.ts': 'calls',
    '/shapes.ts': 'schemas',
    '/saved.ts': 'at-rest',
    '/outbox.ts': 'at-rest',
    '/watch.ts': 'at-rest',
    '/phone.ts': 'at-rest',
  });
  const renamed = (module: string) =>
    Object.values(roots).flat().includes(module) ||
    module.includes('-part') ||
    module.includes('node_modules')
      ? module
      : `/moved${module}`;
  const moved = Object.fromEntries(
    Object.entries(shop).map(([module, [imports, fetches = []]]) => [
      renamed(module),
      [imports.map(renamed), fetches.map(renamed)] as const,
    ]),
  );
  expect(planOf(moved)).toEqual(new Map([...plan].map(([module, script]) => [renamed(module), script])));
});

test('what two first screens share and is little goes to all', () => {
  expect(planOf(shop, 100).get('/filters.ts')).toBe('frame');
});

test('who needs little of the work at rest does not wait for all of it', () => {
  const much = Array.from({ length: 40 }, (_, number) => `/work-${String(number)}.ts`);
  const plan = planOf({
    ...shop,
    '/watch.ts': [much],
    '/cart.tsx': [['/link.ts', '/phone.ts']],
  });
  expect([plan.get('/phone.ts'), plan.get('/outbox.ts')]).toEqual(['rest-kit', 'at-rest']);
});

test('a moment that begins in a module that is not there ends the build', () => {
  expect(() => planScripts({ importsOf: () => [], fetchesOf: () => [], sizeOf: () => 1 }, roots)).toThrow(
    '/app/boot.tsx is no module of the page',
  );
});

test('no script needs one that stands below it, whatever imports what', () => {
  const modules = [
    ...Object.keys(shop).filter((module) => !module.includes('node_modules')),
    ...Array.from({ length: 25 }, (_, number) => `/${String(number)}${number < 6 ? '-part.tsx' : '.ts'}`),
  ];
  // Modules import only those after them, as nothing of ours imports in a circle.
  const edges = fc.array(fc.tuple(fc.nat(modules.length - 1), fc.nat(modules.length - 1), fc.boolean()), {
    maxLength: 120,
  });
  fc.assert(
    fc.property(edges, (more) => {
      const page: Record<string, [string[], string[]]> = Object.fromEntries(
        modules.map((module) => [module, [[...(shop[module]?.[0] ?? [])], [...(shop[module]?.[1] ?? [])]]]),
      );
      for (const [one, other, isFetched] of more) {
        const [from = '', to = ''] = [modules[Math.min(one, other)], modules[Math.max(one, other)]];
        if (from !== to && !roots.screens.includes(to) && to !== roots.start)
          page[from]?.[isFetched ? 1 : 0].push(to);
      }
      const plan = planOf(page);
      for (const [module, script] of plan)
        for (const needed of page[module]?.[0] ?? []) {
          const other = plan.get(needed);
          if (other !== undefined && lineOf(other) > lineOf(script))
            throw new Error(`${module} of ${script} needs ${needed} of ${other}`);
        }
    }),
  );
});
