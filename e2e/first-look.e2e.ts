import { openDoor, type Door } from './door.ts';
import { expect, test, workerReady } from './shop-fixture.ts';

let door: Door;

test.beforeEach(async ({ shop }) => {
  door = await openDoor(shop.url);
});
test.afterEach(() => door.close());

test('the other pictures wait for the first one, and come after it', async ({ browser }) => {
  const asked: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  door.instead = (incoming, outgoing) => {
    if (!incoming.url?.startsWith('/images/')) return false;
    asked.push(incoming.url);
    void held.then(() => outgoing.writeHead(404).end());
    return true;
  };
  const context = await browser.newContext({ baseURL: door.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('footer')).toBeAttached();
  // Two frames: whatever the browser takes for near has been asked for.
  await page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
  expect([...new Set(asked)]).toHaveLength(1);
  release();
  await expect.poll(() => asked.length).toBeGreaterThan(5);
  await expect(page.locator('html')).not.toHaveAttribute('data-first');
  await context.close();
});

test('where scripts fail to come the pictures come all the same', async ({ browser }) => {
  door.instead = (incoming, outgoing) => {
    if (!incoming.url?.startsWith('/assets/')) return false;
    outgoing.writeHead(404, { 'Cache-Control': 'no-store' }).end();
    return true;
  };
  const context = await browser.newContext({ baseURL: door.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto('/');
  const picture = page.locator('main img[loading="lazy"]').nth(3);
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);
  await context.close();
});

for (const path of ['/', '/c/seklos-1']) {
  test(`what came with a page of the server's cache, up to a minute old, is not asked for again while it starts: ${path}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: door.url });
    const page = await context.newPage();
    await page.clock.setSystemTime(Date.now() + 58_000);
    await page.goto(path);
    // The page is alive and has settled: only now does it look for its worker.
    await expect.poll(() => door.asked.includes('/sw-policy.json')).toBe(true);
    expect(door.asked.filter((asked) => asked.startsWith('/api/'))).toEqual([]);
    await context.close();
  });
}

test("the installed shell shows the shop's letters, also without a connection; a saver keeps the device's", async ({
  page,
  context,
}) => {
  await page.goto('/duk');
  await workerReady(page);
  const letters = () =>
    page.evaluate(
      () =>
        [...document.fonts].filter(
          ({ family, status }) => family.includes('Golos Text') && status === 'loaded',
        ).length,
    );
  for (const isOffline of [false, true]) {
    await context.setOffline(isOffline);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Latin letters, and those of Lithuanian.
    await expect.poll(letters).toBe(2);
  }
  await page.evaluate(() => localStorage.setItem('DATA_SAVER', 'on'));
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await letters()).toBe(0);
});
