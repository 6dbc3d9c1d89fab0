/** What the build does last, one after the other: the shell in one file, and everything compressed. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';
import { isPacked, packName, type ShellPack } from '../sw/shell-pack.ts';

const closingStep = (name: string, handler: () => void): Plugin => ({
  name,
  // A server of development or of tests closes its bundle too.
  apply: 'build',
  enforce: 'post',
  closeBundle: { order: 'post', sequential: true, handler },
});

/** Writes the small files of the shell once more, as one for the worker that installs them. */
export const packShell = closingStep('pack-shell', () => {
  const texts = readdirSync('dist/assets')
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => [`assets/${name}`, readFileSync(`dist/assets/${name}`, 'utf8')] as const);
  const pack: ShellPack = Object.fromEntries(texts.filter(([name, text]) => isPacked(name, text)));
  writeFileSync(`dist/${packName}`, JSON.stringify(pack));
});

/** Writes a brotli copy beside each text file, so that the server compresses none while it serves. */
export const precompress = closingStep('precompress', () => {
  for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
    const isText = name === packName || /\.(js|css|html|svg|webmanifest|txt)$/.test(name);
    if (!isText || name.startsWith('server')) continue;
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    writeFileSync(`dist/${name}.br`, brotliCompressSync(readFileSync(`dist/${name}`), options));
  }
});
