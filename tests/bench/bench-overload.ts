import { fork } from 'node:child_process';
import path from 'node:path';
import { figure, startBenchShop, type Figure } from './bench-shop.ts';
import type { OpenLoad, OpenLoadResult } from './open-load.ts';
import { samplePaths } from './sample-paths.ts';

const seconds = 20;
const headers = { 's-channel': 'retail', 's-locale': 'lt', Accept: 'application/json' };

function openLoad(url: string, load: OpenLoad): Promise<OpenLoadResult> {
  const child = fork(path.join(import.meta.dirname, 'open-load.ts'), [url]);
  return new Promise((resolve, reject) => {
    child.once('message', (result) => {
      child.kill();
      resolve(result as OpenLoadResult);
    });
    child.once('exit', (code) => reject(new Error(`The load ended with ${String(code)}`)));
    child.send(load);
  });
}

/** A server that answers everybody with 503 and does nothing else. */
async function startRefusing(): Promise<{ url: string; stop: () => void }> {
  const child = fork(path.join(import.meta.dirname, 'refusing-server.ts'));
  const port = await new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`The refusing server ended with ${String(code)}`)));
  });
  return { url: `http://localhost:${String(port)}`, stop: () => void child.kill() };
}

/** The rate at which asking more brings no more: raised in steps of five seconds, so it is near it and not exact. */
async function rateOfCapacity(
  url: string,
  load: Omit<OpenLoad, 'perSecond' | 'seconds'>,
  from: number,
): Promise<number> {
  await openLoad(url, { ...load, perSecond: from, seconds: 5 });
  let best = 0;
  for (let perSecond = from; ; perSecond *= 1.4) {
    const { goodPerSecond } = await openLoad(url, { ...load, perSecond, seconds: 5 });
    best = Math.max(best, goodPerSecond);
    if (goodPerSecond < perSecond * 0.9) return best;
  }
}

/** Pages of lists that nobody has asked for before. */
const pagesOf = (category: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${category}?price[lte]=${String(1_000 + index)}`);

/** Three times the capacity for twenty seconds: what is still done, how long it takes, what is refused, what breaks. */
export async function measureOverload(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const shop = await startBenchShop();
  const refusing = await startRefusing();
  try {
    const measure = async (name: string, load: Omit<OpenLoad, 'perSecond' | 'seconds'>, from: number) => {
      const most = await rateOfCapacity(shop.url, load, from);
      // As long as the overload, before and after it: the machine's own pace moves by a third within minutes, and the best of
      // several short steps is a lucky one.
      // The crowd takes a good part of the two cores, whoever it asks: at capacity the two thirds of it that are too many ask a
      // server that only refuses, so that what is compared is the shop and not the load.
      // What stands in no line is asked ten times a second all the while, for the same reason.
      const steady = (path: string) => openLoad(shop.url, { paths: [path], perSecond: 10, seconds });
      const atCapacity = async () => {
        const [done] = await Promise.all([
          openLoad(shop.url, { ...load, perSecond: most, seconds }),
          openLoad(refusing.url, { ...load, perSecond: most * 2, seconds }),
          steady('/'),
          steady('/healthz'),
        ]);
        return done;
      };
      const before = await atCapacity();
      const [result, kept, health] = await Promise.all([
        openLoad(shop.url, { ...load, perSecond: most * 3, seconds }),
        steady('/'),
        steady('/healthz'),
      ]);
      const after = await atCapacity();
      const done = (before.goodPerSecond + after.goodPerSecond) / 2;
      const share = (result.goodPerSecond / done) * 100;
      const faults = Object.entries(result.statuses).reduce(
        (sum, [status, count]) => sum + (Number(status) === 500 || Number(status) === 0 ? count : 0),
        0,
      );
      figures.push(
        figure(`${name}: done at capacity, 20 s before and 20 s after`, done, '/s', 'information', true),
        figure(`${name}, three times that: done`, share, '% of capacity', '>= 90', share >= 90),
        figure(
          `${name}, three times that: p99 of what is accepted`,
          result.p99,
          'ms',
          '< 2000',
          result.p99 < 2_000,
        ),
        figure(
          `${name}, three times that: refused with 503`,
          result.statuses[503] ?? 0,
          '',
          'information',
          true,
        ),
        figure(`${name}, three times that: 500 or no answer`, faults, '', '0', faults === 0),
        figure(`${name}, three times that: p99 of a kept page`, kept.p99, 'ms', '< 1000', kept.p99 < 1_000),
        figure(`${name}, three times that: p99 of /healthz`, health.p99, 'ms', '< 1000', health.p99 < 1_000),
      );
    };
    await measure(
      'pages that are not kept',
      { paths: pagesOf((await samplePaths(shop.url)).category, 60_000) },
      40,
    );
    const goods = (await (
      await fetch(`${shop.url}/api/v2/shop/search/products?inStock=1&itemsPerPage=50&facets=0`, { headers })
    ).json()) as { data: { variants?: { code: string }[]; code: string }[] };
    const codes = goods.data.flatMap(({ variants }) => variants?.map(({ code }) => code) ?? []);
    if (codes.length === 0) throw new Error('The shop has nothing to sell');
    const carts: string[] = [];
    while (carts.length < 200) {
      const answer = await fetch(`${shop.url}/api/v2/shop/orders`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
        body: '{}',
      });
      carts.push(((await answer.json()) as { tokenValue: string }).tokenValue);
    }
    await measure(
      'adds to carts',
      {
        paths: carts.map((token) => `/api/v2/shop/orders/${token}/items`),
        bodies: codes.slice(0, 37).map((code) => JSON.stringify({ productVariantCode: code, quantity: 1 })),
        headers,
      },
      30,
    );
  } finally {
    refusing.stop();
    await shop.stop();
  }
  return figures;
}
