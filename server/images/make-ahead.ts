import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { imageSizes, scaledSize, scaleFactors, type ImageSize } from '#lib/image-sizes.ts';
import type { Database } from '#server/database/schema.ts';
import { scenePicturePath } from '#server/pictures/picture-paths.ts';
import type { ImageService } from './image-service.ts';

const firstPauseMs = 10_000;
const mostProducts = 1_000;
const idleCheckMs = 1_000;
/** Share of the event loop above which the shop counts as busy. */
const busy = 0.15;

/** Sizes and paths, those first that a first visit waits for. */
async function wantedPictures(db: Kysely<Database>): Promise<{ size: string; path: string }[]> {
  const scenes = await db.selectFrom('picture').select(['name', 'kind', 'scene']).orderBy('id').execute();
  const products = await db
    .selectFrom('product')
    .select('images')
    .where('enabled', '=', true)
    .orderBy('position')
    .limit(mostProducts)
    .execute();
  return scaleFactors.flatMap((scale) => {
    const sized = (size: ImageSize, path: string) => ({ size: scaledSize(size, scale).join('x'), path });
    return [
      ...scenes.flatMap(({ name, kind, scene }) => {
        const path = scenePicturePath(name, scene);
        if (kind === 'banner') return [sized(imageSizes.slide, path), sized(imageSizes.halfSlide, path)];
        return [sized(imageSizes.half, path)];
      }),
      ...products.flatMap(({ images: [main] }) => (main ? [sized(imageSizes.card, main.path)] : [])),
    ];
  });
}

/**
 * Makes pictures before anybody asks, slowly: only while the shop is idle, one at a time, resting twice as long as each
 * took. What is missing is made when asked for, so nothing depends on this.
 */
export async function makePicturesAhead(
  db: Kysely<Database>,
  images: ImageService,
  signal: AbortSignal,
): Promise<void> {
  const rest = (ms: number) => wait(ms, undefined, { signal, ref: false });
  try {
    await rest(firstPauseMs);
    for (const { size, path } of await wantedPictures(db)) {
      let before = performance.eventLoopUtilization();
      for (;;) {
        await rest(idleCheckMs / 4);
        const now = performance.eventLoopUtilization();
        const { utilization } = performance.eventLoopUtilization(now, before);
        before = now;
        if (utilization < busy && images.load === 0) break;
        await rest(idleCheckMs);
      }
      const startedAt = performance.now();
      await images.image(size, path, 'avif', { isUrgent: false });
      await rest((performance.now() - startedAt) * 2);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
