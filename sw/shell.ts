/// <reference lib="webworker" />
/** The shop itself on the device: the files of this build, and the one answer to every navigation. */
import {
  cleanupOutdatedCaches,
  PrecacheController,
  PrecacheRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { holdsToken } from '#contract/address-tokens.ts';
import { keptRules } from '#offline/worker/redirect-rules-cache.ts';
import { limitedTo } from './link-report.ts';
import { askForRules, movedByRules } from './moved-pages.ts';
import { leavingNoTrace } from './no-trace.ts';
import { isShellAddress, movedInShell } from './shell-addresses.ts';
import { packName, unpacked, type ShellPack } from './shell-pack.ts';

declare const self: ServiceWorkerGlobalScope;

/** Static routes of the Service Worker standard, which the types do not know yet. */
type InstallWithRoutes = ExtendableEvent & {
  addRoutes?: (
    routes: { condition: { urlPattern: { pathname: string } }; source: { cacheName: string } }[],
  ) => Promise<void>;
};

/** @param entries the files of this build, as the build tool names them */
export function keepShell(entries: readonly PrecacheEntry[]): void {
  const shell = new PrecacheController();
  shell.addToCacheList([...entries]);
  cleanupOutdatedCaches();
  self.addEventListener('install', (event) => {
    event.waitUntil(Promise.all([takeFromCache(event, shell), install(event, shell, entries)]));
  });
  // It waits for what it does by itself.
  self.addEventListener('activate', (event) => void shell.activate(event));
  // No guessing of index files: the server and the shell decide what an address means.
  registerRoute(new PrecacheRoute(shell, { directoryIndex: null as unknown as string, cleanURLs: false }));
  // Every navigation of a returning visitor is answered by the shell, without asking the network.
  const answerWithShell = shell.createHandlerBoundToURL('/index.html');
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isShellAddress(url),
    async (asked) => {
      asked.event.waitUntil(askForRules());
      const [rules, answer] = await Promise.all([keptRules(), answerWithShell(asked)]);
      const moved = movedByRules(asked.url, rules) ?? movedInShell(asked.url);
      if (moved) return Response.redirect(moved, 302);
      return holdsToken(asked.url.search) ? leavingNoTrace(answer) : answer;
    },
  );
}

/**
 * Where the browser can, it takes the files of the build from the cache by itself: a first page asks for 75 of them, and each
 * that goes through the worker waits for its start and costs as much again. One that is not there comes from the network.
 */
async function takeFromCache(event: ExtendableEvent, { strategy }: PrecacheController): Promise<void> {
  const urlPattern = { pathname: '/assets/*' };
  await (event as InstallWithRoutes)
    .addRoutes?.([{ condition: { urlPattern }, source: { cacheName: strategy.cacheName } }])
    // A browser that cannot: the files come through the worker.
    .catch(() => undefined);
}

/** Installed is what has every file; one that cannot be had ends it, and what came stays for the next try. */
async function install(
  event: ExtendableEvent,
  shell: PrecacheController,
  entries: readonly PrecacheEntry[],
): Promise<void> {
  const cache = await self.caches.open(shell.strategy.cacheName);
  const stillMissing = async () => {
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    return entries.filter(({ url }) => !kept.has(shell.getCacheKeyForURL(url) ?? ''));
  };
  const missing = await stillMissing();
  // A new version of a shop that is there shares most of its files with the last one: those are asked for alone.
  if (missing.length > entries.length / 2)
    // Without the pack the files are asked for one by one, below.
    await unpack(cache, new Set(missing.map(({ url }) => url))).catch(() => undefined);
  const scripts = (await stillMissing()).flatMap(({ url }) => (/^assets\/.+\.js$/.test(url) ? [url] : []));
  await Promise.all(Array.from({ length: atOnce }, () => keepScripts(cache, scripts)));
  // The rest, and styles if the pack did not come.
  const rest = new PrecacheController({
    plugins: [
      limitedTo(longest),
      {
        cacheWillUpdate: async ({ request, response }) =>
          (await isOurs(request, response)) ? response : null,
      },
    ],
  });
  rest.addToCacheList(await stillMissing());
  await rest.install(event);
}

/** False for a network's sign-in page, whatever was asked for: kept as the shell it would stand in the place of the shop from then on. */
async function isOurs(request: Request, answer: Response): Promise<boolean> {
  if (!answer.ok) return false;
  if (!answer.headers.get('Content-Type')?.startsWith('text/html')) return true;
  return (
    new URL(request.url).pathname.endsWith('.html') && (await answer.clone().text()).includes('id="root"')
  );
}

/** ms until the last byte of one file. One that does not come ends the installation, which begins anew with the next page. */
const longest = 90_000;

/** The page that the worker is installed behind wants connections too: a browser has six for each server of the older kind. */
const atOnce = 4;

/** Takes one address after another from the list. One that does not come as a script, such as a network's sign-in page, is an error. */
async function keepScripts(cache: Cache, addresses: string[]): Promise<void> {
  for (let address = addresses.pop(); address !== undefined; address = addresses.pop()) {
    const answer = await fetch(`/${address}`, {
      credentials: 'same-origin',
      signal: AbortSignal.timeout(longest),
    });
    if (!answer.ok || !answer.headers.get('Content-Type')?.startsWith('text/javascript'))
      throw new Error(`${address}: ${String(answer.status)}`);
    await cache.put(`/${address}`, answer);
  }
}

/** Puts what is wanted of the pack where the shell looks for it. A name holds the hash of its text: a pack of another build does no harm. */
async function unpack(cache: Cache, wanted: ReadonlySet<string>): Promise<void> {
  const answer = await fetch(`/${packName}`, { cache: 'no-store', signal: AbortSignal.timeout(longest) });
  if (!answer.ok) return;
  const pack = (await answer.json()) as ShellPack;
  await Promise.all(
    Object.entries(pack).flatMap(([name, text]) =>
      wanted.has(name) ? [cache.put(`/${name}`, unpacked(name, text))] : [],
    ),
  );
}
