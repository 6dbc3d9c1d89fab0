import { isDiskFull } from '#server/database/pool.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';

const diskFull = 'The disk of the database is full: make room. Nothing was done.';

/** A command that cannot be done; the message is its line for the keeper. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A command that was said wrongly, before anything was looked at: status 64. */
export class UsageError extends CommandError {}

/** The one line of a command that was refused by what others do at the same moment; null: a fault. */
export function refusalLine(error: unknown): string | null {
  if (error instanceof CommandError) return error.message;
  if (error instanceof ApiFailure)
    return error.errorCode === 'server.busy'
      ? 'Something else in the shop holds this at the moment: try again.'
      : `The shop refuses: ${error.errorCode}.`;
  if (isDiskFull(error)) return diskFull;
  // unique_violation: two commands made the same.
  if ((error as { code?: unknown } | null)?.code === '23505')
    return 'There is one already: something else has made it at the same moment.';
  return null;
}
