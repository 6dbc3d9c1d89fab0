import { deferred } from '#ui/deferred.tsx';

export const ProgressBar = deferred(async () => (await import('./progress-bar-part.tsx')).ProgressBar);
