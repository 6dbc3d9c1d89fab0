/** The phone of one browser schedule: its pages, its link, its death, and what lies in its storage. */
import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readEntry } from '#offline/outbox/outbox-entry.ts';
import type { CartRecord } from '#offline/outbox/outbox-records.ts';
import { waitingCart } from '#domain/waiting/waiting-cart.ts';
import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { expect, quietPage, shopOrigin, startBrowser, type RunningBrowser } from './browser-device.ts';
import type { BrowserShop } from './browser-shop.ts';

export interface Stored {
  /** Token of the cart in front: what the outbox says, which local storage may have lost or not lost yet. */
  token: string | null;
  entries: WaitingCommand[];
  unreadable: number;
  carts: Map<string, CartRecord>;
}

export interface BrowserPhone {
  /** The page in front, opened if there is none. */
  front(): Promise<Page>;
  openTab(): Promise<Page>;
  /** By a link or as a step back does it, within the page, or as a start of its own. */
  go(address: string): Promise<Page>;
  /** The page in front is one of the shop's screens. */
  isInShop(): Promise<boolean>;
  setLink(isUp: boolean, isKnown?: boolean): Promise<void>;
  isLinkUp: () => boolean;
  /** All its processes are killed; it is started again. */
  die(): Promise<void>;
  stopWorker(): Promise<void>;
  stored(): Promise<Stored>;
  /** Pieces by code, as the cart of this device is: the shop's last answer and what waits. */
  cartOf(stored: Stored): Record<string, number>;
  end(): Promise<void>;
}

