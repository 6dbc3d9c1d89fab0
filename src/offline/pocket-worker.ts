/**
 * The catalogue worker: fetches, keeps and searches the catalogue beside the page, so that no list, count or word makes a
 * touch wait. It is started when first needed; all rules are those of the shop (domain/pocket-catalogue.ts).
 */
import { PocketCatalogue } from '#domain/pocket-catalogue.ts';
import { askSnapshot, fetchCatalogue } from './pocket-fetch.ts';
import { nothingKept, type FetchEnd, type FromPocket, type PocketScope, type PocketState, type ToPocket } from './pocket-messages.ts';
import { PocketStore } from './pocket-store.ts';

/** The worker's own side of the line to its page. */
const line = globalThis as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>;

const store = new PocketStore();
/** Other tabs have workers of their own over the same disk. */
const others = new BroadcastChannel('arimas-pocket');
const say = (message: FromPocket): void => line.postMessage(message);
const nameOf = ({ channel, locale }: PocketScope): string => `${channel} ${locale}`;

interface Opened {
  of: string;
  catalogue: PocketCatalogue;
  savedAt: number;
}
let opened: Promise<Opened | null> | undefined;
let openedFor = '';
const forget = (): void => {
  opened = undefined;
};
others.addEventListener('message', forget);

/** The catalogue in memory; null: none is kept, or it cannot be read. */
function open(scope: PocketScope): Promise<Opened | null> {
  if (openedFor !== nameOf(scope)) forget();
  openedFor = nameOf(scope);
  opened ??= (async () => {
    const kept = await store.read(scope);
    if (!kept) return null;
    const catalogue = new PocketCatalogue(kept.rows, kept.dictionaries, scope.locale, new Date(kept.head.savedAt).toISOString());
    return { of: nameOf(scope), catalogue, savedAt: kept.head.savedAt };
  })().catch(async () => {
    // Rows that cannot be read are worth nothing: the next fetch brings them anew.
    await store.clear().catch(() => {});
    return null;
  });
  return opened;
}

async function stateOf(scope: PocketScope): Promise<PocketState> {
  const [head, run] = await Promise.all([store.head(scope), store.run(scope)]).catch(() => []);
  return {
    ...nothingKept,
    ...(head ? { savedAt: head.savedAt, products: head.products, stored: head.stored } : {}),
    run: run ? { done: run.done, of: run.of, size: run.size } : null,
  };
}

let fetching: AbortController | undefined;

/** One tab fetches; the others see what it brought. */
async function fetchAlone(scope: PocketScope): Promise<FetchEnd> {
  if (fetching) return 'busy';
  const own = (fetching = new AbortController());
  try {
    return await navigator.locks.request('arimas-pocket', { ifAvailable: true }, async (lock): Promise<FetchEnd> => {
      if (!lock) return 'busy';
      const end = await fetchCatalogue(scope, { store, signal: own.signal, onBlock: async (bytes) => say({ progress: await stateOf(scope), bytes }) });
      if (end === 'done') {
        forget();
        others.postMessage('changed');
      }
      return end;
    });
  } finally {
    fetching = undefined;
  }
}

async function work(message: ToPocket): Promise<unknown> {
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
      return (await askSnapshot(message.scope, { limit: '0' }, AbortSignal.timeout(10_000)).catch(() => undefined))?.page.size;
    case 'fetch':
      return fetchAlone(message.scope);
    case 'pause':
      fetching?.abort();
      return undefined;
    case 'free':
      fetching?.abort();
      forget();
      await store.clear();
      others.postMessage('changed');
      return undefined;
    default:
      return undefined;
  }
}

line.addEventListener('message', ({ data }: MessageEvent<ToPocket>) => {
  void work(data)
    .catch(() => undefined)
    .then((result) => say({ id: data.id, result }));
});
