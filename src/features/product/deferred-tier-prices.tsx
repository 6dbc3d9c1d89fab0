import { deferred } from '#ui/hydration/deferred.tsx';

/** Of few goods, and of a channel that most visitors never see. */
export const TierPrices = deferred(async () => (await import('./tier-prices-part.tsx')).TierPrices);
