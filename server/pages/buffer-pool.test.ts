import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressPage } from './compress-page.ts';
import { putTogether } from './buffer-pool.ts';

test('a page of any letters comes out as it went in, also several at once', async () => {
  const pages = [
    ['<p>', 'Šiaudai ', Buffer.from('žemė'), '</p>'],
    // Three and four bytes a letter: more than was guessed.
    ['€'.repeat(100_000), Buffer.from('🌱'.repeat(50_000)), 'Семена'.repeat(40_000), '🌱'.repeat(30_000)],
    [''],
    ['a'.repeat(65_536)],
  ];
  const made = await Promise.all(
    [...pages, ...pages].map(async (page) => {
      const { bytes, free } = putTogether(page);
      const compressed = await compressPage(bytes);
      free();
      return compressed;
    }),
  );
  for (const [index, page] of [...pages, ...pages].entries()) {
    const text = page.map((piece) => piece.toString()).join('');
    expect(brotliDecompressSync(made[index] ?? Buffer.of()).toString() === text).toBe(true);
  }
});

test('room that was given back is taken again, not before', () => {
  const one = putTogether(['one']);
  const other = putTogether(['other']);
  expect(one.bytes.buffer === other.bytes.buffer).toBe(false);
  one.free();
  const next = putTogether([Buffer.from('next')]);
  expect(next.bytes.buffer === one.bytes.buffer).toBe(true);
  expect(other.bytes.toString()).toBe('other');
});
