/**
 * New versions of the shop, put out behind a door: the built worker and shell with another revision. The second of a row, and every
 * fourth after it, cannot be installed.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { openDoor, type Door } from './door.ts';
import {
  expect,
  installWorker,
  test as shopTest,
  testWithPictures as shopTestWithPictures,
  type NewContext,
} from './shop-fixture.ts';

/** ms that an old worker waits for a picture of another page. The shop's own workers wait 30 s (sw/images.ts). */
const pictureLimit = 12_000;
/** ms that an old worker may still be at work for other pages. */
export const untilLetGo = 45_000;

export interface Releases {
  door: Door;
  /** Number of the newest version that can be installed. */
  good: () => number;
  /** A page of another device, which has nothing of the shop yet. */
  newDevice(): Promise<Page>;
  /** A page of another device that has the worker that is given out now. */
  onNewDevice(files?: 'fetched'): Promise<Page>;
  /** The same, and what the page shows has come: a journey may go without a connection from here on. */
  onWholeDevice(): Promise<Page>;
  /** The next version is the first of another row. */
  beginAnew(): void;
  /** Puts the next version out and lets the browser of the page look for it; true when it waits to be taken. */
  deploy(page: Page): Promise<boolean>;
}

const isBroken = (place: number) => place % 4 === 2;

/** The shell's page, or the worker's script, of a version. */
function textOf(name: string, text: string, version: number, place: number): string {
  if (name !== '/sw.js')
    return text.replace('</head>', `<meta name="version" content="${String(version)}"></head>`);
  let script = text.replace(
    /("revision":")[0-9a-f]{32}(","url":"index\.html")/,
    `$1${String(version).padStart(32, '0')}$2`,
  );
  if (isBroken(place))
    script = script.replace(
      /(\[)(\{"revision")/,
      `$1{"revision":null,"url":"assets/gone-${String(version)}.js"},$2`,
    );
  script = script.replace('8e3:3e4', `8e3:${String(pictureLimit)}`);
  expect(script).toContain(String(pictureLimit));
  return `${script}\n// version ${String(version)}`;
}

/** Lets the browser look for a new version; true when one waits to be taken. */
export const look = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => undefined);
    const worker = registration?.installing ?? registration?.waiting;
    if (!worker) return false;
    while (worker.state === 'installing')
      await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
    return worker.state === 'installed';
  });

async function openReleases(shopUrl: string, newContext: NewContext): Promise<Releases> {
  const door = await openDoor(shopUrl);
  /** What the door gives out, and its place in the row; `good` is the newest that can be installed. */
  let version = 0;
  let place = 0;
  let good = 0;
  /** The newest version that the browser has fetched. */
  let given = 0;
  const give = async (name: string, outgoing: ServerResponse) => {
    const answer = await fetch(shopUrl + name);
    const text = await answer.text();
    if (name === '/sw.js') given = version;
    const kept = ['content-type', 'content-security-policy', 'cache-control'].map((header) => [
      header,
      answer.headers.get(header) ?? '',
    ]);
    outgoing.writeHead(answer.status, Object.fromEntries(kept)).end(textOf(name, text, version, place));
  };
  door.instead = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const name = /^\/(sw\.js|index\.html)/.exec(incoming.url ?? '')?.[0];
    if (!name || door.state !== 'open') return false;
    void give(name, outgoing);
    return true;
  };
  const releases: Releases = {
    door,
    good: () => good,
    newDevice: async () => (await newContext({ baseURL: door.url })).newPage(),
    async onNewDevice(files) {
      const page = await releases.newDevice();
      await installWorker(page, files);
      await page.goto('/');
      return page;
    },
    async onWholeDevice() {
      const page = await releases.onNewDevice();
      await expect(page.locator('main h2').first()).toBeVisible();
      return page;
    },
    beginAnew: () => (place = 0),
    async deploy(page) {
      version += 1;
      place += 1;
      let installed = false;
      // A look that a navigation began before the version was out counts for ours too, and finds nothing.
      await expect
        .poll(async () => {
          installed = await look(page);
          return given;
        })
        .toBe(version);
      expect(installed).toBe(!isBroken(place));
      if (installed) good = version;
      return installed;
    },
  };
  return releases;
}

const withReleases = {
  releases: async (
    { newContext, shop }: { newContext: NewContext; shop: { url: string } },
    use: (releases: Releases) => Promise<void>,
  ) => {
    const releases = await openReleases(shop.url, newContext);
    await use(releases);
    await releases.door.close();
  },
};
export const test = shopTest.extend<{ releases: Releases }>(withReleases);
export const testWithPictures = shopTestWithPictures.extend<{ releases: Releases }>(withReleases);
