import { readFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { createPageCache } from './page-cache.ts';

const text = readFileSync('docs/architecture.md', 'utf8');
const quick = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } });
const pageOf = (version = '1') => ({ status: 200, headers: {}, brotli: quick, version, madeAt: 0 });

test('a page that is asked for again is sent smaller, with the same text', async () => {
  const cache = createPageCache({ maxBytes: 1_000_000, maxAge: 60_000, now: () => 0 });
  cache.set('/', pageOf());
  expect(cache.get('/', '1')?.brotli.length).toBe(quick.length);
  await vi.waitFor(() => expect(cache.get('/', '1')?.brotli.length).toBeLessThan(quick.length * 0.95), {
    timeout: 5_000,
  });
  expect(brotliDecompressSync(cache.get('/', '1')?.brotli ?? '').toString()).toBe(text);
});

test('a page of another moment of the shop, or older than it may be, is gone; the one unused for longest makes room', () => {
  let now = 0;
  const cache = createPageCache({ maxBytes: (quick.length + 600) * 2, maxAge: 60_000, now: () => now });
  for (const key of ['/a', '/b']) cache.set(key, pageOf());
  expect(cache.get('/a', '1')).toBeDefined();
  cache.set('/c', pageOf());
  expect(
    [cache.get('/a', '1'), cache.get('/b', '1'), cache.get('/c', '1')].map((page) => page !== undefined),
  ).toEqual([true, false, true]);
  expect(cache.get('/a', '2')).toBeUndefined();
  now = 60_001;
  expect(cache.get('/c', '1')).toBeUndefined();
  expect(cache.size).toBe(0);
});
