import { deferred } from '#ui/hydration/deferred.tsx';

export const ProductSlider = deferred(async () => (await import('./product-slider-part.tsx')).ProductSlider);
