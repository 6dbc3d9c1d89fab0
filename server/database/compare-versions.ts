import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Something in memory that says which version of its data it holds, and reads it anew when told. */
export interface Kept {
  version(): number;
  changed(): void;
}

/** ms between two comparisons: the longest that an old price is served after a notice was lost. */
const every = 30_000;

/**
 * Compares what is in memory with the database's own numbers, whatever was heard of it: a notice can get lost without
 * its connection. Returns what ends it.
 */
export function compareVersions(
  db: Kysely<Database>,
  kept: { catalogue: readonly Kept[]; content: readonly Kept[] },
  report: (error: unknown) => void,
  interval = every,
): () => void {
  const compare = async () => {
    const catalogue = await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow();
    const content = await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow();
    for (const one of kept.catalogue) if (one.version() !== catalogue.version) one.changed();
    for (const one of kept.content) if (one.version() !== content.version) one.changed();
  };
  const timer = setInterval(() => void compare().catch(report), interval).unref();
  return () => clearInterval(timer);
}
