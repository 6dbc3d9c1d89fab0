/** Who wants to hear that something changed, in the form that React's `useSyncExternalStore` asks for. */
export interface Listeners<T extends unknown[]> {
  /** @returns what takes it off */
  subscribe: (listener: (...told: T) => void) => () => void;
  tell: (...told: T) => void;
}

/** @param hearsOtherTabs what they write into local storage is told too, where there are tabs */
export function createListeners<T extends unknown[] = []>(hearsOtherTabs = false): Listeners<T> {
  const all = new Set<(...told: T) => void>();
  return {
    subscribe: (listener) => {
      all.add(listener);
      if (hearsOtherTabs) globalThis.addEventListener?.('storage', listener as () => void);
      return () => {
        all.delete(listener);
        if (hearsOtherTabs) globalThis.removeEventListener?.('storage', listener as () => void);
      };
    },
    tell: (...told) =>
      all.forEach((listener) => {
        try {
          listener(...told);
        } catch (error) {
          // The others are told all the same, and whoever told them has done its own work: the page hears of it as of any error.
          setTimeout(() => {
            throw error;
          });
        }
      }),
  };
}
