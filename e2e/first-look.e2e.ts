import { openDoor, type Door } from './door.ts';
import { expect, installWorker, testWithPictures as test } from './shop-fixture.ts';

let door: Door;

test.beforeEach(async ({ shop }) => {
  door = await openDoor(shop.url);
});
test.afterEach(() => door.close());

test('the other pictures wait for the first one, and come after it', async ({ newContext }) => {
  const asked: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  door.instead = (incoming, outgoing) => {
    if (!incoming.url?.startsWith('/images/')) return false;
    asked.push(incoming.url);
    void held.then(() => outgoing.writeHead(404).end());
    return true;
  };
  const context = await newContext({ baseURL: door.url, serviceWorkers: 'block' });
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
});

test('of the others those in view come at once, the rest once the page is hydrated', async ({
  newContext,
}) => {
  const held: (() => void)[] = [];
  const asked: string[] = [];
  door.instead = (incoming, outgoing) => {
    asked.push(incoming.url ?? '');
    // Without this one no page is hydrated.
    if (!incoming.url?.startsWith('/assets/libraries-')) return false;
    held.push(() => outgoing.writeHead(503, { 'Cache-Control': 'no-store' }).end());
    return true;
  };
  const context = await newContext({ baseURL: door.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  // Time ends the wait where scripts never come (below); here it stands still.
  await page.addInitScript(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('img { animation: none !important }');
    document.adoptedStyleSheets.push(still);
  });
  await page.goto('/c/seklos-1', { waitUntil: 'commit' });
  await expect.poll(() => held.length).toBeGreaterThan(0);
  const pictures = () =>
    page.locator('main article img').evaluateAll((all) =>
      all.map((one) => {
        const { bottom, top } = one.parentElement!.getBoundingClientRect();
        const image = one as HTMLImageElement;
        return {
          isSeen: top < innerHeight && bottom > 0,
          has: image.complete && image.naturalWidth > 0,
          isLazy: image.loading === 'lazy',
          address: image.currentSrc.replace(location.origin, ''),
        };
      }),
    );
  await expect
    .poll(async () => (await pictures()).filter(({ isSeen }) => isSeen).every(({ has }) => has))
    .toBe(true);
  const unseen = (await pictures()).filter(({ isSeen, isLazy }) => isLazy && !isSeen);
  expect(unseen.length).toBeGreaterThan(0);
  expect(unseen.filter(({ address }) => asked.includes(address))).toEqual([]);
  for (const give of held) give();
});

test('where scripts fail to come the pictures come all the same', async ({ newContext }) => {
  door.instead = (incoming, outgoing) => {
    if (!incoming.url?.startsWith('/assets/')) return false;
    outgoing.writeHead(404, { 'Cache-Control': 'no-store' }).end();
    return true;
  };
  const context = await newContext({ baseURL: door.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto('/');
  const picture = page.locator('main img[loading="lazy"]').nth(3);
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);
});

for (const path of ['/', '/c/seklos-1']) {
  test(`what came with a page of the server's cache, up to a minute old, is not asked for again while it starts: ${path}`, async ({
    newContext,
  }) => {
    const context = await newContext({ baseURL: door.url });
    const page = await context.newPage();
    // As if the page were as old as that: it is asked for under a key of its own, or it might be older already. The clock
    // stands still: a busy machine takes long to start.
    await page.clock.setFixedTime(Date.now() + 58_000);
    await page.goto(`${path}?variant=asked-for-here-alone`);
    // The page is hydrated and has settled: only now does it look for its worker.
    await expect.poll(() => door.asked.includes('/sw-policy.json')).toBe(true);
    expect(door.asked.filter((asked) => asked.startsWith('/api/'))).toEqual([]);
  });
}

test("the installed shell shows the shop's letters, also without a connection; a saver keeps the device's", async ({
  page,
  context,
}) => {
  await installWorker(page);
  await page.goto('/duk');
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
