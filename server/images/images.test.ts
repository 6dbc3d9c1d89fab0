import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import type { ApiFailure } from '#server/errors/api-failure.ts';
import { ImageMaker } from './image-maker.ts';
import { mountImages } from './image-routes.ts';
import { ImageService, knownSizes } from './image-service.ts';

let database: TestDatabase;
let app: Hono;
let images: ImageService;
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'arimas-images-'));

beforeAll(async () => {
  database = await createTestDatabase();
  app = new Hono();
  images = new ImageService(database.db, dataDir);
  mountImages(app, images);
  mkdirSync(path.join(dataDir, 'media/icons'), { recursive: true });
  writeFileSync(
    path.join(dataDir, 'media/icons/a.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
  );
  writeFileSync(path.join(dataDir, 'secret.txt'), 'secret');
  writeFileSync(path.join(dataDir, 'media/broken.png'), 'no picture');
  symlinkSync(path.join(dataDir, 'secret.txt'), path.join(dataDir, 'media/link.png'));
  await sharp({ create: { width: 900, height: 900, channels: 3, background: '#5B9E4D' } })
    .png()
    .toFile(path.join(dataDir, 'media/photo.png'));
}, 60_000);
afterAll(async () => {
  images.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const get = (address: string, accept = 'image/avif,image/webp,*/*') =>
  app.request(address, { headers: { accept } });
async function pathsOf(limit: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ path: string }>(
    "select images->0->>'path' as path from product order by md5(code) limit $1",
    [limit],
  );
  return rows.map((row) => row.path);
}

describe('pictures in known sizes', () => {
  test('are cut to exactly the size, three densities of each', { timeout: 30_000 }, async () => {
    const [goods = ''] = await pathsOf(1);
    for (const size of ['280x320', '420x480', '840x960']) {
      const answer = await get(`/images/${size}/${goods}`);
      expect(answer.headers.get('content-type')).toBe('image/avif');
      const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
      expect(`${width}x${height}`).toBe(size);
    }
    expect([...knownSizes.keys()]).toEqual(
      expect.arrayContaining([
        '280x320',
        '684x450',
        '1392x535',
        '684x535',
        '1026x675',
        '4176x1605',
        '2052x1605',
      ]),
    );
  });

  test('are AVIF where it is taken, else WebP, and may be kept for ever', async () => {
    const [goods = ''] = await pathsOf(1);
    const webp = await get(`/images/280x320/${goods}`, 'image/webp,*/*');
    expect(webp.headers.get('content-type')).toBe('image/webp');
    expect(webp.headers.get('vary')).toBe('Accept, Save-Data');
    expect(webp.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('an old or invented version leads to the one there is, and nothing is drawn for it', async () => {
    const [goods = ''] = await pathsOf(1);
    const inventing = vi.spyOn(ImageMaker.prototype, 'make');
    for (const version of ['00000000', 'deadbee0', 'deadbee1']) {
      const answer = await get(`/images/280x320/${goods.replace(/[0-9a-f]{8}$/, version)}`);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `/images/280x320/${goods}`]);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    }
    const { rows } = await database.pool.query<{ image: string }>(
      'select image from article where image is not null limit 1',
    );
    const scene = rows[0]?.image ?? '';
    const moved = await get(`/images/684x450/${scene.replace(/[0-9a-f]{8}$/, 'deadbee0')}`);
    expect(moved.headers.get('location')).toBe(`/images/684x450/${scene}`);
    expect(inventing).not.toHaveBeenCalled();
  });

  test('who asks for very many waits for himself, and is told to come back', async () => {
    const crowd = new Hono();
    mountImages(crowd, images, (request) => request.headers.get('from') ?? '');
    crowd.onError((error) => {
      const { status, options } = error as ApiFailure;
      return new Response(null, { status, headers: options.headers ?? {} });
    });
    const ask = async (address: string, from: string) =>
      crowd.request(address, { headers: { accept: 'image/avif', from } });
    const order: string[] = [];
    let draw = (): void => {};
    const everybodyWaits = new Promise<void>((resolve) => (draw = resolve));
    const drawing = vi.spyOn(ImageMaker.prototype, 'make').mockImplementation(async ({ width }) => {
      order.push(String(width));
      await everybodyWaits;
      return new Uint8Array([1]);
    });
    try {
      const paths = await pathsOf(70);
      const many = paths.map((one) => ask(`/images/96x110/${one}`, 'many'));
      const [own = ''] = await pathsOf(1);
      const asking = ask(`/images/144x165/${own}`, 'other');
      await vi.waitFor(() => expect(images.load).toBeGreaterThan(60), 20_000);
      draw();
      const other = await asking;
      expect(other.status).toBe(200);
      // Two of the many were being drawn and one or two had their turn before.
      expect(order.indexOf('144')).toBeLessThan(8);
      const answers = await Promise.all(many);
      const refused = answers.filter(({ status }) => status === 503);
      expect(refused.length).toBeGreaterThan(5);
      expect(refused[0]?.headers.get('retry-after')).toBe('2');
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(60);
    } finally {
      draw();
      drawing.mockRestore();
      rmSync(path.join(dataDir, 'images'), { recursive: true, force: true });
    }
  });

  test('a card of 280 by 320 weighs 6 KB at most, about 4 KB as a rule', { timeout: 60_000 }, async () => {
    const sizes: number[] = [];
    for (const goods of await pathsOf(24)) {
      sizes.push((await (await get(`/images/280x320/${goods}`)).arrayBuffer()).byteLength);
    }
    sizes.sort((a, b) => a - b);
    expect(sizes.at(-1)).toBeLessThanOrEqual(6 * 1024);
    expect(sizes[12]).toBeLessThanOrEqual(4.5 * 1024);
  });

  test('scenes of the content take the asked shape', async () => {
    const { rows } = await database.pool.query<{ image: string }>(
      'select image from article where image is not null limit 1',
    );
    const answer = await get(`/images/684x450/${rows[0]?.image}`);
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
    expect([width, height]).toEqual([684, 450]);
  });

  test('uploaded photos are cut too', async () => {
    const answer = await get('/images/280x320/photo.png');
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
    expect([width, height]).toEqual([280, 320]);
  });

  test.each([
    '/images/281x320/PATH',
    '/images/99999x99999/PATH',
    '/images/280x320/goods/NONE/front-00000000',
    '/images/280x320/goods/DS1001A/front-xyz',
    '/images/280x320/scenes/none/00000000',
    '/images/280x320/../secret.txt',
    '/images/280x320/..%2fsecret.txt',
    '/images/280x320/%2e%2e%2fsecret.txt',
    '/images/280x320/link.png',
    '/images/280x320/%ff',
    '/images/280x320/broken.png',
    '/media/..%2fsecret.txt',
    '/media/link.png',
    '/media/icons',
    '/media/.hidden',
  ])('%s is not found', async (address) => {
    const [goods = ''] = await pathsOf(1);
    expect((await get(address.replace('PATH', goods))).status).toBe(404);
  });

  test('the same picture asked for by many at once is made once', async () => {
    const [, , goods = ''] = await pathsOf(3);
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => get(`/images/420x480/${goods}`)),
    );
    const bytes = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    expect(new Set(bytes.map((one) => Buffer.from(one).toString('base64'))).size).toBe(1);
  });
});

test('drawings are passed as they are and can run nothing', async () => {
  const answer = await get('/media/icons/a.svg');
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await get('/images/280x320/icons/a.svg')).status).toBe(404);
});
