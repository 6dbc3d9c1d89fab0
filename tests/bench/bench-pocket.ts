/**
 * The catalogue in the pocket: what it costs over the wire for 10,000 products, and how long lists and searches over it take on a
 * device with a quarter of this machine's speed, in the worker and for the page.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Page, type Worker as PageWorker } from '@playwright/test';
import { removeData } from '#server/database/postgres-place.ts';
import { browserOptions } from './browser-options.ts';
import { listAsks, suggestionAsks } from './bench-lists.ts';
import { figure, startBenchShop, type Figure } from './bench-shop.ts';
import { generateFeed } from './generate-feed.ts';

/** Items of the feed that come to ten thousand products: some goods have several sizes. */
const items = 13_600;
const goal = 50;
/** A device with a fourth of this machine's speed. */
const slower = 4;

/** An answer as it comes over the wire, and its text. */
function ask(address: string): Promise<{ bytes: number; json: { cursor: string; complete: boolean; products: unknown[] } }> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'Accept-Encoding': 'br', 's-locale': 'lt' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => {
        void fetch(address, { headers: { 's-locale': 'lt' } }).then(async (plain) => resolve({ bytes, json: (await plain.json()) as { cursor: string; complete: boolean; products: unknown[] } }));
      });
    }).on('error', reject);
  });
}

/** All answers of a run. */
async function run(url: string, since?: string): Promise<{ bytes: number; products: number; cursor: string }> {
  const sum = { bytes: 0, products: 0, cursor: since ?? '' };
  for (let isOver = false; !isOver;) {
    const { bytes, json } = await ask(`${url}/api/v2/shop/catalogue-snapshot?limit=2500${sum.cursor === '' ? '' : `&since=${sum.cursor}`}`);
    sum.bytes += bytes;
    sum.products += json.products.length;
    sum.cursor = json.cursor;
    isOver = json.complete;
  }
  return sum;
}

/** What the page of the shop asks its worker, from its own line to it. */
async function askWorker(page: Page, worker: PageWorker, asks: readonly string[]): Promise<{ times: number[]; inWorker: number[]; longest: number }> {
  const { times, longest } = await askFromPage(page, asks);
  const took = await worker.evaluate(() => (globalThis as unknown as { took: Record<number, number> }).took);
  return { times, inWorker: asks.map((_, at) => took[firstId + at] ?? Number.NaN), longest };
}

/** Ids of questions that no page of the shop asks. */
const firstId = 1_000_000;

/** From now on the worker notes for each question how long its thread was at it, the copying of the answer included. */
async function timeWorker(worker: PageWorker): Promise<void> {
  await worker.evaluate(() => {
    const line = globalThis as unknown as Pick<Worker, 'postMessage' | 'addEventListener'> & { took: Record<number, number> };
    const begun = new Map<number, number>();
    line.took = {};
    line.addEventListener('message', ({ data }: MessageEvent<{ id: number }>) => begun.set(data.id, performance.now()), { capture: true });
    const send = line.postMessage.bind(line) as (message: unknown) => void;
    line.postMessage = (message: { id?: number }) => {
      send(message);
      const { id } = message;
      if (id !== undefined) line.took[id] = performance.now() - (begun.get(id) ?? Number.NaN);
    };
  });
}

function askFromPage(page: Page, asks: readonly string[]): Promise<{ times: number[]; longest: number }> {
  return page.evaluate(async ({ addresses, first }) => {
    const worker = (globalThis as unknown as { pocketWorker?: Worker }).pocketWorker;
    if (!worker) throw new Error('No catalogue worker');
    let longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    }).observe({ type: 'longtask' });
    const times: number[] = [];
    for (const [at, address] of addresses.entries()) {
      const url = new URL(address, location.origin);
      const query: Record<string, unknown> = {};
      for (const [name, value] of url.searchParams) {
        const [, group, member] = /^(\w+)\[(\w*)\]/.exec(name) ?? [];
        if (group === undefined) query[name] = value;
        else if (name.endsWith('[]')) query[group] = { ...(query[group] as object | undefined), [member ?? '']: [value] };
        else query[group] = { ...(query[group] as object | undefined), [member ?? '']: value };
      }
      const id = first + at;
      const startedAt = performance.now();
      await new Promise<void>((resolve) => {
        const hear = ({ data }: MessageEvent<{ id?: number }>) => {
          if (data.id !== id) return;
          worker.removeEventListener('message', hear);
          resolve();
        };
        worker.addEventListener('message', hear);
        worker.postMessage({ id, do: 'answer', scope: { channel: 'retail', locale: 'lt' }, ask: { name: address.includes('suggestions') ? 'suggestions' : 'products', query } });
      });
      times.push(performance.now() - startedAt);
    }
    return { times, longest };
  }, { addresses: asks, first: firstId });
}

