/**
 * What was prepared for the field, apart from what was only seen: answers in the form in which the saved queries read them
 * (`saved-queries.ts`), pictures and papers in a cache of their own, and one record that says what all this is.
 */
import { hashKey, type QueryKey } from '@tanstack/react-query';
import { fieldCache } from '#lib/kept-pictures.ts';
import { readStored, writeStored } from '#lib/stored-value.ts';
import { openDeviceStore } from './device-storage.ts';

export const preparedStoreName = 'arimas-field';
/** In local storage while something is prepared: a page without it never opens the store. */
const cell = 'FIELD_PACK';

export interface PreparedManifest {
  channel: string;
  locale: string;
  /** Codes of the chosen categories. */
  taxons: string[];
  /** When the run began whose answers are all here (ms); null: none has come to its end. */
  savedAt: number | null;
  /** A run on its way: when it began, how many products it has. */
  run: { startedAt: number; of: number } | null;
  /** By product code: when it came (ms), its bytes with pictures and papers, the key of its record, addresses of its files. */
  products: Record<string, { at: number; bytes: number; key: string; files: string[] }>;
  /** Form of the answers: another one can no longer be read. */
  buster: string;
}

const manifestKey = 'manifest';
const manifests = openDeviceStore<PreparedManifest>(preparedStoreName);
const records = openDeviceStore<unknown>(preparedStoreName);

export const isCataloguePrepared = (): boolean => readStored(cell) !== null;

export const readManifest = (): Promise<PreparedManifest | undefined> =>
  isCataloguePrepared() ? manifests.getItem(manifestKey) : Promise.resolve(undefined);

export async function writeManifest(manifest: PreparedManifest): Promise<void> {
  writeStored(cell, '1');
  await manifests.setItem(manifestKey, manifest);
}

/** Name of a query's record, as the library of the saved queries makes it. */
const recordKey = (queryKey: QueryKey): string => `query-${hashKey(queryKey)}`;

/** An answer as the saved queries find it. */
export async function keepAnswer(
  queryKey: QueryKey,
  data: unknown,
  at: number,
  buster: string,
): Promise<string> {
  const key = recordKey(queryKey);
  const state = {
    data,
    dataUpdateCount: 1,
    dataUpdatedAt: at,
    error: null,
    errorUpdateCount: 0,
    errorUpdatedAt: 0,
    fetchFailureCount: 0,
    fetchFailureReason: null,
    fetchMeta: null,
    isInvalidated: false,
    status: 'success',
    fetchStatus: 'idle',
  };
  await records.setItem(key, { buster, queryHash: hashKey(queryKey), queryKey, state });
  return key;
}

export const dropAnswer = (key: string): Promise<void> => records.removeItem(key);

/** Everything leaves the device. False: there was nothing. */
export async function dropPrepared(): Promise<boolean> {
  if (!isCataloguePrepared()) return false;
  writeStored(cell, null);
  await records.clear();
  // What cannot be deleted is found by the next try to make room.
  if ('caches' in globalThis) await caches.delete(fieldCache).catch(() => false);
  return true;
}

/** Bytes of all that was prepared. */
export const measurePrepared = async (): Promise<number> =>
  Object.values((await readManifest())?.products ?? {}).reduce((sum, { bytes }) => sum + bytes, 0);
