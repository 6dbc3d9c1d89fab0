/**
 * Small pictures for the kept catalogue, as pages see them: the shopper's second choice beside the catalogue, with its size in
 * sight. The catalogue's worker fetches them; this module says when it may.
 */
import { readStored, writeStored } from '#lib/stored-value.ts';
import { createObservable } from '#lib/observable.ts';
import { isReachable, onConnectivityChange } from '#offline/connection/connectivity.ts';
import { mayFetchAhead, readLinkFacts } from '#offline/connection/prefetch-policy.ts';
import { addDataUse } from '#offline/connection/data-use.ts';
import { onDownloadProgress, askCatalogueWorker } from './catalogue-worker-client.ts';
import type {
  FetchEnd,
  DownloadFailure,
  OfflineCatalogueScope,
  ThumbnailState,
} from './catalogue-messages.ts';

export interface ThumbnailView extends ThumbnailState {
  isWanted: boolean;
  isFetching: boolean;
  /** By the shopper; holds until the shop is opened anew. */
  isPaused: boolean;
  /** Wanted, and the link does not allow it now. */
  isHeld: boolean;
  failure: DownloadFailure | null;
}

/** `on`, with the time of the catalogue (ms) whose pictures are all here; nothing: not wanted. */
const cell = 'POCKET_PICTURES';
/** Share of what the browser allows above which nothing more of this kind is fetched: it would give way at once. */
const crowded = 0.7;

function readWish(): { isWanted: boolean; doneFor: number } {
  const [on, time] = (readStored(cell) ?? '').split(' ');
  return { isWanted: on === 'on', doneFor: Number(time ?? 0) || 0 };
}
const writeWish = (value: string | null) => void writeStored(cell, value);

const nothing: ThumbnailView = {
  count: 0,
  bytes: 0,
  of: null,
  isWanted: false,
  isFetching: false,
  isPaused: false,
  isHeld: false,
  failure: null,
};
const { now: thumbnailView, onChange: onThumbnailChange, show } = createObservable<ThumbnailView>(nothing);
export { thumbnailView, onThumbnailChange };

/**
 * Pressed with the size in sight they come over any link that nobody saves on; by themselves only over one that is quick and
 * not known to be paid by the byte. Exported for its test.
 */
export const mayFetchThumbnails = (isPressed: boolean, facts = readLinkFacts()): boolean =>
  mayFetchAhead(isPressed ? 'link' : 'snapshot', facts);

/** Reads what stands, for who looks. */
export async function lookAtThumbnails(): Promise<void> {
  const state = await askCatalogueWorker<ThumbnailState>({ do: 'thumbnailState' });
  if (state && !thumbnailView().isFetching) show(state);
  show({ isWanted: readWish().isWanted });
}

/** What the run under way was begun by: a link that grew worse ends it at the next bite. */
let isPressedRun = false;
let isCutByLink = false;

onDownloadProgress((progress) => {
  if (!('thumbnails' in progress)) return;
  addDataUse({ pages: 0, answers: 0, pictures: progress.bytes, scripts: 0 });
  show(progress.thumbnails);
  if (mayFetchThumbnails(isPressedRun)) return;
  isCutByLink = true;
  void askCatalogueWorker({ do: 'pauseThumbnails' });
});

async function isCrowded(): Promise<boolean> {
  // A browser that does not tell its space is taken for one that has some.
  const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota > 0 && usage / quota > crowded;
}

/** @param savedAt of the catalogue whose goods they show */
async function fetchNow(scope: OfflineCatalogueScope, savedAt: number, isPressed: boolean): Promise<void> {
  if (thumbnailView().isFetching) return;
  if (!mayFetchThumbnails(isPressed)) {
    show({ isHeld: true, isPaused: false, failure: null });
    return;
  }
  if (await isCrowded()) {
    show({ failure: 'disk', isHeld: false });
    return;
  }
  isPressedRun = isPressed;
  isCutByLink = false;
  show({ isFetching: true, isPaused: false, isHeld: false, failure: null });
  const end = await askCatalogueWorker<FetchEnd>({ do: 'fetchThumbnails', scope });
  show({
    isFetching: false,
    isPaused: end === 'paused' && !isCutByLink,
    isHeld: end === 'paused' && isCutByLink,
    failure: end === 'unreachable' || end === 'refused' || end === 'disk' ? end : null,
  });
  if (end === 'done' && readWish().isWanted) writeWish(`on ${savedAt}`);
  await lookAtThumbnails();
}

/** Fetches what is missing, at a press. */
export const fetchThumbnailsNow = (scope: OfflineCatalogueScope, savedAt: number): Promise<void> =>
  fetchNow(scope, savedAt, true);
export const pauseThumbnails = (): Promise<unknown> => askCatalogueWorker({ do: 'pauseThumbnails' });

/** @param savedAt null: the catalogue is still on its way, they follow it */
export async function chooseThumbnails(
  on: boolean,
  scope: OfflineCatalogueScope,
  savedAt: number | null,
): Promise<void> {
  if (!on) return freeThumbnails();
  writeWish('on');
  show({ isWanted: true });
  if (savedAt !== null) await fetchNow(scope, savedAt, true);
}

/** Removes them; they do not come back by themselves. */
export async function freeThumbnails(): Promise<void> {
  writeWish(null);
  // The choice is shown as made at once; taking them away needs a moment.
  show({ isWanted: false });
  await askCatalogueWorker({ do: 'freeThumbnails' });
  show(nothing);
}

/** After each look at the catalogue: goods that came have pictures too. */
export async function keepThumbnails(
  scope: OfflineCatalogueScope,
  savedAt: number | null,
  isPressed = false,
): Promise<void> {
  const { isWanted, doneFor } = readWish();
  if (!isWanted || savedAt === null || doneFor >= savedAt || thumbnailView().isPaused || !isReachable())
    return;
  await fetchNow(scope, savedAt, isPressed);
}

/** A link that grew better lets go on what it held. */
export function watchThumbnails(scope: OfflineCatalogueScope, savedAt: () => number | null): void {
  onConnectivityChange(() => {
    if (thumbnailView().isHeld || thumbnailView().failure === 'unreachable')
      void keepThumbnails(scope, savedAt());
  });
}
