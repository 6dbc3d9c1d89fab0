import type { Pool } from 'pg';
import { counted } from '#server/text/told-table.ts';
import { FeedError } from './feed/feed-text.ts';
import type { Uncounted } from './feed/draft-offer.ts';
import { importFeed, type ImportReport } from './import-feed.ts';

/** Nothing of the feed came in; the message says why. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

type Terminal = { isTTY?: boolean; write(text: string): unknown };

const barWidth = 30;
/** Refusals, and notes, shown on the screen; the rest are counted. */
const mostShown = 200;

function bar(share: number): string {
  const full = Math.round(Math.min(share, 1) * barWidth);
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${String(Math.round(share * 100)).padStart(3)} %`;
}

/** The report as lines for people. */
function describeImport(report: ImportReport): string {
  const seconds = (report.ms / 1000).toFixed(1);
  const lines = [
    `${counted(report.read, 'item')} in ${seconds} s: ${report.created} new, ${report.updated} changed, ${report.unchanged} unchanged, ${report.refused.length} left out.`,
    ...(report.withoutPieces > 0
      ? [
          `${report.withoutPieces} new without availability and quantity: nobody can buy them until set-stock or a feed says how many there are.`,
        ]
      : []),
    ...report.remarks,
    ...shown(report.refused.map(({ line, id, reason }) => ({ line, id, text: reason }))),
  ];
  if (report.notes.length > 0)
    lines.push(
      // Some programs write a whole feed into one line.
      `${new Set(report.notes.map(({ line, id }) => `${line} ${id}`)).size} of them came in, with a note:`,
      ...shown(report.notes.map(({ line, id, note }) => ({ line, id, text: note }))),
    );
  return lines.join('\n');
}

function shown(all: readonly { line: number; id: string; text: string }[]): string[] {
  const lines = all
    .slice(0, mostShown)
    .map(({ line, id, text }) => `  line ${line}${id ? ` (${id})` : ''}: ${text}`);
  return all.length > mostShown ? [...lines, `  and ${all.length - mostShown} more`] : lines;
}

/**
 * `npm run shop -- import FILE`: takes the feed in with a progress bar; its report, and as text.
 * @throws ImportError when the file cannot be read, is no feed or holds nothing that could be used
 */
export async function runImport(
  pool: Pool,
  file: string,
  { uncounted, terminal = process.stderr }: { uncounted?: Uncounted; terminal?: Terminal } = {},
): Promise<{ report: ImportReport; text: string }> {
  try {
    const report = await importFeed(pool, file, {
      ...(uncounted ? { uncounted } : {}),
      progress({ read, refused, bytes, totalBytes }) {
        if (!terminal.isTTY) return;
        terminal.write(
          `\r${bar(totalBytes === 0 ? 1 : bytes / totalBytes)}  ${read} items, ${refused} left out `,
        );
      },
    });
    if (terminal.isTTY) terminal.write('\n');
    if (report.refused.length === report.read) throw new ImportError(describeImport(report));
    return { report, text: describeImport(report) };
  } catch (error) {
    if (terminal.isTTY) terminal.write('\n');
    if (error instanceof ImportError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
      throw new ImportError(`${file} cannot be read (${code}).`, { cause: error });
    if (error instanceof FeedError) throw new ImportError(`${file} is no feed. ${message}`, { cause: error });
    throw error;
  }
}
