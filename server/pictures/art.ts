import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PackShot } from '#server/database/schema-catalogue.ts';
import { drawingOf } from './drawings.ts';

type Part = { width: number; height: number; body: string };
let parts: Record<string, Part> | null = null;

function partOf(set: string, name: string): Part | null {
  parts ??= JSON.parse(readFileSync(path.join(import.meta.dirname, 'parts.json'), 'utf8')) as Record<
    string,
    Part
  >;
  return parts[`${set}:${name}`] ?? null;
}

/** Ids inside icons are local to a picture only when each use gets its own. */
function withOwnIds(body: string, prefix: string): string {
  return body
    .replace(/id="([^"]+)"/g, `id="${prefix}$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${prefix}$1)`)
    .replace(/href="#([^"]+)"/g, `href="#${prefix}$1"`);
}

export type Art = PackShot['art'];
type Box = { x: number; y: number; size: number };

/** One picture's collector of art: numbers the uses. */
export class ArtBox {
  #uses = 0;

  /** The icon or drawing in a square; `fill` colours icons that have no colours of their own. */
  draw(art: Art, { x, y, size }: Box, fill: string): string {
    const drawing = drawingOf(art.drawnInstead ?? art.name);
    if (drawing)
      return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 100 100" fill="none">${drawing}</svg>`;
    const part = partOf(art.set, art.name) ?? partOf('mdi', 'sprout');
    if (!part) return '';
    this.#uses += 1;
    const body = withOwnIds(part.body, `u${this.#uses}`).replaceAll('currentColor', fill);
    const height = (size * part.height) / part.width;
    return `<svg x="${x}" y="${y}" width="${size}" height="${height}" viewBox="0 0 ${part.width} ${part.height}">${body}</svg>`;
  }
}
