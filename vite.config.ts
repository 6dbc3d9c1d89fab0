import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { splitMessages } from './locales/split-messages.ts';
import { webManifest } from './sw/web-manifest.ts';

/** Changes only when a shape on the wire does: what a device has saved is dropped then, and not before (R0.27). */
function contractHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync('src/contract').sort()) hash.update(readFileSync(`src/contract/${name}`));
  return hash.digest('hex').slice(0, 16);
}

/** Writes a brotli copy beside each text file, so that the server compresses none while it serves. */
const precompress = {
  name: 'precompress',
  enforce: 'post' as const,
  closeBundle: {
    order: 'post' as const,
    sequential: true,
    handler() {
      for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|webmanifest|txt)$/.test(name) || name.startsWith('server')) continue;
        const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
        writeFileSync(`dist/${name}.br`, brotliCompressSync(readFileSync(`dist/${name}`), options));
      }
    },
  },
};

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    // The macros come first: the React transform would otherwise leave their names undefined, without an error.
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    splitMessages(),
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
              globIgnores: ['server/**'],
            },
          }),
          precompress,
        ]),
  ],
  define: { 'import.meta.env.CONTRACT_HASH': JSON.stringify(contractHash()) },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist',
    manifest: !isSsrBuild,
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    modulePreload: { polyfill: false },
    target: 'es2022',
    ...(isSsrBuild ? { rolldownOptions: { input: 'src/entry-server.tsx' } } : {}),
  },
  // Everything inside one bundle, so that a page is rendered without looking into node_modules; not in dev, where
  // the module runner cannot take CommonJS.
  ssr: command === 'build' ? { noExternal: true } : {},
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'tests/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/setup.ts'],
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
}));
