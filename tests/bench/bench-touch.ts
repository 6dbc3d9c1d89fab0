import { chromium, type Locator, type Page } from '@playwright/test';
import { browserOptions } from './browser-options.ts';
import { figure, startBenchShop, type Figure } from './bench-shop.ts';
import { samplePaths } from './sample-paths.ts';

const rounds = 7;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** ms from a press until what `shows` names is there and has been painted: the frame after the one in which it was found. */
async function pressUntil(press: Locator, shows: string): Promise<number> {
  return press.evaluate(
    (element: HTMLElement, shows) =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        const look = () => {
          const shown = document.querySelector(shows);
          const isThere = shown !== null && shown.getClientRects().length > 0;
          requestAnimationFrame(isThere ? () => resolve(performance.now() - begun) : look);
        };
        element.click();
        requestAnimationFrame(look);
      }),
    shows,
  );
}

/** The page as somebody has it who has looked at it for a while: hydrated, and idle. */
export async function atRest(page: Page): Promise<void> {
  await page.mouse.move(4, 4);
  await page.mouse.move(6, 6);
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    () => new Promise<void>((resolve) => setTimeout(() => requestIdleCallback(() => resolve()), 1_500)),
  );
}

/** On a phone whose processor is slowed four times: what a press shows, until it shows. */
export async function measureTouch(): Promise<Figure[]> {
  const shop = await startBenchShop();
  const browser = await chromium.launch(browserOptions());
  try {
    const { category } = await samplePaths(shop.url);
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(shop.url + category);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const menus: number[] = [];
    const filters: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.goto(shop.url + category);
      await atRest(page);
      menus.push(
        await pressUntil(page.locator('header button[aria-haspopup="dialog"]').first(), 'dialog[open] li'),
      );
      await page.keyboard.press('Escape');
      await page.locator('button[popovertarget]').first().click();
      await page.locator('[popover] details summary').nth(1).click();
      const value = page
        .locator('[popover] details')
        .nth(1)
        .locator('li a')
        .nth(round % 3);
      filters.push(await pressUntil(value, '[popover] li a[aria-current="true"]'));
    }
    return [
      figure('menu opened until it shows, 4x slowed', median(menus), 'ms', '< 100', median(menus) < 100),
      figure(
        'filter pressed until it shows as chosen, 4x slowed',
        median(filters),
        'ms',
        '< 100',
        median(filters) < 100,
      ),
    ];
  } finally {
    await browser.close();
    await shop.stop();
  }
}
