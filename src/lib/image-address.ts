/** Where pictures are fetched from (R7.81-R7.83, R9.22-R9.26). Sizes are CSS pixels, `[width, height]`. */
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

const serviceBase = '/images';
const mediaBase = '/media';

function isAbsolute(path: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(path) || path.startsWith('data:');
}

/** Joins a stored path to the media base with exactly one slash; absolute addresses stay as they are. */
export function mediaAddress(path: string): string {
  return isAbsolute(path) ? path : `${mediaBase}/${path.replace(/^\/+/, '')}`;
}

/** Drawings scale by themselves and never go through the resizing service (R7.82). */
export function isDrawing(path: string): boolean {
  return /\.svg(?:[?#]|$)/i.test(path);
}

/** A size times a scale, in whole pixels: 684x450 times 1.5 is 1026x675. */
export function scaledSize([width, height]: ImageSize, scale: number): ImageSize {
  return [Math.round(width * scale), Math.round(height * scale)];
}

/** Address of a picture cut to exactly this size. */
export function resizedAddress(path: string, size: ImageSize, scale = 1): string {
  if (isDrawing(path) || isAbsolute(path)) return mediaAddress(path);
  const [width, height] = scaledSize(size, scale);
  return `${serviceBase}/${String(width)}x${String(height)}/${path.replace(/^\/+/, '')}`;
}

/** A page that saves data is marked by the script in index.html: its pictures come in one density. */
export const isSparing = (): boolean =>
  typeof document !== 'undefined' && 'save' in document.documentElement.dataset;

/** The densities for `srcset`; undefined for drawings and foreign pictures. */
export function imageSourceSet(path: string, size: ImageSize): string | undefined {
  if (isDrawing(path) || isAbsolute(path)) return undefined;
  return (isSparing() ? [1] : scaleFactors)
    .map((scale) => `${resizedAddress(path, size, scale)} ${String(scale)}x`)
    .join(', ');
}
