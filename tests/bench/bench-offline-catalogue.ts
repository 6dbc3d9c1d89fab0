/**
 * The catalogue on the device: what it costs over the wire for 10,000 products, and how long lists and searches over it take on a
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
function ask(
  address: string,
): Promise<{ bytes: number; json: { cursor: string; complete: boolean; products: unknown[] } }> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'Accept-Encoding': 'br', 's-locale': 'lt' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => {
        void fetch(address, { headers: { 's-locale': 'lt' } }).then(async (plain) =>
          resolve({
            bytes,
            json: (await plain.json()) as { cursor: string; complete: boolean; products: unknown[] },
          }),
        );
      });
    }).on('error', reject);
  });
}

/** All answers of a run. */
async function run(
  url: string,
  since?: string,
): Promise<{ bytes: number; products: number; cursor: string }> {
  const sum = { bytes: 0, products: 0, cursor: since ?? '' };
  for (let isOver = false; !isOver;) {
    const { bytes, json } = await ask(
      `${url}/api/v2/shop/catalogue-snapshot?limit=2500${sum.cursor === '' ? '' : `&since=${sum.cursor}`}`,
    );
    sum.bytes += bytes;
    sum.products += json.products.length;
    sum.cursor = json.cursor;
    isOver = json.complete;
  }
  return sum;
}

interface Ask {
  name: 'suggestions' | 'products';
  query: Record<string, unknown>;
}

/** A question as the page gives it to its worker, from the address that the shop would be asked at. */
function readAsk(address: string): Ask {
  const query: Record<string, unknown> = {};
  for (const [name, value] of new URL(address, 'http://shop').searchParams) {
    const [, group, member] = /^(\w+)\[(\w*)\]/.exec(name) ?? [];
    if (group === undefined) query[name] = value;
    else
      query[group] = {
        ...(query[group] as object | undefined),
        [member ?? '']: name.endsWith('[]') ? [value] : value,
      };
  }
  return { name: address.includes('suggestions') ? 'suggestions' : 'products', query };
}

/** From question to answer on the page's own line to its worker (ms), and the longest task of the page meanwhile. */
function askFromPage(page: Page, given: readonly Ask[]): Promise<{ times: number[]; longest: number }> {
  return page.evaluate(async (asks) => {
    const worker = (globalThis as unknown as { pocketWorker?: Worker }).pocketWorker;
    if (!worker) throw new Error('No catalogue worker');
    let longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    }).observe({ type: 'longtask' });
    const times: number[] = [];
    for (const [at, ask] of asks.entries()) {
      // No page of the shop counts so far.
      const id = 1_000_000 + at;
      const startedAt = performance.now();
      await new Promise<void>((resolve) => {
        const hear = ({ data }: MessageEvent<{ id?: number }>) => {
          if (data.id !== id) return;
          worker.removeEventListener('message', hear);
          resolve();
        };
        worker.addEventListener('message', hear);
        worker.postMessage({ id, do: 'answer', scope: { channel: 'retail', locale: 'lt' }, ask });
      });
      times.push(performance.now() - startedAt);
    }
    return { times, longest };
  }, given);
}

/** How long the worker's own thread is at each of them (ms), the copying of the answer included. */
function askInWorker(worker: PageWorker, given: readonly Ask[]): Promise<number[]> {
  return worker.evaluate(async (asks) => {
    const line = globalThis as unknown as Pick<Worker, 'postMessage' | 'dispatchEvent'>;
    const send = line.postMessage.bind(line) as (message: unknown) => void;
    const times: number[] = [];
    try {
      for (const [at, ask] of asks.entries()) {
        const id = 2_000_000 + at;
        const startedAt = performance.now();
        await new Promise<void>((resolve) => {
          line.postMessage = (message: { id?: number }) => {
            send(message);
            if (message.id === id) resolve();
          };
          line.dispatchEvent(
            new MessageEvent('message', {
              data: { id, do: 'answer', scope: { channel: 'retail', locale: 'lt' }, ask },
            }),
          );
        });
        times.push(performance.now() - startedAt);
      }
    } finally {
      line.postMessage = send;
    }
    return times;
  }, given);
}

const p95 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;

/** The page keeps its worker to itself: it is noted when it is made. */
async function noteWorker(page: Page): Promise<void> {
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
}

export async function measureOfflineCatalogue(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'arimas-bench-catalogue-'));
  const figures: Figure[] = [];
  try {
    const shop = await startBenchShop(folder);
    const browser = await chromium.launch(browserOptions());
    try {
      const importFeed = async (count: number) => {
        const file = path.join(folder, 'feed.xml');
        await generateFeed(count, file);
        await promisify(execFile)(process.execPath, ['server/shop.ts', 'import', file], {
          env: { ...process.env, DATA_DIR: folder },
          maxBuffer: 10_000_000,
        });
      };
      await importFeed(items);
      let whole = await run(shop.url);
      // The shop reads what was imported in its own time, and looks at the snapshot once a minute.
      for (
        const until = Date.now() + 180_000;
        whole.products < 10_000 && Date.now() < until;
        whole = await run(shop.url)
      )
        await new Promise((resolve) => setTimeout(resolve, 5_000));
      figures.push(
        figure('products in the snapshot', whole.products, '', '>= 10,000', whole.products >= 10_000),
        figure('snapshot over the wire', whole.bytes / 1e6, 'MB brotli', '<= 1.0', whole.bytes <= 1e6),
      );
      const page = await browser.newPage();
      await noteWorker(page);
      await page.goto(`${shop.url}/sis-irenginys`);
      await page.mouse.move(2, 2);
      const box = page.getByRole('checkbox', { name: 'Laikyti katalogą šiame įrenginyje' });
      await page.getByText(/Reikės atsisiųsti apie/).waitFor();
      const startedAt = performance.now();
      await box.check();
      await page.getByText(/Laikoma prekių/).waitFor({ timeout: 120_000 });
      figures.push(
        figure('fetched and kept', (performance.now() - startedAt) / 1000, 's', 'information', true),
      );
      const session = await page.context().newCDPSession(page);
      // The emulation slows the thread of the page, not those of its workers.
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
      const worker = page.workers().find((one) => one.url().includes('-worker-'));
      if (!worker) throw new Error('No catalogue worker');
      const lists = listAsks(200).map(readAsk);
      const typed = suggestionAsks(200).map(readAsk);
      const opening = await askFromPage(page, typed.slice(0, 1));
      figures.push(
        figure(
          'read from the disk to the first suggestion',
          opening.times[0] ?? 0,
          'ms',
          'information',
          true,
        ),
      );
      for (const [name, asks] of [
        ['facets and lists', lists],
        ['search while typing', typed],
      ] as const) {
        await askFromPage(page, asks.slice(0, 20));
        const inWorker = await askInWorker(worker, asks);
        const { times, longest } = await askFromPage(page, asks);
        // The page's part is slowed by the emulation, the worker's by counting its own time as often as it is slower.
        const slowed = times.map((time, at) => time + (slower - 1) * (inWorker[at] ?? 0));
        figures.push(
          figure(
            `${name}, in the worker's thread as fast as this machine, p95`,
            p95(inWorker),
            'ms',
            'information',
            true,
          ),
          figure(
            `${name}, ${slower}x slowed page and worker, question to answer, p95`,
            p95(slowed),
            'ms',
            `< ${goal}`,
            p95(slowed) < goal,
          ),
          figure(
            `${name}, longest task of the ${slower}x slowed page`,
            longest,
            'ms',
            `<= ${goal}`,
            longest <= goal,
          ),
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
