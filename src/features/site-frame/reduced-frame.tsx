import { later } from '#ui/later.tsx';

export const ReducedFrame = later(async () => (await import('./reduced-frame-part.tsx')).ReducedFrame, {
  idle: true,
  whole: true,
});
