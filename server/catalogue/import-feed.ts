import { stat } from 'node:fs/promises';
import type { Pool } from 'pg';
import { loadSanitiser } from '#server/content/sanitise.ts';
import { FeedPlaces } from './feed/feed-places.ts';
import { parseFeed } from './feed/parse-feed.ts';
import { readItem } from './feed/read-item.ts';
import { writeBatch, type BatchContext, type BatchRow, type Refusal } from './feed/write-batch.ts';

export type ImportReport = {
  /** Items of the file. */
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  /** Items that were left out, each with the line it begins on and the reason. */
  refused: Refusal[];
  ms: number;
};

type Options = {
  /** Language of the feed's texts. */
  locale?: string;
  /** Called after each batch. */
  progress?: (now: { read: number; refused: number; bytes: number; totalBytes: number }) => void;
};

const batchSize = 500;
/** Deadlock and serialisation failure: the batch did nothing and is written again. */
const passing = new Set(['40001', '40P01']);

async function contextFor(pool: Pool, locale: string): Promise<BatchContext & { currency: string }> {
  const client = await pool.connect();
  try {
    const channels = await client.query<{ id: number; currency_code: string }>(
      'select id, currency_code from channel where enabled order by is_default desc, id',
    );
    const warehouse = await client.query<{ id: number }>(
      'select id from warehouse order by main desc, priority limit 1',
    );
    const [first] = channels.rows;
    const [main] = warehouse.rows;
    if (!first || !main) throw new Error('The shop has no channel or no warehouse to import into.');
    return {
      places: await FeedPlaces.load(client, locale),
      locale,
      channels: channels.rows.filter(({ currency_code }) => currency_code === first.currency_code),
      warehouseId: main.id,
      clean: await loadSanitiser(),
      currency: first.currency_code,
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
    [rows.map(({ variant }) => variant.code)],
  );
  const hashes = new Map(known.map((row) => [row.variant_code, row.hash]));
  return new Set(
    rows.filter(({ variant, hash }) => hashes.get(variant.code) === hash).map(({ variant }) => variant.code),
  );
}

/**
 * Takes a Google Merchant product feed (RSS or Atom XML, or tab-separated) into the catalogue. Good items go in, bad
 * ones are named; each batch is one transaction; what the last feed already said is not touched, so a second run
 * changes nothing. Memory does not grow with the file, but for the list of refusals and the codes seen.
 * @throws FeedError when the file is no feed
 */
export async function importFeed(
  pool: Pool,
  file: string,
  { locale = 'lt', progress }: Options = {},
): Promise<ImportReport> {
  const startedAt = performance.now();
  const totalBytes = (await stat(file)).size;
  const context = await contextFor(pool, locale);
  const report: ImportReport = { read: 0, created: 0, updated: 0, unchanged: 0, refused: [], ms: 0 };
  const seen = new Set<string>();
  let bytes = 0;
  let batch: BatchRow[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const unchanged = await unchangedCodes(pool, batch);
    const changed = batch.filter(({ variant }) => !unchanged.has(variant.code));
    report.unchanged += batch.length - changed.length;
    batch = [];
    if (changed.length > 0) {
      const result = await writeInTransaction(pool, changed, context);
      report.created += result.created;
      report.updated += result.updated;
      report.refused.push(...result.refused);
    }
    progress?.({ read: report.read, refused: report.refused.length, bytes, totalBytes });
  };
  for await (const item of parseFeed(file, (read) => (bytes = read))) {
    report.read += 1;
    const read = readItem(item, context.currency);
    if (!read.ok) report.refused.push({ line: item.line, id: read.id, reason: read.reason });
    else if (seen.has(read.variant.code)) {
      report.refused.push({ line: item.line, id: read.variant.code, reason: 'id stands in the file twice' });
    } else {
      seen.add(read.variant.code);
      batch.push({ line: item.line, variant: read.variant, hash: read.hash });
      if (batch.length >= batchSize) await flush();
    }
  }
  await flush();
  report.refused.sort((a, b) => a.line - b.line);
  report.ms = Math.round(performance.now() - startedAt);
  return report;
}
