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
  '/shapes.ts': [['/node_modules/zod/index.js']],
};
/** The shop with forty screens more, of which the first so many need each of these. */
const withScreens = (needs: Record<string, number>): Page => {
  const screens = Array.from({ length: 40 }, (_, number) => `/screen-${String(number)}.tsx`);
  const [[imports, fetches = []] = [[]]] = [shop['/app/boot.tsx']];
  return {
    ...shop,
    '/app/boot.tsx': [imports, [...fetches, ...screens]],
    ...Object.fromEntries(
      screens.map((screen, number) => [
        screen,
        [Object.keys(needs).filter((module) => number < (needs[module] ?? 0))] as const,
      ]),
    ),
  };
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
    '/card.ts': 'line-kit',
    '/wire.ts': 'calls',
    '/api/call.ts': 'calls',
    '/shapes.ts': 'schemas',
    '/node_modules/zod/index.js': 'schemas',
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

test('who shows a cart does not wait for the rest of the work at rest', () => {
  const plan = planOf(withScreens({ '/outbox.ts': 12 }));
  expect([plan.get('/outbox.ts'), plan.get('/watch.ts')]).toEqual(['outbox', 'at-rest']);
});

test('what is lent to one screen is not counted against another that needs it too', () => {
  const much = Array.from({ length: 40 }, (_, number) => `/work-${String(number)}.ts`);
  const page = withScreens({ '/strip.ts': 2, '/offer.ts': 2, '/queries.ts': 1, '/outbox.ts': 12 });
  const plan = planOf({ ...page, '/watch.ts': [[...much, '/queries.ts', '/strip.ts', '/offer.ts']] });
  expect([plan.get('/queries.ts'), plan.get('/watch.ts')]).toEqual(['rest-kit', 'at-rest']);
});

test('what cards share with many others does not draw in the cards', () => {
  const plan = planOf({
    ...withScreens({ '/stepper.ts': 4 }),
    '/card.ts': [['/button.ts', '/link.ts', '/stepper.ts']],
  });
  expect([plan.get('/stepper.ts'), plan.get('/card.ts')]).toEqual(['line-kit', 'cards']);
});

test('what a part of the frame checks with the library for that is no part of what pages share with it', () => {
  const fields = { '/fields.ts': [['/node_modules/zod/index.js', '/text.ts']] as const };
  const plan = planOf({
    ...shop,
    ...fields,
    '/text.ts': [[]],
    '/app/boot.tsx': [
      shop['/app/boot.tsx']?.[0] ?? [],
      [...(shop['/app/boot.tsx']?.[1] ?? []), '/letters-part.tsx', '/account.tsx'],
    ],
    '/letters-part.tsx': [['/text.ts', '/fields.ts']],
    '/account.tsx': [['/text.ts', '/fields.ts']],
  });
  expect(plan.get('/text.ts')).toBe('letters-part-shared');
  expect(plan.get('/fields.ts')).toBeUndefined();
});

test('words of the contract do not draw in the library that answers are checked with', () => {
  const plan = planOf({
    ...withScreens({ '/words.ts': 12, '/shapes.ts': 5 }),
    '/shapes.ts': [['/node_modules/zod/index.js', '/words.ts']],
    '/outbox.ts': [['/wire.ts', '/words.ts']],
  });
  expect([plan.get('/words.ts'), plan.get('/shapes.ts')]).toEqual(['calls', 'schemas']);
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
