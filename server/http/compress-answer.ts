import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { takesEncoding } from './accept-encoding.ts';
import { compressBetter, mayCompressBetter } from './compress-better.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Below this a compressed answer saves no packet. */
const leastBytes = 1_400;
/** Bytes of compressed answers kept in memory. */
const mostKept = 16_000_000;
/** Quality of brotli while somebody waits. */
const ofLists = 2;
/** Bytes that are compressed without handing them over. */
const mostAtOnce = 200_000;

type Encoding = 'br' | 'gzip';
type Kept = { bytes: Uint8Array<ArrayBuffer>; /** Nothing smaller is tried for. */ isFinal: boolean };
const kept = new Map<string, Kept>();
let keptBytes = 0;

const wanted = (accepted: string): Encoding | null =>
  takesEncoding(accepted, 'br') ? 'br' : takesEncoding(accepted, 'gzip') ? 'gzip' : null;

/** A compressed answer as the client takes it. */
export type Compressed = { bytes: Uint8Array<ArrayBuffer>; encoding: Encoding };

/** What was compressed before under the mark, in a form that the client takes. */
export function keptCompressed(mark: string, accepted: string | null): Compressed | null {
  const encoding = accepted === null ? null : wanted(accepted);
  const key = `${encoding} ${mark}`;
  const known = kept.get(key);
  if (encoding === null || known === undefined) return null;
  // Asked for again, so it will be once more. If it cannot be made smaller it stays as it was made.
  if (!known.isFinal && mayCompressBetter()) improve(key, known).catch(() => {});
  return { bytes: known.bytes, encoding };
}

async function improve(key: string, known: Kept): Promise<void> {
  known.isFinal = true;
  const better = await compressBetter(known.bytes);
  if (better === null || kept.get(key) !== known) return;
  keptBytes += better.length - known.bytes.length;
  known.bytes = better;
}

const forBrotli = (length: number, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    // A list is smaller than the smaller window, and what is large gains by the larger.
    [constants.BROTLI_PARAM_LGWIN]: quality > ofLists ? 24 : 17,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
});

const compress = {
  br: {
    now: (source: Uint8Array, quality: number) =>
      brotliCompressSync(source, forBrotli(source.length, quality)),
    aside: (source: Uint8Array, quality: number) => brotli(source, forBrotli(source.length, quality)),
  },
  gzip: {
    now: (source: Uint8Array) => gzipSync(source, { level: 5 }),
    aside: (source: Uint8Array) => zip(source, { level: 5 }),
  },
};

/**
 * A public answer as the client takes it: a list of 24 cards is 60 KB as text and 7 KB compressed. Answers with
 * somebody's own data are never compressed together with what others can influence, so only shared ones come here.
 *
 * What is small is compressed at once: that takes a third of a millisecond, as long as handing it to another thread, and
 * those threads took the cores from the one that answers (p99 of lists 30 ms instead of 17).
 * @param quality of brotli: 2 while somebody waits, which is half of the time of 4 for one byte in twenty-five more; more
 * for what is large and sent to many
 * @param mark ETag of the text: the same mark is the same text, compressed once
 * @returns null when it should go out as it is
 */
export async function compressAnswer(
  text: string | Uint8Array,
  mark: string,
  accepted: string | null,
  quality = ofLists,
): Promise<Compressed | null> {
  const encoding = accepted === null || text.length < leastBytes ? null : wanted(accepted);
  if (encoding === null) return null;
  const known = keptCompressed(mark, accepted);
  if (known) return known;
  const source = typeof text === 'string' ? Buffer.from(text) : text;
  const isSmall = source.length <= mostAtOnce && quality === ofLists;
  const made = isSmall
    ? compress[encoding].now(source, quality)
    : await compress[encoding].aside(source, quality);
  // A copy: what the compressor gives lies in a larger piece of memory.
  const bytes = new Uint8Array(made);
  const key = `${encoding} ${mark}`;
  if (!kept.has(key)) {
    kept.set(key, { bytes, isFinal: encoding !== 'br' || !isSmall });
    keptBytes += bytes.length;
  }
  for (const [oldest, one] of kept) {
    if (keptBytes <= mostKept) break;
    kept.delete(oldest);
    keptBytes -= one.bytes.length;
  }
  return { bytes, encoding };
}
