import { deferred } from '#ui/hydration/deferred.tsx';

export const BuyBox = deferred(async () => (await import('./buy-box-part.tsx')).BuyBox);
