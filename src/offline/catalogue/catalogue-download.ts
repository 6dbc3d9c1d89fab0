/**
 * Brings the catalogue onto the device and keeps it in step (contract CAT-14): all of it in blocks that are kept one by one, so
 * that what is cut off goes on where it ended; afterwards only what changed.
 */
import { apiBase, apiMarker, endpoints, header } from '#contract/calls/endpoints.ts';
import { snapshotFormat } from '#contract/catalogue-words.ts';
import type { Snapshot } from '#contract/snapshot.ts';
import type { FetchEnd, OfflineCatalogueScope } from './catalogue-messages.ts';
import type { OfflineCatalogueStore } from './catalogue-store.ts';

/** Products of one answer: some 30 KB over the wire, so that what somebody waits for is never long behind one. */
const blockSize = 500;
/** ms for one answer, its whole body. */
const limit = 60_000;

class Refused extends Error {}
class Gone extends Error {}

export interface FetchHost {
  store: OfflineCatalogueStore;
  signal: AbortSignal;
  /** Called after each answer with the bytes of its body, as text. */
  onBlock: (bytes: number) => void | Promise<void>;
  fetch?: typeof fetch;
  now?: () => number;
}

/** One answer of the shop, and its length in characters. */
export async function askSnapshot(
  scope: OfflineCatalogueScope,
  query: Record<string, string>,
  signal: AbortSignal,
  ask: typeof fetch = fetch,
): Promise<{ page: Snapshot; length: number }> {
  const response = await ask(
    `${apiBase}${endpoints.catalogueSnapshot.path}?${new URLSearchParams(query).toString()}`,
    {
      headers: { Accept: 'application/json', [header.locale]: scope.locale, [header.channel]: scope.channel },
      credentials: 'omit',
      // It is kept in a place of its own: the browser's cache would hold it a second time.
      cache: 'no-store',
      priority: 'low',
      signal: AbortSignal.any([signal, AbortSignal.timeout(limit)]),
    },
  );
  // A network's sign-in page answers 200 too.
  if (response.headers.get(header.marker) !== apiMarker) throw new TypeError('Not an answer of the shop');
  if (response.status === 410) throw new Gone();
  if (!response.ok) throw new Refused(String(response.status));
  const text = await response.text();
  const page = JSON.parse(text) as Snapshot;
  if (page.format !== snapshotFormat || !Array.isArray(page.products)) throw new Refused('format');
  return { page, length: text.length };
}

/** Fetches what is missing. Nothing of the kept catalogue is touched before what takes its place is whole. */
export async function fetchCatalogue(scope: OfflineCatalogueScope, host: FetchHost): Promise<FetchEnd> {
  const { store, signal } = host;
  try {
    const head = await store.head(scope);
    if (head && (await takeChanges(scope, host))) return 'done';
    await takeAll(scope, host);
    return 'done';
  } catch (error) {
    if (signal.aborted) return 'paused';
    if (
      error instanceof DOMException &&
      error.name !== 'TimeoutError' &&
      error.name !== 'AbortError' &&
      error.name !== 'NetworkError'
    )
      return 'disk';
    if (error instanceof Refused || error instanceof SyntaxError) return 'refused';
    return 'unreachable';
  }
}

async function takeAll(scope: OfflineCatalogueScope, host: FetchHost): Promise<void> {
  const { store, signal, onBlock, now = Date.now } = host;
  let run = await store.run(scope);
  for (;;) {
    let answer: { page: Snapshot; length: number };
    try {
      answer = await askSnapshot(
        scope,
        { limit: String(blockSize), ...(run ? { since: run.cursor } : {}) },
        signal,
        host.fetch,
      );
    } catch (error) {
      // The shop knows nothing of how far we had come.
      if (!(error instanceof Gone) || !run) throw error;
      run = undefined;
      continue;
    }
    const { page, length } = answer;
    if (!run && !page.dictionaries) throw new Refused('dictionaries');
    run = await store.addBlock(scope, run, page);
    if (page.complete) {
      await store.finishRun(run, now());
      await onBlock(length);
      return;
    }
    await onBlock(length);
  }
}

/** False: the shop cannot go on from what is kept, or what is kept cannot be read. */
async function takeChanges(scope: OfflineCatalogueScope, host: FetchHost): Promise<boolean> {
  const { store, signal, onBlock, now = Date.now } = host;
  const kept = await store.read(scope);
  if (!kept) return false;
  const rows = new Map(kept.rows.map((row) => [row[0], row]));
  let { dictionaries } = kept;
  let { cursor } = kept.head;
  let isSame = true;
  for (;;) {
    let answer: { page: Snapshot; length: number };
    try {
      answer = await askSnapshot(scope, { limit: String(blockSize), since: cursor }, signal, host.fetch);
    } catch (error) {
      if (error instanceof Gone) return false;
      throw error;
    }
    const { page, length } = answer;
    for (const row of page.products) rows.set(row[0], row);
    for (const id of page.removed) rows.delete(id);
    if (page.dictionaries) ({ dictionaries } = page as { dictionaries: typeof dictionaries });
    isSame &&= page.products.length === 0 && page.removed.length === 0 && page.dictionaries === undefined;
    ({ cursor } = page);
    if (page.complete) {
      if (isSame) await store.confirm(kept.head, cursor, now());
      else await store.replace(kept.head, cursor, now(), [...rows.values()], dictionaries);
      await onBlock(length);
      return true;
    }
    await onBlock(length);
  }
}
