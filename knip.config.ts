/** What nothing uses: files, exports, packages (a step of `npm test`). */
import type { KnipConfig } from 'knip';

export default {
  // Started by their names.
  entry: [
    'server/seed/run-seed.ts',
    'server/pictures/*.mjs',
    'server/seed-data/**/{check,generate}.mjs',
    'tests/serve-api.ts',
    'tests/bench/{byte-budget,refusing-server}.ts',
    'tests/faults/{run-planted,planted-lane}.ts',
  ],
  // Takes the place of a worker that went wrong.
  ignore: ['public/sw-safety.js'],
  ignoreDependencies: [
    // Fonts, found by the paths of their files.
    '@expo-google-fonts/*',
    // A browser for machines that can install none, fetched by itself.
    '@sparticuz/chromium',
    // Comes with @axe-core/playwright, which says its results in these types.
    'axe-core',
    // Comes with @lingui/cli.
    '@lingui/conf',
  ],
  // Types that say what a file takes and gives belong to it, whoever names them.
  ignoreExportsUsedInFile: { interface: true, type: true },
} satisfies KnipConfig;
