import { deferred } from '#ui/hydration/deferred.tsx';

export const StatusStrip = deferred(async () => (await import('./status-strip-part.tsx')).StatusStrip, {
  early: true,
  idle: true,
});
