/** The space that the kept catalogue and its small pictures take, and how they give way. Read by pages; the worker writes. */
import { clear, createStore, get } from 'idb-keyval';
import { thumbnailCache } from '#lib/kept-pictures.ts';
import type { OfflineCatalogueHead, OfflineCatalogueDownload } from './catalogue-store.ts';
import { thumbnailState } from './catalogue-thumbnails.ts';

/** One store per form of the rows (catalogue-store.ts); an older build's is as much space as ours. */
async function offlineCatalogueDatabases(): Promise<string[]> {
  // A browser that does not list its databases: nothing is counted.
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? [];
  return databases.flatMap(({ name }) => (name?.startsWith('arimas-pocket-') ? [name] : []));
}

/** Bytes of rows and of small pictures. */
export async function measureOfflineCatalogue(): Promise<number> {
  // Pictures that cannot be counted count as none.
  let sum = (await thumbnailState().catch(() => undefined))?.bytes ?? 0;
  for (const name of await offlineCatalogueDatabases()) {
    const store = createStore(name, 'values');
    const reading = Promise.all([
      get<OfflineCatalogueHead>('head', store),
      get<OfflineCatalogueDownload>('run', store),
    ]);
    // A catalogue that cannot be read has no known size.
    const kept = await reading.catch(() => []);
    sum += kept.reduce((bytes, one) => bytes + (one?.stored ?? 0), 0);
  }
  return sum;
}

/** They are fetched anew when there is room and the link allows it. False: there was nothing. */
export async function dropThumbnails(): Promise<boolean> {
  return (await caches.has(thumbnailCache)) && caches.delete(thumbnailCache);
}

/** False: there was nothing. */
export async function dropCatalogue(): Promise<boolean> {
  const kept = await offlineCatalogueDatabases();
  for (const name of kept) await clear(createStore(name, 'values'));
  return kept.length > 0;
}
