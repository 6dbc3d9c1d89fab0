import { deferred } from '#ui/deferred.tsx';

export const BuyBox = deferred(async () => (await import('./buy-box-part.tsx')).BuyBox);
