/**
 * Nine rounds of new versions against pages that are idle, in the middle of a form, doubled, or offline (F14). The
 * versions are the built worker and shell with another revision; the second and every fourth after it cannot be installed. In
 * each round: nobody is left behind, no word is lost, no page turns in circles.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BrowserContext, Page } from '@playwright/test';
import { patience } from '#offline/worker/update-takeover.ts';
import type { RunningShop } from '#tests/running-shop.ts';
import { openDoor, type Door } from './door.ts';
import { picture } from './picture.ts';
import { addToCart, findProduct, isOrdinary, toAddress } from './purchase-steps.ts';
import { expect, installWorker, test, testWithPictures, workerReady } from './shop-fixture.ts';

/**
 * Of each of the four kinds: one version that is taken and one that cannot be installed; of idle pages the one that comes after
 * it too. 125 are the five hundred that are run by hand: `UPDATE_ROUNDS=125 playwright test updates`.
 */
const rounds = Number(process.env['UPDATE_ROUNDS'] ?? 2);
const idleRounds = Math.max(rounds, 3);
/** ms for so many rounds. */
const roundsLimit = idleRounds * 60_000;
/** ms that an old worker waits for a picture of another page. The shop's own workers wait 30 s (sw/images.ts). */
const pictureLimit = 12_000;
/** ms that an old worker may still be at work for other pages. */
const untilLetGo = 45_000;
let door: Door;
let context: BrowserContext;
let page: Page;
/** What the door gives out; `good` is the newest that can be installed. */
let version = 0;
let good = 0;
const isBroken = (of: number) => of % 4 === 2;

/** The newest version that the browser has fetched. */
let given = 0;

async function give(shopUrl: string, name: string, outgoing: ServerResponse): Promise<void> {
  const answer = await fetch(shopUrl + name);
  let text = await answer.text();
  if (name === '/sw.js') {
    given = version;
    text = text.replace(
      /("revision":")[0-9a-f]{32}(","url":"index\.html")/,
      `$1${String(version).padStart(32, '0')}$2`,
    );
    if (isBroken(version))
      text = text.replace(
        /(\[)(\{"revision")/,
        `$1{"revision":null,"url":"assets/gone-${String(version)}.js"},$2`,
      );
    text = text.replace('8e3:3e4', `8e3:${String(pictureLimit)}`);
    expect(text).toContain(String(pictureLimit));
    text += `\n// version ${String(version)}`;
  } else text = text.replace('</head>', `<meta name="version" content="${String(version)}"></head>`);
  const kept = ['content-type', 'content-security-policy', 'cache-control'].map((header) => [
    header,
    answer.headers.get(header) ?? '',
  ]);
  outgoing.writeHead(answer.status, Object.fromEntries(kept)).end(text);
}

/** Takes another device into the hand. */
let newDevice: () => Promise<void>;

/** A device that has the worker that is given out now. */
async function onNewDevice(files?: 'fetched'): Promise<void> {
  await newDevice();
  await installWorker(page, files);
  await page.goto('/');
}

/** The same, and what its page shows has come: a journey may go without a connection from here on. */
async function onWholeDevice(): Promise<void> {
  await onNewDevice();
  await expect(page.locator('main h2').first()).toBeVisible();
}

test.use({ workerComes: true });
test.beforeEach(async ({ newContext, shop }) => {
  newDevice = async () => {
    context = await newContext({ baseURL: door.url });
    page = await context.newPage();
  };
  version = 0;
  good = 0;
  given = 0;
  door = await openDoor(shop.url);
  door.instead = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const name = /^\/(sw\.js|index\.html)/.exec(incoming.url ?? '')?.[0];
    if (!name || door.state !== 'open') return false;
    void give(shop.url, name, outgoing);
    return true;
  };
});
test.afterEach(() => door.close());

const shownVersion = (of: Page) =>
  of
    .evaluate(() => document.querySelector('meta[name=version]')?.getAttribute('content') ?? '')
    .catch(() => 'on its way');
const offer = (of: Page) => of.getByRole('status').filter({ hasText: 'nauja versija' });
const yes = (of: Page) => of.getByRole('button', { name: 'Atnaujinti' });

/** Puts the next version out and lets the browser look for it; true when it waits to be taken. */
async function deploy(): Promise<boolean> {
  version += 1;
  let installed = false;
  // A look that a navigation began before the version was out counts for ours too, and finds nothing.
  await expect
    .poll(async () => {
      installed = await look();
      return given;
    })
    .toBe(version);
  expect(installed).toBe(!isBroken(version));
  if (installed) good = version;
  return installed;
}

const look = () =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => undefined);
    const worker = registration?.installing ?? registration?.waiting;
    if (!worker) return false;
    while (worker.state === 'installing')
      await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
    return worker.state === 'installed';
  });

