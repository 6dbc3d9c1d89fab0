/** What a page and its catalogue worker say to each other. */
import type { SnapshotQuery } from '#domain/offline-catalogue/snapshot-catalogue.ts';

/** Which catalogue: of a channel in a language. */
export interface OfflineCatalogueScope {
  channel: string;
  locale: string;
}

/** What the device keeps of a catalogue. */
export interface OfflineCatalogueState {
  /** When the shop last answered (ms since 1970); null: no whole catalogue is kept. */
  savedAt: number | null;
  /** Products kept, and the bytes that they take on the disk. */
  products: number;
  stored: number;
  /** Rows of a first fetch that is not at its end: fetched, of, and about the bytes of all over the wire. */
  run: { done: number; of: number; size: number } | null;
}

export const nothingKept: OfflineCatalogueState = { savedAt: null, products: 0, stored: 0, run: null };

/** Small pictures that are kept, and their bytes. */
export interface ThumbnailState {
  count: number;
  bytes: number;
  /** How many the catalogue has; known while they are fetched. */
  of: number | null;
}

/** About how large the whole catalogue is: bytes over the wire, and products. */
export interface OfflineCatalogueSize {
  bytes: number;
  products: number;
}

/** Why a fetch ended without its end: no answer, an answer that is none, the disk. */
export type DownloadFailure = 'unreachable' | 'refused' | 'disk';
export type FetchEnd = 'done' | 'paused' | 'busy' | DownloadFailure;

export type ToCatalogueWorker =
  | { id: number; do: 'answer'; scope: OfflineCatalogueScope; ask: SnapshotQuery }
  /** Reads the catalogue into memory, before somebody asks. */
  | { id: number; do: 'warm'; scope: OfflineCatalogueScope }
  | { id: number; do: 'state'; scope: OfflineCatalogueScope }
  /** About how large it would be. */
  | { id: number; do: 'size'; scope: OfflineCatalogueScope }
  /** Fetches what is missing: all, the rest of a first fetch, or what changed. */
  | { id: number; do: 'fetch'; scope: OfflineCatalogueScope }
  | { id: number; do: 'pause' }
  | { id: number; do: 'free' }
  /** The same of the small pictures of its goods. */
  | { id: number; do: 'thumbnailState' }
  | { id: number; do: 'fetchThumbnails'; scope: OfflineCatalogueScope }
  | { id: number; do: 'pauseThumbnails' }
  | { id: number; do: 'freeThumbnails' };

/** While fetching: what stands now, and the bytes that just came. */
export type DownloadProgress =
  | { catalogue: OfflineCatalogueState; bytes: number }
  | { thumbnails: ThumbnailState; bytes: number };

export type FromCatalogueWorker = { id: number; result: unknown } | DownloadProgress;
