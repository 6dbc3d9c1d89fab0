/** The sizes of pictures (R9.22-R9.26), in CSS pixels, `[width, height]`. */
export type ImageSize = readonly [width: number, height: number];

/** Sizes that the resizing service knows; it refuses all others (R9.22-R9.25). */
export const imageSizes = {
  card: [280, 320],
  half: [684, 450],
  slide: [1392, 535],
  halfSlide: [684, 535],
} as const satisfies Record<string, ImageSize>;

/** Device pixel ratios that pictures are offered in (R9.26). */
export const scaleFactors = [1, 1.5, 3] as const;

/** A size times a scale, in whole pixels: 684x450 times 1.5 is 1026x675. */
export function scaledSize([width, height]: ImageSize, scale: number): ImageSize {
  return [Math.round(width * scale), Math.round(height * scale)];
}
