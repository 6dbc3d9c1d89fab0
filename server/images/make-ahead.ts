import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { imageSizes, scaledSize, scaleFactors } from '#lib/image-address.ts';
import type { Database } from '#server/database/schema.ts';
import type { ImageService } from './image-service.ts';

const firstPauseMs = 20_000;
const idleCheckMs = 1_000;
/** Share of the event loop above which the shop counts as busy. */
const busy = 0.15;

/**
 * Makes the pictures of cards before anybody asks, slowly: only while the shop is idle, one at a time, resting twice as
 * long as each took. What is missing is made when asked for, so nothing depends on this.
 */
export async function makePicturesAhead(
  db: Kysely<Database>,
  images: ImageService,
  signal: AbortSignal,
): Promise<void> {
  const rest = (ms: number) => wait(ms, undefined, { signal, ref: false });
  try {
    await rest(firstPauseMs);
    const products = await db
      .selectFrom('product')
      .select('images')
      .where('enabled', '=', true)
      .orderBy('position')
      .limit(2000)
      .execute();
    for (const scale of scaleFactors) {
      const size = scaledSize(imageSizes.card, scale).join('x');
      for (const product of products) {
        const [main] = product.images;
        if (!main) continue;
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
        await images.image(size, main.path, 'avif', false);
        await rest((performance.now() - startedAt) * 2);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
