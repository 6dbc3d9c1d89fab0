import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => statSync(name).isFile());

const packageFile = JSON.parse(read('package.json')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

test('R0.01 the sources are TypeScript alone, checked strictly', () => {
  const plain = [...filesOf('src'), ...filesOf('sw')].filter((name) => /\.(js|jsx|mjs|cjs)$/.test(name));
  expect(plain).toEqual([]);
  const settings = JSON.parse(read('tsconfig.json')) as { compilerOptions: { strict: boolean } };
  expect(settings.compilerOptions.strict).toBe(true);
});

test('the server and the tests read nothing that only the bundler of the page knows', () => {
  // Types would not tell: they are checked in one program with the page's.
  const readers = ['server', 'tests', 'e2e', 'vite']
    .flatMap(filesOf)
    .filter((name) => name.endsWith('.ts') && name !== path.join('tests', 'project.test.ts'))
    .filter((name) => read(name).includes('import.meta.env'));
  expect(readers).toEqual([]);
});

test('R0.02 the root holds the agreed names and no folder among them is empty', () => {
  const names = [
    'package.json',
    'vite.config.ts',
    'tsconfig.json',
    'lingui.config.ts',
    'index.html',
    'src',
    'public',
    'locales',
    'sw',
    'tests',
    'e2e',
  ];
  for (const name of names) {
    expect(existsSync(name)).toBe(true);
    if (statSync(name).isDirectory()) expect(readdirSync(name).length).toBeGreaterThan(0);
  }
});

test('R0.03 every package of the design is a dependency and the ones of the browser are used', () => {
  const inBrowser = [
    'react',
    'react-dom',
    'workbox-window',
    'workbox-strategies',
    'react-router',
    '@tanstack/react-query',
    '@tanstack/query-sync-storage-persister',
    'idb-keyval',
    'xstate',
    '@xstate/react',
    '@lingui/core',
    '@lingui/react',
    'react-hook-form',
    'zod',
    'libphonenumber-js',
    'dompurify',
    'embla-carousel-react',
  ];
  const tools = ['vite', 'vite-plugin-pwa', 'vitest', '@playwright/test', '@lingui/cli'];
  const declared = { ...packageFile.dependencies, ...packageFile.devDependencies };
  for (const name of [...inBrowser, ...tools]) expect(Object.keys(declared)).toContain(name);
  const sources = [...filesOf('src'), ...filesOf('sw')]
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map(read)
    .join('\n');
  const unused = inBrowser.filter(
    (name) => !new RegExp(`(from|import\\() ?['"]${name}(/[^'"]*)?['"]`).test(sources),
  );
  expect(unused).toEqual([]);
});

test('each setting stands in .env.example and in the table of the README', () => {
  const used = [
    ...new Set(
      [...read('server/process/config.ts').matchAll(/'([A-Z]+(?:_[A-Z]+)*)'/g)].map(
        (match) => match[1] ?? '',
      ),
    ),
  ].toSorted();
  const shown = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1] ?? '').toSorted();
  const documented = [...read('README.md').matchAll(/^\| `([A-Z_]+)` \|/gm)]
    .map((match) => match[1] ?? '')
    .toSorted();
  expect(shown).toEqual(used);
  expect(documented).toEqual(used);
});

test('no raw colour stands outside of the tokens', () => {
  const styles = filesOf('src').filter((name) => name.endsWith('.css') && !name.endsWith('tokens.css'));
  const raw = styles.flatMap((name) =>
    [...read(name).matchAll(/#[0-9a-f]{3,8}\b(?![^{]*\{)|\brgba?\(/gi)].map(
      (match) => `${name}: ${match[0]}`,
    ),
  );
  expect(raw).toEqual([]);
});

test('no style is looked up for the whole page when an element comes or goes', () => {
  // `:has()` with any element on its right side is such a rule: 550 elements for one that came (a third of a press).
  const rules = globSync('src/**/*.css').flatMap((file) =>
    [...read(file).matchAll(/^[^@{}/]*:has\([^{}]*[\s>+~]\*\s*\{/gm)].map(([rule]) => `${file}: ${rule}`),
  );
  expect(rules).toEqual([]);
});

test('R0.41 HTML enters the page through the one component that sanitises it', () => {
  const users = filesOf('src').filter(
    (name) =>
      /\.tsx?$/.test(name) && !name.includes('.test.') && read(name).includes('dangerouslySetInnerHTML'),
  );
  expect(users).toEqual(['src/ui/rich-text.tsx']);
  expect(read('src/ui/rich-text.tsx')).toContain("import('./clean-html.ts')");
  expect(read('src/ui/clean-html.ts')).toContain('createSanitiser');
});

test('nothing but React reads what React keeps on elements', () => {
  const readers = [...filesOf('src'), ...filesOf('e2e')].filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.') && /__react|_reactListening/.test(read(name)),
  );
  expect(readers).toEqual([]);
});

test('R9.39 the browser knows no fee and no tax rate: they come from the shop', () => {
  const sources = [...filesOf('src'), ...filesOf('sw')].filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.|phone-metadata|icon-shapes/.test(name),
  );
  const amounts =
    /\b(?:[a-z]*(?:fee|rate|tax|vat|wrap(?:ping)?|shipping|delivery|return)s?(?:cost|price|fee|rate|percent|cents)?)['"\]]?\s*[:=]\s*(?:0?\.\d+|[1-9]\d*(?:\.\d+)?)\b/gi;
  const rates = /(?<![\w.])[01]?\.(?:05|09|12|20?|21|22|24)(?![\w.])/g;
  const found = sources.flatMap((name) => {
    // Comments may say what a number means.
    const code = read(name).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    // Weights of the search and the formula of contrasts have such numbers of their own.
    const ofTax = /search-(?:index|terms)|misspelt-words|contrast/.test(name)
      ? []
      : [...code.matchAll(rates)];
    return [...code.matchAll(amounts), ...ofTax].map(([text]) => `${name}: ${text}`);
  });
  expect(found).toEqual([]);
  // The same search finds one where there is one.
  expect('const giftWrapFee = 299; const vatRate = 0.21;'.match(amounts)).toHaveLength(2);
  expect('price * 1.21'.match(rates)).toEqual(['1.21']);
});

test('every file that documents and the tables of tests name is there', () => {
  const naming = [
    ...filesOf('docs').filter((name) => name.endsWith('.md')),
    'README.md',
    'CONTRIBUTING.md',
    'vite.config.ts',
    'tests/test-steps.ts',
    'tests/faults/planted-bugs.ts',
  ];
  const path =
    /(?<![\w/.#-])(?:src|server|sw|tests|e2e|docs|locales|vite)\/[\w./*-]+\.(?:tsx?|mjs|md|css|po)/g;
  const named = naming.flatMap((name) =>
    [...read(name).matchAll(path)].map(([file]) => `${file} in ${name}`),
  );
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((one) => globSync(one.split(' ')[0] ?? '').length === 0)).toEqual([]);
});

/** Applied by full name in databases that are kept: a file with another name would be applied once more, by an older version too. */
const numberedTwice = ['0019', '0022', '0026', '0046'];
test('each migration has a number of its own, but those that were numbered twice before', () => {
  const numbers = readdirSync('server/database/migrations').map((name) => name.slice(0, 4));
  const twice = numbers.filter((number, at) => numbers.indexOf(number) !== at);
  expect(twice).toEqual(numberedTwice);
});
