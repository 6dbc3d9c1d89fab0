/**
 * Answers kept on the device (R0.24-R0.27). Three stores in IndexedDB:
 * - `start`: the small set that a start needs (channel, menus, texts), through the synchronous persister over a copy in
 *   memory that is filled from IndexedDB before the first render and written through to it;
 * - `shared`: catalogue and content, one record per query, so that one changed answer writes one record;
 * - `own`: what belongs to the visitor (cart, orders), apart, so that it can be wiped alone.
 * A query says which by its `meta`: `{ saved: true }`, with `start` or `own` beside it.
 */
import {
  persistQueryClientRestore,
  persistQueryClientSave,
  persistQueryClientSubscribe,
  experimental_createQueryPersister as createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { Query, QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import { openDeviceStore } from './device-storage.ts';

/** 30 days in ms; older answers are dropped (R0.27). */
export const maxAge = 30 * 24 * 60 * 60 * 1000;
/** Hash of the contract's sources: a build that changes no shape keeps what a shopper in the field has (R0.27). */
export const contractHash: string = import.meta.env.CONTRACT_HASH ?? 'dev';

const startStore = openDeviceStore<string>('arimas-start');
const startKey = 'start';

const persisterOver = (name: string, isMine: (query: Query) => boolean, buster: string, refetchOnRestore: true | 'always' = true) =>
  createQueryPersister<PersistedQuery>({
    storage: openDeviceStore<PersistedQuery>(name),
    serialize: (value) => value,
    deserialize: (value) => value,
    buster,
    maxAge,
    prefix: 'query',
    filters: { predicate: isMine },
    refetchOnRestore,
  });

export interface SavedQueries {
  /** Given to the query client: looks on the device before it asks, and keeps what was answered. */
  persister: <T>(
    queryFn: (context: QueryFunctionContext) => T | Promise<T>,
    context: QueryFunctionContext,
    query: Query,
  ) => Promise<T>;
  /** Brings the start set back; waits for the disk at most two seconds. */
  restoreStart(queryClient: QueryClient): Promise<void>;
  /** Keeps the start set up to date from now on, and what came with the page. Call once, after hydration. */
  keep(queryClient: QueryClient): Promise<void>;
  /** Removes what belongs to the visitor. */
  forgetOwn(): Promise<void>;
}

export function createSavedQueries(buster: string = contractHash): SavedQueries {
  const shared = persisterOver(
    'arimas-shared',
    (query) => query.meta?.['saved'] === true && !query.meta['own'],
    buster,
  );
  // What is the visitor's own changes by their hands: a copy is shown at once and always asked about.
  const own = persisterOver('arimas-own', (query) => query.meta?.['own'] === true, buster, 'always');
  const memory = new Map<string, string>();
  const start = createSyncStoragePersister({
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
  const fill = (async () => {
    const value = await startStore.getItem(startKey);
    if (typeof value === 'string' && !memory.has(startKey)) memory.set(startKey, value);
  })();
  const options = (queryClient: QueryClient) => ({
    queryClient: queryClient,
    persister: start,
    buster,
    maxAge,
    dehydrateOptions: {
      shouldDehydrateQuery: (query: Query) =>
        query.meta?.['start'] === true && query.state.status === 'success',
    },
  });

  return {
    persister: (queryFn, context, query) => {
      const chosen = query.meta?.['own'] === true ? own : query.meta?.['saved'] === true ? shared : undefined;
      return chosen ? chosen.persisterFn(queryFn, context, query) : Promise.resolve(queryFn(context));
    },
    restoreStart: async (queryClient) => {
      await fill;
      // A stored set that cannot be read is the same as none.
      await persistQueryClientRestore(options(queryClient)).catch(() => undefined);
    },
    keep: async (queryClient) => {
      await fill;
      await persistQueryClientRestore(options(queryClient)).catch(() => undefined);
      persistQueryClientSubscribe(options(queryClient));
      // Nothing may change for a while: what came with the page is written now.
      void persistQueryClientSave(options(queryClient));
      // Changes of the cart are written into the cache by its mutations, past the persister.
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.meta?.['own'] === true && query.state.status === 'success') void own.persistQuery(query);
      });
      for (const query of queryClient.getQueryCache().getAll()) {
        // The persister wraps fetches: answers that came with the page are saved here, or the next start asks again.
        if (query.meta?.['saved'] === true && query.state.status === 'success')
          await shared.persistQuery(query);
      }
    },
    forgetOwn: () => openDeviceStore('arimas-own').clear(),
  };
}
