// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import type { Services } from '#api/services.ts';
import { orderQueries } from '#features/orders/order-queries.ts';
import { productQueries } from '#features/product/product-queries.ts';
import { chooseSaving } from '#offline/connection/data-saver.ts';
import { openDeviceStore } from '#offline/storage/device-storage.ts';
import { isCataloguePrepared, readManifest, writeManifest } from '#offline/storage/prepared-store.ts';
import { createSavedQueries } from '#offline/storage/saved-queries.ts';
import { makeRoom } from './storage-space.ts';
import {
  preparedView,
  readPrepared,
  pausePreparing,
  prepareOffline,
  removePrepared,
} from './prepared-pack.ts';

const scope = { channel: 'retail', locale: 'lt' };
/** Names of the pictures in the caches of this origin. */
let pictures: Set<string>;
let asked: string[];
/** Codes by category. */
let goods: Record<string, string[]>;
let fault: ((code: string) => Error | undefined) | undefined;
let onProduct: (code: string) => void;

const productOf = (code: string) => ({
  id: Number(code.slice(1)),
  code,
  slug: code.toLowerCase(),
  name: `Prekė ${code}`,
  description: 'Ilgas aprašymas',
});

function services(): Services {
  const call = (
    name: string,
    { params, query }: { params?: { code: string }; query?: { taxon: string; page: number } },
  ) => {
    if (name === 'order') {
      asked.push(`order ${String((params as { token?: string } | undefined)?.token)}`);
      return Promise.resolve({ tokenValue: 'seen' });
    }
    if (name === 'products') {
      const codes = goods[query?.taxon ?? ''] ?? [];
      const page = codes.slice(((query?.page ?? 1) - 1) * 2, (query?.page ?? 1) * 2);
      return Promise.resolve({
        data: page.map((code) => ({ code })),
        meta: { pageCount: Math.ceil(codes.length / 2) },
      });
    }
    const code = params?.code ?? '';
    asked.push(code);
    onProduct(code);
    const error = fault?.(code);
    if (error) return Promise.reject(error);
    return Promise.resolve({
      product: productOf(code),
      pictures: [`/images/280x320/goods/${code}`],
      documents: [{ kind: 'label', address: `/media/labels/${code}.pdf` }],
    });
  };
  const shop = { ...scope, localePath: '', newUrls: false, scope, call } as unknown as Services['shop'];
  return { shop, queryClient: new QueryClient(), loadLaterTexts: () => Promise.resolve() };
}

/** The product as a page finds it that was never opened before. */
function saved(code: string): Promise<unknown> {
  const { shop } = services();
  const client = new QueryClient({
    defaultOptions: {
      queries: { persister: createSavedQueries().persister, retry: false, staleTime: Infinity },
    },
  });
  return client.fetchQuery({
    ...productQueries.detail(shop, code.slice(1)),
    queryFn: () => Promise.reject(new Error('No connection')),
  });
}

beforeEach(async () => {
  pictures = new Set();
  asked = [];
  goods = { SEKLOS: ['P1', 'P2', 'P3'], TRASOS: ['P3', 'P4'] };
  fault = undefined;
  onProduct = () => {};
  const cache = {
    match: (address: string) =>
      Promise.resolve(
        pictures.has(address) ? new Response('', { headers: { 'content-length': '10' } }) : undefined,
      ),
    put: (address: string) => Promise.resolve(void pictures.add(address)),
    keys: () => Promise.resolve([...pictures].map((address) => ({ url: `http://localhost${address}` }))),
    delete: (url: string) => Promise.resolve(pictures.delete(new URL(url, 'http://localhost').pathname)),
  };
  vi.stubGlobal('caches', {
    open: () => Promise.resolve(cache),
    has: () => Promise.resolve(false),
    delete: () => Promise.resolve(pictures.clear()),
  });
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      new Response('12345', {
        headers: { 'content-type': address.endsWith('.pdf') ? 'application/pdf' : 'image/webp' },
      }),
    ),
  );
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: (...given: unknown[]) => Promise.resolve((given.at(-1) as (lock: object) => unknown)({})),
    },
  });
  await removePrepared();
});

test('CAT-15 what was prepared for the field opens without a connection as if its page had been visited', async () => {
  await prepareOffline(services(), ['SEKLOS']);
  expect(asked).toEqual(['P1', 'P2', 'P3']);
  expect(preparedView()).toMatchObject({
    products: 3,
    run: null,
    isFetching: false,
    failure: null,
    taxons: ['SEKLOS'],
  });
  expect(preparedView().savedAt).not.toBeNull();
  expect(await saved('P2')).toEqual(productOf('P2'));
  await expect(saved('P4')).rejects.toThrow('No connection');
  expect([...pictures].sort()).toEqual(
    ['P1', 'P2', 'P3']
      .flatMap((code) => [`/images/280x320/goods/${code}`, `/media/labels/${code}.pdf`])
      .sort(),
  );
});