/** Turns the shop's switch, and waits until the shop has seen it. */
async function turnWorker(shop: RunningShop, worker: 'on' | 'off'): Promise<void> {
  await shop.query('update worker_policy set worker = $1', [worker]);
  const said = async () =>
    ((await (await fetch(`${door.url}/sw-policy.json`)).json()) as { worker: string }).worker;
  await expect.poll(said, { timeout: 10_000 }).toBe(worker);
}

/** Counts the loads of a page from now on. */
function countLoads(of: Page): () => number {
  let loads = 0;
  of.on('load', () => (loads += 1));
  return () => loads;
}

/** Not forced: the page goes on beside the offer, and what is typed stays. */
async function staysAsItWas(): Promise<void> {
  await picture(page, 'new-version');
  const box = page.getByRole('search').first().getByRole('combobox');
  await box.fill('morkos');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(box).toHaveValue('morkos');
  await box.press('Escape');
  await expect(offer(page)).toBeVisible();
}

test(`R0.23 ${String(idleRounds)} new versions while nothing is done: each comes with one press, one load, and none by itself; behind one that cannot be installed, and is found again and again, the next is offered`, async () => {
  test.setTimeout(roundsLimit);
  await onWholeDevice();
  for (let round = 0; round < idleRounds; round += 1) {
    const loads = countLoads(page);
    if (await deploy()) {
      await expect(offer(page)).toBeVisible();
      if (round === 0) await staysAsItWas();
      expect(loads()).toBe(0);
      const pressedAt = performance.now();
      await yes(page).click();
      await expect.poll(() => shownVersion(page), { timeout: untilLetGo }).toBe(String(good));
      const took = performance.now() - pressedAt;
      // The version stands in the first bytes of the page, whose load ends later.
      await expect.poll(loads).toBeGreaterThan(0);
      // A worker that comes later than this is not waited for: the page has begun anew before it, twice at most.
      expect(loads()).toBeLessThanOrEqual(took < patience ? 1 : 3);
    } else {
      // What cannot be installed changes nothing, now, when it is found again, and after the next start.
      for (const _ of [1, 2, 3]) expect(await look()).toBe(false);
      await expect(offer(page)).toHaveCount(0);
      await page.reload();
      expect(await shownVersion(page)).toBe(String(good));
    }
    await expect(page.getByRole('banner')).toBeVisible();
  }
  await test.step('one that came between the first bytes of a page and its first script is not missed', async () => {
    const loads = countLoads(page);
    await page.evaluate(() => sessionStorage.setItem('UPDATE_AGREED', `${Date.now()} 1`));
    await page.reload();
    await expect.poll(loads).toBe(2);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('UPDATE_AGREED'))).toBeNull();
    await workerReady(page);
    expect(loads()).toBe(2);
  });
});

test(`${String(rounds)} new versions in the middle of an order: not offered, no word lost; offered when it is left`, async () => {
  test.setTimeout(roundsLimit);
  await onWholeDevice();
  await addToCart(page, await findProduct(page, isOrdinary));
  for (let round = 0; round < rounds; round += 1) {
    await page.goto('/apmokejimas');
    const email = page.getByLabel('El. paštas');
    if (!(await email.isVisible().catch(() => false))) {
      const next = page.getByRole('button', { name: 'Toliau: adresas' });
      await expect(next.or(email).first()).toBeVisible();
      if (await next.isVisible()) await toAddress(page);
    }
    const words = `rasa${String(round)}@example.lt`;
    await email.fill(words);
    const loads = countLoads(page);
    const isNew = await deploy();
    await expect(offer(page)).toHaveCount(0);
    await expect(email).toHaveValue(words);
    expect(loads()).toBe(0);
    await page.goto('/');
    if (isNew) {
      await expect(offer(page)).toBeVisible();
      await yes(page).click();
    }
    await expect.poll(() => shownVersion(page), { timeout: untilLetGo }).toBe(String(good));
  }
});

test(`${String(rounds)} new versions with two tabs: a yes in one takes both along`, async () => {
  test.setTimeout(roundsLimit);
  await onWholeDevice();
  await addToCart(page, await findProduct(page, isOrdinary));
  await page.goto('/');
  const other = await context.newPage();
  for (let round = 0; round < rounds; round += 1) {
    await other.goto('/krepselis');
    await expect(other.locator('main h1, main h2').first()).toBeVisible();
    await page.bringToFront();
    if (!(await deploy())) {
      await expect(offer(page)).toHaveCount(0);
      continue;
    }
    await expect(offer(page)).toBeVisible();
    // What the other tab sends meanwhile may ask for a second press.
    await expect(async () => {
      if (await yes(page).isVisible()) await yes(page).click({ timeout: 1_000 });
      await expect.poll(() => shownVersion(page), { timeout: 3_000 }).toBe(String(good));
    }).toPass({ timeout: untilLetGo });
    // The other tab is asked too, or has moved already because nobody sees it.
    await other.bringToFront();
    await expect(async () => {
      if (await yes(other).isVisible()) await yes(other).click({ timeout: 1_000 });
      expect(await shownVersion(other)).toBe(String(good));
    }).toPass({ timeout: untilLetGo });
  }
});

