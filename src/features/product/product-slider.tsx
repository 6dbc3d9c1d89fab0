import { later } from '#ui/later.tsx';

export const ProductSlider = later(async () => (await import('./product-slider-part.tsx')).ProductSlider);
