/** What screens show of something that goes on beside them, in the form that React's `useSyncExternalStore` asks for. */
export function shownView<V extends object>(first: V) {
  const listeners = new Set<() => void>();
  let view = first;
  return {
    now: (): V => view,
    onChange: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show: (change: Partial<V>): void => {
      view = { ...view, ...change };
      for (const listener of listeners) listener();
    },
  };
}
