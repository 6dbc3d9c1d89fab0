import '#ui/tokens.css';
import '#ui/base.css';
import { Suspense, useEffect, useState } from 'react';
import { Outlet, useMatches, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import type { Services } from '#api/services.ts';
import { DefaultFrame } from '#features/site-frame/default-frame.tsx';
import { loadFrame } from '#features/site-header/frame-queries.ts';
import { ReducedFrame } from '#features/site-frame/deferred-reduced-frame.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

export function createLoader(services: Services): LoaderFunction {
  return async () => {
    await loadFrame(services);
    return null;
  };
}

/**
 * Shown while the first screen of the installed shell is being loaded. When that takes long (a bad link to a page
 * never seen) the frame stands meanwhile: its ways lead on, and its strip says how the link is (R0.45).
 */
export function HydrateFallback() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 400);
    return () => clearTimeout(timer);
  }, []);
  return isLong ? (
    <DefaultFrame>
      <div className="width">
        <Skeleton height="20rem" />
      </div>
    </DefaultFrame>
  ) : (
    <main aria-busy="true" />
  );
}

/** The frame that the screen wishes: the whole one, or the reduced one of checkout and thank-you. */
export function RootLayout() {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const screen = (
    <Suspense>
      <Outlet />
    </Suspense>
  );
  if (handle?.layout === 'checkout') {
    return <ReducedFrame backTo={handle.pageKind === 'order' ? 'home' : 'cart'}>{screen}</ReducedFrame>;
  }
  return <DefaultFrame>{screen}</DefaultFrame>;
}
