import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { browserOptions } from './browser-options.ts';
import { byteBudgets, firstVisit } from './first-visit-bytes.ts';
import { figure, startBenchShop, type Figure } from './bench-shop.ts';
import { samplePaths } from './sample-paths.ts';

/** Scripts and styles by the build's manifest; HTML and pictures as a phone's first visit really fetches them. */
export async function measureBytes(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { screen, ...budget } of byteBudgets) {
    const visit = firstVisit(screen);
    for (const kind of ['scripts', 'styles'] as const) {
      const size = visit[kind] / 1024;
      figures.push(
        figure(
          `${kind}, first visit of ${screen}`,
          size,
          'KB brotli',
          `<= ${String(budget[kind])}`,
          size <= budget[kind],
        ),
      );
    }
  }
  const worker = brotliCompressSync(readFileSync('dist/sw.js')).length;
  figures.push(figure('service worker', worker / 1024, 'KB brotli', 'information', true));
  const shop = await startBenchShop();
  const browser = await chromium.launch(browserOptions());
  try {
    for (const [screen, address] of Object.entries(await samplePaths(shop.url))) {
      const context = await browser.newContext({
        viewport: { width: 412, height: 823 },
        deviceScaleFactor: 1.75,
        serviceWorkers: 'block',
      });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      const kinds = new Map<string, string>();
      const sums: Record<string, number> = {};
      session.on('Network.responseReceived', (event) => kinds.set(event.requestId, event.type));
      session.on('Network.loadingFinished', (event) => {
        const kind = kinds.get(event.requestId) ?? 'Other';
        sums[kind] = (sums[kind] ?? 0) + event.encodedDataLength;
      });
      await page.goto(shop.url + address, { waitUntil: 'load' });
      figures.push(
        figure(`HTML of ${screen}, sent`, (sums['Document'] ?? 0) / 1024, 'KB', 'information', true),
      );
      figures.push(
        figure(
          `pictures of ${screen} until load, sent`,
          (sums['Image'] ?? 0) / 1024,
          'KB',
          'information',
          true,
        ),
      );
      await context.close();
    }
  } finally {
    await browser.close();
    await shop.stop();
  }
  return figures;
}
