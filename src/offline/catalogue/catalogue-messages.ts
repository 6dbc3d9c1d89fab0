/** What a page and its catalogue worker say to each other. */
import type { PocketAsk } from '#domain/offline-catalogue/offline-catalogue.ts';

/** Which catalogue: of a channel in a language. */
export interface PocketScope {
  channel: string;
  locale: string;
}

/** What the device keeps of a catalogue. */
export interface PocketState {
  /** When the shop gave the last word (ms since 1970); null: no whole catalogue is kept. */
  savedAt: number | null;
  /** Products kept, and the bytes that they take on the disk. */
  products: number;
  stored: number;
  /** Rows of a first fetch that is not at its end: fetched, of, and about the bytes of all over the wire. */
  run: { done: number; of: number; size: number } | null;
}

export const nothingKept: PocketState = { savedAt: null, products: 0, stored: 0, run: null };

/** Small pictures that are kept, and their bytes. */
export interface ThumbnailState {
  count: number;
  bytes: number;
  /** How many the catalogue has; known while they are fetched. */
  of: number | null;
}

/** About how large the whole catalogue is: bytes over the wire, and products. */
export interface PocketSize {
  bytes: number;
  products: number;
}

/** Why a fetch ended without its end: no answer, an answer that is none, the disk. */
export type PocketFailure = 'unreachable' | 'refused' | 'disk';
export type FetchEnd = 'done' | 'paused' | 'busy' | PocketFailure;

export type ToPocket =
  | { id: number; do: 'answer'; scope: PocketScope; ask: PocketAsk }
  /** Reads the catalogue into memory, before somebody asks. */
  | { id: number; do: 'warm'; scope: PocketScope }
  | { id: number; do: 'state'; scope: PocketScope }
  /** About how large it would be. */
  | { id: number; do: 'size'; scope: PocketScope }
  /** Fetches what is missing: all, the rest of a first fetch, or what changed. */
  | { id: number; do: 'fetch'; scope: PocketScope }
  | { id: number; do: 'pause' }
  | { id: number; do: 'free' }
  /** The same of the small pictures of its goods. */
  | { id: number; do: 'thumbnailState' }
  | { id: number; do: 'fetchThumbnails'; scope: PocketScope }
  | { id: number; do: 'pauseThumbnails' }
  | { id: number; do: 'freeThumbnails' };

/** While fetching: what stands now, and the bytes that just came. */
export type PocketProgress =
  | { catalogue: PocketState; bytes: number }
  | { thumbnails: ThumbnailState; bytes: number };

export type FromPocket = { id: number; result: unknown } | PocketProgress;
