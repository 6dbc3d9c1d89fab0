import { deferred } from '#ui/hydration/deferred.tsx';

export const ContentBlocks = deferred(async () => (await import('./content-blocks-part.tsx')).ContentBlocks);
