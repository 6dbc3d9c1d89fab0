/** What a first visit of a screen fetches as scripts and styles, from the build, in brotli bytes. */
import { readFileSync, statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { readManifest, screenFiles } from '#server/pages/screen-files.ts';

export interface FirstVisit {
  screen: string;
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

/** What the page of a screen in Lithuanian fetches until it is usable, and the styles that stand in it. */
export function firstVisit(screen: string, module: string): FirstVisit {
  const { entry, scripts, styles } = screenFiles(readManifest('dist'), [module], 'lt');
  // The scripts that the entry itself brings are those of its own imports.
  const files = [...new Set([...entry, ...scripts])].map((file) => ({ file, bytes: sent(file) }));
  return {
    screen,
    files,
    scripts: files.reduce((sum, one) => sum + one.bytes, 0),
    styles: brotliCompressSync(Buffer.concat(styles.map((file) => readFileSync(`dist/${file}`)))).length,
  };
}

export const firstScreens: readonly [string, string][] = [
  ['home', 'src/routes/screens/home.tsx'],
  ['category', 'src/routes/screens/category.tsx'],
  ['product', 'src/routes/screens/product.tsx'],
];
