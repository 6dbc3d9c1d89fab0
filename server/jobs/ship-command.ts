/** `order NUMBER ship` with its options (contract 4.15). */
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { loadShipments, type Db, type OrderRow } from '#server/order-store/order-store.ts';
import { correctTracking, markShipped, type Tracking } from '#server/placed-orders/ship-order.ts';
import { CommandError, UsageError } from './command-error.ts';
import { readLimit, readOptions } from './offer-options.ts';

export interface ShipOptions {
  /** Goods that should have been paid for are sent all the same. */
  unpaid: boolean;
  /** Which of the parcels, from 1 as `order NUMBER` lists them; null: all that stand ready. */
  parcel: number | null;
  tracking: Tracking | null;
}

/** One line as a carrier prints it; it stands in mails and on pages. */
function readNumber(text: string): string {
  const number = text.trim();
  if (number !== '' && number.length <= 64 && !/\p{C}/u.test(number)) return number;
  throw new UsageError('--tracking should be the number on the parcel: one line of at most 64 characters.');
}

/** It becomes a link in mails and on pages: nothing but a page may stand there. */
function readAddress(text: string): string {
  const url = /[\p{C}\s]/u.test(text) || !URL.canParse(text) ? null : new URL(text);
  const isPage = url?.protocol === 'https:' && url.username === '' && url.password === '';
  if (isPage && url.href.length <= 500) return url.href;
  throw new UsageError('--tracking-url should be an address that begins with https://.');
}

/** @throws CommandError for an option that is not there or says something else */
export function readShipOptions(words: readonly string[]): ShipOptions {
  const given = readOptions(words, {
    unpaid: { type: 'boolean' },
    parcel: { type: 'string' },
    tracking: { type: 'string' },
    'tracking-url': { type: 'string' },
  });
  const { tracking: number, 'tracking-url': url } = given;
  if (number === undefined && url !== undefined)
    throw new UsageError('--tracking-url goes with --tracking: the number is what people see.');
  return {
    unpaid: given.unpaid ?? false,
    parcel: readLimit('--parcel', given.parcel),
    tracking:
      number === undefined
        ? null
        : { number: readNumber(number), url: url === undefined ? null : readAddress(url) },
  };
}

/**
 * Sends what was asked for, or gives the number of a parcel that has left.
 * @returns false where nothing of the order can be sent
 * @throws CommandError for a parcel that is not there, and for a number that nobody can tell the parcel of
 */
export async function shipOrder(
  db: Db,
  { now }: Pick<MailServices, 'now'>,
  order: OrderRow,
  { parcel, tracking }: ShipOptions,
): Promise<boolean> {
  const all = await loadShipments(db, order.id);
  const named = parcel === null ? undefined : all[parcel - 1];
  if (parcel !== null && !named)
    throw new CommandError(`Order ${order.number ?? ''} has parcels 1 to ${all.length}.`);
  const meant = named ? [named] : all.filter(({ state }) => state === 'ready');
  if (tracking !== null && meant.length > 1)
    throw new CommandError(
      `Parcels ${meant.map(({ position }) => position + 1).join(', ')} stand ready: say with --parcel which one has this number.`,
    );
  if (tracking !== null && meant[0]?.kind === 'collection')
    throw new CommandError('What is collected has no tracking number.');
  if (named?.state === 'shipped' && tracking !== null) {
    await correctTracking(db, order, named, tracking);
    return true;
  }
  return markShipped(
    db,
    order,
    meant.filter(({ state }) => state === 'ready'),
    tracking,
    now(),
  );
}
