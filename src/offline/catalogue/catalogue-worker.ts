/**
 * The catalogue worker: fetches, keeps and searches the catalogue beside the page, so that no list, count or word makes a
 * touch wait. It is started when first needed; all rules are those of the shop (domain/offline-catalogue/offline-catalogue.ts).
 */
import { SnapshotCatalogue } from '#domain/offline-catalogue/snapshot-catalogue.ts';
import { askSnapshot, fetchCatalogue } from './catalogue-download.ts';
import {
  nothingKept,
  type FetchEnd,
  type FromCatalogueWorker,
  type OfflineCatalogueScope,
  type OfflineCatalogueSize,
  type OfflineCatalogueState,
  type ToCatalogueWorker,
} from './catalogue-messages.ts';
import { OfflineCatalogueStore } from './catalogue-store.ts';
import { fetchThumbnails, freeThumbnails, thumbnailState } from './catalogue-thumbnails.ts';

/** The worker's own side of the line to its page. */
const line = globalThis as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>;

const store = new OfflineCatalogueStore();
/** Other tabs have workers of their own over the same disk. */
const others = new BroadcastChannel('arimas-pocket');
const say = (message: FromCatalogueWorker): void => line.postMessage(message);
const nameOf = ({ channel, locale }: OfflineCatalogueScope): string => `${channel} ${locale}`;

interface Opened {
  of: string;
  catalogue: SnapshotCatalogue;
  savedAt: number;
}
let opened: Promise<Opened | null> | undefined;
let openedFor = '';
const forget = (): void => {
  opened = undefined;
};
others.addEventListener('message', forget);

/** The catalogue in memory; null: none is kept, or it cannot be read. */
function open(scope: OfflineCatalogueScope): Promise<Opened | null> {
  if (openedFor !== nameOf(scope)) forget();
  openedFor = nameOf(scope);
  opened ??= (async () => {
    const kept = await store.read(scope);
    if (!kept) return null;
    const catalogue = new SnapshotCatalogue(
      kept.rows,
      kept.dictionaries,
      scope.locale,
      new Date(kept.head.savedAt).toISOString(),
    );
    return { of: nameOf(scope), catalogue, savedAt: kept.head.savedAt };
  })().catch(async () => {
    // Rows that cannot be read are worth nothing: the next fetch brings them anew.
    await store.clear().catch(() => {});
    return null;
  });
  return opened;
}

async function stateOf(scope: OfflineCatalogueScope): Promise<OfflineCatalogueState> {
  // A store that cannot be read keeps nothing; it is fetched anew when it is asked for.
  const [head, run] = await Promise.all([store.head(scope), store.run(scope)]).catch(() => []);
  return {
    ...nothingKept,
    ...(head ? { savedAt: head.savedAt, products: head.products, stored: head.stored } : {}),
    run: run ? { done: run.done, of: run.of, size: run.size } : null,
  };
}

let fetching: AbortController | undefined;

/** One tab fetches; the others see what it brought. */
async function fetchAlone(scope: OfflineCatalogueScope): Promise<FetchEnd> {
  if (fetching) return 'busy';
  const own = (fetching = new AbortController());
  try {
    return await navigator.locks.request(
      'arimas-pocket',
      { ifAvailable: true },
      async (lock): Promise<FetchEnd> => {
        if (!lock) return 'busy';
        const end = await fetchCatalogue(scope, {
          store,
          signal: own.signal,
          onBlock: async (bytes) => say({ catalogue: await stateOf(scope), bytes }),
        });
        if (end === 'done') {
          forget();
          others.postMessage('changed');
        }
        return end;
      },
    );
  } finally {
    fetching = undefined;
  }
}

let fetchingThumbnails: AbortController | undefined;

/** Of the goods that are kept; beside it the catalogue itself may change. */
async function fetchThumbnailsAlone(scope: OfflineCatalogueScope): Promise<FetchEnd> {
  if (fetchingThumbnails) return 'busy';
  const own = (fetchingThumbnails = new AbortController());
  try {
    return await navigator.locks.request(
      'arimas-thumbnails',
      { ifAvailable: true },
      async (lock): Promise<FetchEnd> => {
        if (!lock) return 'busy';
        const kept = await store.read(scope);
        if (!kept) return 'busy';
        // A row names its main picture at its ninth place (contract/snapshot.ts).
        return fetchThumbnails(
          kept.rows.map((row) => row[8]),
          { signal: own.signal, onBite: (thumbnails, bytes) => say({ thumbnails, bytes }) },
        );
      },
    );
  } finally {
    fetchingThumbnails = undefined;
  }
}

/** Before a cache is removed, nobody may be filling it. */
async function freeAllThumbnails(): Promise<void> {
  fetchingThumbnails?.abort();
  await navigator.locks.request('arimas-thumbnails', freeThumbnails);
}

async function sizeOf(scope: OfflineCatalogueScope): Promise<OfflineCatalogueSize | undefined> {
  // Without an answer no size is told, and nothing is offered.
  const page = (await askSnapshot(scope, { limit: '0' }, AbortSignal.timeout(10_000)).catch(() => undefined))
    ?.page;
  return page && { bytes: page.size, products: page.total };
}

async function work(message: ToCatalogueWorker): Promise<unknown> {
  switch (message.do) {
    case 'answer': {
      const kept = await open(message.scope);
      if (!kept) return { isKept: false };
      const value = kept.catalogue.answer(message.ask);
      return { isKept: true, ...(value === undefined ? {} : { value, time: kept.savedAt }) };
    }
    case 'warm':
      (await open(message.scope))?.catalogue.readWords();
      return undefined;
    case 'state':
      return stateOf(message.scope);
    case 'size':
      return sizeOf(message.scope);
    case 'fetch':
      return fetchAlone(message.scope);
    case 'pause':
      fetching?.abort();
      return undefined;
    case 'free':
      fetching?.abort();
      forget();
      await store.clear();
      await freeAllThumbnails();
      others.postMessage('changed');
      return undefined;
    case 'thumbnailState':
      return thumbnailState();
    case 'fetchThumbnails':
      return fetchThumbnailsAlone(message.scope);
    case 'pauseThumbnails':
      fetchingThumbnails?.abort();
      return undefined;
    case 'freeThumbnails':
      return freeAllThumbnails();
    default:
      return undefined;
  }
}

line.addEventListener('message', ({ data }: MessageEvent<ToCatalogueWorker>) => {
  void work(data)
    // The page takes no result for a failure, and says so where somebody asked.
    .catch(() => undefined)
    .then((result) => say({ id: data.id, result }));
});
