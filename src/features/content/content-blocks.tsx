import { later } from '#ui/later.tsx';

export const ContentBlocks = later(async () => (await import('./content-blocks-part.tsx')).ContentBlocks);
