import { later } from '#ui/later.tsx';

export const StatusStrip = later(async () => (await import('./status-strip-part.tsx')).StatusStrip, {
  early: true,
  idle: true,
});
