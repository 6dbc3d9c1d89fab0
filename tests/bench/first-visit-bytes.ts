/** What a first visit of a screen fetches as scripts and styles, from the build's manifest, in brotli bytes. */
import { readFileSync, statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk>;

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

/** @param modules source modules that the first page of the screen loads besides the entry: its route, its texts. */
export function firstVisit(screen: string, modules: string[]): FirstVisit {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Manifest;
  const chunks = new Set<Chunk>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || chunks.has(chunk)) return;
    chunks.add(chunk);
    for (const more of chunk.imports ?? []) add(more);
  };
  for (const name of ['index.html', 'src/app/boot.tsx', ...modules]) {
    if (!manifest[name]) throw new Error(`The build has no ${name}`);
    add(name);
  }
  const files = [...new Set([...chunks].map((chunk) => chunk.file))].map((file) => ({
    file,
    bytes: sent(file),
  }));
  const styles = [...new Set([...chunks].flatMap((chunk) => chunk.css ?? []))];
  const css = Buffer.concat(styles.map((file) => readFileSync(`dist/${file}`)));
  return {
    screen,
    files,
    scripts: files.reduce((sum, one) => sum + one.bytes, 0),
    styles: css.length > 0 ? brotliCompressSync(css).length : 0,
  };
}

export const firstScreens: readonly [string, string][] = [
  ['home', 'src/routes/home.tsx'],
  ['category', 'src/routes/category.tsx'],
  ['product', 'src/routes/product.tsx'],
];
