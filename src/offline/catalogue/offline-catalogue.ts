/**
 * The catalogue on the device, as pages see it: whether it is wanted, what stands of it, and what it answers when the shop
 * does not. The work is done by a worker of its own that starts with the first question. Fetched with the first need.
 */
import { readStored, writeStored } from '#lib/stored-value.ts';
import { snapshotCalls, type SnapshotQuery } from '#domain/offline-catalogue/snapshot-catalogue.ts';
import { createObservable } from '#lib/observable.ts';
import { standalone } from '#lib/display-mode.ts';
import { isReachable, onConnectivityChange } from '#offline/connection/connectivity.ts';
import { costsNothing, mayFetchAhead, readLinkFacts } from '#offline/connection/prefetch-policy.ts';
import { addDataUse } from '#offline/connection/data-use.ts';
import {
  isOfflineCataloguePossible,
  onDownloadProgress,
  askCatalogueWorker,
} from './catalogue-worker-client.ts';
import { whenNetworkIdle } from '#offline/connection/network-idle.ts';
import { freeThumbnails, keepThumbnails, watchThumbnails } from './thumbnails.ts';
import {
  nothingKept,
  type FetchEnd,
  type DownloadFailure,
  type OfflineCatalogueScope,
  type OfflineCatalogueSize,
  type OfflineCatalogueState,
} from './catalogue-messages.ts';

/** `on` and `off` are the shopper's own word; null: the shop decides by what the connection costs. */
export type OfflineCatalogueChoice = 'on' | 'off' | null;

export interface OfflineCatalogueView extends OfflineCatalogueState {
  wish: OfflineCatalogueChoice;
  /** Whether this browser has what it takes. */
  isPossible: boolean;
  isFetching: boolean;
  isPaused: boolean;
  failure: DownloadFailure | null;
  /** Bytes over the wire of what the shop has just brought by itself, for the first time: worth a word. */
  broughtBytes: number | null;
}

const wishCell = 'POCKET';
/** Which catalogue is kept, so that a page without one never starts the worker. */
const keptCell = 'POCKET_KEPT';
/** Once the shopper has been told that the shop brought it by itself. */
const toldCell = 'POCKET_TOLD';
/** Bytes over the wire that come without a word on links that may cost something: some 3,000 products; more where the shop is installed. */
const small = { tab: 300 * 1024, installed: 2 * 1024 * 1024 };
/** ms after which changes are asked for: when the link costs nothing, and otherwise. */
const freshFor = { free: 60 * 60 * 1000, paid: 24 * 60 * 60 * 1000 };

export const offlineCatalogueChoice = (): OfflineCatalogueChoice => {
  const value = readStored(wishCell);
  return value === 'on' || value === 'off' ? value : null;
};
const nameOf = ({ channel, locale }: OfflineCatalogueScope): string => `${channel} ${locale}`;

// --- What screens show.

const {
  now: offlineCatalogueView,
  onChange: onOfflineCatalogueChange,
  show,
} = createObservable<OfflineCatalogueView>({
  ...nothingKept,
  wish: null,
  isPossible: true,
  isFetching: false,
  isPaused: false,
  failure: null,
  broughtBytes: null,
});
export { offlineCatalogueView, onOfflineCatalogueChange };

onDownloadProgress((progress) => {
  if (!('catalogue' in progress)) return;
  addDataUse({ pages: 0, answers: progress.bytes, pictures: 0, scripts: 0 });
  show(progress.catalogue);
});

/** Reads what stands, for who looks. */
export async function readOfflineCatalogue(scope: OfflineCatalogueScope): Promise<OfflineCatalogueView> {
  const state = await askCatalogueWorker<OfflineCatalogueState>({ do: 'state', scope });
  show({
    ...(state ?? nothingKept),
    wish: offlineCatalogueChoice(),
    isPossible: isOfflineCataloguePossible(),
  });
  return offlineCatalogueView();
}

/** About how large the catalogue is; undefined while the shop cannot be asked. */
export const offlineCatalogueSize = (
  scope: OfflineCatalogueScope,
): Promise<OfflineCatalogueSize | undefined> =>
  askCatalogueWorker<OfflineCatalogueSize>({ do: 'size', scope });

// --- Keeping it.

/** Fetches what is missing now. */
export async function fetchOfflineCatalogue(scope: OfflineCatalogueScope): Promise<void> {
  if (offlineCatalogueView().isFetching) return;
  show({ isFetching: true, isPaused: false, failure: null });
  const end = await askCatalogueWorker<FetchEnd>({ do: 'fetch', scope });
  const isEnded = end === 'done' || end === 'busy';
  show({
    isFetching: false,
    isPaused: end === 'paused',
    failure: isEnded || end === 'paused' || end === undefined ? null : end,
  });
  const { savedAt } = await readOfflineCatalogue(scope);
  writeStored(keptCell, savedAt === null ? null : nameOf(scope));
}

/** The same at a press, and then the pictures of what came, where they are wanted. */
export async function updateOfflineCatalogue(scope: OfflineCatalogueScope): Promise<void> {
  await fetchOfflineCatalogue(scope);
  await keepThumbnails(scope, offlineCatalogueView().savedAt, true);
}

