/** The page's line to its catalogue worker, which starts with the first question. */
import { createListeners } from '#lib/listeners.ts';
import type { FromCatalogueWorker, DownloadProgress, ToCatalogueWorker } from './catalogue-messages.ts';
// The build makes this name of it: the address of the worker's script.
// oxlint-disable-next-line import/default
import workerAddress from './catalogue-worker.ts?worker&url';

/** Whether this browser has what the worker takes. */
export const isOfflineCataloguePossible = (): boolean =>
  typeof Worker !== 'undefined' &&
  typeof indexedDB !== 'undefined' &&
  typeof BroadcastChannel !== 'undefined' &&
  'locks' in navigator;

let worker: Worker | undefined;
let asked = 0;
const waiting = new Map<number, (result: unknown) => void>();
const { subscribe, tell } = createListeners<[progress: DownloadProgress]>();

/** Hears of what the worker is fetching. */
export const onDownloadProgress = subscribe;

function startWorker(): Worker {
  // Trusted Types: the one script address of this policy.
  const policy = window.trustedTypes?.createPolicy('pocket', { createScriptURL: () => workerAddress });
  const started = new Worker((policy?.createScriptURL('') ?? workerAddress) as string, {
    type: 'module',
    name: 'pocket',
  });
  started.addEventListener('message', ({ data }: MessageEvent<FromCatalogueWorker>) => {
    if ('bytes' in data) {
      tell(data);
      return;
    }
    waiting.get(data.id)?.(data.result);
    waiting.delete(data.id);
  });
  // A script that did not come, or a fault in it: nobody waits for its words.
  started.addEventListener('error', () => {
    for (const end of waiting.values()) end(undefined);
    waiting.clear();
  });
  return started;
}

type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;
/** What the worker says to it; undefined: there is none, or it failed. */
export function askCatalogueWorker<T>(message: WithoutId<ToCatalogueWorker>): Promise<T | undefined> {
  if (!isOfflineCataloguePossible()) return Promise.resolve(undefined);
  worker ??= startWorker();
  const id = (asked += 1);
  return new Promise((resolve) => {
    waiting.set(id, resolve as (result: unknown) => void);
    worker?.postMessage({ ...message, id });
  });
}
