import { later } from '#ui/later.tsx';

export const BuyBox = later(async () => (await import('./buy-box-part.tsx')).BuyBox);
