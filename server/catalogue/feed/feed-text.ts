/** The text of a feed file whatever it was saved as: by its byte order mark, its XML declaration, or its bytes. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import iconv from 'iconv-lite';

/** The file is no feed: nothing of it was read. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

export type FeedFile = {
  file: string;
  encoding: string;
  /** The file says nothing about it: it was told by its letters. */
  isGuessed: boolean;
  isXml: boolean;
};

/** Bytes of one read. */
const readSize = 256 * 1024;
/** Letters beyond ASCII that are enough to tell an encoding by. */
const enough = 2_000;
const marks: [encoding: string, bytes: number[]][] = [
  ['utf8', [0xef, 0xbb, 0xbf]],
  ['utf32le', [0xff, 0xfe, 0, 0]],
  ['utf32be', [0, 0, 0xfe, 0xff]],
  ['utf16le', [0xff, 0xfe]],
  ['utf16be', [0xfe, 0xff]],
];
/** How a spreadsheet's own files begin: .xlsx and .ods are packed, .xls is older. */
const workbooks = [
  [0x50, 0x4b, 3, 4],
  [0xd0, 0xcf, 0x11, 0xe0],
];
/** Beyond ASCII, what shops around the Baltic Sea write: their letters, those of their neighbours, signs. */
const baltic = /[ąčęėįšųūžāēģīķļņŗõäöüåæøéóżźłńćś„“”‘’–—…°±²³½×€«»®©§·№µ\u00a0]/iu;

const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122));

/** How many bytes the UTF-8 character that begins here takes; 0: none begins here. */
function utf8Length(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const length =
    first >= 0xc2 && first <= 0xdf
      ? 2
      : first >= 0xe0 && first <= 0xef
        ? 3
        : first >= 0xf0 && first <= 0xf4
          ? 4
          : 0;
  for (let next = 1; next < length; next += 1) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/**
 * Encoding of a file that says nothing about itself. Bytes that are UTF-8 are UTF-8. Of the others those that stand alone
 * between Latin letters are Latin, else Cyrillic. No detector that could be had knows windows-1257, which Lithuanian
 * programs write, so this stands here.
 * @throws FeedError when they are none of these
 */
async function guess(file: string): Promise<string> {
  let whole = 0;
  let broken = 0;
  let beside = 0;
  let line = 1;
  let brokenLine = 0;
  const sample: number[] = [];
  for await (const chunk of createReadStream(file, { highWaterMark: readSize })) {
    const bytes = chunk as Buffer;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === 10) line += 1;
      if (byte < 0x80) continue;
      const length = utf8Length(bytes, at);
      if (length > 0) {
        whole += 1;
        at += length - 1;
        // A character that the read cut in two counts for nothing.
      } else if (at < bytes.length - 4 && at > 3) {
        broken += 1;
        brokenLine ||= line;
        if (isLetter(bytes[at - 1]) || isLetter(bytes[at + 1])) beside += 1;
        sample.push(byte);
      }
    }
    if (whole + broken > enough) break;
  }
  if (whole >= broken) return 'utf8';
  if (beside < broken / 2) return 'windows-1251';
  const signs = Array.from(iconv.decode(Buffer.from(sample), 'windows-1257'));
  if (signs.filter((sign) => baltic.test(sign)).length >= signs.length * 0.95) return 'windows-1257';
  throw new FeedError(
    `Line ${brokenLine}: the letters beyond ASCII are not UTF-8, and the file does not say what they are. Save it as UTF-8.`,
  );
}

/** Finds out how the file is to be read. @throws FeedError for a workbook, and for an encoding that nobody knows */
export async function openFeed(file: string): Promise<FeedFile> {
  const handle = await open(file);
  let head: Buffer;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0);
    head = buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
  const begins = (bytes: readonly number[]): boolean => bytes.every((byte, at) => head[at] === byte);
  if (workbooks.some(begins))
    throw new FeedError(
      'It is a workbook, as Excel and LibreOffice keep it: save its sheet as CSV in UTF-8 and import that.',
    );
  const marked =
    marks.find(([, bytes]) => begins(bytes))?.[0] ??
    // Without a mark, every other byte of a plain beginning is nothing.
    (head[0] !== 0 && head[1] === 0 && head[3] === 0
      ? 'utf16le'
      : head[0] === 0 && head[1] !== 0 && head[2] === 0
        ? 'utf16be'
        : null);
  const start = iconv.decode(head, marked ?? 'latin1').trimStart();
  const isXml = start.startsWith('<');
  if (marked !== null) return { file, encoding: marked, isGuessed: false, isXml };
  const declared: string | undefined = isXml
    ? /^<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1]
    : undefined;
  if (declared === undefined) return { file, encoding: await guess(file), isGuessed: true, isXml };
  const isKnown: boolean = iconv.encodingExists(declared);
  if (!isKnown) throw new FeedError(`Line 1: the encoding "${declared}" is unknown. Save it as UTF-8.`);
  // A file that can be read as bytes of ASCII is no UTF-16, whatever it says; one that is ASCII all over needs no guess.
  const saysNothing = /^(?:(?:utf|ucs)-?(?:16|2|32)|(?:us-?)?ascii$)/i.test(declared);
  return { file, encoding: saysNothing ? await guess(file) : declared, isGuessed: saysNothing, isXml };
}

/** By the number of ISO 8859, the code page of Windows that is called by its name. */
const windowsPages: Record<string, string> = {
  1: '1252',
  2: '1250',
  4: '1257',
  5: '1251',
  7: '1253',
  9: '1254',
  10: '1257',
  13: '1257',
  15: '1252',
};
const latinNames: Record<string, string> = {
  latin1: '1',
  latin2: '2',
  latin4: '4',
  latin7: '13',
  latin9: '15',
};

/**
 * Dashes, quotes and letters that Windows has where ISO 8859 has signs that no text holds: programs write them under the name of
 * the latter, and browsers read them so.
 */
function withSignsOfWindows(encoding: string): (text: string) => string {
  const name = encoding.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const page = windowsPages[latinNames[name] ?? /^(?:iso)?8859(\d+)$/.exec(name)?.[1] ?? ''];
  if (page === undefined) return (text) => text;
  return (text) =>
    text.replaceAll(/[\u0080-\u009F]/g, (sign) =>
      iconv.decode(Buffer.from([sign.charCodeAt(0)]), `windows-${page}`),
    );
}

/** The text in pieces. Bytes that are no character of the encoding come as U+FFFD: whoever reads refuses their item. */
export async function* readText(
  { file, encoding }: FeedFile,
  onBytes: (read: number) => void,
): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding);
  const whole = withSignsOfWindows(encoding);
  let seen = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: readSize })) {
    seen += (chunk as Buffer).length;
    onBytes(seen);
    yield whole(decoder.write(chunk as Buffer));
  }
  const rest = decoder.end();
  if (rest) yield whole(rest);
}
