import { readFileSync } from 'node:fs';
import { defineConfig } from '@lingui/cli';
import { babelExtractor } from '@lingui/cli/api/extractors/babel';
import { formatter } from '@lingui/format-po';
import { catalogueLocales, defaultLocale } from './src/contract/locale.ts';

/** Two thirds of the files have no sentence: they need not be parsed. */
const extractor: typeof babelExtractor = {
  ...babelExtractor,
  match: (file) =>
    babelExtractor.match(file) && /@lingui\/|#lib\/trans\.tsx/.test(readFileSync(file, 'utf8')),
};

export default defineConfig({
  sourceLocale: 'en',
  locales: [...catalogueLocales],
  fallbackLocales: { default: defaultLocale },
  // Sentences with markup go through our own component, which keeps words of people out of it.
  runtimeConfigModule: { Trans: ['#lib/trans.tsx', 'Trans'] },
  format: formatter({ lineNumbers: false }),
  extractors: [extractor],
  // The test of the catalogues extracts into a folder of its own.
  catalogs: [
    { path: `${process.env['LOCALES_DIR'] ?? '<rootDir>/locales'}/{locale}/messages`, include: ['src'] },
  ],
});