test('a run that is paused or cut goes on where it ended; a product that is gone does not stop it', async () => {
  onProduct = (code) => void (code === 'P2' && pausePreparing());
  await prepareOffline(services(), ['SEKLOS', 'TRASOS']);
  expect(preparedView()).toMatchObject({ isPaused: true, savedAt: null, run: { done: 2, of: 4 } });
  onProduct = () => {};
  fault = (code) => (code === 'P4' ? new ApiError('unreachable', 500, { message: '' }) : undefined);
  await prepareOffline(services(), ['SEKLOS', 'TRASOS']);
  expect(preparedView()).toMatchObject({ failure: 'unreachable', run: { done: 3, of: 4 } });
  fault = (code) =>
    code === 'P4' ? new ApiError('refused', 404, { message: '', errorCode: 'product.not_found' }) : undefined;
  await prepareOffline(services(), ['SEKLOS', 'TRASOS']);
  expect(preparedView()).toMatchObject({ failure: null, run: null, products: 3 });
  expect(asked).toEqual(['P1', 'P2', 'P3', 'P4', 'P4']);
});

test('a picture that a busy shop draws just now is asked for again; one that it does not have is left out', async () => {
  const answers: Record<string, number[]> = {
    '/images/280x320/goods/P1': [503, 429, 200],
    '/images/280x320/goods/P2': [404],
  };
  vi.stubGlobal('fetch', (address: string) => {
    const status = answers[address]?.shift() ?? 200;
    return Promise.resolve(
      new Response(status === 200 ? '12345' : null, {
        status,
        headers: { 'content-type': 'image/webp', 'retry-after': status === 200 ? '0' : '0.01' },
      }),
    );
  });
  await prepareOffline(services(), ['SEKLOS']);
  expect(preparedView()).toMatchObject({ failure: null, run: null, products: 3 });
  expect(answers['/images/280x320/goods/P1']).toEqual([]);
  expect([...pictures].filter((address) => address.startsWith('/images'))).toEqual([
    '/images/280x320/goods/P1',
    '/images/280x320/goods/P3',
  ]);
  // A shop that stays busy ends the run: it goes on from there at the next press.
  answers['/images/280x320/goods/P4'] = [503, 503, 503, 503];
  await prepareOffline(services(), ['SEKLOS', 'TRASOS']);
  expect(preparedView()).toMatchObject({ failure: 'unreachable', isFetching: false });
});

test('the orders whose pages this device has seen are fetched anew', async () => {
  const { shop } = services();
  const own = openDeviceStore('arimas-own');
  const { queryKey } = orderQueries.detail(shop, 'seen');
  await own.setItem('query-order', { queryKey });
  await own.setItem('query-cart', { queryKey: ['cart', 'current', { token: 'cart' }] });
  await prepareOffline(services(), ['TRASOS']);
  expect(asked).toEqual(['P3', 'P4', 'order seen']);
  await own.clear();
});

test('another choice removes what belongs to no chosen category any more, and all of it leaves at a press', async () => {
  await prepareOffline(services(), ['SEKLOS']);
  await new Promise((resolve) => setTimeout(resolve, 2));
  await prepareOffline(services(), ['TRASOS']);
  expect(preparedView()).toMatchObject({ taxons: ['TRASOS'], products: 2 });
  await expect(saved('P1')).rejects.toThrow('No connection');
  expect(await saved('P4')).toEqual(productOf('P4'));
  expect([...pictures].some((address) => address.includes('P1'))).toBe(false);
  await removePrepared();
  expect(isCataloguePrepared()).toBe(false);
  expect(pictures.size).toBe(0);
  await expect(saved('P4')).rejects.toThrow('No connection');
});

test('what a build with other shapes has prepared is not called ready', async () => {
  await prepareOffline(services(), ['SEKLOS']);
  const manifest = await readManifest();
  if (!manifest) throw new Error('Nothing prepared');
  await writeManifest({ ...manifest, buster: 'another' });
  await readPrepared(scope);
  expect(preparedView()).toMatchObject({ savedAt: null, products: 3 });
});

test('for somebody who saves data nothing is fetched', async () => {
  chooseSaving(true);
  try {
    await prepareOffline(services(), ['SEKLOS']);
    expect(asked).toEqual([]);
    expect(preparedView()).toMatchObject({ isHeld: true, products: 0 });
  } finally {
    chooseSaving(false);
  }
});

test('short of room what was prepared gives way after all else that can be fetched again', async () => {
  await prepareOffline(services(), ['SEKLOS']);
  let usage = 99;
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator) as Navigator, {
      storage: { estimate: () => Promise.resolve({ usage, quota: 100 }) },
    }),
  );
  expect(await makeRoom()).toBe('field');
  expect(await readManifest()).toBeUndefined();
  usage = 1;
  vi.unstubAllGlobals();
});
