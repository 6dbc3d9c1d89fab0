import { brotliCompress, constants } from 'node:zlib';
import { promisify } from 'node:util';
import { snapshotFormat } from '#contract/catalogue-words.ts';
import { snapshotLimit } from '#contract/snapshot.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { Compression } from '#server/http/compress-answer.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import type { SnapshotEdition, SnapshotEditions } from './snapshot-editions.ts';

const brotli = promisify(brotliCompress);
/**
 * A quarter of a second for the whole: only for what many devices get, one like the other. What changed since some day is of few,
 * and a cursor may be invented (decision 69): a sixteenth larger, for a twentieth of the work.
 */
const ofMany: Compression = { quality: 9, isKept: true };
const ofFew: Compression = { quality: 4, isKept: false };
/** Rows that devices ask for at once, and the whole. */
const pagesOfMany: readonly number[] = [500, snapshotLimit];
/** Rows that are compressed to say how large all of them are. */
const sample = 500;

/** Where a run of answers stands: it tells what changed after `from`, has come as far as `after`, and ends at `to`. */
interface Cursor {
  from: number;
  to: number;
  /** Id of the last product told. */
  after: number;
}

const form = /^(\d{1,4})\.([0-9a-f]{12})\.(\d{1,9})(?:-(\d{1,9})-(\d{1,10}))?$/;

/** A cursor of another form, another database or a later edition than ours names nothing that we could go on from. */
function readCursor(text: string | undefined, { lineage, edition }: SnapshotEdition): Cursor {
  if (text === undefined) return { from: 0, to: edition, after: 0 };
  const [, format, ofLineage, first, to, after] = form.exec(text) ?? [];
  const cursor = {
    from: Number(first),
    to: to === undefined ? edition : Number(to),
    after: Number(after ?? 0),
  };
  if (
    Number(format) !== snapshotFormat ||
    ofLineage !== lineage ||
    cursor.from > edition ||
    cursor.to > edition
  )
    throw new ApiFailure(410, 'snapshot.cursor_gone');
  return cursor;
}

/** Calls CAT-14: the catalogue for use without a connection, whole or what changed since a cursor. */
export function mountSnapshot(server: EndpointServer, editions: Pick<SnapshotEditions, 'current'>): void {
  const sizes = new WeakMap<SnapshotEdition, Promise<number>>();
  server.serve('catalogueSnapshot', async ({ query, context }) => {
    const now = await editions.current(context.channel.code, context.locale);
    const { from, to, after } = readCursor(query.since, now);
    const limit = stepped(query.limit ?? snapshotLimit);
    const run = now.rows.filter((row) => row.edition > from && (from > 0 || row.text !== null));
    const left = run.filter(({ id }) => id > after);
    const page = left.slice(0, limit);
    const isComplete = page.length === left.length && limit > 0;
    const head = `${snapshotFormat}.${now.lineage}.`;
    // What changes while a run is under way is told again after it: it ends at the edition that it began with.
    const cursor = isComplete ? head + to : `${head}${from}-${to}-${page.at(-1)?.id ?? after}`;
    let size = sizes.get(now);
    if (!size) sizes.set(now, (size = measure(now)));
    const bytes = await size;
    const mark = `${context.channel.code} ${context.locale} ${cursor} ${now.edition} ${from} ${after} ${limit}`;
    const etag = `W/"${Buffer.from(mark).toString('base64url')}"`;
    const write = () => {
      const products = page.flatMap(({ text }) => text ?? []);
      const removed = page.filter(({ text }) => text === null).map(({ id }) => id);
      const withDictionaries = after === 0 && limit > 0 && now.dictionaries.edition > from;
      const json =
        `{"format":${snapshotFormat},"cursor":"${cursor}","complete":${isComplete},"total":${run.length},"size":${bytes},` +
        `"products":[${products.join(',')}],"removed":${JSON.stringify(removed)}${withDictionaries ? `,"dictionaries":${now.dictionaries.text}` : ''}}`;
      return { etag, json: Buffer.from(json) };
    };
    // Where the shop's own pages end: any other place in the run was made up, or the run has changed under it.
    const told = run.length - left.length;
    const isOfPages = pagesOfMany.includes(limit) && told % limit === 0 && (run[told - 1]?.id ?? 0) === after;
    const isOfMany = from === 0 && to === now.edition && isOfPages;
    return { etag, write, compression: isOfMany ? ofMany : ofFew };
  });
}

/** A page of its own for each number would be made and compressed anew each time: there are as many kinds as these. */
const pageSizes = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, snapshotLimit];
/** The largest page that is no larger than was asked for. */
const stepped = (limit: number): number => pageSizes.findLast((size) => size <= limit) ?? 0;

/** About how many bytes the whole takes over the wire: a sample from all parts of it, compressed. */
async function measure({ rows, dictionaries }: SnapshotEdition): Promise<number> {
  const texts = rows.flatMap(({ text }) => text ?? []);
  const step = Math.max(1, Math.floor(texts.length / sample));
  const taken = texts.filter((_, at) => at % step === 0);
  const of = async (text: string) =>
    (await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })).length;
  return (
    Math.round(((await of(taken.join(','))) * texts.length) / Math.max(1, taken.length)) +
    (await of(dictionaries.text))
  );
}
