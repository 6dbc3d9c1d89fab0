import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { WorkQueue } from '#server/process/work-queue.ts';
import { takesEncoding } from './accept-encoding.ts';
import { compressBetter, mayCompressBetter } from './compress-better.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Below this a compressed answer saves no packet. */
const leastBytes = 1_400;
/** Bytes of compressed answers kept in memory. */
const mostKept = 16_000_000;
/** Quality of brotli while somebody waits. */
export const ofLists = 2;
/** Up to this one it is done in some milliseconds. */
const mostWhileWaiting = 4;
/** Bytes that are compressed without handing them over. */
const mostAtOnce = 200_000;
/**
 * What takes longer is done one by one, in turns of those who ask (docs/security.md, T24): a quarter of a second of a core each
 * would leave none to answer with.
 */
const large = new WorkQueue(1, { all: 60, ofOne: 12 });

/** How an answer is compressed, where it is no list. */
export interface Compression {
  /** Of brotli: more for what is large and sent to many. */
  quality: number;
  /** Not what only this client will ask for: it would take the place of what many do. */
  isKept: boolean;
}
const asList: Compression = { quality: ofLists, isKept: true };

/** Who makes work beside the thread necessary, and where it is counted. */
export interface Payer {
  client: string;
  spend: (ms: number) => void;
}

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
    // A list is smaller than the smaller window; what is large gains by one that holds it, and by no larger.
    [constants.BROTLI_PARAM_LGWIN]:
      quality > ofLists ? Math.min(24, Math.max(17, Math.ceil(Math.log2(length)) + 1)) : 17,
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
 * @param how quality 2 while somebody waits is half of the time of 4 for one byte in twenty-five more
 * @param mark ETag of the text: the same mark is the same text, compressed once
 * @returns null when it should go out as it is
 * @throws ApiFailure 503 `server.busy` where too much that is large waits already
 */
export async function compressAnswer(
  text: string | Uint8Array,
  mark: string,
  accepted: string | null,
  how = asList,
  payer?: Payer,
): Promise<Compressed | null> {
  const encoding = accepted === null || text.length < leastBytes ? null : wanted(accepted);
  if (encoding === null) return null;
  const known = keptCompressed(mark, accepted);
  if (known) return known;
  const key = `${encoding} ${mark}`;
  const begun = making.get(key);
  if (begun) return { bytes: await begun, encoding };
  const source = typeof text === 'string' ? Buffer.from(text) : text;
  const made = make(encoding, source, how, payer);
  if (!how.isKept) return { bytes: await made.bytes, encoding };
  if (made.bytes instanceof Promise) making.set(key, made.bytes);
  try {
    const bytes = await made.bytes;
    keep(key, { bytes, isFinal: encoding !== 'br' || !made.isQuick });
    return { bytes, encoding };
  } finally {
    making.delete(key);
  }
}

type Bytes = Uint8Array<ArrayBuffer>;
/** What is being compressed to be kept, by mark: whoever asks meanwhile waits for the same. */
const making = new Map<string, Promise<Bytes>>();

function make(
  encoding: Encoding,
  source: Uint8Array,
  { quality, isKept }: Compression,
  payer: Payer | undefined,
): { bytes: Bytes | Promise<Bytes>; isQuick: boolean } {
  const { now, aside } = compress[encoding];
  const isList = isKept && quality === ofLists;
  const isQuick = source.length <= mostAtOnce && quality <= mostWhileWaiting;
  // A copy: what the compressor gives lies in a larger piece of memory.
  if (isQuick) return { bytes: new Uint8Array(now(source, quality)), isQuick };
  const work = async () => {
    const begunAt = performance.now();
    const bytes = new Uint8Array(await aside(source, quality));
    payer?.spend(performance.now() - begunAt);
    return bytes;
  };
  return { bytes: isList ? work() : large.run(work, true, payer?.client), isQuick };
}

function keep(key: string, made: Kept): void {
  if (!kept.has(key)) {
    kept.set(key, made);
    keptBytes += made.bytes.length;
  }
  for (const [oldest, one] of kept) {
    if (keptBytes <= mostKept) break;
    kept.delete(oldest);
    keptBytes -= one.bytes.length;
  }
}
