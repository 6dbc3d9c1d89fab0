import { createHash } from 'node:crypto';
import type { PackShot } from '#server/database/schema-catalogue.ts';

/** Raised when the drawing changes, so that the addresses of pictures change with what they show. */
const drawingVersion = 1;

export const goodsViews = ['front', 'back', 'detail'] as const;
export type GoodsView = (typeof goodsViews)[number];

/** The same text for the same value, whatever order its keys have: a database gives them back in its own. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
    .join(',')}}`;
}

function fingerprint(value: unknown): string {
  return createHash('sha256')
    .update(canonical([drawingVersion, value]))
    .digest('hex')
    .slice(0, 8);
}

/** Path below `/images/{w}x{h}/` of a picture of goods: who draws it is told by the code, the rest is its version. */
export function goodsPicturePath(variantCode: string, packShot: PackShot, view: GoodsView): string {
  return `goods/${variantCode}/${view}-${fingerprint(packShot)}`;
}

/** Path below `/images/{w}x{h}/` of a picture of the content (banner, half, tile). */
export function scenePicturePath(name: string, scene: unknown): string {
  return `scenes/${name}/${fingerprint(scene)}`;
}
