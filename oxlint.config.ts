// The rules of the house. Who may import whom is generated from one table (docs/architecture.md, "Who may import whom").

/** Rooms of src/, each with the rooms its files may import besides its own folder. */
const rooms: Record<string, string[]> = {
  lib: [],
  ui: ['ui/icons', 'ui/hydration', 'lib'],
  'ui/icons': ['lib'],
  'ui/hydration': ['lib'],
  'ui/focus': ['lib'],
  'ui/form': ['ui', 'lib'],
  contract: ['lib'],
  'contract/orders': ['contract/*.ts', 'lib'],
  'contract/calls': ['contract', 'lib'],
  api: ['contract', 'domain', 'lib'],
  'offline/connection': ['api', 'contract', 'domain', 'lib'],
  'offline/storage': ['offline/connection', 'api', 'contract', 'domain', 'lib'],
  'offline/worker': ['offline/connection', 'api', 'contract', 'domain', 'lib'],
  'offline/outbox': ['offline/connection', 'offline/storage', 'api', 'contract', 'domain', 'lib', 'locales'],
  'offline/catalogue': ['offline/connection', 'offline/storage', 'api', 'contract', 'domain', 'lib'],
  analytics: ['api', 'contract', 'domain', 'lib'],
  i18n: ['api', 'contract', 'domain', 'lib', 'locales'],
};
const lowerFloors = ['offline', 'analytics', 'i18n', 'api', 'ui', 'domain', 'contract', 'lib'];

/** Features and the features each may import sideways. */
const features: Record<string, string[]> = {
  session: ['cart', 'wishlist'],
  cart: [],
  'cart-lines': ['cart'],
  'cart-page': ['cart', 'cart-lines'],
  wishlist: [],
  messages: [],
  product: ['cart', 'wishlist', 'messages'],
  reviews: ['messages'],
  listing: ['product'],
  search: ['product'],
  recommendations: ['product'],
  content: ['product', 'recommendations'],
  newsletter: ['messages'],
  'site-header': ['session', 'cart', 'cart-page', 'wishlist', 'search'],
  'site-frame': ['site-header', 'session', 'cart', 'newsletter', 'device'],
  checkout: ['session', 'cart', 'account'],
  'checkout-page': ['session', 'cart', 'cart-lines', 'cart-page', 'checkout'],
  orders: ['cart', 'cart-lines', 'cart-page'],
  'quick-order': ['session', 'cart'],
  'gift-cards': ['cart'],
  waiting: ['cart', 'cart-page', 'checkout', 'messages', 'newsletter', 'product', 'reviews'],
  account: ['session'],
  loyalty: ['session'],
  device: ['orders', 'product'],
};
const featureNames = Object.keys(features);

/**
 * Areas of server/, the highest floor first: an area imports from the floors below it, and none of its own. Entries
 * (`main.ts`, `shop.ts`) stand on top.
 */
const serverAreas: readonly string[][] = [
  ['compose'],
  ['jobs'],
  ['pages'],
  ['discovery', 'seed'],
  ['intents', 'customers'],
  ['checkout', 'payment', 'letters'],
  ['navigation', 'loyalty', 'placed-orders'],
  ['content', 'cart', 'reviews', 'session'],
  ['orders', 'wishlists', 'stock-requests', 'newsletter'],
  ['order-terms'],
  ['order-store'],
  ['catalogue', 'accounts'],
  ['mail'],
  ['channels', 'forms', 'images', 'documents'],
  ['http', 'pictures'],
  ['database'],
  ['process', 'text'],
  ['errors'],
];
/** What the server shares with the browser: rules, shapes, languages; no screen and nothing of a device. */
const shared = ['domain', 'contract', 'lib', 'locales'];

function boundary(files: string[], allowed: string[], more: object[] = []) {
  return {
    files,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['../*', '../**'], message: 'Rooms are flat: write ./neighbour.ts or #room/file.ts.' },
            {
              group: [
                '#*',
                '#*/**',
                ...allowed.flatMap((room) => [`!#${room}`, `!#${room}/*`, `!#${room}/**`]),
              ],
              message: 'This room may not import that one (docs/architecture.md).',
            },
            {
              group: ['react-router'],
              importNames: ['Link', 'NavLink', 'Form', 'useSearchParams', 'useFetcher', 'useSubmit'],
              message:
                'Each brings kilobytes into the first visit: use #ui/link.tsx, a plain form, useLocation.',
            },
            { group: ['zod', 'zod/*'], message: 'Import z from #lib/zod.ts: it sets jitless first.' },
            ...more,
          ],
        },
      ],
    },
  };
}

