import { deferred } from '#ui/hydration/deferred.tsx';

export const ProgressBar = deferred(async () => (await import('./progress-bar-part.tsx')).ProgressBar);
