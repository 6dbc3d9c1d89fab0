import { createListeners } from './listeners.ts';

/** What screens show of something that goes on beside them, in the form that React's `useSyncExternalStore` asks for. */
export function createObservable<V extends object>(first: V) {
  const { subscribe, tell } = createListeners();
  let view = first;
  return {
    now: (): V => view,
    onChange: subscribe,
    show: (change: Partial<V>): void => {
      view = { ...view, ...change };
      tell();
    },
  };
}