/** Everything of the outbox, read past the code that writes it. */
function readStorage(): Promise<{ token: string | null; entries: unknown[]; carts: unknown[] }> {
  const all = (stores: IDBTransaction, name: string, keys?: IDBKeyRange) =>
    new Promise<unknown[]>((resolve, reject) => {
      const request = stores.objectStore(name).getAll(keys);
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
  return (async () => {
    const known = localStorage.getItem('CART_TOKEN');
    // Asked by name: opening would make it.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'arimas-outbox'))
      return { token: known, entries: [], carts: [] };
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('arimas-outbox');
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
    try {
      // In one: what was written between two readings never stood together.
      const stores = db.transaction(['meta', 'entries', 'carts']);
      const [[token], entries, carts] = await Promise.all([
        all(stores, 'meta', IDBKeyRange.only('cart')),
        all(stores, 'entries'),
        all(stores, 'carts'),
      ]);
      return { token: typeof token === 'string' ? token : null, entries, carts };
    } finally {
      db.close();
    }
  })();
}

/** The files of a database stay locked until the last process of a killed browser is gone: a reader who comes first asks again. */
async function unlocked<T>(read: () => Promise<T>): Promise<T> {
  const until = performance.now() + 5_000;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!String(error).includes('opening backing store') || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

/**
 * From one screen to another within the page, as nearly every step of a person is: by a link that is there, else as a step
 * through the history. False where it did not get there.
 */
async function goWithin(page: Page, address: string): Promise<boolean> {
  const isProduct = (one: string) => one.startsWith('/p/');
  try {
    const before = await page.evaluateHandle((to) => {
      const old = document.querySelector('main')?.firstElementChild ?? null;
      const link = document.querySelector<HTMLAnchorElement>(`a[href="${to}"]`);
      if (link) link.click();
      else {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }
      return old;
    }, address);
    // The screen of the next product is the same one with other words: who looks at it waits for its name.
    const isSame = isProduct(address) && isProduct(new URL(page.url()).pathname);
    await page.waitForFunction(
      ({ old, to, same }) =>
        location.pathname === to &&
        (same ||
          (old !== (document.querySelector('main')?.firstElementChild ?? null) &&
            document.querySelector('main h1, main h2') !== null)),
      { old: before, to: address, same: isSame },
      { timeout: 5_000, polling: 100 },
    );
    return true;
  } catch {
    // It began anew meanwhile, or waits for what does not come.
    return false;
  }
}

async function readStored(page: Page): Promise<Stored> {
  // What a death has left is read before the shop itself looks at it.
  if (!page.url().startsWith(shopOrigin)) await page.goto(quietPage, { waitUntil: 'commit' });
  const { token, entries, carts } = await unlocked(() => page.evaluate(readStorage));
  const read = entries.map(readEntry);
  return {
    token,
    entries: read.flatMap((one) => (one.kind === 'broken' ? [] : [one.entry])),
    unreadable: read.filter((one) => one.kind === 'broken').length,
    carts: new Map((carts as CartRecord[]).map((one) => [one.token, one])),
  };
}

/** Pieces by code, as the cart of this device is: the shop's last answer and what waits. */
function cartOf({ token, entries, carts }: Stored): Record<string, number> {
  if (token === null) return {};
  let at = token;
  for (let moved = carts.get(at)?.movedTo; moved; moved = carts.get(at)?.movedTo) at = moved;
  const { items } = waitingCart(carts.get(at)?.order ?? null, entries, {
    token: at,
    locale: 'lt',
    channel: 'retail',
    currencyCode: 'EUR',
  });
  return Object.fromEntries(items.map((item) => [item.variant.code, item.quantity]));
}

export interface PhoneOptions {
  /** Takes faults of the page itself. */
  problems: string[];
  /** Fetches pictures and what may be wanted next; else its shopper saves data. */
  isLavish: boolean;
  /** Whether the next screen is reached within the page; else the page is loaded anew. */
  isWithin: () => boolean;
  log: (line: string) => void;
}

export async function aBrowserPhone(
  shop: BrowserShop,
  { problems, isLavish, isWithin, log }: PhoneOptions,
): Promise<BrowserPhone> {
  const profile = shop.newProfile(isLavish ? 'lavish' : 'thrifty');
  const { proxy } = shop;
  let browser: RunningBrowser = await startBrowser(profile, proxy.origin, isLavish);
  const pages: Page[] = [];
  const follow = (page: Page): Page => {
    page.setDefaultTimeout(15_000);
    page.on('pageerror', (error) => {
      log(`  pageerror: ${error.message}`);
      problems.push(`I12: the page failed: ${error.message}`);
    });
    pages.push(page);
    page.once('close', () => pages.splice(pages.indexOf(page), 1));
    return page;
  };
  const followFirst = () => {
    const [first] = browser.context.pages();
    if (first) follow(first);
  };
  let isKnown = false;
  const openTab = async () => {
    const page = follow(await browser.context.newPage());
    if (isKnown) await browser.context.setOffline(true);
    return page;
  };
  const front = async () => pages.at(-1) ?? openTab();
  const go = async (address: string) => {
    const page = await front();
    const isThere =
      // Who is there already stays.
      page.url() === shopOrigin + address ||
      (page.url().startsWith(`${shopOrigin}/`) &&
        page.url() !== quietPage &&
        isWithin() &&
        (await goWithin(page, address)));
    if (!isThere) await page.goto(shopOrigin + address, { waitUntil: 'commit' });
    await expect(page.getByRole('banner'), 'I12: the shop opens').toBeVisible({ timeout: 15_000 });
    return page;
  };
  const phone: BrowserPhone = {
    front,
    openTab,
    go,
    isInShop: async () => {
      const url = (await front()).url();
      return url.startsWith(shopOrigin) && url !== quietPage;
    },
    setLink: async (isUp, known = false) => {
      proxy.isCut = !isUp;
      if (known === isKnown && isUp !== known) return;
      isKnown = !isUp && known;
      await browser.context.setOffline(isKnown);
    },
    isLinkUp: () => !proxy.isCut,
    die: async () => {
      pages.length = 0;
      await browser.kill();
      isKnown = false;
      browser = await startBrowser(profile, proxy.origin, isLavish);
      followFirst();
    },
    stopWorker: async () => {
      const page = await front();
      const session = await browser.context.newCDPSession(page);
      await session.send('ServiceWorker.enable');
      await session.send('ServiceWorker.stopAllWorkers');
      await session.detach();
    },
    stored: async () => readStored(await front()),
    cartOf,
    end: async () => {
      await browser.kill();
      proxy.isCut = false;
      proxy.release();
      rmSync(profile, { recursive: true, force: true });
    },
  };
  followFirst();
  return phone;
}
