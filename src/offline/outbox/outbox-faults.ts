/** Why the outbox's storage does not answer. */

/**
 * `full`: no room on the disk. `newer`: it belongs to a newer version of the shop. `closed`: there is no such storage, or it
 * does not answer.
 */
export type OutboxFault = 'full' | 'newer' | 'closed';

export class OutboxUnavailable extends Error {
  override readonly cause: OutboxFault;
  constructor(cause: OutboxFault) {
    super(`The outbox cannot be written: ${cause}`);
    this.name = 'OutboxUnavailable';
    this.cause = cause;
  }
}

export const isLost = (error: unknown): boolean =>
  error instanceof DOMException &&
  ['InvalidStateError', 'UnknownError', 'AbortError', 'TransactionInactiveError'].includes(error.name);
export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';