/** One area of the server: its own files, the floors below it, and no helper of tests. */
const serverBoundary = (area: string, below: readonly string[]) =>
  boundary(
    [`server/${area}/**`],
    [
      ...shared,
      ...[area, ...below].map((name) => `server/${name}`),
      ...(area === 'pages' ? ['page-entry'] : []),
    ],
  );

/** Rules are functions of what they are given (docs/architecture.md): no React, fetch, clock, chance, database. */
const pure = 'A rule of the domain takes this as an argument (docs/architecture.md).';
/** Rooms of the domain, each with those below it. */
const domainRooms: Record<string, readonly string[]> = {
  fields: [],
  money: [],
  catalogue: ['money'],
  search: ['catalogue', 'fields'],
  'offline-catalogue': ['catalogue', 'search'],
  cart: ['money'],
  orders: [],
  waiting: ['cart', 'money'],
  'quick-order': ['fields'],
};
const domainBoundary = (room: string, below: readonly string[]) => {
  const { files, rules } = boundary(
    [`src/domain/${room}`],
    ['contract', 'lib', ...below.map((name) => `domain/${name}`)],
    [
      {
        group: ['react', 'react-dom', 'react/*', 'kysely', 'pg', 'pg-*', 'node:*', 'idb-keyval'],
        message: pure,
      },
    ],
  );
  return {
    files,
    rules: {
      ...rules,
      'no-restricted-globals': [
        'error',
        ...[
          'fetch',
          'window',
          'document',
          'navigator',
          'localStorage',
          'sessionStorage',
          'indexedDB',
          'performance',
          'setTimeout',
          'setInterval',
          'process',
        ].map((name) => ({ name, message: pure })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: pure },
        { object: 'Math', property: 'random', message: pure },
      ],
    },
  };
};

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'vitest', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  env: { browser: true, es2024: true },
  ignorePatterns: ['dist/**', 'server/seed-data/**', 'docs/**', 'public/**', '.data/**', 'bench-results/**'],
  settings: { vitest: { typecheck: false } },
  rules: {
    'import/no-default-export': 'error',
    // Types too: files that need each other's types are one file to whoever reads them.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-unassigned-import': 'off',
    'typescript/no-unnecessary-type-assertion': 'off',
    'typescript/no-unsafe-enum-comparison': 'off',
    'typescript/no-unsafe-enum-assignment': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'import/no-named-as-default-member': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/button-has-type': 'error',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'typescript/no-generated-empty-object-type': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'no-await-in-loop': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/no-conditional-tests': 'off',
    'jest/no-conditional-expect': 'off',
    'vitest/no-conditional-expect': 'off',
    'jest/expect-expect': 'off',
    'vitest/expect-expect': 'off',
    'jest/valid-title': 'off',
    'vitest/valid-title': 'off',
    'jest/no-standalone-expect': 'off',
    'vitest/no-standalone-expect': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
  },
  overrides: [
    ...Object.entries(rooms).map(([room, allowed]) => boundary([`src/${room}/**`], allowed)),
    ...featureNames.map((feature) =>
      boundary(
        [`src/features/${feature}/**`],
        [...lowerFloors, ...(features[feature] ?? []).map((name) => `features/${name}`)],
      ),
    ),
    boundary(['src/routes/**'], ['features', ...lowerFloors, 'routes']),
    boundary(['src/app/**'], ['routes', 'features', ...lowerFloors, 'app', 'locales']),
    boundary(['locales/*/**'], ['locales', 'lib']),
    boundary(['sw/**'], ['domain', 'contract', 'lib', 'offline']),
    domainBoundary('*.ts', []),
    ...Object.entries(domainRooms).map(([room, below]) => domainBoundary(`${room}/**`, below)),
    boundary(['server/*.ts', 'server/*.mjs'], [...shared, 'server']),
    ...serverAreas.flatMap((areas, floor) =>
      areas.map((area) => serverBoundary(area, serverAreas.slice(floor + 1).flat())),
    ),
    {
      // Whoever reads a function holds all of it in mind. Tests tell stories, which may be long.
      files: ['src/**', 'server/**', 'sw/**', 'vite/**'],
      rules: {
        'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
      },
    },
    {
      files: ['*.config.ts', '*.config.mjs', 'vite.config.ts', 'vite/**', 'server/**', 'tests/**', 'e2e/**'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'server/**/*.test.ts', 'tests/**', 'e2e/**'],
      rules: {
        'no-restricted-imports': 'off',
        'no-restricted-globals': 'off',
        'no-restricted-properties': 'off',
        'max-lines-per-function': 'off',
      },
    },
    { files: ['src/lib/zod.ts'], rules: { 'no-restricted-imports': 'off' } },
    // Installs what is missing, for tests a browser too.
    {
      files: ['server/bootstrap.mjs', 'server/own-node.mjs', 'server/start.mjs'],
      rules: { 'no-restricted-imports': 'off' },
    },
  ],
};
