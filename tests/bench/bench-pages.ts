import { readFileSync } from 'node:fs';
import { load } from './load.ts';
import { figure, startBenchShop, type Figure } from './bench-shop.ts';
import { manyPaths, samplePaths } from './sample-paths.ts';

const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Server-rendered pages a second, anew and from the cache, and memory after 10,000 and 20,000 requests. */
export async function measurePages(): Promise<Figure[]> {
  const shop = await startBenchShop();
  try {
    const paths = Object.values(await samplePaths(shop.url));
    // Each asked once, so nothing comes from the cache: a third home, a third categories, a third products.
    const many = await manyPaths(shop.url);
    const fresh = Array.from({ length: 8_000 }, (_, index) => `${many[index % many.length]}?query=${index}`);
    // Its first hundreds of pages are slower, until what they run is compiled.
    await load(shop.url, fresh.slice(0, 2_000), 3);
    const uncached = await load(shop.url, fresh.slice(2_000), 8);
    const warm = await load(shop.url, paths, 5);
    const figures = [
      figure(
        'pages rendered anew',
        uncached.perSecond,
        'a second',
        '>= 150',
        uncached.perSecond >= 150 && uncached.errors === 0,
      ),
      figure('pages rendered anew, p50', uncached.p50, 'ms', 'information', true),
      figure('pages rendered anew, p99', uncached.p99, 'ms', 'information', true),
      figure(
        'pages from the cache',
        warm.perSecond,
        'a second',
        '>= 3000',
        warm.perSecond >= 3000 && warm.errors === 0,
      ),
      figure('pages from the cache, p99', warm.p99, 'ms', 'information', true),
    ];
    if (process.platform === 'linux') {
      const first = memoryOf(shop.pid);
      await load(shop.url, paths, 4);
      const later = memoryOf(shop.pid);
      figures.push(
        figure('memory of the process after more than 10,000 requests', later, 'MB', '< 250', later < 250),
      );
      figures.push(figure('growth over 10,000 more', later - first, 'MB', '< 20', later - first < 20));
    }
    return figures;
  } finally {
    await shop.stop();
  }
}
