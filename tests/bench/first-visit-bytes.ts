/** What a first visit of a screen fetches as scripts and styles, from the build, in brotli bytes. */
import { readFileSync, statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { readManifest, screenFiles } from '#server/pages/screen-files.ts';

export interface FirstVisit {
  /** Bytes as sent. */
  scripts: number;
  styles: number;
  files: { file: string; bytes: number }[];
}

const sent = (file: string) => {
  try {
    return statSync(`dist/${file}.br`).size;
  } catch {
    return brotliCompressSync(readFileSync(`dist/${file}`)).length;
  }
};

/**
 * What the page of a screen in Lithuanian fetches until it is usable, and the styles that stand in it.
 * @param screen a file of `src/routes/screens`
 */
export function firstVisit(screen: string): FirstVisit {
  const { entry, scripts, styles } = screenFiles(
    readManifest('dist'),
    [`src/routes/screens/${screen}.tsx`],
    'lt',
  );
  // The scripts that the entry itself brings are those of its own imports.
  const files = [...new Set([...entry, ...scripts])].map((file) => ({ file, bytes: sent(file) }));
  return {
    files,
    scripts: files.reduce((sum, one) => sum + one.bytes, 0),
    styles: brotliCompressSync(Buffer.concat(styles.map((file) => readFileSync(`dist/${file}`)))).length,
  };
}

/** What a first visit of a screen may fetch, in KB of 1,024 bytes. */
export const byteBudgets = [
  { screen: 'home', scripts: 100, styles: 10 },
  { screen: 'category', scripts: 100, styles: 10 },
  { screen: 'product', scripts: 100, styles: 10 },
  // What a cart is changed with, and what an order is made with, comes with them.
  { screen: 'cart', scripts: 152, styles: 10 },
  { screen: 'checkout', scripts: 230, styles: 10.5 },
] as const;