const p95 = (times: readonly number[]): number => times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;

export async function measurePocket(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'arimas-bench-pocket-'));
  const figures: Figure[] = [];
  try {
    const shop = await startBenchShop(folder);
    const browser = await chromium.launch(browserOptions());
    try {
      const importFeed = async (count: number) => {
        const file = path.join(folder, 'feed.xml');
        await generateFeed(count, file);
        await promisify(execFile)(process.execPath, ['server/shop.ts', 'import', file], { env: { ...process.env, DATA_DIR: folder }, maxBuffer: 10_000_000 });
      };
      await importFeed(items);
      let whole = await run(shop.url);
      // The shop reads what was imported in its own time, and looks at the snapshot once a minute.
      for (const until = Date.now() + 180_000; whole.products < 10_000 && Date.now() < until; whole = await run(shop.url)) await new Promise((resolve) => setTimeout(resolve, 5_000));
      figures.push(
        figure('products in the snapshot', whole.products, '', '>= 10,000', whole.products >= 10_000),
        figure('snapshot over the wire', whole.bytes / 1e6, 'MB brotli', '<= 1.0', whole.bytes <= 1e6),
      );
      const page = await browser.newPage();
      // The page keeps its worker to itself: it is noted when it is made.
      await page.addInitScript(() => {
        const Made = Worker;
        Object.assign(globalThis, {
          Worker: class extends Made {
            constructor(address: string | URL, options?: WorkerOptions) {
              super(address, options);
              if (options?.name === 'pocket') Object.assign(globalThis, { pocketWorker: this });
            }
          },
        });
      });
      await page.goto(`${shop.url}/sis-irenginys`);
      await page.mouse.move(2, 2);
      const box = page.getByRole('checkbox', { name: 'Laikyti katalogą šiame įrenginyje' });
      await page.getByText(/Reikės atsisiųsti apie/).waitFor();
      const startedAt = performance.now();
      await box.check();
      await page.getByText(/Laikoma prekių/).waitFor({ timeout: 120_000 });
      figures.push(figure('fetched and kept', (performance.now() - startedAt) / 1000, 's', 'information', true));
      const session = await page.context().newCDPSession(page);
      // The emulation slows the thread of the page, not those of its workers.
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
      const worker = page.workers().find((one) => one.url().includes('pocket'));
      if (!worker) throw new Error('No catalogue worker');
      await timeWorker(worker);
      const lists = listAsks(200);
      const typed = suggestionAsks(200);
      const opening = await askWorker(page, worker, [typed[0] ?? '']);
      figures.push(figure('read from the disk to the first suggestion', opening.times[0] ?? 0, 'ms', 'information', true));
      for (const [name, asks] of [
        ['facets and lists', lists],
        ['search while typing', typed],
      ] as const) {
        await askWorker(page, worker, asks.slice(0, 20));
        const { times, inWorker, longest } = await askWorker(page, worker, asks);
        // The page's part is slowed by the emulation, the worker's by counting its own time as often as it is slower.
        const slowed = times.map((time, at) => time + (slower - 1) * (inWorker[at] ?? 0));
        figures.push(
          figure(`${name}, in the worker's thread as fast as this machine, p95`, p95(inWorker), 'ms', 'information', true),
          figure(`${name}, ${slower}x slowed page and worker, question to answer, p95`, p95(slowed), 'ms', `< ${goal}`, p95(slowed) < goal),
          figure(`${name}, longest task of the ${slower}x slowed page`, longest, 'ms', `<= ${goal}`, longest <= goal),
        );
      }
    } finally {
      await browser.close();
      await shop.stop();
    }
  } finally {
    removeData(folder);
  }
  return figures;
}
