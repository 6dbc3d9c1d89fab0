import { deferred } from '#ui/hydration/deferred.tsx';

export const ReducedFrame = deferred(async () => (await import('./reduced-frame-part.tsx')).ReducedFrame, {
  idle: true,
  whole: true,
});