export async function chooseOfflineCatalogue(on: boolean, scope: OfflineCatalogueScope): Promise<void> {
  writeStored(wishCell, on ? 'on' : 'off');
  show({ wish: on ? 'on' : 'off', isPaused: false, failure: null, broughtBytes: null });
  if (on) {
    // The promise to keep it is asked for with a press, where browsers ask back.
    void import('#offline/storage/persistent-storage.ts').then(({ askToKeep }) => askToKeep());
    // Said yes without a connection: it comes with the next one.
    if (isReachable()) await updateOfflineCatalogue(scope);
  } else await removeOfflineCatalogue(scope);
}

export const pauseOfflineCatalogue = (): Promise<void> => askCatalogueWorker<void>({ do: 'pause' });

/** Removes the catalogue from the device; the shop does not bring it back by itself. */
export async function removeOfflineCatalogue(scope: OfflineCatalogueScope): Promise<void> {
  writeStored(keptCell, null);
  if (offlineCatalogueChoice() !== 'off') writeStored(wishCell, 'off');
  await freeThumbnails();
  await askCatalogueWorker({ do: 'free' });
  show({ ...nothingKept, wish: 'off', isPaused: false, failure: null, broughtBytes: null });
  await readOfflineCatalogue(scope);
}

/** What may be fetched without a further word, by the data policy. Exported for its test. */
export function isDue(
  wish: OfflineCatalogueChoice,
  kept: { savedAt: number | null },
  now: number,
  facts = readLinkFacts(),
  isSmall = false,
): boolean {
  if (wish === 'off') return false;
  const age = now - (kept.savedAt ?? 0);
  // One of a day to come is no younger than any other: the device's clock was turned back.
  const isOlder = (limit: number) => kept.savedAt === null || age >= limit || age < 0;
  if (costsNothing(facts)) return isOlder(freshFor.free);
  if (wish !== 'on' && !isSmall) return false;
  // Asked for with its size in sight, or small: the rest of it, and a day's changes, over any link that nobody saves on.
  if (!mayFetchAhead('link', facts)) return false;
  return isOlder(mayFetchAhead('snapshot', facts) ? freshFor.free : freshFor.paid);
}

/** The size of a catalogue that is small enough to come without a word; undefined: it is not, or nobody can say. */
async function smallSize(scope: OfflineCatalogueScope): Promise<number | undefined> {
  const size = (await offlineCatalogueSize(scope))?.bytes;
  const limit = matchMedia(standalone).matches ? small.installed : small.tab;
  return size !== undefined && size <= limit ? size : undefined;
}

/** What came by itself is told once, with its size and the way to the switch. */
export function noteOfflineCatalogueTold(): void {
  writeStored(toldCell, '1');
}
export const dismissOfflineCatalogueNotice = (): void => show({ broughtBytes: null });

let isKeeping = false;
/** Keeps the catalogue fresh while the shop is open, and in memory while the shop cannot be reached. */
export async function keepOfflineCatalogue(scope: OfflineCatalogueScope): Promise<void> {
  if (isKeeping || !isOfflineCataloguePossible()) return;
  isKeeping = true;
  // It gives way to whatever the page still asks for.
  await new Promise<void>((resolve) => {
    whenNetworkIdle(resolve);
  });
  const look = async () => {
    const isKept = readStored(keptCell) === nameOf(scope);
    const wish = offlineCatalogueChoice();
    if (!isReachable()) {
      if (isKept) await askCatalogueWorker({ do: 'warm', scope });
      return;
    }
    // Where nothing may come, not even the size is asked for.
    const facts = readLinkFacts();
    if (document.hidden || (!isKept && !isDue(wish, { savedAt: null }, Date.now(), facts, true))) return;
    const { savedAt, isPaused } = await readOfflineCatalogue(scope);
    // A pause holds until the shop is opened anew.
    if (!isPaused && isDue(wish, { savedAt }, Date.now(), facts, true)) {
      const mayCome = isDue(wish, { savedAt }, Date.now(), facts);
      const size = mayCome ? undefined : await smallSize(scope);
      if (mayCome || size !== undefined) await fetchOfflineCatalogue(scope);
      if (
        wish === null &&
        savedAt === null &&
        offlineCatalogueView().savedAt !== null &&
        readStored(toldCell) === null
      )
        show({ broughtBytes: size ?? (await offlineCatalogueSize(scope))?.bytes ?? null });
    }
    await keepThumbnails(scope, offlineCatalogueView().savedAt);
  };
  onConnectivityChange(() => void look());
  watchThumbnails(scope, () => offlineCatalogueView().savedAt);
  document.addEventListener('visibilitychange', () => void look());
  await look();
}

// --- Answering.

/**
 * What the kept catalogue says to a call of the shop; undefined: it does not know. `time` is when the shop gave it.
 */
export async function answerFromOfflineCatalogue(
  scope: OfflineCatalogueScope,
  ask: SnapshotQuery,
): Promise<{ value: unknown; time: number } | undefined> {
  if (!snapshotCalls.has(ask.name) || readStored(keptCell) !== nameOf(scope)) return undefined;
  const { name, params, query } = ask;
  const answer = await askCatalogueWorker<{ isKept: boolean; value?: unknown; time?: number }>({
    do: 'answer',
    scope,
    ask: { name, params, query },
  });
  // The disk was cleared, or cannot be read: it is fetched anew when the link allows it.
  if (answer && !answer.isKept) writeStored(keptCell, null);
  return answer?.value === undefined || answer.time === undefined
    ? undefined
    : { value: answer.value, time: answer.time };
}
