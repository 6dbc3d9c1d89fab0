/**
 * A shop per worker: the production build and the real server, as a process of its own, on a database of its own that
 * is cloned from the seeded template. Tests import `test` and `expect` from here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import {
  devices,
  expect as patient,
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { startShop, type RunningShop } from '#tests/running-shop.ts';
import { withoutPictures } from '#tests/test-browser.ts';
import { tellOutbox } from './outbox-log.ts';
import { notePresses, tellPresses } from './press-log.ts';

/**
 * Asks again after 50 ms and from then on every 100 ms: Playwright's own pauses grow to a second, and a journey that polls ten
 * times would sleep for several seconds after what it waits for has come.
 */
const quickPoll: typeof patient.poll = (actual, options) =>
  patient.poll(actual, {
    intervals: [50, 100],
    ...(typeof options === 'string' ? { message: options } : options),
  });
export const expect: typeof patient = new Proxy(patient, {
  get: (target, name) => (name === 'poll' ? quickPoll : (Reflect.get(target, name) as unknown)),
});

/** The shopper has refused the catalogue on this device before. */
const refuseCatalogue = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    try {
      if (localStorage.getItem('POCKET') === null) localStorage.setItem('POCKET', 'off');
    } catch {
      // A journey without storage.
    }
  });

/**
 * The worker does not come by itself: a page that stands for some seconds would fetch and keep two hundred files for it, which is
 * more work than the page was. Its registration is on its way, as it is for the first seconds of any first visit; one that the
 * journey has put there (`installWorker`) is the page's as ever.
 */
const keepWorkerAway = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    // None where the address is not the shop's own.
    if (!('ServiceWorkerContainer' in globalThis)) return;
    const { prototype } = ServiceWorkerContainer;
    const register = Reflect.get(prototype, 'register') as ServiceWorkerContainer['register'];
    prototype.register = async function (this: ServiceWorkerContainer, ...given) {
      return (await this.getRegistration()) ? register.apply(this, given) : new Promise(() => {});
    };
    Object.assign(globalThis, { registerWorker: register });
  });

/** The shop is the one of retail at `localhost`, and that of businesses at its other name: a shop of their own would cost a browser too. */
const businessHost = '127.0.0.1';
/** The address of the same shop as businesses know it. */
export const ofBusiness = (shop: RunningShop): string => shop.url.replace('localhost', businessHost);

export type NewContext = (options?: BrowserContextOptions) => Promise<BrowserContext>;

interface Fixtures {
  consoleErrors: string[];
  catalogueComes: boolean;
  workerComes: boolean;
  /** Whose windows the devices of the journey are. */
  deviceBrowser: Browser;
  /** Another device, as this journey's first one is; ends with the journey. */
  newContext: NewContext;
}

