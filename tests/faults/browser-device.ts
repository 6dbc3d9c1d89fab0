/**
 * A phone with the shop on it: a real Chromium on a profile folder of its own, started and killed as a whole, as a dead
 * battery does it. What its processes have written stays; what they had in memory is gone.
 */
import { spawn } from 'node:child_process';
import { chromium, expect as expectSoon, type BrowserContext } from '@playwright/test';
import { shellPath, withoutOptimising, withoutPictures } from '#tests/test-browser.ts';

// The proxy sees what a worker asks; that the browser tells it as well costs a good part of its time.
process.env['PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK'] = '1';

/** A machine that does much else gets its time: what does not come in it does not come. */
export const expect = expectSoon.configure({ timeout: 15_000 });

export interface RunningBrowser {
  context: BrowserContext;
  /** SIGKILL to all its processes; resolves when they are gone. */
  kill(): Promise<void>;
  /** Closes it as a person does: all is written. */
  close(): Promise<void>;
}

const switches = [
  '--headless=new',
  '--no-sandbox',
  '--remote-debugging-port=0',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-gpu',
  '--disable-crash-reporter',
  '--mute-audio',
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  '--hide-crash-restore-bubble',
  '--window-size=1280,800',
  withoutOptimising,
];

/** Where the shop is for every phone, whatever port its own way there has: so one visit serves them all. */
export const shopOrigin = 'http://localhost:4173';

/** A file of the shop that lies on the device: its page holds no script, and sees the same storage. */
export const quietPage = `${shopOrigin}/icons/icon-192.png`;

/**
 * @param profile folder of the profile; made when there is none
 * @param way origin of what answers in the place of `shopOrigin`
 * @param hasPictures false: it fetches and draws none, which is a good part of its work
 */
export async function startBrowser(
  profile: string,
  way: string,
  hasPictures = true,
): Promise<RunningBrowser> {
  const words = [
    ...switches,
    ...(hasPictures ? [] : [withoutPictures]),
    `--host-resolver-rules=MAP ${new URL(shopOrigin).host} ${new URL(way).host}`,
    `--user-data-dir=${profile}`,
    'about:blank',
  ];
  // A group of its own: all its processes end together, and no other browser's.
  const child = spawn(shellPath(), words, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const endGroup = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  };
  process.once('exit', endGroup);
  const endpoint = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      if (said.length < 10_000) said += chunk.toString();
      const found = /DevTools listening on (ws:\/\/\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The browser ended with ${String(code)}: ${said}`)));
  });
  const browser = await chromium.connectOverCDP(endpoint);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('The browser has no context.');
  const gone = async () => {
    await ended;
    process.removeListener('exit', endGroup);
    await browser.close().catch(() => undefined);
  };
  return {
    context,
    kill: async () => {
      endGroup();
      await gone();
    },
    close: async () => {
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.close').catch(() => undefined);
      await gone();
    },
  };
}
