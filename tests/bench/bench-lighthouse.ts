import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import lighthouse from 'lighthouse';
import { browserPath } from '#tests/test-browser.ts';
import { figure, startBenchShop, type Figure } from './bench-shop.ts';
import { samplePaths } from './sample-paths.ts';

/** Runs of each page; the median counts. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const goals = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

/** Starts a browser that knows nothing yet and that Lighthouse can be connected to, and gives its port. */
async function startBrowser(): Promise<{ port: number; stop: () => Promise<void> }> {
  const profile = mkdtempSync(path.join(tmpdir(), 'arimas-lighthouse-'));
  const child = spawn(
    browserPath(),
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const port = await new Promise<number>((resolve, reject) => {
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const match = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(output);
      if (match?.[1]) resolve(Number(match[1]));
    });
    child.once('exit', () => reject(new Error(`The browser ended: ${output}`)));
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { port, stop };
}

/** Pages and pictures are made at their first request: the shop is warm, as it is after its first visitors. */
async function warm(url: string, address: string): Promise<void> {
  const html = await (await fetch(url + address)).text();
  const pictures = new Set(
    [...html.matchAll(/(?:src|srcset)="([^"]+)"/gi)].flatMap(([, list = '']) =>
      // The form for screens of three pixels to one is not what the measured phone takes.
      list
        .split(',')
        .map((one) => one.trim())
        .filter((one) => !one.endsWith(' 3x'))
        .map((one) => one.split(' ')[0] ?? ''),
    ),
  );
  for (const picture of pictures) {
    if (!picture.startsWith('/') || picture.endsWith('.js')) continue;
    await (
      await fetch(url + picture.replaceAll('&amp;', '&'), {
        headers: { Accept: 'image/avif,image/webp,*/*' },
      })
    ).arrayBuffer();
  }
}

/** Lighthouse at its mobile setting (simulated slow 4G, processor slowed four times), median of three runs. */
export async function measureLighthouse(): Promise<Figure[]> {
  const shop = await startBenchShop();
  const figures: Figure[] = [];
  try {
    const screens = Object.entries(await samplePaths(shop.url));
    for (const [, address] of screens) await warm(shop.url, address);
    for (const [screen, address] of screens) {
      // Each time on a device that has never seen the shop. To clear what another run has left (worker, copies, scripts) takes the
      // browser a second of the next one.
      const measure = async (onlyCategories: (keyof typeof goals)[]) => {
        const browser = await startBrowser();
        try {
          // A browser that was just started looks for its fonts while it lays out its first page, whatever page that is.
          await lighthouse(`${shop.url}/readyz`, {
            port: browser.port,
            logLevel: 'error',
            onlyCategories: ['performance'],
          });
          const result = await lighthouse(shop.url + address, {
            port: browser.port,
            logLevel: 'error',
            output: 'json',
            onlyCategories,
          });
          if (!result) throw new Error('Lighthouse gave no result');
          return result.lhr;
        } finally {
          await browser.stop();
        }
      };
      // Speed by itself: what is gathered for the other scores takes the same processor. Those do not change from run to run.
      const runs = [];
      for (let round = 0; round < rounds; round += 1) runs.push(await measure(['performance']));
      const others = await measure(['accessibility', 'best-practices', 'seo']);
      const middle = runs.toSorted(
        (a, b) => (a.categories['performance']?.score ?? 0) - (b.categories['performance']?.score ?? 0),
      )[Math.floor(runs.length / 2)];
      if (!middle) throw new Error('Lighthouse gave no result');
      for (const [category, goal] of Object.entries(goals)) {
        const { categories, audits } = category === 'performance' ? middle : others;
        const score = Math.round((categories[category]?.score ?? 0) * 100);
        figures.push(figure(`Lighthouse ${category}, ${screen}`, score, '', `>= ${goal}`, score >= goal));
        if (score < 100 && category !== 'performance') {
          for (const ref of categories[category]?.auditRefs ?? []) {
            const audit = audits[ref.id];
            if (audit && audit.score !== null && audit.score < 1 && ref.weight > 0)
              console.log(`     ${category} ${ref.id}: ${audit.title}`);
          }
        }
      }
      const number = (id: string) => middle.audits[id]?.numericValue ?? 0;
      figures.push(
        figure(
          `LCP, ${screen}`,
          number('largest-contentful-paint') / 1000,
          's',
          '<= 1.6',
          number('largest-contentful-paint') <= 1600,
        ),
      );
      figures.push(
        figure(
          `total blocking time, ${screen}`,
          number('total-blocking-time'),
          'ms',
          '<= 50',
          number('total-blocking-time') <= 50,
        ),
      );
      figures.push(
        figure(
          `layout shift, ${screen}`,
          number('cumulative-layout-shift'),
          '',
          '<= 0.00',
          number('cumulative-layout-shift') < 0.005,
        ),
      );
    }
    return figures;
  } finally {
    await shop.stop();
  }
}
