/** Which files a worker fetches, and what it takes for one of them. */
import type { Page } from '@playwright/test';
import { expect, workerReady } from './shop-fixture.ts';
import { test } from './update-steps.ts';

test.use({ workerComes: true });

/** Files of the shell on the device. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const [name] = (await caches.keys()).filter((one) => one.includes('precache'));
    return (await (await caches.open(name ?? '')).keys()).map(({ url }) => new URL(url).pathname).sort();
  });

test('a first worker gets the small files in one, the next version only what changed; without that file each is fetched alone', async ({
  releases: { door, ...releases },
}) => {
  const asked = (address: RegExp) => door.asked.filter((one) => address.test(one)).length;
  let page = await releases.onNewDevice('fetched');
  expect(asked(/^\/shell-pack\.json$/)).toBe(1);
  const whole = await keptFiles(page);
  const styles = whole.filter((one) => one.endsWith('.css')).length;
  expect(styles).toBeGreaterThan(40);
  // What the page itself wanted.
  expect(asked(/^\/assets\/.+\.css$/)).toBeLessThan(styles / 2);
  door.asked.length = 0;
  await releases.deploy(page);
  expect(asked(/^\/index\.html/)).toBe(1);
  expect(asked(/^\/(shell-pack|assets)/)).toBe(0);

  const { instead } = door;
  door.instead = (incoming, outgoing) => {
    if (incoming.url !== '/shell-pack.json') return instead(incoming, outgoing);
    outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in to the network</h1>');
    return true;
  };
  await page.context().close();
  page = await releases.onNewDevice('fetched');
  expect(await keptFiles(page)).toEqual(whole);
});

test("a network's sign-in page in the place of the shell's page or icon is not installed, and the shop stays on the device", async ({
  releases: { door, ...releases },
}) => {
  const { instead } = door;
  let gate: RegExp | undefined;
  let gated = 0;
  door.instead = (incoming, outgoing) => {
    // The first look of the page is the shop's; the network steps between when the worker asks.
    const isOfWorker =
      incoming.headers['sec-fetch-dest'] === 'empty' || incoming.headers.referer?.endsWith('/sw.js') === true;
    if (!isOfWorker || !gate?.test(incoming.url ?? '')) return instead(incoming, outgoing);
    gated += 1;
    outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in to the network</h1>');
    return true;
  };
  const page = await releases.newDevice();
  for (const file of [/^\/index\.html/, /^\/icons\/icon-192/])
    await test.step(`in the place of ${String(file)}`, async () => {
      gate = file;
      gated = 0;
      await page.goto('/');
      await expect.poll(() => gated, { timeout: 60_000 }).toBeGreaterThan(0);
      const installing = () =>
        page.evaluate(
          async () => (await navigator.serviceWorker.getRegistration())?.installing?.state ?? 'ended',
        );
      await expect.poll(installing, { timeout: 30_000 }).toBe('ended');
      expect(
        await page.evaluate(
          async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? 'none',
        ),
      ).toBe('none');
    });
  gate = undefined;
  await page.reload();
  await workerReady(page);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('banner')).toBeVisible();
});
