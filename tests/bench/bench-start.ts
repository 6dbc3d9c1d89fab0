import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { figure, startBenchShop, type Figure } from './bench-shop.ts';
import { removeData } from '#server/database/postgres-place.ts';

/** Time of the process to its address line: with an empty data folder, and again on the same one. */
export async function measureStart(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'arimas-start-'));
  try {
    const cold = await startBenchShop(folder);
    await cold.stop();
    const warm = await startBenchShop(folder);
    await warm.stop();
    return [
      figure(
        'first start: database made and filled',
        cold.startTime / 1000,
        's',
        '< 30',
        cold.startTime < 30_000,
      ),
      figure('second start', warm.startTime / 1000, 's', '< 3', warm.startTime < 3_000),
    ];
  } finally {
    removeData(folder);
  }
}
