/**
 * Answers kept on the device (R0.24-R0.27). Three stores in IndexedDB:
 * - `start`: the small set that a start needs (channel, menus, texts), through the synchronous persister over a copy in
 *   memory that is filled from IndexedDB before the first render and written through to it;
 * - `shared`: catalogue and content, one record per query, so that one changed answer writes one record;
 * - `own`: what belongs to the visitor (cart, orders), apart, so that it can be wiped alone.
 * A query says which by its `meta`: `{ saved: true }`, with `start` or `own` beside it.
 */
import { readStored, writeStored } from '#lib/stored-value.ts';
import {
  persistQueryClientRestore,
  persistQueryClientSave,
  persistQueryClientSubscribe,
  experimental_createQueryPersister as createQueryPersister,
  type PersistedClient,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import {
  notifyManager,
  type Query,
  type QueryClient,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import { copyTimes, madeOnDevice } from '#api/copy-times.ts';
import { openDeviceStore, type DeviceStore } from './device-storage.ts';
import { preparedStoreName, isCataloguePrepared } from './prepared-store.ts';
import { onStorageState, storageState } from './storage-state.ts';

/** 30 days in ms; older answers of catalogue and content are dropped (R0.27). */
export const maxAge = 30 * 24 * 60 * 60 * 1000;
/** Hash of the contract's sources: a build that changes no shape keeps what a shopper in the field has (R0.27). */
export const contractHash: string = import.meta.env.CONTRACT_HASH ?? 'dev';

const startStore = openDeviceStore<string>('arimas-start');
const startKey = 'start';

/** Starts of the installed shell that have not come as far as a usable page, one after another. */
const startsCell = 'STARTS';
/** A person who reloads impatiently may leave some starts before anything stood on the page. */
const mostStarts = 4;
/** Without storage starts cannot be counted, and nothing is kept that could stop one. */
const startsWithoutEnd = (): number => Number(readStored(startsCell)) || 0;
const countStart = (count: number) => void writeStored(startsCell, count === 0 ? null : String(count));

/** The start has come to something once anything stands on the page; leaving it before that is told from failing by nothing. */
function endStart(): void {
  if (document.getElementById('root')?.childElementCount) countStart(0);
  else setTimeout(endStart, 50);
}

const persisterOver = (
  storage: DeviceStore<PersistedQuery>,
  isMine: (query: Query) => boolean,
  buster: string,
) =>
  createQueryPersister<PersistedQuery>({
    storage,
    serialize: (value) => value,
    deserialize: (value) => value,
    buster,
    maxAge,
    prefix: 'query',
    filters: { predicate: isMine },
    // Done here, below.
    refetchOnRestore: false,
  });

/** An answer that comes from a copy, the worker's or the device's catalogue, is as old as that, not as new as the moment it was read (R0.27). */
const withCopyTime =
  <T>(queryFn: (context: QueryFunctionContext) => T | Promise<T>, query: Query) =>
  async (context: QueryFunctionContext): Promise<T> => {
    const answer = await queryFn(context);
    const time = copyTimes.get(context.signal);
    // After the query has taken its answer, before it is written to the store.
    if (time !== undefined)
      notifyManager.schedule(() =>
        query.setState({
          dataUpdatedAt: Math.min(time, Date.now()),
          // However young the catalogue is.
          isInvalidated: madeOnDevice.has(context.signal) || query.state.isInvalidated,
        }),
      );
    return answer;
  };

export interface SavedQueries {
  /** Given to the query client: looks on the device before it asks, and keeps what was answered. */
  persister: <T>(
    queryFn: (context: QueryFunctionContext) => T | Promise<T>,
    context: QueryFunctionContext,
    query: Query,
  ) => Promise<T>;
  /** Brings the start set back; waits for the disk at most a second. */
  restoreStart(queryClient: QueryClient): Promise<void>;
  /** Keeps the start set up to date from now on, and what came with the page. Call once, after hydration. */
  keep(queryClient: QueryClient): Promise<void>;
  /** Removes what belongs to the visitor. */
  forgetOwn(): Promise<void>;
}

/** Removes the visitor's own answers from the device; what waits to be sent is elsewhere and stays. */
export const forgetOwnAnswers = (): Promise<void> => openDeviceStore('arimas-own').clear();

/** What was prepared for the field stands beside what was seen; the newer of the two is shown. */
function withField(seen: DeviceStore<PersistedQuery>): DeviceStore<PersistedQuery> {
  const field = openDeviceStore<PersistedQuery>(preparedStoreName);
  return {
    ...seen,
    getItem: async (key) => {
      if (!isCataloguePrepared()) return seen.getItem(key);
      const [one, other] = await Promise.all([seen.getItem(key), field.getItem(key)]);
      return other !== undefined && other.state.dataUpdatedAt > (one?.state.dataUpdatedAt ?? 0) ? other : one;
    },
    removeItem: async (key) => {
      await seen.removeItem(key);
      if (isCataloguePrepared()) await field.removeItem(key);
    },
  };
}

/**
 * Of a query that was given its copy from the device: ends when the shop has been asked about it. What the query has then is the
 * shop's word, or the shop gave none. Never rejects.
 */
export const copyQuestions = new WeakMap<object, Promise<unknown>>();

/**
 * A copy from the device is shown at once, and the shop is asked when it is old. What is the visitor's own changes by their
 * hands, also on other devices: it is asked about always. Marked as doubtful first, since whoever wanted it may be gone before
 * the answer (that ends the question): the next one to show it asks again.
 */
function askAbout(query: Query, isOwn: boolean): Promise<unknown> | undefined {
  // So does one of a day to come: the device's clock was turned back, and it would count as new until then.
  if (isOwn || query.state.dataUpdatedAt > Date.now()) query.invalidate();
  // The query keeps the failure, as of any other; the library would leave it to nobody.
  return query.isStale() ? query.fetch().catch(() => undefined) : undefined;
}

/** The start set without what became of later questions. */
const answersOf = (client: PersistedClient): PersistedClient => ({
  ...client,
  clientState: {
    ...client.clientState,
    queries: client.clientState.queries.map((query) => ({
      ...query,
      state: {
        ...query.state,
        status: 'success',
        error: null,
        fetchFailureCount: 0,
        fetchFailureReason: null,
      },
    })),
  },
});

/** The start set, in which an answer that was given later than now (the device's clock was turned back) counts as old. */
function notOfTomorrow(client: PersistedClient | undefined): PersistedClient | undefined {
  for (const { state } of client?.clientState.queries ?? [])
    if (state.dataUpdatedAt > Date.now()) state.dataUpdatedAt = 0;
  return client;
}

/** The start set over a copy in memory, and when that is filled from the disk. */
function openStartSet() {
  const memory = new Map<string, string>();
  const persister = createSyncStoragePersister({
    key: startKey,
    throttleTime: 250,
    storage: {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => {
        memory.set(key, value);
        void startStore.setItem(key, value);
      },
      removeItem: (key) => {
        memory.delete(key);
        void startStore.removeItem(key);
      },
    },
  });
  const filled = (async () => {
    // What was saved may be what stops the page: after starts that came to nothing it begins clean (F12).
    if (startsWithoutEnd() >= mostStarts)
      await Promise.all([startStore.clear(), openDeviceStore('arimas-shared').clear()]);
    const value = await startStore.getItem(startKey);
    if (typeof value === 'string' && !memory.has(startKey)) memory.set(startKey, value);
  })();
  return { persister, filled };
}

export function createSavedQueries(buster: string = contractHash): SavedQueries {
  const sharedStore = openDeviceStore<PersistedQuery>('arimas-shared');
  const shared = persisterOver(
    withField(sharedStore),
    (query) => query.meta?.['saved'] === true && !query.meta['own'],
    buster,
  );
  const own = persisterOver(
    openDeviceStore<PersistedQuery>('arimas-own'),
    (query) => query.meta?.['own'] === true,
    buster,
  );
  const start = openStartSet();
  const options = (queryClient: QueryClient) => ({
    queryClient: queryClient,
    persister: {
      ...start.persister,
      persistClient: (client: PersistedClient) => start.persister.persistClient(answersOf(client)),
      restoreClient: async () => notOfTomorrow(await start.persister.restoreClient()),
    },
    buster,
    // What the frame needs never grows too old to be shown: without it no page has a way on.
    maxAge: Infinity,
    dehydrateOptions: {
      // Asked for anew in vain (no connection, and older than it likes) it is still the last answer of the shop.
      shouldDehydrateQuery: (query: Query) =>
        query.meta?.['start'] === true && query.state.data !== undefined,
    },
  });

  return {
    persister: async (queryFn, context, query) => {
      const chosen = query.meta?.['own'] === true ? own : query.meta?.['saved'] === true ? shared : undefined;
      const timed = withCopyTime(queryFn, query);
      if (chosen === undefined) return timed(context);
      let isAsked = false;
      const ask = (given: QueryFunctionContext) => {
        isAsked = true;
        return timed(given);
      };
      const writes = query.state.dataUpdateCount;
      const answer = await chosen.persisterFn(ask, context, query);
      if (isAsked) return answer;
      // Once the query has taken the copy.
      copyQuestions.set(
        query,
        new Promise((resolve) => notifyManager.schedule(() => resolve(askAbout(query, chosen === own)))),
      );
      // What the page was given while the disk was read is newer than what lies there.
      return query.state.dataUpdateCount > writes ? (query.state.data as typeof answer) : answer;
    },
    restoreStart: async (queryClient) => {
      countStart(startsWithoutEnd() + 1);
      if (typeof document !== 'undefined') endStart();
      // The first screen reads from the other store next: it is opened meanwhile.
      void sharedStore.getItem('');
      await start.filled;
      // A stored set that cannot be read is the same as none.
      await persistQueryClientRestore(options(queryClient)).catch(() => undefined);
    },
    keep: async (queryClient) => {
      await start.filled;
      // A stored set that cannot be read is the same as none.
      await persistQueryClientRestore(options(queryClient)).catch(() => undefined);
      persistQueryClientSubscribe(options(queryClient));
      // Nothing may change for a while: what came with the page is written now.
      void persistQueryClientSave(options(queryClient));
      // Changes of the cart are written into the cache by its mutations, past the persister.
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.meta?.['own'] === true && query.state.status === 'success')
          void own.persistQuery(query);
      });
      // A storage that answered late has what a page without a connection could not show.
      onStorageState(() => {
        if (storageState() === 'ok')
          void queryClient.refetchQueries({
            type: 'active',
            predicate: ({ state }) => state.status === 'error',
          });
      });
      for (const query of queryClient.getQueryCache().getAll()) {
        // The persister wraps fetches: answers that came with the page are saved here, or the next start asks again. So is what a
        // visitor marked before this began, though the shop could not be asked about it since.
        if (query.meta?.['saved'] === true && query.state.data !== undefined)
          await (query.meta['own'] === true ? own : shared).persistQuery(query);
      }
    },
    forgetOwn: forgetOwnAnswers,
  };
}
