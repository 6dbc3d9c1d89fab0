// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import type { LinkFacts } from '#offline/connection/prefetch-policy.ts';
import {
  fetchThumbnails,
  freeThumbnails,
  thumbnailState,
  type ThumbnailHost,
} from './catalogue-thumbnails.ts';
import { mayFetchThumbnails } from './thumbnails.ts';

/** Caches of one origin, in memory. */
function someCaches() {
  const all = new Map<string, Map<string, Response>>();
  const nameOf = (key: string | Request) =>
    new URL(typeof key === 'string' ? key : key.url, 'http://shop').href;
  const open = (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>();
    all.set(name, entries);
    return Promise.resolve({
      keys: () => Promise.resolve([...entries.keys()].map((url) => ({ url }))),
      put: (key: string, response: Response) => Promise.resolve(void entries.set(nameOf(key), response)),
      delete: (key: string) => Promise.resolve(entries.delete(nameOf(key))),
      match: (key: string) => Promise.resolve(entries.get(nameOf(key))?.clone()),
    });
  };
  return {
    open,
    delete: (name: string) => Promise.resolve(all.delete(name)),
    match: (key: string, { cacheName }: { cacheName: string }) =>
      Promise.resolve(all.get(cacheName)?.get(nameOf(key))?.clone()),
    pictures: () =>
      [...(all.get('arimas-thumbnails')?.keys() ?? [])]
        .map((url) => new URL(url).pathname)
        .filter((path) => path.startsWith('/images/')),
  };
}

let kept: ReturnType<typeof someCaches>;
let asked: string[];
beforeEach(() => {
  kept = someCaches();
  asked = [];
  vi.stubGlobal('caches', kept);
});

const picture = (size = 100) =>
  new Response(new Uint8Array(size), { headers: { 'content-type': 'image/webp' } });
function host(
  answer: (address: string) => Response | Error,
  more: Partial<ThumbnailHost> = {},
): ThumbnailHost {
  return {
    signal: new AbortController().signal,
    onBite: () => {},
    fetch: ((address: string) => {
      asked.push(address);
      const given = answer(address);
      return given instanceof Error ? Promise.reject(given) : Promise.resolve(given);
    }) as typeof fetch,
    ...more,
  };
}
const goods = (count: number) => Array.from({ length: count }, (_, at) => `goods/G${at}/front`);

test('small pictures come in bites, are counted, and are fetched once', async () => {
  const bites: [number, number | null, number][] = [];
  expect(
    await fetchThumbnails(
      [...goods(14), 'goods/G0/front', '', 'https://elsewhere.example/a.webp'],
      host(() => picture(), { onBite: ({ count, of }, bytes) => bites.push([count, of, bytes]) }),
    ),
  ).toBe('done');
  expect(bites).toEqual([
    [6, 14, 600],
    [12, 14, 600],
    [14, 14, 200],
    [14, 14, 0],
  ]);
  expect(kept.pictures()).toHaveLength(14);
  expect(await thumbnailState()).toEqual({ count: 14, bytes: 1_400, of: null });
  expect(
    await fetchThumbnails(
      goods(14),
      host(() => picture()),
    ),
  ).toBe('done');
  expect(asked).toHaveLength(14);
  await freeThumbnails();
  expect(await thumbnailState()).toEqual({ count: 0, bytes: 0, of: null });
});

test('what is cut off or paused goes on where it ended', async () => {
  const pause = new AbortController();
  expect(
    await fetchThumbnails(
      goods(20),
      host(() => picture(), { signal: pause.signal, onBite: () => pause.abort() }),
    ),
  ).toBe('paused');
  expect(await thumbnailState()).toMatchObject({ count: 6, bytes: 600 });
  expect(
    await fetchThumbnails(
      goods(20),
      host((address) => (address.includes('G7') ? new TypeError('network') : picture())),
    ),
  ).toBe('unreachable');
  expect(
    await fetchThumbnails(
      goods(20),
      host(() => picture()),
    ),
  ).toBe('done');
  expect(kept.pictures()).toHaveLength(20);
  // Each picture that came was asked for once.
  expect(asked.filter((address) => !address.includes('G7'))).toHaveLength(19);
});

test('a picture that the shop lacks does not stop the rest, an answer that is none does; what no product shows any more is removed', async () => {
  expect(
    await fetchThumbnails(
      goods(8),
      host((address) => (address.includes('G2') ? new Response('', { status: 404 }) : picture())),
    ),
  ).toBe('done');
  expect(await thumbnailState()).toMatchObject({ count: 7 });
  expect(
    await fetchThumbnails(
      goods(12),
      host(() => new Response('<html>sign in</html>', { headers: { 'content-type': 'text/html' } })),
    ),
  ).toBe('refused');
  expect(kept.pictures()).toHaveLength(7);
  expect(
    await fetchThumbnails(
      goods(2),
      host(() => picture()),
    ),
  ).toBe('done');
  expect(kept.pictures()).toEqual(['/images/144x165/goods/G0/front', '/images/144x165/goods/G1/front']);
  expect(await thumbnailState()).toMatchObject({ count: 2, bytes: 200 });
});

const wifi: LinkFacts = {
  onLine: true,
  state: 'online',
  saveData: false,
  saveChosen: false,
  effectiveType: '4g',
  type: 'wifi',
};
test('pressed they come over any link that nobody saves on, by themselves only over a quick one that is not paid by the byte', () => {
  for (const facts of [
    { saveData: true },
    { saveChosen: true },
    { effectiveType: '2g' },
    { effectiveType: 'slow-2g' },
    { onLine: false },
    { state: 'slow' as const },
  ])
    expect([
      facts,
      mayFetchThumbnails(true, { ...wifi, ...facts }),
      mayFetchThumbnails(false, { ...wifi, ...facts }),
    ]).toEqual([facts, false, false]);
  for (const facts of [{ type: 'cellular' }, { effectiveType: '3g' }])
    expect([
      facts,
      mayFetchThumbnails(true, { ...wifi, ...facts }),
      mayFetchThumbnails(false, { ...wifi, ...facts }),
    ]).toEqual([facts, true, false]);
  expect(mayFetchThumbnails(false, wifi)).toBe(true);
});
