import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { brotliCompressSync, constants } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { splitMessages } from './locales/split-messages.ts';
import { splitScripts } from './server/pages/script-groups.ts';
import { isPacked, packName, type ShellPack } from './sw/shell-pack.ts';
import { webManifest } from './sw/web-manifest.ts';

/** Changes only when a shape on the wire does: what a device has saved is dropped then, and not before (R0.27). */
function contractHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync('src/contract').sort()) hash.update(readFileSync(`src/contract/${name}`));
  return hash.digest('hex').slice(0, 16);
}

/** Writes the small files of the shell once more, as one for the worker that installs them. */
const packShell = {
  name: 'pack-shell',
  // A server of development or of tests closes its bundle too.
  apply: 'build' as const,
  enforce: 'post' as const,
  closeBundle: {
    order: 'post' as const,
    sequential: true,
    handler() {
      const texts = readdirSync('dist/assets')
        .filter((name) => /\.(js|css)$/.test(name))
        .map((name) => [`assets/${name}`, readFileSync(`dist/assets/${name}`, 'utf8')] as const);
      const pack: ShellPack = Object.fromEntries(texts.filter(([name, text]) => isPacked(name, text)));
      writeFileSync(`dist/${packName}`, JSON.stringify(pack));
    },
  },
};

/** Writes a brotli copy beside each text file, so that the server compresses none while it serves. */
const precompress = {
  name: 'precompress',
  apply: 'build' as const,
  enforce: 'post' as const,
  closeBundle: {
    order: 'post' as const,
    sequential: true,
    handler() {
      for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
        if (
          !(name === packName || /\.(js|css|html|svg|webmanifest|txt)$/.test(name)) ||
          name.startsWith('server')
        )
          continue;
        const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
        writeFileSync(`dist/${name}.br`, brotliCompressSync(readFileSync(`dist/${name}`), options));
      }
    },
  },
};

/** What every screen of the installed shop begins with: the start, the frame around it, what the device has saved. */
const ofEveryStart =
  /\/src\/(app\/boot\.tsx|offline\/storage\/saved-queries\.ts|features\/site-frame\/(header|footer|information-bar|status-strip)-part\.tsx)$/;

/**
 * The entry waits for the first look of a server's page and then fetches the rest. The installed shell has nothing to
 * wait for: it names the rest at once, so that nothing is found one after another.
 */
const nameStartInShell: Plugin = {
  name: 'name-start-in-shell',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
      );
      const files = new Set(
        [...chunks.values()]
          .filter((chunk) => ofEveryStart.test(chunk.facadeModuleId ?? ''))
          .map((chunk) => chunk.fileName),
      );
      for (const file of files) for (const needed of chunks.get(file)?.imports ?? []) files.add(needed);
      const styles = new Set(
        [...files].flatMap((file) => [...(chunks.get(file)?.viteMetadata?.importedCss ?? [])]),
      );
      return [
        ...[...files]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          })),
        ...[...styles].map((file) => ({
          tag: 'link',
          attrs: { rel: 'stylesheet', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        })),
      ];
    },
  },
};

/**
 * The router wraps its components at module level and then names them, which keeps those that nobody uses in the
 * bundle (forms, fetchers, the prefetching of another mode). Marked pure and unnamed, they go.
 */
const dropUnusedOfRouter = {
  name: 'drop-unused-of-router',
  transform: {
    filter: { id: /node_modules\/react-router\/dist\/production\/.*\.js$/ },
    handler: (code: string) => ({
      code: code
        // Nobody watches the router's inside: the code that would report to a watcher goes too.
        .replaceAll(/\b(?:init|opts\?)\.instrumentations\b/g, 'undefined')
        .replaceAll('= consumeInstrumentationClientResultMetaReceiver(router)', '= undefined')
        // Advice for those who write routes.
        .replace(/(?<!function )\bwarning\(/g, 'false && warning(')
        .replace(
          /(?<!function )\binvariant\(((?:[^()`"';]|\((?:[^()]|\([^()]*\))*\))*?),\s*(?:`[^`]*`|"[^"]*")\s*\)/g,
          'invariant($1)',
        )
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/= (React\$1\.(?:forwardRef|createContext|memo|lazy)\()/g, '= /* @__PURE__ */ $1'),
      map: null,
    }),
  },
};

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    // The macros come first: the React transform would otherwise leave their names undefined, without an error.
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    splitMessages(),
    dropUnusedOfRouter,
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
        hostType === 'js' && !/^assets\/(index|boot|frame)/.test(file)
          ? deps.filter((dep) => dep.endsWith('.css'))
          : deps,
    },
    target: 'es2022',
    rolldownOptions: {
      // How long plugins took is no warning for who starts a shop.
      checks: { bundlerTimings: false },
      ...(isSsrBuild
        ? { input: 'src/entry-server.tsx' }
        : {
            output: {
              codeSplitting: { groups: splitScripts },
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
    projects: [
      // A document of its own for each file, the process and the document's library for all: a third of the time.
      { extends: true, test: { name: 'page', include: ['src/**/*.test.{ts,tsx}'], pool: 'vmForks' } },
      // Databases, sockets and native modules: a process for each file.
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/**/*.test.{ts,tsx}'],
          pool: 'forks',
          setupFiles: ['tests/setup.ts', 'tests/server-setup.ts'],
        },
      },
    ],
    // By itself it leaves one core free, which of two is half the machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A second, as it is by itself, is too short for a machine that others load too.
    expect: { poll: { timeout: 15_000, interval: 20 } },
  },
}));
