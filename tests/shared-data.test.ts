/** What the worker keeps of the shop's answers: its own strategy, over a cache storage in memory. */
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { header } from '#contract/calls/endpoints.ts';

interface Strategy {
  /** The answer for the page, and the end of all work behind it. */
  handleAll(asked: { request: Request; event: Event }): [Promise<Response>, Promise<void>];
}

class ExtendableEvent extends Event {
  readonly works: Promise<unknown>[] = [];
  waitUntil(work: Promise<unknown>): void {
    this.works.push(work);
  }
}
// As in the worker that is built: without the library's own checks and log.
vi.stubEnv('NODE_ENV', 'production');
vi.stubGlobal('FetchEvent', class extends ExtendableEvent {});
// By its name alone: the types of a worker and of a page are not for one check.
const { sharedData } = await vi.importActual<{ sharedData: () => Strategy }>('../sw/shared-data.ts');

const address = 'https://shop.example/api/v2/shop/taxons-tree';

/** As much of the browser's cache storage as the strategy uses; keys are addresses. */
function cacheStorage() {
  const stores = new Map<string, Map<string, Response>>();
  const urlOf = (key: Request | string) => (typeof key === 'string' ? key : key.url);
  const open = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return Promise.resolve({
      match: (key: Request | string) => Promise.resolve(store.get(urlOf(key))?.clone()),
      put: (key: Request | string, answer: Response) => Promise.resolve(void store.set(urlOf(key), answer)),
      delete: (key: Request | string) => Promise.resolve(store.delete(urlOf(key))),
      keys: () => Promise.resolve([...store.keys()].map((url) => new Request(url))),
    });
  };
  return {
    open,
    match: async (key: Request | string, { cacheName }: { cacheName: string }) =>
      (await open(cacheName)).match(key),
  };
}

beforeEach(() => {
  const caches = cacheStorage();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', new URL(address));
  vi.stubGlobal('self', { caches, clients: { matchAll: () => Promise.resolve([]) } });
});

const retail = { [header.locale]: 'lt', [header.channel]: 'retail' };

/** Asks through the worker; gives what the page gets, when all is kept that will be. */
async function askThrough(words: Record<string, string>): Promise<string> {
  const request = new Request(address, { headers: words });
  const event = new ExtendableEvent('fetch');
  const [answer, done] = sharedData().handleAll({ request, event });
  const given = (await (await answer).json()) as { name: string };
  await done;
  await Promise.all(event.works);
  return given.name;
}

/** The same, while the shop answers so. */
function ask(status: number, name: string, words: Record<string, string> = retail): Promise<string> {
  const headers = { 'content-type': 'application/json', [header.marker]: '2' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ name }), { status, headers })));
  return askThrough(words);
}

test('R0.19 without a connection the copy is given to those who ask in its language and channel, and to nobody else', async () => {
  expect(await ask(200, 'Trąšos')).toBe('Trąšos');
  const others = [
    { ...retail, [header.locale]: 'en' },
    { ...retail, [header.channel]: 'business' },
  ];
  const cut = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  cut();
  for (const other of others) await expect(askThrough(other)).rejects.toThrow('no-response');
  expect(await askThrough(retail)).toBe('Trąšos');
  // Their own answers lie beside it.
  expect(await ask(200, 'Fertilizers', others[0])).toBe('Fertilizers');
  cut();
  expect(await askThrough({ ...retail, [header.locale]: 'en' })).toBe('Fertilizers');
  expect(await askThrough(retail)).toBe('Trąšos');
});

test.each([400, 404, 429, 500, 503])(
  'R0.20 an answer with status %i is not kept: the good one before it stays in its place',
  async (status) => {
    expect(await ask(200, 'good')).toBe('good');
    expect(await ask(status, 'broken')).toBe('good');
    expect(await ask(200, 'newer')).toBe('good');
    expect(await ask(status, 'broken')).toBe('newer');
  },
);
