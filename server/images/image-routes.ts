import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Hono } from 'hono';
import { formatFor, sparingSize, type ImageService } from './image-service.ts';

const forEver = 'public, max-age=31536000, immutable';
/** Of where an old version has moved. */
const forNow = 'public, max-age=300';

const mediaTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.pdf': 'application/pdf',
};

const notFound = (): Response =>
  new Response('Not found', {
    status: 404,
    headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
  });

/** The rest of the path, decoded; null where it is no text. */
function restOf(pathname: string, from: number): string | null {
  try {
    return decodeURIComponent(pathname.slice(from));
  } catch {
    // No text: answered with 404 like any address that is none.
    return null;
  }
}

/**
 * `/images/{w}x{h}/{path}`: pictures in known sizes. `/media/{path}`: files as they are.
 * @param clientOf whose turn a picture takes
 */
export function mountImages(
  app: Hono,
  images: ImageService,
  clientOf: (request: Request) => string = () => '',
): void {
  app.get('/images/:size/*', async (c) => {
    const size = c.req.param('size');
    const rest = restOf(new URL(c.req.url).pathname, `/images/${size}/`.length);
    if (rest === null) return notFound();
    const isSparing = c.req.header('save-data')?.toLowerCase() === 'on';
    const made = await images.image(
      isSparing ? sparingSize(size) : size,
      rest,
      formatFor(c.req.header('accept') ?? null),
      { client: clientOf(c.req.raw) },
    );
    if (!made) return notFound();
    // An old page, or a version that somebody invented: nothing is drawn for it.
    if ('movedTo' in made)
      return new Response(null, {
        status: 302,
        headers: { Location: `/images/${size}/${made.movedTo}`, 'Cache-Control': forNow },
      });
    return new Response(made.bytes, {
      headers: {
        'Content-Type': `image/${made.format}`,
        'Cache-Control': forEver,
        'X-Content-Type-Options': 'nosniff',
        Vary: 'Accept, Save-Data',
      },
    });
  });
  app.get('/media/*', async (c) => {
    const rest = restOf(new URL(c.req.url).pathname, '/media/'.length);
    const file = rest === null ? null : await images.mediaFile(rest);
    const type = file === null ? undefined : mediaTypes[path.extname(file).toLowerCase()];
    if (file === null || type === undefined) return notFound();
    return new Response(new Uint8Array(await readFile(file)), {
      headers: {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=3600',
        'X-Content-Type-Options': 'nosniff',
        // A drawing may hold scripts: opened by itself it runs none and belongs to no origin.
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      },
    });
  });
}
