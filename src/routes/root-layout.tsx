import { Outlet, type LoaderFunction } from 'react-router';
import type { Services } from '#api/services.ts';

export function createLoader(_services: Services): LoaderFunction {
  return () => null;
}

/** Shown while the first screen of the installed shell is being loaded. */
export function HydrateFallback() {
  return <main aria-busy="true" />;
}

export function RootLayout() {
  return <Outlet />;
}
