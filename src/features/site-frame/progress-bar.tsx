import { later } from '#ui/later.tsx';

export const ProgressBar = later(async () => (await import('./progress-bar-part.tsx')).ProgressBar);
