import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and while React takes its markup over; true from the next rendering on, and for what the browser draws. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
