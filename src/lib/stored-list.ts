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
export function storedList<T>(key: string, parse: (value: unknown) => T | null, most: number): StoredList<T> {
  const listeners = new Set<() => void>();
  let raw: string | null = null;
  let list: readonly T[] = nothing;
  const tell = () => {
    for (const listener of listeners) listener();
  };
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
      let now: string | null = null;
      try {
        now = localStorage.getItem(key);
      } catch {
        // Where storage is not allowed there is no list.
        return nothing;
      }
      if (now !== raw) [raw, list] = [now, parseAll(now)];
      return list;
    },
    write: (next) => {
      try {
        localStorage.setItem(key, JSON.stringify(next.slice(0, most)));
      } catch {
        // The caller is told that it was not kept.
        return false;
      }
      tell();
      return true;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      globalThis.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        globalThis.removeEventListener('storage', listener);
      };
    },
  };
}
