// The rules of the house. Who may import whom is generated from one table (docs/architecture.md, "Who may import whom").

/** Rooms of src/, each with the rooms its files may import besides its own folder. */
const rooms: Record<string, string[]> = {
  lib: [],
  ui: ['lib'],
  contract: ['lib'],
  domain: ['contract', 'lib'],
  api: ['contract', 'domain', 'lib'],
  offline: ['api', 'contract', 'domain', 'lib'],
  analytics: ['api', 'contract', 'domain', 'lib'],
  i18n: ['api', 'contract', 'domain', 'lib', 'locales'],
};
const lowerFloors = ['offline', 'analytics', 'i18n', 'api', 'ui', 'domain', 'contract', 'lib'];

/** Features and the features each may import sideways. */
const features: Record<string, string[]> = {
  session: ['cart', 'wishlist'],
  cart: [],
  wishlist: [],
  messages: [],
  product: ['cart', 'wishlist', 'messages'],
  reviews: ['messages'],
  listing: ['product'],
  search: ['product'],
  recommendations: ['product'],
  content: ['product', 'recommendations'],
  newsletter: ['messages'],
  'site-frame': ['session', 'cart', 'wishlist', 'search', 'newsletter', 'device', 'waiting'],
  checkout: ['session', 'cart', 'account'],
  orders: ['cart'],
  waiting: ['cart', 'checkout', 'messages', 'newsletter', 'product', 'reviews'],
  returns: ['orders'],
  account: ['session'],
  loyalty: ['session'],
  device: ['orders', 'product'],
};
const featureNames = Object.keys(features);

function boundary(files: string[], allowed: string[]) {
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
          ],
        },
      ],
    },
  };
}

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'vitest', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  env: { browser: true, es2024: true },
  ignorePatterns: ['dist/**', 'server/seed-data/**', 'docs/**', 'public/**', '.data/**', 'bench-results/**'],
  settings: { vitest: { typecheck: false } },
  rules: {
    'import/no-default-export': 'error',
    'import/no-cycle': 'error',
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
    boundary(['src/app/**'], ['routes', 'features', ...lowerFloors, 'app']),
    boundary(['sw/**'], ['domain', 'contract', 'lib', 'offline']),
    boundary(['server/**'], ['domain', 'contract', 'lib', 'server', 'tests', 'page-entry']),
    {
      files: ['*.config.ts', '*.config.mjs', 'vite.config.ts', 'server/**', 'tests/**', 'e2e/**'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'server/**/*.test.ts', 'tests/**', 'e2e/**'],
      rules: { 'no-restricted-imports': 'off' },
    },
    { files: ['src/lib/zod.ts'], rules: { 'no-restricted-imports': 'off' } },
  ],
};
