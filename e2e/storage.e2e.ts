import type { Page } from '@playwright/test';
import { walkTo } from './purchase-steps.ts';
import { expect, installWorker, test, testWithPictures } from './shop-fixture.ts';

/** What a browser does whose storage is no storage. */
const faults = {
  throws: `indexedDB.open = () => { throw new DOMException('private', 'SecurityError'); };`,
  hangs: `indexedDB.open = () => new EventTarget();`,
  blocks: `indexedDB.open = () => { const request = new EventTarget(); setTimeout(() => request.dispatchEvent(new Event('blocked')), 5); return request; };`,
  'has lost its connection': `IDBDatabase.prototype.transaction = () => { throw new DOMException('lost', 'UnknownError'); };`,
  'has no room': `for (const verb of ['put', 'add']) IDBObjectStore.prototype[verb] = () => { throw new DOMException('full', 'QuotaExceededError'); };`,
  'refuses local storage too': `Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('denied', 'SecurityError'); } }); indexedDB.open = () => { throw new DOMException('private', 'SecurityError'); };`,
};

async function installed(page: Page): Promise<void> {
  await installWorker(page);
  await page.goto('/');
  await page.waitForLoadState('networkidle');
}

/** ms of the page's own clock until goods can be seen; a fault is that of the whole page. */
async function startTime(page: Page): Promise<number> {
  await page.goto('/');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.locator('main h2').first()).toBeVisible();
  return page.evaluate(() => (globalThis as { shownAt?: number }).shownAt ?? Number.NaN);
}

test(`R3.88 a saved set that stops the start is left behind after four starts that came to nothing, what waits stays; broken words in every cell of local storage do not break the start; a device whose storage ${Object.keys(faults).join(', ')} starts the installed shop within three seconds, and the shop can be used`, async ({
  page,
  context,
}) => {
  test.setTimeout(300_000);
  await context.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('main h2') === null) return;
      watch.disconnect();
      Object.assign(globalThis, { shownAt: performance.now() });
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await installed(page);
  const healthy = await startTime(page);
  await test.step('R3.88 a saved set that stops the start, and broken words', () => startsAllTheSame(page));
  await page.close();
  for (const [name, script] of Object.entries(faults))
    await test.step(name, async () => {
      const faulty = await context.newPage();
      await faulty.addInitScript(`(() => { ${script} })()`);
      // On a machine that others load a healthy start alone may need that long: then the storage costs two seconds at most. What
      // storage costs it costs at every start, and what the others cost not: the best of three counts.
      const limit = Math.max(3_000, healthy + 2_000);
      let best = Number.POSITIVE_INFINITY;
      for (let start = 0; start < 3 && best >= limit; start += 1)
        best = Math.min(best, await startTime(faulty));
      expect(best).toBeLessThan(limit);
      const card = faulty.locator('main a[href^="/c/"]').first();
      await card.click();
      await expect(faulty.locator('main article').first()).toBeVisible();
      await walkTo(faulty, '/krepselis');
      await expect(faulty.getByText('Krepšelis tuščias')).toBeVisible();
      await faulty.close();
    });
});

async function startsAllTheSame(page: Page): Promise<void> {
  const outbox = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        localStorage.setItem('STARTS', '4');
        const request = indexedDB.open('arimas-outbox');
        request.addEventListener('success', () => {
          resolve(request.result.version);
          request.result.close();
        });
      }),
  );
  await page.reload();
  await expect(page.locator('main h2').first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('STARTS'))).toBeNull();
  expect(
    await page.evaluate(
      async () => (await indexedDB.databases()).find(({ name }) => name === 'arimas-outbox')?.version,
    ),
  ).toBe(outbox);
  await test.step('R3.88 broken words', async () => {
    const count = await page.evaluate(() => {
      const keys = [
        ...Object.keys(localStorage),
        'SHOP_FACTS',
        'DATA_USE',
        'DATA_SAVER',
        'STARTS',
        'SCRIPT_RELOADS',
        'CART_TOKEN',
        'THEME',
        'INSTALL_OFFER',
      ];
      for (const key of keys) localStorage.setItem(key, '{oops');
      return localStorage.length;
    });
    expect(count).toBeGreaterThan(6);
    await page.reload();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.locator('main h2').first()).toBeVisible();
  });
  await page.evaluate(() => localStorage.clear());
}

testWithPictures(
  'the page of this device tells data and space, frees what can be fetched again, and keeps the switch',
  async ({ page }) => {
    await installed(page);
    await page.getByRole('link', { name: 'Šis įrenginys: duomenys ir vieta' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Šis įrenginys' })).toBeVisible();
    const use = page.getByRole('region', { name: 'Šiandien sunaudota duomenų' });
    await expect(use.getByText(/\d\s[KM]B/).first()).toBeVisible();
    const space = page.getByRole('region', { name: 'Vieta šiame įrenginyje' });
    await expect(space.getByText('Niekas nelaukia išsiuntimo.')).toBeVisible();
    const free = space.getByRole('button', { name: 'Atlaisvinti: Nuotraukos' });
    const pictures = () =>
      page.evaluate(async () => (await (await caches.open('arimas-images')).keys()).length);
    await expect(free).toBeVisible();
    const before = await pictures();
    expect(before).toBeGreaterThan(1);
    // A picture that is still on its way may come after the first press.
    await expect(async () => {
      // It may have gone with the press before, or be drawn anew under this one: what counts is that it goes.
      await free.click({ timeout: 1_000 }).catch(() => undefined);
      await expect(free).toHaveCount(0, { timeout: 2_000 });
    }).toPass();
    expect(await pictures()).toBeLessThan(before);
    await use.getByRole('checkbox', { name: 'Taupyti duomenis' }).check();
    await page.reload();
    await expect(page.getByRole('checkbox', { name: 'Taupyti duomenis' })).toBeChecked();
    expect(await page.evaluate(() => 'save' in document.documentElement.dataset)).toBe(true);
  },
);
