/** Where pictures are fetched from (R7.81-R7.83, R9.22-R9.26). */
import { scaledSize, scaleFactors, type ImageSize } from './image-sizes.ts';

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
