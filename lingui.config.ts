import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { catalogueLocales, defaultLocale } from './src/contract/locale.ts';

export default defineConfig({
  sourceLocale: 'en',
  locales: [...catalogueLocales],
  fallbackLocales: { default: defaultLocale },
  // Sentences with markup go through our own component, which keeps words of people out of it.
  runtimeConfigModule: { Trans: ['#lib/trans.tsx', 'Trans'] },
  format: formatter({ lineNumbers: false }),
  // The test of the catalogues extracts into a folder of its own.
  catalogs: [
    { path: `${process.env['LOCALES_DIR'] ?? '<rootDir>/locales'}/{locale}/messages`, include: ['src'] },
  ],
});
