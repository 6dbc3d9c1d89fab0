/** The switch that takes the worker from every device, and from one that a worker has broken. */
import type { RunningShop } from '#tests/running-shop.ts';
import type { Door } from './door.ts';
import { expect } from './shop-fixture.ts';
import { test, untilLetGo } from './update-steps.ts';

test.use({ workerComes: true });

/** Turns the shop's switch, and waits until the shop has seen it. */
async function turnWorker(shop: RunningShop, door: Door, worker: 'on' | 'off'): Promise<void> {
  await shop.query('update worker_policy set worker = $1', [worker]);
  const said = async () =>
    ((await (await fetch(`${door.url}/sw-policy.json`)).json()) as { worker: string }).worker;
  await expect.poll(said, { timeout: 10_000 }).toBe(worker);
}

test('the switch lets every worker and its caches go, and leaves what waits to be sent', async ({
  shop,
  releases: { door, ...releases },
}) => {
  const page = await releases.onWholeDevice();
  await turnWorker(shop, door, 'off');
  try {
    door.instead = () => false;
    // A start that gets no word of the switch in time leaves it to the next one.
    await expect(async () => {
      await page.reload();
      await expect
        .poll(() =>
          page.evaluate(async () => [
            (await navigator.serviceWorker.getRegistrations()).length,
            (await caches.keys()).filter((name) => name.includes('precache')).length,
          ]),
        )
        .toEqual([0, 0]);
    }).toPass({ timeout: 100_000 });
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .toContain('arimas-outbox');
    // The next page comes from the server, and no worker comes back.
    await page.reload();
    await expect(page.locator('#boot')).toBeAttached();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  } finally {
    await turnWorker(shop, door, 'on');
  }
});

test('a worker that breaks every page is replaced by the safety worker within two navigations', async ({
  shop,
  releases: { door, ...releases },
}) => {
  const bad = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(new Response('<h1>broken</h1>', { headers: { 'Content-Type': 'text/html' } }));
});`;
  door.instead = (incoming, outgoing) => {
    if (incoming.url !== '/sw.js') return false;
    outgoing.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' }).end(bad);
    return true;
  };
  // A device whose first worker is the bad one: taking over from another is a matter of its own, shown above.
  const page = await releases.onNewDevice();
  await expect(page.getByRole('heading', { name: 'broken' })).toBeVisible();
  await turnWorker(shop, door, 'off');
  try {
    door.instead = () => false;
    // The browser looks for a new worker behind a navigation, whatever the old one answers.
    await page.goto('/');
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), {
        timeout: untilLetGo,
      })
      .toBe(0);
    await page.goto('/');
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.locator('main h2').first()).toBeVisible();
  } finally {
    await turnWorker(shop, door, 'on');
  }
});
