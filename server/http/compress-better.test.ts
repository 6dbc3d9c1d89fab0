import { readFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { compressBetter, mayCompressBetter } from './compress-better.ts';

const text = readFileSync('locales/lt/messages.po', 'utf8');
const quick = () => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } });

test('what is asked for again becomes smaller, one at a time, with a rest before the next', async () => {
  const made = compressBetter(quick());
  expect(mayCompressBetter()).toBe(false);
  const better = await made;
  expect(better?.length).toBeLessThan(quick().length);
  expect(brotliDecompressSync(better!).toString()).toBe(text);
  expect(mayCompressBetter()).toBe(false);
  await vi.waitFor(() => expect(mayCompressBetter()).toBe(true));
});

test('what could not be read again stands in nobody’s way', async () => {
  await expect(compressBetter(Buffer.from('no brotli'))).rejects.toThrow('Decompression failed');
  await vi.waitFor(() => expect(mayCompressBetter()).toBe(true));
});
