import { createHash } from 'node:crypto';
import type { PackShot } from '#server/database/schema-catalogue.ts';

/** Raised when the drawing changes, so that the addresses of pictures change with what they show. */
const drawingVersion = 1;

export const goodsViews = ['front', 'back', 'detail'] as const;
export type GoodsView = (typeof goodsViews)[number];

function fingerprint(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([drawingVersion, value]))
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
