import { stat } from 'node:fs/promises';
import type { Pool } from 'pg';
import { defaultLocale } from '#contract/locale.ts';
import { loadSanitiser } from '#server/text/sanitise.ts';
import { onClient } from '#server/database/run-sql.ts';
import type { Uncounted } from './feed/draft-offer.ts';
import { UnreadColumns } from './feed/feed-columns.ts';
import { FeedPlaces } from './feed/feed-places.ts';
import { openFeed, type FeedFile } from './feed/feed-text.ts';
import { parseFeed } from './feed/parse-feed.ts';
import { readItem } from './feed/read-item.ts';
import { writeBatch, type BatchContext, type BatchRow, type Note, type Refusal } from './feed/write-batch.ts';
import { strandedChemicals, strandedText } from './chemical-places.ts';
import { readFeedPlaces } from './offer-plan.ts';

export type ImportReport = {
  /** Items of the file. */
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  /** New goods of which nothing says how many there are: nobody can buy them yet. */
  withoutPieces: number;
  /** Items that were left out, each with the line it begins on and the reason. */
  refused: Refusal[];
  /** Of items that came in: what was not taken as they say it, and what follows from it. */
  notes: Note[];
  /** Of the file as a whole, in sentences: how its letters were read, what of it is not read. */
  remarks: string[];
  ms: number;
};

type Options = {
  /** Language of the feed's texts. */
  locale?: string;
  /** Goods "in stock" without a number: sold without being counted, or shown as those that can be asked for. */
  uncounted?: Uncounted;
  now?: Date;
  /** Called after each batch. */
  progress?: (now: { read: number; refused: number; bytes: number; totalBytes: number }) => void;
};

const batchSize = 500;
/** Deadlock and serialisation failure: the batch did nothing and is written again. */
const passing = new Set(['40001', '40P01']);

async function contextFor(
  pool: Pool,
  { locale = defaultLocale, uncounted = 'sell', now = new Date() }: Options,
): Promise<BatchContext & { currency: string }> {
  const client = await pool.connect();
  try {
    const { channels, warehouseId } = await readFeedPlaces(onClient(client));
    return {
      places: await FeedPlaces.load(client, locale),
      locale,
      channels,
      warehouseId,
      uncounted,
      clean: await loadSanitiser(),
      now: now.toISOString(),
      currency: channels[0]?.currency ?? '',
    };
  } finally {
    client.release();
  }
}

/** One batch, whole or not at all. */
async function writeInTransaction(pool: Pool, rows: readonly BatchRow[], context: BatchContext) {
  for (let round = 1; ; round += 1) {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const result = await writeBatch(client, rows, context);
      await client.query('commit');
      return result;
    } catch (error) {
      // A lost connection has undone it already; the first error is the one to tell.
      await client.query('rollback').catch(() => {});
      // What was made in the undone transaction is not there: places are read anew.
      context.places = await FeedPlaces.load(client, context.locale);
      if (round >= 3 || !passing.has((error as { code?: string }).code ?? '')) throw error;
    } finally {
      client.release();
    }
  }
}

async function unchangedCodes(pool: Pool, rows: readonly BatchRow[]): Promise<Set<string>> {
  const { rows: known } = await pool.query<{ variant_code: string; hash: string }>(
    'select variant_code, hash from feed_row where variant_code = any($1)',
    [rows.map(({ row }) => row.code)],
  );
  const hashes = new Map(known.map((row) => [row.variant_code, row.hash]));
  return new Set(rows.filter(({ row, hash }) => hashes.get(row.code) === hash).map(({ row }) => row.code));
}

/** Feeds know no warehouses: what they bring lies in the main one, which hands out no chemicals. */
async function strandedNotes(pool: Pool, lines: ReadonlyMap<string, number>): Promise<Note[]> {
  const client = await pool.connect();
  try {
    const { goods, places } = await strandedChemicals(onClient(client), { variants: [...lines.keys()] });
    return goods.map((one) => ({
      line: lines.get(one.code) ?? 0,
      id: one.code,
      note: strandedText(one, places),
    }));
  } finally {
    client.release();
  }
}

/** Letters that are UTF-8 are hardly anything else; any other guess may be wrong, and the names of goods with it. */
const guessText = ({ encoding, isGuessed }: FeedFile): string[] =>
  isGuessed && encoding !== 'utf8'
    ? [
        `The file does not say what its letters are: they were read as ${encoding}. Where they are wrong, save it as UTF-8 and import it again.`,
      ]
    : [];

/**
 * Takes a Google Merchant product feed (RSS or Atom XML, or a table) into the catalogue. Good items go in, bad ones are
 * named; each batch is one transaction; what an item does not name stays as it is, and what the last feed already said is
 * not touched, so a second run changes nothing. Memory does not grow with the file, but for the list of refusals and the
 * codes seen.
 * @throws FeedError when the file is no feed
 */
export async function importFeed(pool: Pool, file: string, options: Options = {}): Promise<ImportReport> {
  const startedAt = performance.now();
  const totalBytes = (await stat(file)).size;
  const context = await contextFor(pool, options);
  const report: ImportReport = {
    read: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    withoutPieces: 0,
    refused: [],
    notes: [],
    remarks: [],
    ms: 0,
  };
  const columns = new UnreadColumns();
  /** Lines by code. */
  const seen = new Map<string, number>();
  let bytes = 0;
  let batch: BatchRow[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const unchanged = await unchangedCodes(pool, batch);
    const changed = batch.filter(({ row }) => !unchanged.has(row.code));
    report.unchanged += batch.length - changed.length;
    batch = [];
    if (changed.length > 0) {
      const result = await writeInTransaction(pool, changed, context);
      report.created += result.created;
      report.updated += result.updated;
      report.unchanged += result.unchanged;
      report.withoutPieces += result.withoutPieces;
      report.refused.push(...result.refused);
      report.notes.push(...result.notes);
    }
    options.progress?.({ read: report.read, refused: report.refused.length, bytes, totalBytes });
  };
  const feed = await openFeed(file);
  for await (const item of parseFeed(feed, (read) => (bytes = read))) {
    report.read += 1;
    columns.see(item);
    const read = readItem(item, context.currency);
    if (!read.ok) report.refused.push({ line: item.line, id: read.id, reason: read.reason });
    else if (seen.has(read.row.code)) {
      report.refused.push({ line: item.line, id: read.row.code, reason: 'id stands in the file twice' });
    } else {
      const { row, hash, notes } = read;
      report.notes.push(...notes.map((note) => ({ line: item.line, id: row.code, note })));
      // Variants of one product are decided on together.
      const isOfLast = row.group !== undefined && row.group === batch.at(-1)?.row.group;
      if (batch.length >= (isOfLast ? 2 * batchSize : batchSize)) await flush();
      seen.set(row.code, item.line);
      batch.push({ line: item.line, row, hash });
    }
  }
  await flush();
  report.notes.push(...(await strandedNotes(pool, seen)));
  report.remarks = [...guessText(feed), ...columns.told()];
  const out = new Set(report.refused.map(({ line, id }) => `${line} ${id}`));
  report.notes = report.notes.filter(({ line, id }) => !out.has(`${line} ${id}`));
  report.refused.sort((a, b) => a.line - b.line);
  report.notes.sort((a, b) => a.line - b.line);
  report.ms = Math.round(performance.now() - startedAt);
  return report;
}