export const test = base.extend<Fixtures, { shop: RunningShop; pictureBrowser: Browser }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that nothing else is needed
    async ({}, use) => {
      const shop = await startShop({ CHANNEL_BY_HOST: `${businessHost}=business` });
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** A second browser beside the shop, begun where it is asked for: a worker of its own would begin a shop of its own too. */
  pictureBrowser: [
    async ({ playwright, launchOptions }, use) => {
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args: (launchOptions.args ?? []).filter((one) => one !== withoutPictures),
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  deviceBrowser: async ({ browser }, use) => use(browser),
  baseURL: async ({ shop }, use) => use(shop.url),
  /**
   * Whether the catalogue comes to the device by itself (decision 27). By default it was refused, as journeys of other things
   * need pages that the device has never seen.
   */
  catalogueComes: [false, { option: true }],
  /** Whether the worker comes to the device by itself, some seconds after its first page. */
  workerComes: [false, { option: true }],
  context: async ({ context, catalogueComes, workerComes, consoleErrors }, use) => {
    await prepareFirst(context, { catalogueComes, workerComes, consoleErrors });
    await use(context);
    expect(consoleErrors).toEqual([]);
  },
  page: async ({ page }, use, info) => {
    await use(page);
    // Before they are closed.
    await tellPresses(page.context(), info);
    await tellOutbox(page.context(), info);
  },
  newContext: async ({ deviceBrowser, catalogueComes, workerComes }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options) => {
      const context = await deviceBrowser.newContext(options);
      opened.push(context);
      if (!workerComes && options?.serviceWorkers !== 'block') await keepWorkerAway(context);
      if (!catalogueComes) await refuseCatalogue(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
  /**
   * Console errors and refusals of the content security policy on the first device; every journey that uses it ends without
   * them. One that asks without a page, or takes devices of its own, opens none.
   */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that nothing else is needed
  consoleErrors: async ({}, use) => use([]),
});

/** For journeys that look at pictures themselves, or at what they cost: the others are not shown any. */
export const testWithPictures = test.extend({
  deviceBrowser: async ({ pictureBrowser }, use) => use(pictureBrowser),
  context: async ({ pictureBrowser, catalogueComes, workerComes, consoleErrors }, use) => {
    const context = await pictureBrowser.newContext();
    await prepareFirst(context, { catalogueComes, workerComes, consoleErrors });
    await use(context);
    await context.close();
    expect(consoleErrors).toEqual([]);
  },
});

/** What every journey's first device is. */
async function prepareFirst(
  context: BrowserContext,
  given: Pick<Fixtures, 'catalogueComes' | 'workerComes' | 'consoleErrors'>,
): Promise<void> {
  watchPages(context, given.consoleErrors);
  if (!given.workerComes) await keepWorkerAway(context);
  if (!given.catalogueComes) await refuseCatalogue(context);
  await notePresses(context);
}

function watchPages(context: BrowserContext, errors: string[]): void {
  context.on('page', (page: Page) => {
    page.on('pageerror', (error) => errors.push(`pageerror: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      // A request that fails while the network is cut, or a page that is rightly a 404, is no fault of the page.
      if (/Failed to load resource|net::ERR_|error occurred when fetching the script/.test(message.text()))
        return;
      errors.push(message.text());
    });
  });
}

/** Scripts and styles of the build by address, as a device keeps them. */
const builtFiles = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync('dist/assets')
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => [`/assets/${name}`, readFileSync(`dist/assets/${name}`, 'utf8')]),
  );
let filesOnDevice: string | undefined;

/**
 * Puts the shop's worker on the device, with the whole shell in its caches: what a first visit does by itself once its first
 * seconds, which are the page's, are over. Before a page is opened, the page is that of a returning visitor from its start;
 * afterwards the worker takes the open page over. Scripts and styles are laid there first, in one piece: a worker that fetches
 * two hundred of them costs as much work as two pages. How it does that is the matter of `installed.e2e.ts` and `updates.e2e.ts`.
 */
export async function installWorker(
  page: Page,
  files: 'laid there' | 'fetched' = 'laid there',
): Promise<void> {
  filesOnDevice ??= JSON.stringify(builtFiles());
  const helper = await page.context().newPage();
  // Without the policy that lets only the shop's own script register a worker, at an address that a worker leaves alone.
  await helper.route('**/*', (route) =>
    route.request().url().endsWith('/files')
      ? route.fulfill({
          contentType: 'application/json',
          body: files === 'fetched' ? '{}' : (filesOnDevice ?? ''),
        })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await helper.goto('/healthz');
  await helper.evaluate(async () => {
    const files = (await (await fetch('/healthz/files')).json()) as Record<string, string>;
    const cache = await caches.open(`workbox-precache-v2-${location.origin}/`);
    const headers = (address: string) => ({
      'Content-Type': `text/${address.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Date: new Date().toUTCString(),
    });
    await Promise.all(
      Object.entries(files).map(([address, text]) =>
        cache.put(address, new Response(text, { headers: headers(address) })),
      ),
    );
    type Register = ServiceWorkerContainer['register'];
    const { registerWorker } = globalThis as { registerWorker?: Register };
    const register = registerWorker ?? (Reflect.get(navigator.serviceWorker, 'register') as Register);
    await register.call(navigator.serviceWorker, '/sw.js', { updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
  });
  await helper.close();
  if (page.url() !== 'about:blank') await workerReady(page);
}

/** A phone. Not a project of its own, whose workers would begin browsers and shops anew. */
const { defaultBrowserType: _, ...phoneOptions } = devices['Pixel 7'];
export const phone = phoneOptions;

/** Puts cells into the device's local storage before its first page begins, once: what the page does with them afterwards stays. */
export const layOnDevice = (page: Page, cells: Record<string, string>): Promise<unknown> =>
  page.addInitScript((given) => {
    const mark = `by the test: ${Object.keys(given).join(', ')}`;
    const last = Object.values(given).at(-1) ?? '';
    if (localStorage.getItem(mark) === last) return;
    localStorage.setItem(mark, last);
    for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value);
  }, cells);

/** Waits until the worker of the page controls it and what it fetched is in the caches. */
export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
}

/** The saved answers hold one whose key has this word. */
export async function saved(page: Page, word: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        (wanted) =>
          new Promise<boolean>((resolve) => {
            const request = indexedDB.open('arimas-shared');
            request.addEventListener('error', () => resolve(false));
            request.addEventListener('success', () => {
              const db = request.result;
              if (!db.objectStoreNames.contains('values')) {
                resolve(false);
                return;
              }
              const keys = db.transaction('values').objectStore('values').getAllKeys();
              keys.addEventListener('success', () => {
                db.close();
                resolve(keys.result.some((key) => typeof key === 'string' && key.includes(wanted)));
              });
            });
          }),
        word,
      ),
    )
    .toBe(true);
}