testWithPictures(
  'a yes is followed though the old worker has work that does not end: the page begins anew, and ends on the new version',
  async () => {
    await onWholeDevice();
    const other = await context.newPage();
    await other.goto('/');
    await page.bringToFront();
    expect(await deploy()).toBe(true);
    await expect(offer(page)).toBeVisible();
    // A picture of the other tab hangs in the worker's hands, for its time limit at most: it is not let go while it works.
    door.state = 'stall';
    const picture = '/images/280x320/scenes/never/00000000';
    await other.evaluate((address) => {
      new Image().src = address;
    }, picture);
    await expect.poll(() => door.asked).toContain(picture);
    const loads = countLoads(page);
    await yes(page).click();
    await expect.poll(loads, { timeout: 20_000 }).toBeGreaterThan(0);
    door.state = 'open';
    // The new worker comes when it may, and the page with it: nobody is asked again.
    await expect.poll(() => shownVersion(page), { timeout: untilLetGo }).toBe(String(good));
    expect(loads()).toBeLessThan(4);
  },
);

test(`${String(rounds)} new versions that are taken without a connection: the new shell opens from the device`, async () => {
  test.setTimeout(roundsLimit);
  await onWholeDevice();
  for (let round = 0; round < rounds; round += 1) {
    const isNew = await deploy();
    await context.setOffline(true);
    if (isNew) await expect(offer(page)).toBeVisible();
    else await page.reload();
    // A page that looks for its connection may wake the old worker in the very moment: then it is offered again.
    await expect(async () => {
      if (await yes(page).isVisible()) await yes(page).click({ timeout: 1_000 });
      await expect.poll(() => shownVersion(page), { timeout: 6_000 }).toBe(String(good));
    }).toPass({ timeout: 2 * untilLetGo });
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.locator('main h2').first()).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('status').filter({ hasText: 'Nėra ryšio' })).toHaveCount(0);
  }
});

/** Files of the shell on the device. */
const keptFiles = () =>
  page.evaluate(async () => {
    const [name] = (await caches.keys()).filter((one) => one.includes('precache'));
    return (await (await caches.open(name ?? '')).keys()).map(({ url }) => new URL(url).pathname).sort();
  });

test('a first worker gets the small files in one, the next version only what changed; without that file each is fetched alone', async () => {
  const asked = (address: RegExp) => door.asked.filter((one) => address.test(one)).length;
  await onNewDevice('fetched');
  expect(asked(/^\/shell-pack\.json$/)).toBe(1);
  const whole = await keptFiles();
  const styles = whole.filter((one) => one.endsWith('.css')).length;
  expect(styles).toBeGreaterThan(40);
  // What the page itself wanted.
  expect(asked(/^\/assets\/.+\.css$/)).toBeLessThan(styles / 2);
  door.asked.length = 0;
  await deploy();
  expect(asked(/^\/index\.html/)).toBe(1);
  expect(asked(/^\/(shell-pack|assets)/)).toBe(0);

  const { instead } = door;
  door.instead = (incoming, outgoing) => {
    if (incoming.url !== '/shell-pack.json') return instead(incoming, outgoing);
    outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in to the network</h1>');
    return true;
  };
  await context.close();
  await onNewDevice('fetched');
  expect(await keptFiles()).toEqual(whole);
});

test("a network's sign-in page in the place of the shell's page or icon is not installed, and the shop stays on the device", async () => {
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
  await newDevice();
  for (const file of [/^\/index\.html/, /^\/icons\/icon-192/])
    await test.step(`in the place of ${String(file)}`, async () => {
      gate = file;
      gated = 0;
      await page.goto('/');
      await expect.poll(() => gated).toBeGreaterThan(0);
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

test('the switch lets every worker and its caches go, and leaves what waits to be sent', async ({ shop }) => {
  await onWholeDevice();
  await turnWorker(shop, 'off');
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
    await turnWorker(shop, 'on');
  }
});

test('a worker that breaks every page is replaced by the safety worker within two navigations', async ({
  shop,
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
  await onNewDevice();
  await expect(page.getByRole('heading', { name: 'broken' })).toBeVisible();
  await turnWorker(shop, 'off');
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
    await turnWorker(shop, 'on');
  }
});
