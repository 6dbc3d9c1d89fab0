import { deferred } from '#ui/deferred.tsx';

export const ProductSlider = deferred(async () => (await import('./product-slider-part.tsx')).ProductSlider);
