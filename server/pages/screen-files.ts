/** Which files of the build a first page of a screen uses: one rule for the page's template and for the byte budget. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}
export type BuildManifest = Record<string, ManifestChunk>;

export interface ScreenFiles {
  /** The page's first script and what it imports. Paths below the build's folder, as all here. */
  entry: [string, ...string[]];
  /** Fetched once the first look is complete. */
  scripts: string[];
  /** Their text stands in the page. */
  styles: string[];
}

export const readManifest = (dist: string): BuildManifest =>
  JSON.parse(readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8')) as BuildManifest;

function reach(
  manifest: BuildManifest,
  chunk: ManifestChunk,
  seen = new Set<ManifestChunk>(),
): Set<ManifestChunk> {
  if (seen.has(chunk)) return seen;
  seen.add(chunk);
  for (const name of chunk.imports ?? []) if (manifest[name]) reach(manifest, manifest[name], seen);
  return seen;
}

/**
 * @param modules source modules of the matched screens
 * @throws when the build has no entry
 */
export function screenFiles(
  manifest: BuildManifest,
  modules: readonly string[],
  locale: string,
): ScreenFiles {
  const entry = manifest['index.html'];
  const start = manifest['src/app/boot.tsx'];
  if (!entry || !start) throw new Error('The build has no entry: run npm run build');
  const ofEntry = reach(manifest, entry);
  const roots = [
    entry,
    start,
    ...[...modules, `locales/${locale}/messages.po?first`].flatMap((name) => manifest[name] ?? []),
  ];
  const chunks = new Set(roots.flatMap((root) => [...reach(manifest, root)]));
  // Parts are hydrated later (src/ui/hydration/deferred.tsx), but their markup is in the page, so their styles are too.
  const parts = new Set(chunks);
  for (const chunk of parts) {
    for (const name of chunk.dynamicImports ?? []) {
      if (name.endsWith('-part.tsx') && manifest[name])
        for (const part of reach(manifest, manifest[name])) parts.add(part);
    }
  }
  return {
    entry: [entry.file, ...[...ofEntry].filter((chunk) => chunk !== entry).map(({ file }) => file)],
    scripts: [...chunks].filter((chunk) => !ofEntry.has(chunk)).map(({ file }) => file),
    styles: [...new Set([...parts].flatMap((chunk) => chunk.css ?? []))],
  };
}
