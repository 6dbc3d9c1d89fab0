import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Below this a compressed answer saves no packet. */
const leastBytes = 1_400;
/** Bytes of compressed answers kept in memory. */
const mostKept = 24_000_000;

type Encoding = 'br' | 'gzip';
const kept = new Map<string, Uint8Array<ArrayBuffer>>();
let keptBytes = 0;

function wanted(accepted: string): Encoding | null {
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted) ? 'gzip' : null;
}

/**
 * A public answer as the client takes it: a list of 24 cards is 60 KB as text and 7 KB compressed. Answers with
 * somebody's own data are never compressed together with what others can influence, so only shared ones come here.
 * @param quality of brotli: 3 while somebody waits, which is a third of the time of 4 for one byte in fifty more; more for
 * what is large and sent to many
 * @param mark ETag of the text: the same mark is the same text, compressed once
 * @returns null when it should go out as it is
 */
export async function compressAnswer(
  text: string,
  mark: string,
  accepted: string | null,
  quality = 3,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; encoding: Encoding } | null> {
  const encoding = accepted === null || text.length < leastBytes ? null : wanted(accepted);
  if (encoding === null) return null;
  const key = `${encoding} ${mark}`;
  const known = kept.get(key);
  if (known) return { bytes: known, encoding };
  const source = Buffer.from(text);
  const made =
    encoding === 'br'
      ? await brotli(source, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: quality,
            // A list is smaller than the smaller window, and what is large gains by the larger.
            [constants.BROTLI_PARAM_LGWIN]: quality > 3 ? 24 : 17,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
          },
        })
      : await zip(source, { level: 5 });
  const bytes = new Uint8Array(made);
  if (keptBytes + bytes.length > mostKept) {
    kept.clear();
    keptBytes = 0;
  }
  if (!kept.has(key)) {
    kept.set(key, bytes);
    keptBytes += bytes.length;
  }
  return { bytes, encoding };
}
