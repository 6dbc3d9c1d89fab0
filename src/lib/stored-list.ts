import { createListeners } from './listeners.ts';
import { readStored, writeStored, type StorageKey } from './stored-value.ts';

/** A list in local storage that every tab follows; anything else stored under its name counts as empty (R3.88). */
export interface StoredList<T> {
  /** The same array until it changes. */
  read: () => readonly T[];
  /** False where the browser refuses to store; then nothing has changed. */
  write: (list: readonly T[]) => boolean;
  subscribe: (listener: () => void) => () => void;
}

const nothing: readonly never[] = [];

/**
 * @param parse what one stored entry says; null for what is none
 * @param most entries kept, the first ones
 */
export function storedList<T>(
  key: StorageKey,
  parse: (value: unknown) => T | null,
  most: number,
): StoredList<T> {
  const { subscribe, tell } = createListeners(true);
  let raw: string | null = null;
  let list: readonly T[] = nothing;
  const parseAll = (text: string | null): readonly T[] => {
    try {
      const value: unknown = JSON.parse(text ?? '[]');
      return Array.isArray(value) ? value.flatMap((one) => parse(one) ?? []).slice(0, most) : nothing;
    } catch {
      // A broken list counts as none (R3.88).
      return nothing;
    }
  };
  return {
    read: () => {
      const now = readStored(key);
      if (now !== raw) [raw, list] = [now, parseAll(now)];
      return list;
    },
    write: (next) => {
      const isKept = writeStored(key, JSON.stringify(next.slice(0, most)));
      if (isKept) tell();
      return isKept;
    },
    subscribe,
  };
}
