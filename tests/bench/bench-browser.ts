import { chromium, type Page } from '@playwright/test';
import { browserOptions } from './browser-options.ts';
import { figure, startBenchShop, type Figure } from './bench-shop.ts';
import { samplePaths } from './sample-paths.ts';

async function slow(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** On a processor slowed four times: a second visit without network until the content shows; category to product. */
export async function measureBrowser(): Promise<Figure[]> {
  const shop = await startBenchShop();
  const browser = await chromium.launch(browserOptions());
  try {
    const paths = await samplePaths(shop.url);
    const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
    const page = await context.newPage();
    // Told by the page itself, since a question from outside costs a slowed page a tenth of a second.
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('main h1') && document.querySelector('main a[href^="/p/"]'))
          requestAnimationFrame(() => performance.mark('content'));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto(shop.url + paths.category);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    // The first visit's own work (what is fetched ahead, the catalogue on the device) is no part of the second.
    await page.waitForLoadState('networkidle');
    await page.evaluate(
      () => new Promise<void>((resolve) => setTimeout(() => requestIdleCallback(() => resolve()), 8_000)),
    );
    await slow(page, 4);

    const clicks: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      await page.goto(shop.url + paths.category);
      const card = page.locator(`main a[href^="/p/"]`).nth(round + 1);
      await card.hover();
      await page.waitForLoadState('networkidle');
      const took = await card.evaluate(
        (link: HTMLElement) =>
          new Promise<number>((resolve) => {
            const before = document.querySelector('h1')?.textContent;
            const startedAt = performance.now();
            const look = () => {
              const now = document.querySelector('h1')?.textContent;
              if (now && now !== before && location.pathname.startsWith('/p/'))
                resolve(performance.now() - startedAt);
              else requestAnimationFrame(look);
            };
            link.click();
            look();
          }),
      );
      clicks.push(took);
    }

    await page.goto(shop.url + paths.category);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    const reloads: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      // A second visit does not begin in the middle of the first one's work.
      await page.evaluate(
        () => new Promise<void>((resolve) => setTimeout(() => requestIdleCallback(() => resolve()), 1_000)),
      );
      await page.reload({ waitUntil: 'commit' });
      await page.locator('main a[href^="/p/"]').first().waitFor();
      reloads.push(
        await page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              const look = () => {
                const [mark] = performance.getEntriesByName('content');
                if (mark) resolve(mark.startTime);
                else requestAnimationFrame(look);
              };
              look();
            }),
        ),
      );
    }
    return [
      figure(
        'category to product by a click, 4x slowed',
        median(clicks),
        'ms',
        '< 200',
        median(clicks) < 200,
      ),
      figure(
        'second visit without network until content, 4x slowed',
        median(reloads),
        'ms',
        '< 800',
        median(reloads) < 800,
      ),
    ];
  } finally {
    await browser.close();
    await shop.stop();
  }
}
