import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { packShell, precompress } from './vite/closing-steps.ts';
import { contractHash } from './vite/contract-hash.ts';
import { dropFacades } from './vite/drop-facades.ts';
import { dropPhoneFormats } from './vite/drop-phone-formats.ts';
import { dropUnusedOfRouter } from './vite/drop-unused-of-router.ts';
import { isOfEveryPage } from './vite/first-look.ts';
import { nameStartInShell } from './vite/name-start-in-shell.ts';
import { sayNotOpened } from './vite/say-not-opened.ts';
import { scopedClass } from './vite/scoped-class.ts';
import { splitScripts } from './vite/script-groups.ts';
import { splitMessages } from './vite/split-messages.ts';
import { webManifest } from './vite/web-manifest.ts';

const serverTests = {
  include: ['server/**/*.test.ts', 'tests/**/*.test.{ts,tsx}'],
  pool: 'forks' as const,
  setupFiles: ['tests/setup.ts', 'tests/server-setup.ts'],
};
/** What puts a stand-in in the place of a module can share none with other files. */
const ownModules = ['server/catalogue/keeping-fresh.test.ts'];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    // The macros come first: the React transform would otherwise leave their names undefined, without an error.
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    splitMessages(),
    sayNotOpened,
    dropUnusedOfRouter,
    dropPhoneFormats,
    ...(isSsrBuild
      ? []
      : [
          VitePWA({
            strategies: 'injectManifest',
            srcDir: 'sw',
            filename: 'sw.ts',
            injectRegister: false,
            registerType: 'prompt',
            manifest: webManifest,
            injectManifest: {
              globPatterns: ['**/*.{js,css,html,svg,woff2,webmanifest}', 'icons/*.png'],
              globIgnores: ['server/**', 'sw-safety.js'],
            },
          }),
          nameStartInShell,
          dropFacades,
          packShell,
          precompress,
        ]),
  ],
  // React has had this hook for long: the shim that one library still asks for adds nothing.
  // Exactly these two: `shim/with-selector` is a module of its own.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' }] },
  define: {
    'import.meta.env.CONTRACT_HASH': JSON.stringify(contractHash()),
    // Node leaves this to the moment of running, and React would render pages in its slow development form.
    ...(isSsrBuild && command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {}),
  },
  css: { modules: { generateScopedName: scopedClass } },
  // Its policy goes by this name, also from a process of the version before or after (server/pages/static-files.ts).
  worker: { rolldownOptions: { output: { entryFileNames: 'assets/pocket-worker-[hash].js' } } },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist',
    manifest: !isSsrBuild,
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    modulePreload: {
      polyfill: false,
      // Routes name what they will need; smaller parts name only their styles, or the lists would weigh more than the parts.
      resolveDependencies: (file, deps, { hostType }) =>
        hostType === 'js' && !isOfEveryPage(file) ? deps.filter((dep) => dep.endsWith('.css')) : deps,
    },
    target: 'es2022',
    rolldownOptions: {
      // How long plugins took is no warning for who starts a shop.
      checks: { bundlerTimings: false },
      ...(isSsrBuild
        ? { input: 'src/entry-server.tsx' }
        : {
            output: {
              codeSplitting: { groups: splitScripts() },
              // Names stand in what every first visit loads, and a hash is what no compression makes smaller: 36 bits
              // tell two versions of one file apart.
              entryFileNames: 'assets/[name]-[hash:7].js',
              chunkFileNames: 'assets/[name]-[hash:7].js',
              assetFileNames: 'assets/[name]-[hash:6][extname]',
            },
          }),
    },
  },
  // Everything inside one bundle, so that a page is rendered without looking into node_modules; not in dev, where
  // the module runner cannot take CommonJS.
  ssr: command === 'build' ? { noExternal: true } : {},
  test: {
    setupFiles: ['tests/setup.ts'],
    // The young half of the heap is collected a quarter as often: a tenth of the server's tests.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      // A document of its own for each file, the process and the document's library for all: a third of the time.
      { extends: true, test: { name: 'page', include: ['src/**/*.test.{ts,tsx}'], pool: 'vmForks' } },
      // Databases, sockets and native modules: processes, each of which reads the server once and runs one file after another.
      {
        extends: true,
        test: {
          ...serverTests,
          name: 'server',
          // No `exclude` here: it would take the place of what the command line leaves out.
          include: [...serverTests.include, ...ownModules.map((file) => `!${file}`)],
          isolate: false,
        },
      },
      { extends: true, test: { ...serverTests, name: 'alone', include: ownModules } },
    ],
    // By itself it leaves one core free, which of two is half the machine. A third worker on two costs more (each reads the server) than
    // the moments in which one waits.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A second, as it is by itself, is too short for a machine that others load too.
    expect: { poll: { timeout: 15_000, interval: 20 } },
  },
}));
